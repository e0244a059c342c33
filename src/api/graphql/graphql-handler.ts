import { ApolloServer } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from "@apollo/server/plugin/disabled";
import { expressMiddleware } from "@as-integrations/express5";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { GraphQLError, type GraphQLSchema } from "graphql";
import type { AsyncQueue } from "../call/stored/async-queue.js";
import type { Context } from "../call/context.js";
import { inputError } from "../call/errors.js";
import { toWebapiError } from "../call/failure.js";
import type { GraphqlContext, Kernel } from "../call/kernel.js";
import { receive } from "../call/receive.js";
import { bodyLimits, readBody } from "../http/body/body.js";
import { HttpExchange } from "../http/http-exchange.js";
import { wantsPreview } from "../http/preview.js";
import { traceRequests } from "../http/traced-requests.js";
import { RequestAllowance } from "./documents/answer-allowance.js";
import { documentCache } from "./documents/document-cache.js";
import type { SafeDocuments } from "./documents/documents.js";
import { answerError, asGraphQL, format, formatterOf } from "./errors.js";
import { EventStreams, type GivenDocument, wantsStream } from "./event-streams.js";
import { idempotentMutations } from "./idempotent-mutations.js";
import { Introspection } from "./documents/introspection.js";
import { checkDocument, documentLimits } from "./documents/limits.js";
import { logWhenAnswered, recordOperations } from "./log-requests.js";
import { persistedQueries } from "./documents/persisted-queries.js";
import { unavailable } from "./unavailable.js";

/** Dependencies of the handler. */
export interface HandlerDependencies {
  readonly kernel: Kernel;
  readonly queue: Pick<AsyncQueue, "answerOnce">;
  /** The only documents that may run; undefined if all may. */
  readonly documents: SafeDocuments | undefined;
}

/**
 * Headers against cross-site request forgery: a request without a JSON body needs one of them. No page of another
 * origin can make a browser send them.
 */
const csrfHeaders = ["Authorization", "X-Apollo-Operation-Name", "Apollo-Require-Preflight"];

/** Creates the GraphQL handler, which serves the operations of REST with the same permissions. */
export async function graphqlHandler(
  schema: GraphQLSchema,
  dependencies: HandlerDependencies,
): Promise<RequestHandler> {
  const { kernel } = dependencies;
  const server = apolloServer(schema, dependencies);
  await server.start();
  const streams = new EventStreams(schema, formatterOf(kernel));
  const contexts = new WeakMap<Request, GraphqlContext>();
  const router = Router();
  router.use(traceRequests("/graphql"));
  router.use(async (request, response, next) => {
    const exchange = new HttpExchange(request, response, kernel);
    response.setHeader("X-Request-Id", exchange.requestId).setHeader("Cache-Control", "no-store");
    logWhenAnswered(exchange, kernel.config);
    try {
      const ctx = await receive(kernel, exchange, { code: storeOf(request), notFound: storeNotFound });
      if (wantsPreview(request.headers)) throw inputError("GraphQL has no preview. Nothing was changed.");
      const [given] = await readDocuments({ request, response }, ctx, dependencies);
      if (wantsStream(request))
        return await streams.answer(response, requireStreamDocument(request, given), { ...ctx, kernel });
      contexts.set(request, { ...ctx, kernel, allowance: new RequestAllowance(kernel.config, ctx.actor) });
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      return answerError(
        response,
        error instanceof GraphQLError ? error : asGraphQL(toWebapiError(error, exchange.log)),
      );
    }
    next();
  });
  router.use(expressMiddleware(server, { context: async ({ req }) => requireContext(contexts.get(req)) }));
  return router;
}

function apolloServer(schema: GraphQLSchema, { kernel, queue, documents }: HandlerDependencies) {
  const introspection = new Introspection();
  return new ApolloServer<GraphqlContext>({
    schema,
    introspection: true,
    allowBatchedHttpRequests: true,
    csrfPrevention: { requestHeaders: csrfHeaders },
    documentStore: documentCache(),
    persistedQueries: persistedQueries(documents),
    includeStacktraceInErrorResponses: false,
    plugins: [
      documentLimits(introspection),
      introspection.plugin,
      idempotentMutations(queue),
      unavailable,
      recordOperations,
      // Apollo's own page loads scripts from Apollo's servers.
      ApolloServerPluginLandingPageDisabled(),
      // It would visit every field of a response only to find that none can be cached.
      ApolloServerPluginCacheControlDisabled(),
    ],
    stopOnTerminationSignals: false,
    logger: kernel.log.child({ component: "graphql" }, { level: "error" }),
    formatError: (formatted, error) => format(formatted, error, kernel),
    stringifyResult: (result) => introspection.textOf(result) ?? `${JSON.stringify(result)}\n`,
  });
}

/** Returns the store view of the header `Store`, as in Magento. */
function storeOf({ headers: { store } }: Request): string | undefined {
  return typeof store === "string" && store !== "" ? store : undefined;
}

const storeNotFound = () => inputError("Requested store is not found");

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Reads the documents of a request for Apollo. Rejects a document that is too large before it is parsed, and one that
 * this process may not run.
 */
async function readDocuments(
  { request, response }: Exchange,
  { actor }: Context,
  { kernel, documents }: HandlerDependencies,
): Promise<readonly GivenDocument[]> {
  const isPost = request.method === "POST";
  const body = isPost ? await readBody({ request, response }, bodyLimits(kernel, actor), ["json"]) : {};
  request.body = body;
  const given = isPost ? documentsIn(body, kernel.config.PORTICO_GRAPHQL_BATCH) : [documentInQuery(request)];
  for (const text of new Set(given.map((document) => document?.query))) {
    if (typeof text !== "string") continue;
    checkDocument(text, { actor, config: kernel.config });
    documents?.check(text);
  }
  return given.map((document) => document ?? {});
}

/** Returns the documents of a body: one, or a batch. Throws 400 for a batch that is too long. */
function documentsIn(body: unknown, longest: number): readonly (GivenDocument | null)[] {
  if (!Array.isArray(body)) return [body as GivenDocument];
  if (body.length > longest) throw inputError("A batch can have at most %1 documents.", [longest]);
  return body as (GivenDocument | null)[];
}

/** Returns the document of a GET request. */
function documentInQuery({ originalUrl }: Request): GivenDocument {
  const query = new URL(originalUrl, "http://localhost").searchParams;
  const variables = query.get("variables");
  return {
    query: query.get("query"),
    operationName: query.get("operationName"),
    ...(variables === null ? {} : { variables: parseVariables(variables) }),
  };
}

function parseVariables(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw inputError("The variables are not valid JSON.");
  }
}

/** Returns the document of a stream. Throws 400 for a request that a page of another origin could make a browser send. */
function requireStreamDocument(request: Request, given: GivenDocument | undefined): GivenDocument {
  if (request.method !== "POST" && !csrfHeaders.some((name) => request.headers[name.toLowerCase()] !== undefined)) {
    throw inputError("A stream requested with GET needs a token or the header Apollo-Require-Preflight.");
  }
  return given ?? {};
}

function requireContext(ctx: GraphqlContext | undefined): GraphqlContext {
  if (!ctx) throw new Error("The request has no context.");
  return ctx;
}
