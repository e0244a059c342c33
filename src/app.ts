import cors from "cors";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";
import { tokenDoor } from "./auth/oauth/token-handler.js";
import { allowedOrigins } from "./auth/sessions/same-origin.js";
import { followDoor } from "./bulk/status/follow-handler.js";
import { readiness } from "./process/health.js";
import { pages } from "./reference/pages.js";
import { SchemaDocuments } from "./reference/schema-documents.js";
import { schemaDoor } from "./reference/schema-handler.js";
import { mediaDoor } from "./media/media-handler.js";
import type { Services } from "./services.js";
import { noRoute, payloadTooLarge, undecodable } from "./call/errors.js";
import { failure } from "./call/failure.js";
import { graphqlDoor } from "./graphql/graphql-handler.js";
import { RestDoor } from "./http/rest-handler.js";

/** The HTTP application, not listening yet: what the server and the tests mount. */
export async function createApp(services: Services): Promise<Express> {
  const { kernel, schema, routes, bulk } = services;
  const rest = new RestDoor(routes, kernel);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  const origins = allowedOrigins(kernel.config);
  if (origins.length > 0) app.use(cors({ origin: origins, credentials: true, maxAge: 600, exposedHeaders }));
  app.use(withoutFrontController);
  app.use("/rest", straightTo(rest));
  app.use(helmet(guards));
  app.get("/health/live", (_request, response) => void response.json({ status: "pass" }));
  app.get("/health/ready", ready(services));
  app.use("/rest", schemaDoor(new SchemaDocuments(routes, { schema, config: kernel.config }), kernel));
  app.use("/rest", followDoor({ kernel, routes, watch: bulk.watch }));
  app.use("/rest", (request, response) => rest.handle(request, response));
  app.use("/oauth", tokenDoor(kernel));
  app.use("/media", mediaDoor(kernel));
  app.use(pages(services));
  app.use("/graphql", await graphqlDoor(schema, kernel));
  app.use((_request, _response, next) => next(noRoute()));
  app.use(answerErrors(services));
  return app;
}

/** What scripts of other sites may read of an answer besides its body. */
const exposedHeaders = [
  ...["X-Request-Id", "Retry-After", "Preference-Applied"],
  ...["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
];

/**
 * Headers that keep browsers from guessing, framing and telling. Pages have a content security policy of their own, images
 * are there to be shown by other sites, and whether TLS is demanded is for whoever terminates it.
 */
const guards: HelmetOptions = {
  contentSecurityPolicy: false,
  crossOriginResourcePolicy: false,
  strictTransportSecurity: false,
};

/** What the doors that share an address with the REST door might want. */
const isShared = (path: string): boolean => path.includes("/schema") || path.includes("/bulk/");

/** Most calls are for the REST door alone: it comes first, which spares them the other doors' looks at their address. */
const straightTo =
  (rest: RestDoor): RequestHandler =>
  (request, response, next) =>
    isShared(request.url) ? next() : rest.handle(request, response);

/** Magento's addresses also work below its front controller. */
const withoutFrontController: RequestHandler = (request, _response, next) => {
  if (request.url.startsWith("/index.php/")) request.url = request.url.slice("/index.php".length);
  next();
};

const ready =
  ({ kernel, bulk, isStopping }: Services): RequestHandler =>
  async (_request, response) => {
    const health = await readiness(kernel.db, bulk);
    const stopping = isStopping();
    response.status(health.status !== "fail" && !stopping ? 200 : 503);
    response.json(stopping ? { ...health, status: "fail", stopping } : health);
  };

const answerErrors = ({ kernel }: Services): ErrorRequestHandler => {
  const development = kernel.config.NODE_ENV === "development";
  // eslint-disable-next-line max-params -- by their number Express knows it for an error handler
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, json } = failure(bodyError(error, kernel.config.PORTICO_BODY_LIMIT), {
      log: kernel.log,
      development,
    });
    response.status(status).type("application/json").send(json);
  };
};

/** What Express says of a body that it cannot read, as the REST door would say it. */
function bodyError(error: unknown, limit: number): unknown {
  const type = error instanceof Error && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") return payloadTooLarge(limit);
  if (typeof type === "string" && /^(entity|charset|encoding|request)\./.test(type)) return undecodable();
  return error;
}
