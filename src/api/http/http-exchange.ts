import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Logger } from "pino";
import { type Actor, titleOf } from "../auth/actor.js";
import type { Config } from "../../config.js";
import { currentTraceparent } from "../../platform/tracing/tracer.js";

interface ExchangeDependencies {
  readonly config: Config;
  readonly log: Logger;
}

/** A caller, and the store view of the call. */
interface KnownCaller {
  readonly actor: Actor;
  readonly scope: { readonly code: string };
}

/** An HTTP request and its response. */
export class HttpExchange {
  readonly requestId: string;
  readonly log: Logger;
  /** The caller and the store view, once they are known. */
  caller: KnownCaller | undefined;
  private readonly config: Config;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    { config, log }: ExchangeDependencies,
  ) {
    this.requestId = requestIdOf(request);
    this.log = log.child({ requestId: this.requestId });
    this.config = config;
  }

  /**
   * IP address of the client: that of the connection or, behind a trusted proxy, the last entry of `X-Forwarded-For`.
   * The proxy added the last entry; the client can forge the earlier ones.
   */
  get address(): string | undefined {
    const { headers, socket } = this.request;
    const forwarded = this.config.PORTICO_TRUST_PROXY ? headers["x-forwarded-for"] : undefined;
    const last = forwarded === undefined ? "" : (String(forwarded).split(",").at(-1) ?? "").trim();
    return isIP(last) > 0 ? last : socket.remoteAddress;
  }

  /** W3C trace context for work that the request starts: the context of its span, or the caller's if tracing is off. */
  get traceparent(): string | undefined {
    return currentTraceparent() ?? traceparentOf(this.request);
  }

  /**
   * The caller, store view and address for the request's log line, for example `administrator 3` in the store view
   * `de`.
   */
  get callerLogFields(): { readonly caller?: string; readonly store?: string; readonly address?: string } {
    const { address } = this;
    const known = this.caller && { caller: titleOf(this.caller.actor), store: this.caller.scope.code };
    return { ...known, ...(address === undefined ? {} : { address }) };
  }

  get isDevelopment(): boolean {
    return this.config.NODE_ENV === "development";
  }

  /** Sends the reason for a rejection in development, and nothing in production. */
  explainRejection(reason: string): void {
    if (this.isDevelopment) this.response.setHeader("X-Unauthorized-Reason", reason);
  }
}

/** Returns the W3C trace context (https://www.w3.org/TR/trace-context/) of a request; undefined if it is absent or malformed. */
export function traceparentOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === "string" && traceContext.test(traceparent) ? traceparent : undefined;
}

const traceContext = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Returns the caller's request id if it is well-formed, so that both logs can be matched, or a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
