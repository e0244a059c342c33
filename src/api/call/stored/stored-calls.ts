import type { Actor } from "../../auth/actor.js";
import type { ActorKey } from "../../auth/actors.sql.js";
import type { Route } from "../../contract/routes/operations.js";
import type { Db } from "../../../platform/db/database.js";
import { type Context, createContext, type RepeatableCall, type StoreScope } from "../context.js";
import { inputError, noRoute } from "../errors.js";
import { invoke } from "../invoke.js";
import type { Kernel } from "../kernel.js";

/** A call that was stored, with its caller and the store code of its path. */
interface StoredCall extends RepeatableCall {
  readonly caller: ActorKey;
  readonly storeCode: string | null;
}

/** The callers of stored calls with their current rights, and the current store views. */
export interface StoredCallers {
  readonly actorOf: (caller: ActorKey) => Actor;
  readonly scopeOf: (code: string | undefined) => StoreScope | undefined;
}

/** Loads the callers of stored calls and the store views, in the transaction that makes the calls. */
export async function loadCallers(
  { scopesWithin, loadActors }: Pick<Kernel, "scopesWithin" | "loadActors">,
  db: Db,
  callers: readonly ActorKey[],
): Promise<StoredCallers> {
  const actorOf = await loadActors(db, callers);
  return { actorOf, scopeOf: await scopesWithin(db) };
}

/** Returns the route, the caller and the store view of a stored call. Throws 404 or 400 if one no longer exists. */
export function resolveStored(
  routes: ReadonlyMap<string, Route>,
  { line, caller, storeCode }: Omit<StoredCall, "args">,
  { actorOf, scopeOf }: StoredCallers,
): { readonly route: Route; readonly actor: Actor; readonly scope: StoreScope } {
  const route = routes.get(line);
  if (!route) throw noRoute();
  const scope = scopeOf(storeCode ?? undefined);
  if (!scope) throw inputError("Requested store is not found");
  return { route, actor: actorOf(caller), scope };
}

/**
 * Makes an approved call as its original caller, with the caller's current permissions, in the transaction of the
 * context. Throws the errors of the call, and 400 or 404 if its store view or route no longer exists.
 */
export type RepeatCall = (call: StoredCall, ctx: Context) => Promise<unknown>;

/** Returns the function that repeats calls of the given routes. */
export function repeaterOf(kernel: Kernel, routes: readonly Route[]): RepeatCall {
  const byLine = new Map(routes.map((route) => [route.line, route]));
  return async (call, { db, log, requestId, traceparent }) => {
    const callers = await loadCallers(kernel, db, [call.caller]);
    const { route, ...as } = resolveStored(byLine, call, callers);
    const execution = { db, log, isEnclosed: true, isApproved: true };
    const ctx = createContext({ ...as, requestId, traceparent }, execution);
    return invoke(kernel, { route, args: call.args, ctx });
  };
}
