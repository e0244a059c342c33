import { existsSync } from "node:fs";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import type { Config } from "../../config.js";
import { pathOf } from "../../api/reference/landing-page.js";
import type { OwnPage } from "./own-page.types.js";
import { sendPage, setPageHeaders, templateAt } from "../../api/reference/static-pages.js";

/** The bundle of `page` that `npm run build` writes. The path works from the sources and from their compiled form. */
const built = join(import.meta.dirname, "../../../dist/extras/console/page");

/** The names of these files have a hash of their content, so a browser never asks for them again. */
const asset = { immutable: true, maxAge: "1y", index: false, redirect: false } as const;

/**
 * Returns the router of the console: one page and its files, and the pages of extensions. The pages load nothing else and call
 * only this service.
 */
export function consolePages(config: Config, pages: readonly OwnPage[] = [], folder = built): Router {
  const router = Router();
  const path = pathOf(config.PORTICO_BASE_URL?.replace(/\/$/, "") ?? "");
  let page: string | undefined;
  router.get("/", (_request, response, next) => {
    const template = join(folder, "index.html");
    // Tests and tools run the sources without a build, and need no console.
    if (page === undefined && !existsSync(template)) return next();
    page ??= templateAt(template)({ path, twoFactor: config.PORTICO_TWO_FACTOR, pages: menuOf(pages) });
    sendPage(response, page, { "img-src": "'self'" });
  });
  router.use("/assets", (_request, response, next) => {
    response.set("X-Content-Type-Options", "nosniff");
    next();
  });
  router.use("/assets", express.static(join(folder, "assets"), asset));
  for (const own of pages) {
    router.use(`/extensions/${own.path}`, withPolicy, express.static(own.folder));
  }
  return router;
}

/** Returns the pages of extensions for the menu, as JSON. */
const menuOf = (pages: readonly OwnPage[]): string => JSON.stringify(pages.map(({ path, title }) => ({ path, title })));

/** The files of extensions have the policy of the console. */
const withPolicy: RequestHandler = (_request, response, next) => {
  setPageHeaders(response, { "img-src": "'self'" });
  next();
};
