import { admits } from "../../../api/auth/actor.js";
import { type AuditEvent, audit } from "../../../api/auth/audit.rows.js";
import { seal, unseal } from "../../../api/auth/secrets/secrets.js";
import { allowedUrl } from "../../../api/bulk/callbacks/callback-url.js";
import { Selection } from "../../../api/call/answer/selection.js";
import { noRoute } from "../../../api/call/errors.js";
import { invoke } from "../../../api/call/invoke.js";
import type { Kernel } from "../../../api/call/kernel.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import { findRoute } from "../../../api/http/query.js";
import { Router } from "../../../api/http/router.js";
import { findAuthorizedOrder } from "../../../commerce/sales/published.orders.js";
import { readSettings } from "../../../commerce/store/published.js";
import { type Config, maskedConfig } from "../../../config.js";
import { postSigned } from "../../../platform/outbound/signed-post.js";
import type { ExtensionContext, ExtensionServices, RouteLine } from "../extension.types.js";
import { asContext, system } from "./contexts.js";
import { extensionFeed } from "./feed.js";
import { searchTable } from "./search.js";

const known = new WeakMap<Kernel, ExtensionServices>();

/** Returns the services of extensions: they call the routes of this process, and use its settings and its work. */
export function extensionServices(kernel: Kernel, routes: readonly Route[]): ExtensionServices {
  const services = known.get(kernel) ?? createServices(kernel, routes);
  known.set(kernel, services);
  return services;
}

function createServices(kernel: Kernel, routes: readonly Route[]): ExtensionServices {
  return {
    call: callerOf(kernel, routes),
    asSystem: (ctx) => ({ ...ctx, actor: system }),
    async asUser(ctx, { type, id }) {
      const key = { userType: type, userId: id };
      return { ...ctx, actor: (await kernel.loadActors(asContext(ctx).db, [key]))(key) };
    },
    isAllowed: (ctx, permission) => admits([permission], asContext(ctx).actor),
    async setting(ctx, path) {
      return (await readSettings(asContext(ctx).db, [path])).value(path, ctx.scope);
    },
    search: (ctx, criteria, searched) => searchTable(asContext(ctx).db, criteria, searched),
    async audit(ctx, { event, name }) {
      const { actor, db } = asContext(ctx);
      // The events of extensions are texts that Portico does not know.
      const entry = { event: event as AuditEvent, type: null, id: null, name };
      await audit(db, actor === system ? undefined : asContext(ctx), entry);
    },
    wake(ctx, work) {
      const wake = wakersOf(kernel).get(work);
      if (!wake) throw new Error(`no extension has the work ${work}`);
      ctx.db.afterCommit(wake);
    },
    authorizedOrder: (ctx, authorization) => findAuthorizedOrder(asContext(ctx).db, authorization),
    feed: extensionFeed(kernel, routes),
    ...fromSettings(kernel.config, kernel.stopping),
  };
}

/** Returns the function that calls a route in the transaction of a context. */
function callerOf(kernel: Kernel, routes: readonly Route[]): ExtensionServices["call"] {
  let router: Router<Route> | undefined;
  return async <Answer>(ctx: ExtensionContext, line: RouteLine, body: object = {}): Promise<Answer> => {
    const [method = "", address = ""] = line.split(" ", 2);
    const found = findRoute((router ??= new Router(routes)), method, address);
    if (!found) throw noRoute();
    const { route, path, query } = found;
    const args = route.read({ path, query, body: { ...body } });
    const selection = typeof query["fields"] === "string" ? Selection.parse(query["fields"]) : undefined;
    const outer = asContext(ctx);
    // Within a mutation, the call takes part in its transaction. A query has none.
    const isEnclosed = outer.isEnclosed === true || outer.call !== undefined;
    const result = await invoke(kernel, { route, args, ctx: { ...outer, selection, isEnclosed } });
    return JSON.parse(route.write(result, selection) ?? "[]") as Answer;
  };
}

/** Returns the services that depend on nothing but the settings of the process. */
function fromSettings(
  config: Config,
  stopping: AbortSignal,
): Pick<ExtensionServices, "processSetting" | "secrets" | "outbound"> {
  const shown = maskedConfig(config);
  return {
    processSetting(name) {
      const value = shown[name];
      if (value === undefined) throw new Error(`no setting has the name ${name}`);
      return value;
    },
    secrets: {
      encrypt: (secret) => seal(secret, config),
      decrypt: (stored) => unseal(stored, config),
    },
    outbound: {
      isEnabled: config.PORTICO_CALLBACK_HOSTS !== "",
      check: (url) => allowedUrl(url, config),
      post: (message, signal = stopping) => postSigned(message, { settings: config, signal }),
    },
  };
}

const wakers = new WeakMap<Kernel, Map<string, () => void>>();

/** Returns the functions that wake the recurring work of the extensions of a process, by its name. */
export function wakersOf(kernel: Kernel): Map<string, () => void> {
  const known = wakers.get(kernel) ?? new Map<string, () => void>();
  wakers.set(kernel, known);
  return known;
}
