import { join } from "node:path";
import { type Request, type RequestHandler, Router } from "express";
import { pageTemplate, sendFile, sendPage } from "./static-pages.js";

/** The bundle that `npm run build` writes. The path works from the sources and from their compiled form. */
const built = join(import.meta.dirname, "../../../dist/api/reference/explorer");

/** Lets the editor style its elements, embed its font, and check the query in a worker. */
const policy = {
  "style-src": "'self' 'unsafe-inline'",
  "font-src": "'self' data:",
  "worker-src": "'self' blob:",
};

/** Where a page is, and how its requests are counted. */
interface PageOptions {
  /** Path of the service, empty for the root. */
  readonly path: string;
  /** Counts a request against the limit of its address. GraphQL counts its own requests. */
  readonly count: RequestHandler;
}

/** Returns the GraphQL explorer for development, a page at the GraphQL address. */
export function explorerPage({ path, count }: PageOptions): RequestHandler {
  const router = Router();
  const page = pageTemplate("explorer.html")({ path });
  router.get("/", onlyFor(wantsPage), count, (_request, response) => sendPage(response, page, policy));
  router.get("/explorer/page.css", count, sendFile(join(built, "explorer.css")));
  router.get("/explorer/page.js", count, sendFile(join(built, "explorer.js")));
  return router;
}

/** Returns the page for browsers at the GraphQL address where there is no explorer. It names the alternatives. */
export function graphqlPage({ path, count }: PageOptions): RequestHandler {
  const router = Router();
  const page = pageTemplate("graphql.html")({ path });
  // A link with a query is answered like any other call.
  const isForPage = (request: Request) => wantsPage(request) && !hasQuery(request.originalUrl);
  router.get("/", onlyFor(isForPage), count, (_request, response) => sendPage(response, page));
  return router;
}

/** Leaves the router for other requests. */
const onlyFor =
  (isWanted: (request: Request) => boolean): RequestHandler =>
  (request, _response, next) =>
    isWanted(request) ? next() : next("router");

const wantsPage = ({ headers }: Request) => headers.accept?.includes("text/html") === true;

const hasQuery = (url: string) => new URLSearchParams(url.split("?", 2)[1]).has("query");
