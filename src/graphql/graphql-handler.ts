import { ApolloServer } from "@apollo/server";
import { unwrapResolverError } from "@apollo/server/errors";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { expressMiddleware } from "@as-integrations/express5";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from "graphql";
import type { Context } from "../call/context.js";
import { inputError, type WebapiError } from "../call/errors.js";
import { toWebapiError } from "../call/failure.js";
import type { GraphqlContext, Kernel } from "../call/kernel.js";
import { receive } from "../call/receive.js";
import { retryHeaders } from "../http/answer.js";
import { bodyLimits, readBody } from "../http/body.js";
import { HttpExchange } from "../http/http-exchange.js";
import { wantsPreview } from "../http/preview.js";
import { tracedAs } from "../http/traced-requests.js";
import { checkDocument, limits } from "./limits.js";
import { logWhenAnswered, noteOperations } from "./log-requests.js";
import { unavailable } from "./unavailable.js";

/** Creates the GraphQL handler: the same operations with the same permissions. */
export async function graphqlHandler(schema: GraphQLSchema, kernel: Kernel): Promise<RequestHandler> {
  const server = new ApolloServer<GraphqlContext>({
    schema,
    introspection: true,
    allowBatchedHttpRequests: true,
    // A page of another origin can make a browser send cookies, but neither of these headers.
    csrfPrevention: { requestHeaders: ["Authorization", "X-Apollo-Operation-Name", "Apollo-Require-Preflight"] },
    includeStacktraceInErrorResponses: false,
    // Apollo's own page loads scripts from Apollo's servers.
    plugins: [limits(kernel.config), unavailable, noteOperations, ApolloServerPluginLandingPageDisabled()],
    stopOnTerminationSignals: false,
    logger: kernel.log.child({ component: "graphql" }, { level: "error" }),
    formatError: (formatted, error) => format(formatted, error, kernel),
  });
  await server.start();
  const contexts = new WeakMap<Request, GraphqlContext>();
  const router = Router();
  router.use(tracedAs("/graphql"));
  router.use(async (request, response, next) => {
    const exchange = new HttpExchange(request, response, kernel);
    response.setHeader("X-Request-Id", exchange.requestId);
    logWhenAnswered(exchange);
    try {
      const ctx = await receive(kernel, exchange, { code: storeOf(request), notFound: storeNotFound });
      if (wantsPreview(request.headers)) throw inputError("GraphQL has no preview. Nothing was changed.");
      await readDocument({ request, response }, ctx, kernel);
      contexts.set(request, { ...ctx, kernel });
    } catch (error) {
      return answerError(
        response,
        error instanceof GraphQLError ? error : asGraphQL(toWebapiError(error, exchange.log)),
      );
    }
    next();
  });
  router.use(expressMiddleware(server, { context: async ({ req }) => received(contexts.get(req)) }));
  return router;
}

/** Returns the store view of the header `Store`, as in Magento. */
function storeOf({ headers: { store } }: Request): string | undefined {
  return typeof store === "string" && store !== "" ? store : undefined;
}

const storeNotFound = () => inputError("Requested store is not found");

/** The most documents of one request. */
const longestBatch = 10;

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Reads the body for Apollo. Rejects a document that is too large before anything parses it. */
async function readDocument({ request, response }: Exchange, { actor }: Context, kernel: Kernel): Promise<void> {
  const isPost = request.method === "POST";
  const body = isPost ? await readBody({ request, response }, bodyLimits(kernel, actor), ["json"]) : {};
  request.body = body;
  const documents = isPost
    ? batchOf(body).map((document) => (document as { query?: unknown } | null)?.query)
    : [new URL(request.originalUrl, "http://localhost").searchParams.get("query")];
  for (const text of documents) if (typeof text === "string") checkDocument(text, { actor, config: kernel.config });
}

/** Returns the documents of a body: one, or a batch. Throws 400 for a batch that is too long. */
function batchOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) return [body];
  if (body.length > longestBatch) {
    throw inputError("A batch has %1 documents at most.", [longestBatch]);
  }
  return body;
}

function received(ctx: GraphqlContext | undefined): GraphqlContext {
  if (!ctx) throw new Error("The request was not received.");
  return ctx;
}

/** Answers an error from before the execution in the format of an execution error. */
function answerError(response: Response, { message, extensions }: GraphQLError): void {
  const { http, ...shown } = extensions as { http?: { status?: number; headers?: Readonly<Record<string, string>> } };
  response.set(http?.headers ?? {});
  response.status(http?.status ?? 500).json({ errors: [{ message, extensions: shown }] });
}

const asGraphQL = (error: WebapiError) =>
  new GraphQLError(error.message, {
    extensions: { ...describe(error).extensions, http: { status: error.status, headers: retryHeaders(error) } },
  });

/** Formats an error of a resolver for GraphQL clients. GraphQL's own errors are left unchanged. */
function format(formatted: GraphQLFormattedError, error: unknown, { config, log }: Kernel): GraphQLFormattedError {
  const original = unwrapResolverError(error);
  if (original instanceof GraphQLError && formatted.extensions?.["code"] !== "INTERNAL_SERVER_ERROR") return formatted;
  const { message, extensions } = describe(toWebapiError(original, log));
  const trace = config.NODE_ENV === "development" && original instanceof Error ? { trace: original.stack } : {};
  return { ...formatted, message, extensions: { ...extensions, ...trace } };
}

/** Returns the rendered message and, for programs, a stable code, the template and its parameters. */
function describe(error: WebapiError) {
  const { parameters, errors } = error.details;
  const details = { ...(parameters ? { parameters } : {}), ...(errors ? { errors } : {}) };
  return { message: error.message, extensions: { code: error.code, template: error.template, ...details } };
}
