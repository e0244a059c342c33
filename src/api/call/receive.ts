import { nameOf } from "../auth/actor.js";
import type { HttpExchange } from "../http/http-exchange.js";
import { createContext, type Context } from "./context.js";
import type { WebapiError } from "./errors.js";
import type { Kernel } from "./kernel.js";

/** The facts about a request that its transport provides. */
export interface Reception {
  /** Code of the store view in the request. */
  readonly code: string | undefined;
  /** Returns the transport's error for an unknown store view. */
  readonly notFound: () => WebapiError;
}

/**
 * Does the first step of every request: counts it against the limits, finds the store view and identifies the caller.
 * Throws 429 above a limit, the transport's error for an unknown store view, and 400 or 401 for a malformed or invalid
 * signature. Any other unidentified caller is a guest.
 */
export async function receive(kernel: Kernel, exchange: HttpExchange, { code, notFound }: Reception): Promise<Context> {
  const { request, response, requestId, address, traceparent } = exchange;
  await kernel.limits.countByAddress(address, response);
  const scope = await kernel.scopeOf(code);
  if (!scope) throw notFound();
  const caller = { scope, requestId, address, exchange, traceparent };
  const { log } = exchange;
  const { actor, reason } = await kernel.authenticate(request);
  exchange.caller = { actor, scope };
  await kernel.limits.countByCaller(actor, response);
  return createContext({ ...caller, actor, reason }, { db: kernel.db.forCaller(nameOf(actor)), log });
}
