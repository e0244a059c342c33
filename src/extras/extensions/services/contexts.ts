import { randomUUID } from "node:crypto";
import { type Actor, everything, UserType } from "../../../api/auth/actor.js";
import { type Context, createContext } from "../../../api/call/context.js";
import type { Kernel } from "../../../api/call/kernel.js";
import type { Db } from "../../../platform/db/database.js";
import type { ExtensionContext } from "../extension.types.js";

/** The shop itself as the caller, with all permissions. */
export const system: Actor = { type: UserType.integration, id: null, resources: new Set([everything]) };

/** An extension only gets contexts that Portico made, so its type has fewer members than its value. */
export const asContext = (ctx: ExtensionContext): Context => ctx as Context;

/** Returns a context of the shop itself in a transaction, for the default store view. */
export async function systemContext(
  { log, scopesWithin }: Pick<Kernel, "log" | "scopesWithin">,
  db: Db,
): Promise<Context> {
  const scope = (await scopesWithin(db))(undefined);
  if (!scope) throw new Error("there is no default store view");
  return createContext({ actor: system, scope, requestId: randomUUID() }, { db, log, isEnclosed: true });
}

/** Returns a context of the shop itself without a transaction, for all store views. */
export async function workContext({ db, log, scopeOf }: Pick<Kernel, "db" | "log" | "scopeOf">): Promise<Context> {
  const scope = await scopeOf("all");
  if (!scope) throw new Error("there is no store view `all`");
  return createContext({ actor: system, scope, requestId: randomUUID() }, { db, log });
}
