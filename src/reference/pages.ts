import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Request, Router } from "express";
import { readiness } from "../process/health.js";
import type { Services } from "../services.js";
import { landingPage, landingScript, landingStyle, pathOf } from "./landing-page.js";
import { escapeHtml, sendPackageFile, sendPage, sendText } from "./static-pages.js";
import { swaggerPage, swaggerScript, swaggerStyle } from "./swagger-page.js";

/** The landing page at `/` and the interactive reference at `/swagger`. Neither loads anything from another host. */
export function pages(services: Services): Router {
  const { config, db } = services.kernel;
  const router = Router();
  router.get("/", async (request, response) => {
    const facts = {
      base: baseOf(request, services),
      edition: config.PORTICO_EDITION,
      health: await readiness(db, services.bulk),
      adminUser: config.PORTICO_ADMIN_USER,
      routes: services.routes.length,
      hasExplorer: config.NODE_ENV === "development",
    };
    sendPage(response, landingPage(facts));
  });
  router.get("/reference/landing.css", sendText("css", landingStyle));
  router.get("/reference/landing.js", sendText("js", landingScript));
  // Swagger UI sets styles on its elements, and draws its icons from data URLs.
  const page = swaggerPage(escapeHtml(pathOf(publicBase(services) ?? "")));
  router.get("/swagger", (_request, response) => sendPage(response, page, { "style-src": "'self' 'unsafe-inline'" }));
  router.get("/swagger/page.css", sendText("css", swaggerStyle));
  router.get("/swagger/page.js", sendText("js", swaggerScript));
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
    router.get(`/swagger/${name}`, sendPackageFile(join(folder, name)));
  }
  return router;
}

const publicBase = ({ kernel }: Services) => kernel.config.PORTICO_BASE_URL?.replace(/\/$/, "");

/** The address to show: the public one where it is set, else the one that the reader came by. */
function baseOf(request: Request, services: Services): string {
  const { HOST, PORT } = services.kernel.config;
  const host = request.headers.host ?? "";
  const shown = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(host) ? host : `${HOST}:${PORT}`;
  return publicBase(services) ?? `http://${shown}`;
}
