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
import { checkDocument, limits } from "./limits.js";

/** Makes the GraphQL handler: the same operations behind the same permissions. */
export async function graphqlHandler(schema: GraphQLSchema, kernel: Kernel): Promise<RequestHandler> {
  const server = new ApolloServer<GraphqlContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Apollo's own page would make a browser load scripts from Apollo's servers.
    plugins: [limits(kernel.config), ApolloServerPluginLandingPageDisabled()],
    stopOnTerminationSignals: false,
    logger: kernel.log.child({ component: "graphql" }, { level: "error" }),
    formatError: (formatted, error) => format(formatted, error, kernel),
  });
  await server.start();
  const contexts = new WeakMap<Request, GraphqlContext>();
  const router = Router();
  router.use(async (request, response, next) => {
    const exchange = new HttpExchange(request, response, kernel);
    response.setHeader("X-Request-Id", exchange.requestId);
    try {
      const ctx = await receive(kernel, exchange, { code: storeOf(request), notFound: storeNotFound });
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

/** The store view that the header `Store` names, as in Magento. */
function storeOf({ headers: { store } }: Request): string | undefined {
  return typeof store === "string" && store !== "" ? store : undefined;
}

const storeNotFound = () => inputError("Requested store is not found");

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Reads the body for Apollo, and refuses a document that is too large before anything parses it. */
async function readDocument({ request, response }: Exchange, { actor }: Context, kernel: Kernel): Promise<void> {
  const isPost = request.method === "POST";
  const body = isPost ? await readBody({ request, response }, bodyLimits(kernel, actor), ["json"]) : {};
  request.body = body;
  const text = isPost
    ? (body as { query?: unknown }).query
    : new URL(request.originalUrl, "http://localhost").searchParams.get("query");
  if (typeof text === "string") checkDocument(text, { actor, config: kernel.config });
}

function received(ctx: GraphqlContext | undefined): GraphqlContext {
  if (!ctx) throw new Error("The request was not received.");
  return ctx;
}

/** Answers an error from before a document runs in the shape of one from while it runs. */
function answerError(response: Response, { message, extensions }: GraphQLError): void {
  const { http, ...shown } = extensions as { http?: { status?: number; headers?: Readonly<Record<string, string>> } };
  response.set(http?.headers ?? {});
  response.status(http?.status ?? 500).json({ errors: [{ message, extensions: shown }] });
}

const asGraphQL = (error: WebapiError) =>
  new GraphQLError(error.message, {
    extensions: { ...describe(error).extensions, http: { status: error.status, headers: retryHeaders(error) } },
  });

/** Gives an error of a resolver the shape that GraphQL clients read; errors of GraphQL itself stay as they are. */
function format(formatted: GraphQLFormattedError, error: unknown, { config, log }: Kernel): GraphQLFormattedError {
  const original = unwrapResolverError(error);
  if (original instanceof GraphQLError && formatted.extensions?.["code"] !== "INTERNAL_SERVER_ERROR") return formatted;
  const { message, extensions } = describe(toWebapiError(original, log));
  const trace = config.NODE_ENV === "development" && original instanceof Error ? { trace: original.stack } : {};
  return { ...formatted, message, extensions: { ...extensions, ...trace } };
}

/** The rendered sentence, and for programs a stable code, the template and its parameters. */
function describe(error: WebapiError) {
  const { parameters, errors } = error.details;
  const details = { ...(parameters ? { parameters } : {}), ...(errors ? { errors } : {}) };
  return { message: error.message, extensions: { code: error.code, template: error.template, ...details } };
}
