import cors from "cors";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";
import { guest, nameOf } from "./api/auth/actor.js";
import { tokenHandler } from "./api/auth/oauth/token-handler.js";
import { allowedOrigins } from "./api/auth/sessions/same-origin.js";
import { followEndpoints } from "./api/bulk/status/progress/follow-endpoints.js";
import { pages } from "./api/reference/pages.js";
import { EventDocuments } from "./commerce/events/reference/event-documents.js";
import { SchemaDocuments } from "./api/reference/schema-documents.js";
import { eventsSchemaEndpoint, schemaEndpoints } from "./api/reference/schema-endpoints.js";
import { mediaHandler } from "./platform/media/media-handler.js";
import { metricsHandler } from "./api/metrics/metrics-endpoint.js";
import type { Services } from "./services.js";
import type { Kernel } from "./api/call/kernel.js";
import { bulkTokenHeader } from "./api/bulk/status/permission.js";
import { noticeHeader } from "./api/call/notices.js";
import { readSafeDocuments, type SafeDocuments } from "./api/graphql/documents/documents.js";
import { HttpExchange } from "./api/http/http-exchange.js";
import { noRoute, notFound, payloadTooLarge, undecodable } from "./api/call/errors.js";
import { failureAnswer } from "./api/http/answer/answer.js";
import { observeRequests } from "./api/http/request-observer.js";
import { type Endpoint, endpointsOf } from "./api/http/endpoint.js";
import { RestHandler } from "./api/http/rest-handler.js";

/** Creates the HTTP application for the server and for tests. It does not listen yet. */
export async function createApp(services: Services): Promise<Express> {
  const { kernel, extras } = services;
  const rest = new RestHandler(restEndpoints(services), kernel);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  const origins = allowedOrigins(kernel.config);
  if (origins.length > 0) app.use(cors({ origin: origins, credentials: true, maxAge: 600, exposedHeaders }));
  app.use(withoutFrontController);
  app.use("/rest", (request, response) => rest.handle(request, response));
  app.use(observeRequests(kernel.requests));
  app.use(helmet(securityHeaders));
  app.get("/health/live", (_request, response) => void response.json({ status: "pass" }));
  app.get("/health/ready", ready(services));
  const metrics = await metricsHandler(services);
  if (metrics) app.all("/metrics", metrics);
  app.use("/oauth", tokenHandler(kernel));
  const counted = countAddress(kernel);
  app.get("/", counted);
  app.use(["/media", "/swagger", "/reference", "/console"], counted);
  app.use(
    "/media",
    mediaHandler({ ...kernel, db: kernel.db.forCaller(nameOf(guest)), media: services.media, missing }),
  );
  app.use(pages(services, counted));
  if (kernel.config.PORTICO_CONSOLE && extras.console) app.use("/console", extras.console(kernel.config, extras.pages));
  app.use("/graphql", graphqlOnDemand(services, await readSafeDocuments(kernel.config.PORTICO_GRAPHQL_DOCUMENTS)));
  app.use((_request, _response, next) => next(noRoute()));
  app.use(answerErrors(services));
  return app;
}

const missing = () => notFound("The file that was requested doesn't exist.");

/**
 * Returns all endpoints below `/rest`: those of the routes, those that follow an answer, those of extras, and the schemas.
 */
function restEndpoints({ kernel, schema, routes, bulk, extras }: Services): Endpoint[] {
  const added = extras.describedEndpoints?.(kernel, routes) ?? [];
  const documents = new SchemaDocuments(routes, { schema, config: kernel.config, added });
  return [
    ...routes.flatMap((route) => endpointsOf(route, { kernel, queue: bulk })),
    ...routes.flatMap((route) => followEndpoints(route, { kernel, queue: bulk, watch: bulk.watch })),
    ...extras.endpoints(routes, { kernel, queue: bulk }),
    ...added,
    ...schemaEndpoints(documents),
    eventsSchemaEndpoint(new EventDocuments({ schema, routes })),
  ];
}

/** Loads Apollo Server on the first GraphQL request: it is a tenth of all modules, and REST needs none of it. */
function graphqlOnDemand({ graph, kernel, bulk }: Services, documents: SafeDocuments | undefined): RequestHandler {
  let handler: Promise<RequestHandler> | undefined;
  const load = async () => {
    const { graphqlHandler } = await import("./api/graphql/graphql-handler.js");
    return graphqlHandler(graph(), { kernel, queue: bulk, documents });
  };
  return async (request, response, next) => {
    handler ??= load();
    const answer = await handler;
    await answer(request, response, next);
  };
}

/** Headers of an answer that scripts of other origins may read. */
const exposedHeaders = [
  noticeHeader,
  bulkTokenHeader,
  ...["X-Request-Id", "Retry-After", "Preference-Applied"],
  ...["RateLimit", "RateLimit-Policy", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
];

/**
 * Options of the security headers. Three are off: pages have their own content security policy, other sites may show
 * our images, and the server that terminates TLS decides whether to require it.
 */
const securityHeaders: HelmetOptions = {
  contentSecurityPolicy: false,
  crossOriginResourcePolicy: false,
  strictTransportSecurity: false,
};

/** As in Magento, addresses also work below `/index.php/`. */
const withoutFrontController: RequestHandler = (request, _response, next) => {
  if (request.url.startsWith("/index.php/")) request.url = request.url.slice("/index.php".length);
  next();
};

const ready =
  ({ health, phase }: Services): RequestHandler =>
  async (_request, response) => {
    const found = await health();
    const now = phase();
    response.status(found.status !== "fail" && now === "running" ? 200 : 503);
    response.json(now === "running" ? found : { ...found, status: "fail", [now]: true });
  };

/** Counts a request without a caller against the limit of its address. Throws 429. */
const countAddress =
  (kernel: Kernel): RequestHandler =>
  async (request, response, next) => {
    await kernel.limits.countByAddress(new HttpExchange(request, response, kernel).address, response);
    next();
  };

const answerErrors = ({ kernel }: Services): ErrorRequestHandler => {
  const isDevelopment = kernel.config.NODE_ENV === "development";
  // oxlint-disable-next-line max-params -- Express recognizes an error handler by the number of its parameters
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const known = bodyError(error, kernel.config.PORTICO_BODY_LIMIT);
    const { status, json, headers } = failureAnswer(known, { log: kernel.log, isDevelopment });
    response
      .status(status)
      .set(headers ?? {})
      .type("application/json")
      .send(json);
  };
};

/**
 * Converts Express's error for an unreadable body into the error of the REST handler. Returns other errors unchanged.
 */
function bodyError(error: unknown, limit: number): unknown {
  const type = error instanceof Error && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") return payloadTooLarge(limit);
  if (typeof type === "string" && /^(entity|charset|encoding|request)\./.test(type)) return undecodable();
  return error;
}
