import type { HttpExchange } from "../http/http-exchange.js";
import { createContext, type Context } from "./context.js";
import type { WebapiError } from "./errors.js";
import type { Kernel } from "./kernel.js";

/** The store view that a request names, and the transport's error for an unknown one. */
export interface RequestedStore {
  readonly code: string | undefined;
  readonly notFound: () => WebapiError;
}

/**
 * The first step of every request, whatever its transport: counts it against the limits, finds the store view and identifies
 * the caller. Throws 429 past a limit, the transport's error for an unknown store view, and 401 for a signature that proves
 * nothing. Any other unidentified caller is a guest.
 */
export async function receive(kernel: Kernel, exchange: HttpExchange, store: RequestedStore): Promise<Context> {
  const { request, response, requestId, address, traceparent } = exchange;
  await kernel.limits.ofAddress(address, response);
  const scope = await kernel.scopeOf(store.code);
  if (!scope) throw store.notFound();
  const { actor, reason } = await kernel.authenticate(request);
  await kernel.limits.ofCaller(actor, response);
  const caller = { actor, reason, scope, requestId, address, exchange, traceparent };
  return createContext(caller, { db: kernel.db, log: exchange.log });
}
