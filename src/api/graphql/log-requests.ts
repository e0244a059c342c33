import type { ApolloServerPlugin } from "@apollo/server";
import type { GraphqlContext } from "../call/kernel.js";
import type { Config } from "../../config.js";
import type { HttpExchange } from "../http/http-exchange.js";
import { logRequest } from "../http/request-log.js";

/** A document that was run. */
interface ExecutedOperation {
  /** Name of its operation; null if it has none. */
  readonly name: string | null;
  readonly kind: string;
  readonly errors: number;
}

const executedOperations = new WeakMap<HttpExchange, ExecutedOperation[]>();

const maxNameLength = 100;

/** Records the operations of a request for its log line. */
export const recordOperations: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ contextValue: { exchange }, operationName, operation, response }) => {
      if (!exchange) return;
      const { body } = response;
      const errors = body.kind === "single" ? (body.singleResult.errors?.length ?? 0) : 0;
      const name = operationName?.slice(0, maxNameLength) ?? null;
      const ran = { name, kind: operation?.operation ?? "unknown", errors };
      executedOperations.set(exchange, [...(executedOperations.get(exchange) ?? []), ran]);
    },
  }),
};

/** Logs a line when the request is answered, as REST does, with the names of its operations and the number of their errors. */
export function logWhenAnswered(exchange: HttpExchange, config: Pick<Config, "PORTICO_LOG_REQUESTS">): void {
  const { request, response } = exchange;
  const started = performance.now();
  response.once("close", () => {
    const ran = executedOperations.get(exchange) ?? [];
    const line = {
      method: request.method,
      path: "/graphql",
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...exchange.callerLogFields,
      operation: ran.map(({ kind, name }) => `${kind} ${name ?? "(anonymous)"}`).join(", "),
      errors: ran.reduce((sum, { errors }) => sum + errors, 0),
    };
    logRequest(exchange, line, config);
  });
}
