import { randomUUID } from "node:crypto";
import { type Actor, everything, UserType } from "../../../api/auth/actor.js";
import { type Context, createContext } from "../../../api/call/context.js";
import { invoke } from "../../../api/call/invoke.js";
import type { Kernel } from "../../../api/call/kernel.js";
import { Selection } from "../../../api/call/answer/selection.js";
import { noRoute } from "../../../api/call/errors.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import { findRoute } from "../../../api/http/query.js";
import { Router } from "../../../api/http/router.js";
import { findAuthorizedOrder } from "../../../commerce/sales/published.orders.js";
import { readSettings } from "../../../commerce/store/published.js";
import type { Db } from "../../../platform/db/database.js";
import type { ExtensionContext, ExtensionServices, RouteLine } from "../extension.types.js";

/** The shop itself as the caller, with all permissions. */
const system: Actor = { type: UserType.integration, id: null, resources: new Set([everything]) };

/** An extension only gets contexts that Portico made, so its type has fewer members than its value. */
const asContext = (ctx: ExtensionContext): Context => ctx as Context;

/** Creates the services of extensions: they call the routes of this process. */
export function extensionServices(kernel: Kernel, routes: readonly Route[]): ExtensionServices {
  const router = new Router(routes);
  return {
    async call<Answer>(ctx: ExtensionContext, line: RouteLine, body: object = {}): Promise<Answer> {
      const [method = "", address = ""] = line.split(" ", 2);
      const found = findRoute(router, method, address);
      if (!found) throw noRoute();
      const { route, path, query } = found;
      const args = route.read({ path, query, body: { ...body } });
      const selection = typeof query["fields"] === "string" ? Selection.parse(query["fields"]) : undefined;
      const outer = asContext(ctx);
      // Within a mutation, the call takes part in its transaction. A query has none.
      const isEnclosed = outer.isEnclosed === true || outer.call !== undefined;
      const result = await invoke(kernel, { route, args, ctx: { ...outer, selection, isEnclosed } });
      return JSON.parse(route.write(result, selection) ?? "[]") as Answer;
    },
    asSystem: (ctx) => ({ ...ctx, actor: system }),
    async setting(ctx, path) {
      return (await readSettings(asContext(ctx).db, [path])).value(path, ctx.scope);
    },
    authorizedOrder: (ctx, authorization) => findAuthorizedOrder(asContext(ctx).db, authorization),
  };
}

/** Returns a context of the shop itself in a transaction, for the default store view. */
export async function systemContext(
  { log, scopesWithin }: Pick<Kernel, "log" | "scopesWithin">,
  db: Db,
): Promise<Context> {
  const scope = (await scopesWithin(db))(undefined);
  if (!scope) throw new Error("there is no default store view");
  return createContext({ actor: system, scope, requestId: randomUUID() }, { db, log, isEnclosed: true });
}
