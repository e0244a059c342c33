import { join } from "node:path";
import { type Request, type RequestHandler, Router } from "express";
import { version } from "../../platform/process/version.js";
import type { Health } from "../metrics/health.js";
import type { Kernel } from "../call/kernel.js";
import type { Route } from "../contract/routes/operations.js";
import { docsPages, hasDocs } from "./docs-pages.js";
import { explorerPage, graphqlPage } from "./explorer-page.js";
import { landingPage, pathOf } from "./landing-page.js";
import { pageTemplate, sendOwnFile, sendPackageFile, sendPage } from "./static-pages.js";

/** The parts of the process that the pages show. */
interface Shown {
  readonly kernel: Pick<Kernel, "config">;
  readonly health: () => Promise<Health>;
  readonly routes: readonly Route[];
}

/**
 * Returns the router of the landing page, the documentation, the interactive reference and, in development, the GraphQL explorer. The
 * pages load nothing from other hosts. `count` counts a request against the limit of its address.
 */
export function pages(services: Shown, count: RequestHandler): Router {
  const { config } = services.kernel;
  const router = Router();
  const path = pathOf(publicBase(services) ?? "");
  router.get("/", async (request, response) => {
    const facts = {
      base: baseOf(request, services),
      edition: config.PORTICO_EDITION,
      health: await services.health(),
      adminUser: config.PORTICO_ADMIN_USER,
      routes: services.routes.length,
      hasExplorer: config.NODE_ENV === "development",
      hasConsole: config.PORTICO_CONSOLE,
      hasDocs: hasDocs(),
    };
    sendPage(response, landingPage(facts));
  });
  for (const name of [
    "shared.css",
    "landing.css",
    "landing.js",
    "swagger.css",
    "swagger.js",
    "labels.js",
    "older-format.js",
  ]) {
    router.get(`/reference/${name}`, sendOwnFile(name));
  }
  router.use("/docs", docsPages());
  router.use("/swagger", swaggerPage({ path, explorer: config.NODE_ENV === "development" }));
  router.use("/graphql", (config.NODE_ENV === "development" ? explorerPage : graphqlPage)({ path, count }));
  return router;
}

function swaggerPage(values: { readonly path: string; readonly explorer: boolean }): Router {
  const router = Router();
  const page = pageTemplate("swagger.html")({ ...values, version });
  // Swagger UI styles its elements and loads icons from data URLs.
  router.get("/", (_request, response) => sendPage(response, page, { "style-src": "'self' 'unsafe-inline'" }));
  // The build copies the files. The path works from the sources and from their compiled form.
  const folder = join(import.meta.dirname, "../../../dist/api/reference/swagger");
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
    router.get(`/${name}`, sendPackageFile(join(folder, name)));
  }
  return router;
}

/** Returns the configured public address without a trailing slash. */
const publicBase = ({ kernel }: Pick<Shown, "kernel">) => kernel.config.PORTICO_BASE_URL?.replace(/\/$/, "");

/** Returns the address to display: the configured public one, or the one that the reader used. */
function baseOf(request: Request, services: Shown): string {
  const { HOST, PORT } = services.kernel.config;
  const host = request.headers.host ?? "";
  const shown = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(host) ? host : `${HOST}:${PORT}`;
  return publicBase(services) ?? `http://${shown}`;
}
