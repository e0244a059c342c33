import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import express, { type RequestHandler } from "express";
import { setPageHeaders } from "./static-pages.js";

/** The site that the build makes of the documentation. The path works from the sources and from their compiled form. */
const site = join(import.meta.dirname, "../../../dist/docs");

/** Files that pages link to, such as examples. A browser shows them as text. */
const files = join(site, "files") + sep;

/** Whether the site was built. */
export const hasDocs = (): boolean => existsSync(join(site, "index.html"));

/** Returns a handler that serves the documentation. */
export const docsPages = (): RequestHandler =>
  express.static(site, {
    cacheControl: false,
    setHeaders: (response, path) => {
      setPageHeaders(response);
      if (path.startsWith(files)) response.setHeader("Content-Type", "text/plain; charset=utf-8");
    },
  });
