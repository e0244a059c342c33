import { Extensions } from "type-graphql";
import type { Context } from "../call/context.js";
import type { Binder } from "./bind.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
export type Edition = "open-source" | "commerce";

export interface RestOptions {
  /** Arguments that the caller's identity gives; a name with a dot reaches into an input object (`customer.id`). */
  readonly bind?: Readonly<Record<string, Binder>>;
  /** Where a path parameter goes when no argument has its name: `{ customerId: "customer.id" }`. */
  readonly path?: Readonly<Record<string, string>>;
  /** `Contract.method` where the route belongs to another contract than its class and method say. */
  readonly as?: string;
  readonly edition?: Edition;
  /**
   * Arguments that hold the ordering keys of a queued operation, as `argument` or `argument.field`; the first names the
   * entity that the operation changes. A list on the way stands for each of its items. `customer:email` names a key of
   * another aggregate than the contract's, and `*` stands for every key. The default is the first path parameter, and `*`
   * on a path without parameters.
   */
  readonly keys?: readonly string[];
  /**
   * Admits a caller whom the permission refuses, by what the call asks for: whoever submitted a bulk may read it. Decides
   * about all calls of a bulk at once.
   */
  readonly admit?: (calls: readonly Readonly<Record<string, unknown>>[], ctx: Context) => Promise<readonly boolean[]>;
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

/** What a resolver class declares about the service contract that it implements. */
export interface ContractOptions {
  /** Name of the contract when it is not the name of the class. */
  readonly name?: string;
  /**
   * The aggregate that the operations change, in the singular: `product`, `order`, `cart`. A queued operation waits for
   * earlier ones that share a key of an aggregate. Required when a write of the contract can be queued.
   */
  readonly aggregate?: string;
  /** Ordering keys of every route that declares none itself; see `RestOptions.keys`. */
  readonly keys?: readonly string[];
}

interface DeclaredContract extends ContractOptions {
  readonly module: string;
}

const contracts = new WeakMap<object, DeclaredContract>();

/**
 * Names the service contract that a resolver class implements: `@Contract("Catalog")` on `SpecialPriceStorage` is
 * `Magento\Catalog\Api\SpecialPriceStorageInterface`. Service names and topics derive from it.
 */
export function Contract(module: string, options: ContractOptions = {}): ClassDecorator {
  return (target) => {
    contracts.set(target, { ...options, module });
  };
}

/** Returns what a resolver class declares with `@Contract`, or undefined when it declares nothing. */
export function contractOf(target: object & { readonly name?: string }) {
  const found = contracts.get(target);
  return found && { ...found, name: found.name ?? String(target.name) };
}
