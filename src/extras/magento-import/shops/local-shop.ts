import type { Actor } from "../../../api/auth/actor.js";
import { type Context, createContext } from "../../../api/call/context.js";
import { WebapiError } from "../../../api/call/errors.js";
import { invoke } from "../../../api/call/invoke.js";
import type { Kernel } from "../../../api/call/kernel.js";
import { Selection } from "../../../api/call/answer/selection.js";
import type { Method } from "../../../api/contract/rest.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import type { Db } from "../../../platform/db/database.js";
import { type Restore, type NextId, setNextId } from "../../../platform/db/next-ids.js";
import { findRoute } from "../../../api/http/query.js";
import { Router } from "../../../api/http/router.js";
import type { Entity } from "../entity.js";
import { knownFields, type OnUnknown } from "../known-fields.js";
import { type Shop, ShopError } from "./shop.js";

/** Dependencies of calls in this process. */
export interface LocalProcess {
  readonly kernel: Kernel;
  readonly router: Router<Route>;
  readonly actor: Actor;
}

/** A write to Portico. */
export interface Write {
  readonly method: Method;
  /** Path below `/V1`. */
  readonly path: string;
  readonly body: Entity;
  /** Store code; default: `all`. */
  readonly store?: string;
  /** Requested fields of the answer; default: all. */
  readonly fields?: string;
}

/** The store views, read once for many calls. */
export interface KnownScopes {
  known?: ReturnType<Kernel["scopesWithin"]> | undefined;
}

interface LocalOptions {
  /** Called for each field that Portico does not have. */
  readonly onUnknown?: OnUnknown;
  readonly scopes?: KnownScopes;
  /** Whether the transaction will be undone. */
  readonly isDryRun?: boolean;
}

/** Creates the router that finds the route of a path below `/V1`. */
export const routerOf = (routes: readonly Route[]): Router<Route> => new Router(routes);

/**
 * Portico itself, called in this process through the routes of its REST API, in one transaction. Calls are made
 * in the name of an administrator, with the same checks as over HTTP. Emails, stock movements of old shipments and the
 * approval of prices are left out.
 */
export class LocalShop implements Shop {
  private readonly onUnknown: OnUnknown;
  private readonly scopes: KnownScopes;
  private readonly isDryRun: boolean;

  constructor(
    private readonly process: LocalProcess,
    readonly db: Db,
    { onUnknown = () => undefined, scopes = {}, isDryRun = false }: LocalOptions = {},
  ) {
    this.onUnknown = onUnknown;
    this.scopes = scopes;
    this.isDryRun = isDryRun;
  }

  get(path: string, store?: string): Promise<unknown> {
    return this.call({ method: "GET", path, body: {}, ...(store === undefined ? {} : { store }) });
  }

  ask(path: string, body: Entity): Promise<unknown> {
    return this.call({ method: "POST", path, body });
  }

  /** Makes a write and returns its answer. Throws the errors of the operation. */
  write(write: Write): Promise<unknown> {
    return this.call(write);
  }

  /**
   * Makes a write and returns the result of the operation before it is serialized, in which failures refer to their
   * rows.
   */
  async resultOf(write: Write): Promise<unknown> {
    return (await this.run(write)).result;
  }

  /** Returns the body of a write without the fields that Portico does not have, which are noted. */
  knownBody({ method, path, body }: Write): Entity {
    return knownFields(this.find(method, path).route, body, this.onUnknown);
  }

  /** Makes a write whose new rows of each model get ids from the wanted one on, if these are free. */
  async create(write: Write, ...wanted: readonly NextId[]): Promise<unknown> {
    const restores: Restore[] = [];
    for (const next of wanted) {
      if (next.id > 0) restores.push(await setNextId(this.db, { ...next, isDryRun: this.isDryRun }));
    }
    const answer = await this.call(write);
    for (const restore of restores) await restore();
    return answer;
  }

  /** Reads the store views again on the next call, to find new ones. */
  forgetStores(): void {
    this.scopes.known = undefined;
  }

  private async call(write: Write): Promise<unknown> {
    const { route, result, ctx } = await this.run(write);
    return JSON.parse(route.write(result, ctx.selection) ?? "[]") as unknown;
  }

  private find(method: Method, path: string) {
    const found = findRoute(this.process.router, method, `/V1${path}`);
    if (!found) throw new ShopError(404, `Portico has no route ${method} /V1${path.replace(/\?.*/s, "")}.`);
    return found;
  }

  private async run({ method, path, body, store = "all", fields }: Write) {
    const { route, ...place } = this.find(method, path);
    const sent = method === "GET" ? {} : knownFields(route, body, this.onUnknown);
    const ctx = await this.contextFor(store, fields);
    try {
      const args = route.read({ ...place, body: sent });
      return { route, ctx, result: await invoke(this.process.kernel, { route, args, ctx }) };
    } catch (error) {
      if (error instanceof WebapiError && method === "GET") throw new ShopError(error.status, error.message);
      throw error;
    }
  }

  private async contextFor(store: string, fields: string | undefined): Promise<Context> {
    const { kernel, actor } = this.process;
    this.scopes.known ??= kernel.scopesWithin(this.db);
    const scope = (await this.scopes.known)(store);
    if (!scope) throw new ShopError(404, `The store view ${store} does not exist.`);
    const flags = { isEnclosed: true, isApproved: true, isImport: true };
    const selection = fields === undefined ? undefined : Selection.parse(fields);
    return createContext(
      { actor, scope, requestId: "magento-import" },
      { db: this.db, log: kernel.log, selection, ...flags },
    );
  }
}
