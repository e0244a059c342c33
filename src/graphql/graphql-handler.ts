import { ApolloServer } from "@apollo/server";
import { unwrapResolverError } from "@apollo/server/errors";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { expressMiddleware } from "@as-integrations/express5";
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from "graphql";
import type { Authentication } from "../auth/bearer.sql.js";
import { clientAddress } from "../auth/limits/client-address.js";
import type { Context } from "../call/context.js";
import { traceparentOf } from "../call/async-queue.js";
import { inputError, type WebapiError } from "../call/errors.js";
import { toWebapiError } from "../call/failure.js";
import { bodyLimits, readBody } from "../http/body.js";
import { HttpExchange } from "../http/http-exchange.js";
import { requestIdOf } from "../http/request-id.js";
import type { Kernel } from "../call/kernel.js";
import { checkDocument, limits } from "./limits.js";

/** The GraphQL door: the same operations behind the same permissions. The header `Store` names the scope, as in Magento. */
export async function graphqlDoor(schema: GraphQLSchema, kernel: Kernel): Promise<RequestHandler> {
  const server = new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Apollo's own page would have a browser load what it shows from Apollo's servers.
    plugins: [limits(kernel.config), ApolloServerPluginLandingPageDisabled()],
    stopOnTerminationSignals: false,
    logger: kernel.log.child({ component: "graphql" }, { level: "error" }),
    formatError: (formatted, error) => format(formatted, error, kernel),
  });
  await server.start();
  const contexts = new WeakMap<Request, Context>();
  const router = Router();
  router.use(async (request, response, next) => {
    const ctx = await contextOf(request, response, kernel);
    contexts.set(request, ctx);
    await readDocument(request, ctx);
    next();
  });
  const context = ({ req, res }: { req: Request; res: Response }) =>
    Promise.resolve(contexts.get(req) ?? contextOf(req, res, kernel));
  router.use(expressMiddleware(server, { context }));
  router.use(answerErrors(kernel));
  return router;
}

/** Reads the body for Apollo, and refuses a document that is too large before anything parses it. */
async function readDocument(request: Request, { actor, config }: Context): Promise<void> {
  const isPost = request.method === "POST";
  const body = isPost ? await readBody(request, bodyLimits(config, actor), ["json"]) : {};
  request.body = body;
  const text = isPost
    ? (body as { query?: unknown }).query
    : new URL(request.originalUrl, "http://localhost").searchParams.get("query");
  if (typeof text === "string") checkDocument(text, { actor, config });
}

async function contextOf(request: Request, response: Response, kernel: Kernel): Promise<Context> {
  const requestId = requestIdOf(request);
  response.setHeader("X-Request-Id", requestId);
  const store = request.headers["store"];
  const scope = await kernel.scopeOf(typeof store === "string" && store !== "" ? store : undefined);
  if (!scope) throw inputError("Requested store is not found");
  const address = clientAddress(request, kernel.config);
  const { actor, reason } = await admitted(request, response, { kernel, address });
  const exchange = new HttpExchange(request, response, kernel.config);
  const traceparent = traceparentOf(request.headers);
  const log = kernel.log.child({ requestId });
  return { ...kernel, actor, reason, scope, requestId, address, exchange, traceparent, log };
}

/** Who calls, where the limits admit the call. */
async function admitted(
  request: Request,
  response: Response,
  { kernel, address }: { readonly kernel: Kernel; readonly address: string | undefined },
): Promise<Authentication> {
  await kernel.limits.ofAddress(address, response);
  const caller = await kernel.authenticate(request);
  await kernel.limits.ofCaller(caller.actor, response);
  return caller;
}

/** Answers what is thrown before a document runs in the same shape as what is thrown while it runs. */
const answerErrors =
  ({ log }: Kernel): ErrorRequestHandler =>
  // eslint-disable-next-line max-params -- by their number Express knows it for an error handler
  (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const { message, extensions } = error instanceof GraphQLError ? error : asGraphQL(toWebapiError(error, log));
    const { http, ...shown } = extensions as { http?: { status?: number } };
    response.status(http?.status ?? 500).json({ errors: [{ message, extensions: shown }] });
  };

const asGraphQL = (error: WebapiError) =>
  new GraphQLError(error.message, { extensions: { ...described(error).extensions, http: { status: error.status } } });

/** A domain error, or an unforeseen one, in the shape that clients of GraphQL read; the server's own stay as they are. */
function format(formatted: GraphQLFormattedError, error: unknown, { config, log }: Kernel): GraphQLFormattedError {
  const original = unwrapResolverError(error);
  if (original instanceof GraphQLError && formatted.extensions?.["code"] !== "INTERNAL_SERVER_ERROR") return formatted;
  const { message, extensions } = described(toWebapiError(original, log));
  const trace = config.NODE_ENV === "development" && original instanceof Error ? { trace: original.stack } : {};
  return { ...formatted, message, extensions: { ...extensions, ...trace } };
}

/** The rendered sentence, and for programs a stable code, the template and what fills it. */
function described(error: WebapiError) {
  const { parameters, errors } = error.details;
  const details = { ...(parameters ? { parameters } : {}), ...(errors ? { errors } : {}) };
  return { message: error.message, extensions: { code: error.code, template: error.template, ...details } };
}
