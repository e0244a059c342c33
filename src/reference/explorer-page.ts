import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type RequestHandler, Router } from "express";
import { pageTemplate, sendOwnFile, sendPackageFile, sendPage } from "./static-pages.js";

const packageFiles = {
  "graphiql.css": "graphiql/graphiql.min.css",
  "graphiql.js": "graphiql/graphiql.min.js",
  "react.js": "react/umd/react.production.min.js",
  "react-dom.js": "react-dom/umd/react-dom.production.min.js",
} as const;

/** Lets the editor style its elements, embed its font, and check the query in a worker. */
const policy = {
  "style-src": "'self' 'unsafe-inline'",
  "font-src": "'self' data:",
  "worker-src": "'self' blob:",
};

/**
 * Returns the GraphQL explorer for development, a page at the GraphQL address. `path` is the path of the service,
 * empty for the root.
 */
export function explorerPage(path: string): RequestHandler {
  const require = createRequire(import.meta.url);
  const router = Router();
  const page = pageTemplate("explorer.html")({ path });
  router.get("/", (request, response, next) => {
    if (!request.headers.accept?.includes("text/html")) return next();
    sendPage(response, page, policy);
  });
  router.get("/explorer/page.css", sendOwnFile("explorer.css"));
  router.get("/explorer/page.js", sendOwnFile("explorer.js"));
  for (const [name, file] of Object.entries(packageFiles)) {
    const [packageName = "", ...rest] = file.split("/");
    const folder = dirname(require.resolve(`${packageName}/package.json`));
    router.get(`/explorer/${name}`, sendPackageFile(join(folder, ...rest)));
  }
  return router;
}

/** Returns the page for browsers at the GraphQL address where there is no explorer. It names the alternatives. */
export function graphqlPage(path: string): RequestHandler {
  const router = Router();
  const page = pageTemplate("graphql.html")({ path });
  router.get("/", (request, response, next) => {
    // A link with a query is answered like any other call.
    if (!request.headers.accept?.includes("text/html") || hasQuery(request.originalUrl)) return next();
    sendPage(response, page);
  });
  return router;
}

const hasQuery = (url: string) => new URLSearchParams(url.split("?", 2)[1]).has("query");
