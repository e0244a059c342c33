import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Request } from "express";
import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  subscribe,
  validate,
} from "graphql";
import { serviceUnavailable } from "../call/errors.js";
import type { GraphqlContext } from "../call/kernel.js";
import { securityHeaders } from "../http/answer/answer.js";
import type { FormatError } from "./errors.js";
import { weightOf } from "./documents/document-weight.js";
import { checkWeight } from "./documents/limits.js";

/** Milliseconds between heartbeats, which keep proxies from closing the connection as idle. */
const heartbeatInterval = 12_000;
/** Seconds after which a client may try again if too many subscriptions are open. */
const retryAfter = 10;

/** A document with its variables, as a client sends it. */
export interface GivenDocument {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

/**
 * Whether a request accepts only a stream of events, as `graphql-sse` does. Clients like urql also accept JSON, and get
 * it.
 */
export const wantsStream = ({ headers: { accept = "" } }: Request): boolean =>
  accept.includes("text/event-stream") && !/json|\*\/\*/.test(accept);

/**
 * Answers subscriptions as server-sent events: the distinct connections mode of the GraphQL over SSE protocol
 * (https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md). Its own server is not used, because it buffers in
 * memory everything that a slow client has not read.
 */
export class EventStreams {
  private openCount = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly format: FormatError,
  ) {}

  /** Throws 400 for a document that is not one valid subscription, and 503 while too many are open. */
  async answer(response: ServerResponse, given: GivenDocument, ctx: GraphqlContext): Promise<void> {
    const limit = ctx.kernel.config.PORTICO_GRAPHQL_SUBSCRIPTIONS;
    const document = this.documentOf(given);
    const operationName = typeof given.operationName === "string" ? given.operationName : undefined;
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
      throw requestError("Only subscriptions can be streamed.");
    const variableValues = (given.variables ?? {}) as Readonly<Record<string, unknown>>;
    await checkWeight(weightOf({ schema: this.schema, document, operation, variables: variableValues }), ctx);
    if (this.openCount >= limit) throw serviceUnavailable(retryAfter);
    this.openCount += 1;
    try {
      const results = await subscribe({
        ...{ schema: this.schema, document, contextValue: ctx, variableValues },
        ...(operationName === undefined ? {} : { operationName }),
      });
      await this.send(response, Symbol.asyncIterator in results ? results : asStream(results), ctx.kernel.stopping);
    } finally {
      this.openCount -= 1;
    }
  }

  /** Throws 400 for a document that cannot be parsed or is not valid. */
  private documentOf({ query }: GivenDocument): DocumentNode {
    if (typeof query !== "string") throw requestError("A stream needs the text of a query.");
    const document = parseDocument(query);
    const [error] = validate(this.schema, document);
    if (error) throw requestError(error.message, "GRAPHQL_VALIDATION_FAILED");
    return document;
  }

  private async send(
    response: ServerResponse,
    results: AsyncIterable<ExecutionResult>,
    stopping: AbortSignal,
  ): Promise<void> {
    const gone = once(response, "close");
    response.writeHead(200, {
      ...securityHeaders,
      "Cache-Control": "no-store, no-transform",
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    });
    response.write(":\n\n");
    const timer = setInterval(() => response.write(":\n\n"), heartbeatInterval);
    const write = async (text: string) => {
      if (!response.write(text)) await Promise.race([once(response, "drain"), gone]);
    };
    try {
      for await (const result of results) {
        if (response.closed) return;
        await write(nextEvent(this.formatResult(result)));
      }
    } catch (error) {
      await write(nextEvent({ errors: [this.format(error)] }));
    } finally {
      clearInterval(timer);
    }
    // Without the event `complete` the client knows that the stream was interrupted, and reconnects.
    response.end(stopping.aborted ? "" : "event: complete\ndata:\n\n");
  }

  private formatResult({ data, errors }: ExecutionResult) {
    return { ...(data === undefined ? {} : { data }), ...(errors ? { errors: errors.map(this.format) } : {}) };
  }
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query);
  } catch (error) {
    throw requestError(error instanceof GraphQLError ? error.message : String(error), "GRAPHQL_PARSE_FAILED");
  }
}

async function* asStream(result: ExecutionResult) {
  yield result;
}

const nextEvent = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\n`;

const requestError = (message: string, code = "BAD_REQUEST") =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
