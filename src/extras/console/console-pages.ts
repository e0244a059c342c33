import { existsSync } from "node:fs";
import { join } from "node:path";
import express, { Router } from "express";
import type { Config } from "../../config.js";
import { pathOf } from "../../api/reference/landing-page.js";
import { sendPage, templateAt } from "../../api/reference/static-pages.js";

/** The bundle of `page` that `npm run build` writes. The path works from the sources and from their compiled form. */
const built = join(import.meta.dirname, "../../../dist/extras/console/page");

/** The names of these files have a hash of their content, so a browser never asks for them again. */
const asset = { immutable: true, maxAge: "1y", index: false, redirect: false } as const;

/** Returns the router of the console: one page and its files. The page loads nothing else and calls only this service. */
export function consolePages(config: Config, folder = built): Router {
  const router = Router();
  const path = pathOf(config.PORTICO_BASE_URL?.replace(/\/$/, "") ?? "");
  let page: string | undefined;
  router.get("/", (_request, response, next) => {
    const template = join(folder, "index.html");
    // Tests and tools run the sources without a build, and need no console.
    if (page === undefined && !existsSync(template)) return next();
    page ??= templateAt(template)({ path, twoFactor: config.PORTICO_TWO_FACTOR });
    sendPage(response, page, { "img-src": "'self'" });
  });
  router.use("/assets", (_request, response, next) => {
    response.set("X-Content-Type-Options", "nosniff");
    next();
  });
  router.use("/assets", express.static(join(folder, "assets"), asset));
  return router;
}
