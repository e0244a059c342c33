import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Logger } from "pino";
import type { Config } from "../config.js";

interface ExchangeDependencies {
  readonly config: Config;
  readonly log: Logger;
}

/** An HTTP request and its response. */
export class HttpExchange {
  readonly requestId: string;
  readonly log: Logger;
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
   * IP address of the client: the connection's or, behind a trusted proxy, the last one of `X-Forwarded-For`, which that
   * proxy added. The client can invent those before it.
   */
  get address(): string | undefined {
    const { headers, socket } = this.request;
    const forwarded = this.config.PORTICO_TRUST_PROXY ? headers["x-forwarded-for"] : undefined;
    const last = forwarded === undefined ? "" : (String(forwarded).split(",").at(-1) ?? "").trim();
    return isIP(last) > 0 ? last : socket.remoteAddress;
  }

  /** W3C trace context (https://www.w3.org/TR/trace-context/) of the request; undefined where it is absent or malformed. */
  get traceparent(): string | undefined {
    const given = this.request.headers["traceparent"];
    return typeof given === "string" && traceContext.test(given) ? given : undefined;
  }

  get isDevelopment(): boolean {
    return this.config.NODE_ENV === "development";
  }

  /** Tells a developer, and nobody in production, why the caller was refused. */
  explainRefusal(because: string): void {
    if (this.isDevelopment) this.response.setHeader("X-Refused-Because", because);
  }
}

const traceContext = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Returns the caller's own request id where it is a plain one, so that both logs can be joined; else a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
