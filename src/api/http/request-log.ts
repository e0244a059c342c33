import type { Config } from "../../config.js";
import type { HttpExchange } from "./http-exchange.js";

/** The facts of an answered request. */
export interface RequestLine extends Readonly<Record<string, unknown>> {
  readonly status: number;
  readonly ms: number;
}

/** Milliseconds from which on a request counts as slow. */
const slow = 1000;

/** Logs an answered request: each failed or slow one, and as many of the others as the setting says. */
export function logRequest(
  { log }: Pick<HttpExchange, "log">,
  line: RequestLine,
  { PORTICO_LOG_REQUESTS }: Pick<Config, "PORTICO_LOG_REQUESTS">,
): void {
  const isNotable = line.status >= 400 || line.ms >= slow;
  if (isNotable || Math.random() * 100 < PORTICO_LOG_REQUESTS) log.info(line, "request");
}
