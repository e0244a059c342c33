import cors from "cors";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";
import { tokenHandler } from "./auth/oauth/token-handler.js";
import { allowedOrigins } from "./auth/sessions/same-origin.js";
import { followEndpoints } from "./bulk/status/follow-endpoints.js";
import { readiness } from "./process/health.js";
import { pages } from "./reference/pages.js";
import { SchemaDocuments } from "./reference/schema-documents.js";
import { schemaEndpoints } from "./reference/schema-endpoints.js";
import { mediaHandler } from "./media/media-handler.js";
import type { Services } from "./services.js";
import { noRoute, payloadTooLarge, undecodable } from "./call/errors.js";
import { graphqlHandler } from "./graphql/graphql-handler.js";
import { failureAnswer } from "./http/answer.js";
import { type Endpoint, endpointsOf } from "./http/endpoint.js";
import { RestHandler } from "./http/rest-handler.js";

/** The HTTP application, not listening yet: what the server and the tests mount. */
export async function createApp(services: Services): Promise<Express> {
  const { kernel, schema } = services;
  const rest = new RestHandler(restEndpoints(services), kernel);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  const origins = allowedOrigins(kernel.config);
  if (origins.length > 0) app.use(cors({ origin: origins, credentials: true, maxAge: 600, exposedHeaders }));
  app.use(withoutFrontController);
  app.use("/rest", (request, response) => rest.handle(request, response));
  app.use(helmet(guards));
  app.get("/health/live", (_request, response) => void response.json({ status: "pass" }));
  app.get("/health/ready", ready(services));
  app.use("/oauth", tokenHandler(kernel));
  app.use("/media", mediaHandler({ ...kernel, media: services.media }));
  app.use(pages(services));
  app.use("/graphql", await graphqlHandler(schema, kernel));
  app.use((_request, _response, next) => next(noRoute()));
  app.use(answerErrors(services));
  return app;
}

/** Everything below `/rest`: the routes, how the answers of some are followed, and the description of all. */
function restEndpoints({ kernel, schema, routes, bulk }: Services): Endpoint[] {
  const documents = new SchemaDocuments(routes, { schema, config: kernel.config });
  return [
    ...routes.flatMap((route) => endpointsOf(route, { kernel, queue: bulk })),
    ...routes.flatMap((route) => followEndpoints(route, { kernel, watch: bulk.watch })),
    ...schemaEndpoints(documents),
  ];
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
  const isDevelopment = kernel.config.NODE_ENV === "development";
  // eslint-disable-next-line max-params -- by their number Express knows it for an error handler
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const known = bodyError(error, kernel.config.PORTICO_BODY_LIMIT);
    const { status, json } = failureAnswer(known, { log: kernel.log, isDevelopment });
    response.status(status).type("application/json").send(json);
  };
};

/** Turns Express's error of an unreadable body into the one that the REST handler answers with. */
function bodyError(error: unknown, limit: number): unknown {
  const type = error instanceof Error && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") return payloadTooLarge(limit);
  if (typeof type === "string" && /^(entity|charset|encoding|request)\./.test(type)) return undecodable();
  return error;
}
