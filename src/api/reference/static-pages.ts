import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { RequestHandler, Response } from "express";

/** The folder of the pages. The build copies it, so it is next to the compiled module too. */
const folder = join(import.meta.dirname, "pages");

/** The content security policy of a page: only its own files, no other hosts, nothing inline. */
const basePolicy = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

export type Policy = Partial<Record<keyof typeof basePolicy | "font-src" | "worker-src", string>>;

/**
 * Sends a page that other sites cannot frame and that sends nothing to other sites. `extra` overrides parts of the
 * policy.
 */
export function sendPage(response: Response, html: string, extra: Policy = {}): void {
  setPageHeaders(response, extra);
  response.type("html").send(html);
}

/** Sets the headers of `sendPage`. */
export function setPageHeaders(response: ServerResponse, extra: Policy = {}): void {
  const policy = Object.entries({ ...basePolicy, ...extra }).map(([name, sources]) => `${name} ${sources}`);
  response.setHeader("Content-Security-Policy", policy.join("; "));
  response.setHeader("Cache-Control", "no-cache");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("X-Content-Type-Options", "nosniff");
}

/** Sends a file of the page folder. */
export const sendOwnFile = (name: string): RequestHandler => sendFile(join(folder, name));

/** Sends a file of a package, which changes only with the package's version. */
export const sendPackageFile = (path: string): RequestHandler => sendFile(path, "1h");

/** Sends a file. Browsers revalidate it on each use, unless it has an age. */
export const sendFile =
  (path: string, maxAge: string | number = 0): RequestHandler =>
  (_request, response, next) => {
    response.set("X-Content-Type-Options", "nosniff");
    // The path of a package may contain a folder whose name starts with a dot.
    response.sendFile(path, { maxAge, dotfiles: "allow" }, (error?: Error) => {
      if (error) next(error);
    });
  };

/** Values for a template's `{{name}}`. A boolean keeps or removes the text between `{{#name}}` and `{{/name}}`. */
export type TemplateValues = Readonly<Record<string, string | number | boolean>>;

/** Reads a page and returns a function that fills in the values, escaped. Throws for a missing value. */
export const pageTemplate = (name: string) => templateAt(join(folder, name));

/** Like `pageTemplate`, for a page in another folder. */
export function templateAt(path: string): (values: TemplateValues) => string {
  const template = readFileSync(path, "utf8");
  return (values) => {
    const valueOf = (key: string) => {
      if (key in values) return values[key];
      throw new Error(`${path} has no value for ${key}`);
    };
    return template
      .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, key: string, inner: string) => (valueOf(key) ? inner : ""))
      .replace(/\{\{(\w+)\}\}/g, (_, key: string) => escapeHtml(String(valueOf(key))));
  };
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
