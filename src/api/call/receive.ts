import { guest, shareOf } from "../auth/actor.js";
import type { Authentication } from "../auth/tokens/bearer.sql.js";
import type { HttpExchange } from "../http/http-exchange.js";
import { createContext, type Context, type StoreScope } from "./context.js";
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
 * signature. Any other unidentified caller is a guest, and so is a customer in a store view of a website that the account
 * is not for.
 */
export async function receive(kernel: Kernel, exchange: HttpExchange, { code, notFound }: Reception): Promise<Context> {
  const { request, response, requestId, address, traceparent } = exchange;
  await kernel.limits.countByAddress(address, response);
  const scope = await kernel.scopeOf(code);
  if (!scope) throw notFound();
  const caller = { scope, requestId, address, exchange, traceparent };
  const { log } = exchange;
  const { actor, reason } = withinWebsite(await kernel.authenticate(request), scope);
  exchange.caller = { actor, scope };
  await kernel.limits.countByCaller(actor, response);
  return createContext({ ...caller, actor, reason }, { db: kernel.db.forCaller(shareOf(actor, address)), log });
}

/** Treats a customer as a guest in the store views of other websites, if each website has its own accounts. */
function withinWebsite(caller: Authentication, { websiteId }: Pick<StoreScope, "websiteId">): Authentication {
  const own = caller.actor.websiteId;
  if (own === undefined || websiteId === 0 || websiteId === own) return caller;
  return { actor: guest, reason: "account of another website" };
}
