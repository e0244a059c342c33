import { type ActorKey, loadActors } from "../auth/actors.sql.js";
import type { Route } from "../contract/operations.js";
import type { Context, RepeatableCall } from "./context.js";
import { inputError, noRoute } from "./errors.js";
import { invoke } from "./invoke.js";
import type { Kernel } from "./kernel.js";

/** A call that was stored, with its caller and the store code of its path. */
interface StoredCall extends RepeatableCall {
  readonly caller: ActorKey;
  readonly storeCode: string | null;
}

/**
 * Makes an approved call as its original caller, with the caller's current permissions, in the transaction of the
 * context. Throws the errors of the call, and 400 or 404 if its store view or route no longer exists.
 */
export type RepeatCall = (call: StoredCall, ctx: Context) => Promise<unknown>;

/** Returns the function that repeats calls of the given routes. */
export function repeaterOf(kernel: Kernel, routes: readonly Route[]): RepeatCall {
  return async ({ line, args, caller, storeCode }, { db, log, requestId, traceparent }) => {
    const route = routes.find((candidate) => candidate.line === line);
    if (!route) throw noRoute();
    const actorOf = await loadActors(db, [caller]);
    const scope = (await kernel.scopesWithin(db))(storeCode ?? undefined);
    if (!scope) throw inputError("Requested store is not found");
    const as = { actor: actorOf(caller), scope, requestId, traceparent };
    return invoke(kernel, { route, args, ctx: { ...as, db, log, isEnclosed: true, isApproved: true } });
  };
}
