import { Extensions } from "type-graphql";
import type { Actor } from "../auth/actor.js";
import type { Context } from "../call/context.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
export type Edition = "open-source" | "commerce";

/** Computes an argument that the caller cannot choose, from who the caller is and, for a masked id, from what was sent. */
export type Binder = (actor: Actor, ctx: Context, given: unknown) => unknown;

export interface RestOptions {
  /** Arguments that the caller's identity gives; a name with a dot reaches into an input object (`customer.id`). */
  readonly bind?: Readonly<Record<string, Binder>>;
  /** Where a path parameter goes when no argument has its name: `{ customerId: "customer.id" }`. */
  readonly path?: Readonly<Record<string, string>>;
  /** `Contract.method` where the route belongs to another contract than its class and method say. */
  readonly as?: string;
  readonly edition?: Edition;
  /**
   * What the operation is about, as `argument` or `argument.field`: queued operations about the same run in the order in
   * which they were accepted. Where nothing is named and the path has no parameter, the operation runs alone among its kind;
   * so it does with `*`, which says that it is about all of them.
   */
  readonly entity?: string;
  /**
   * What else of the kind it refers to, likewise, where that is given: a queued operation that names others runs after all
   * that were accepted before it, and before all later ones.
   */
  readonly mentions?: readonly string[];
  /** The kind of that entity where it is not the resource of the path: a bundle is one of the `products`. */
  readonly kind?: string;
  /** Lets in a caller whom the permission refuses, by what is asked for: whoever submitted a bulk may read it. */
  readonly admit?: (args: Readonly<Record<string, unknown>>, ctx: Context) => Promise<boolean>;
  /** Statuses of errors that it may answer besides those of every route. */
  readonly refusals?: readonly 422[];
  /** Where what it answers can be followed as server-sent events: `/V1/path/:parameter/events`. */
  readonly events?: string;
  /** Whether there is no asynchronous and no bulk form: what the answer says must not be kept, or cannot wait. */
  readonly immediate?: boolean;
  /** Whether the setting `PORTICO_ANONYMOUS_CATALOG` opens the route to callers without a token. */
  readonly publicRead?: boolean;
}

/** What `@Rest` declares: one route of an operation. */
export interface RestDeclaration extends RestOptions {
  readonly method: Method;
  readonly path_: string;
  readonly permission: readonly string[];
}

/** The key under which a field's extensions hold a route: one key a route, since equal keys overwrite one another. */
const routeKey = (line: string) => `rest:${line}`;

/**
 * Declares a REST route of a resolver method; its asynchronous and bulk forms, its OpenAPI operation and its permission follow.
 * `line` is `METHOD /V1/path/:parameter`; `permission` is one or several resource ids, `self` or `anonymous`.
 */
export function Rest(line: string, permission: string | readonly string[], options: RestOptions = {}): MethodDecorator {
  const [method, path] = line.split(" ");
  if (!method || !/^(GET|POST|PUT|DELETE|PATCH)$/.test(method) || !path?.startsWith("/V1/")) {
    throw new Error(`@Rest("${line}"): expected a method and a path under /V1/`);
  }
  const declaration: RestDeclaration = {
    ...options,
    method: method as Method,
    path_: path,
    permission: typeof permission === "string" ? [permission] : permission,
  };
  return (target: object, name: string | symbol, descriptor: PropertyDescriptor) => {
    Extensions({ [routeKey(line)]: declaration, method: { target: target.constructor, name } })(
      target,
      name,
      descriptor,
    );
  };
}

/**
 * Declares that a mutation begins its transactions itself: its `ctx.db` is the way to the database that the call came by,
 * and what must be all or nothing goes into `ctx.db.transaction`. For operations whose calls share work with others.
 */
export const OwnTransaction = (): MethodDecorator => Extensions({ ownTransaction: true });

const modules = new WeakMap<object, { readonly module: string; readonly contract?: string }>();

/**
 * Names the service contract that a resolver class implements: `@Contract("Catalog")` on `SpecialPriceStorage` is
 * `Magento\Catalog\Api\SpecialPriceStorageInterface`. Service names and topics derive from it.
 */
export function Contract(module: string, contract?: string): ClassDecorator {
  return (target) => {
    modules.set(target, contract === undefined ? { module } : { module, contract });
  };
}

/** The module and contract name that a resolver class was given, or undefined where it has none. */
export function contractOf(target: object & { readonly name?: string }) {
  const found = modules.get(target);
  return found && { module: found.module, contract: found.contract ?? String(target.name) };
}
