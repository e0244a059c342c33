import { nameOf } from "../auth/actor.js";
import type { HttpExchange } from "../http/http-exchange.js";
import { createContext, type Context } from "./context.js";
import type { WebapiError } from "./errors.js";
import { unknownCaller } from "./early-read.js";
import type { Kernel } from "./kernel.js";

/** The facts about a request that its transport provides. */
export interface Reception {
  /** Code of the store view in the request. */
  readonly code: string | undefined;
  /** Returns the transport's error for an unknown store view. */
  readonly notFound: () => WebapiError;
  /**
   * Starts work that can run while the caller is identified, in a context whose caller must not be used. Returns
   * whether it started any.
   */
  readonly startEarlyWork?: (ctx: Context) => boolean;
}

/**
 * Does the first step of every request: counts it against the limits, finds the store view and identifies the caller.
 * Throws 429 above a limit, the transport's error for an unknown store view, and 400 or 401 for a malformed or invalid
 * signature. Any other unidentified caller is a guest. Calls `startEarlyWork` while a bearer token is looked up.
 */
export async function receive(
  kernel: Kernel,
  exchange: HttpExchange,
  { code, notFound, startEarlyWork }: Reception,
): Promise<Context> {
  const { request, response, requestId, address, traceparent } = exchange;
  await kernel.limits.countByAddress(address, response);
  const scope = await kernel.scopeOf(code);
  if (!scope) throw notFound();
  const caller = { scope, requestId, address, exchange, traceparent };
  const { log } = exchange;
  const { early } = kernel.db;
  const begin =
    startEarlyWork &&
    early &&
    (() => startEarlyWork(createContext({ ...caller, actor: unknownCaller }, { db: early, log })));
  const { actor, reason } = await kernel.authenticate(request, begin);
  exchange.caller = { actor, scope };
  await kernel.limits.countByCaller(actor, response);
  return createContext({ ...caller, actor, reason }, { db: kernel.db.forCaller(nameOf(actor)), log });
}
