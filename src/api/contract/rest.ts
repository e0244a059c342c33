import { Extensions } from "type-graphql";
import type { Context } from "../call/context.js";
import type { Preview } from "./preview.js";
import type { Binder } from "./bind.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
export type Edition = "open-source" | "commerce";

export interface RestOptions {
  /**
   * Arguments that the caller cannot choose, because they are derived from the caller or looked up. A name with a dot is a
   * field of an input object (`customer.id`).
   */
  readonly bind?: Readonly<Record<string, Binder>>;
  /** Targets of path parameters without an argument of their name: `{ customerId: "customer.id" }`. */
  readonly path?: Readonly<Record<string, string>>;
  /** `Contract.method` of the route if it differs from the contract of its class and the name of its method. */
  readonly as?: string;
  readonly edition?: Edition;
  /**
   * Arguments with the ordering keys of a queued operation, as `argument` or `argument.field`; the first one identifies
   * the entity that the operation changes. A list on the path stands for each of its items. `customer:email` is a key of
   * another aggregate, and `*` stands for every key. Of `entity.id|entity.number` the first one with a value counts, and
   * `customer-{customerId}` puts a text before the value. If the first one has no value, it counts as `*`, unless a key of
   * another aggregate names what a new entity belongs to. With an empty list, the operation waits for nothing, because it
   * creates something that depends on nothing else. Default: the first path parameter, or `*` on a path without parameters.
   */
  readonly keys?: readonly string[];
  /**
   * Admits callers without the permission depending on the arguments, for example to their own bulks. Decides about all
   * calls of a bulk at once.
   */
  readonly admit?: (calls: readonly Readonly<Record<string, unknown>>[], ctx: Context) => Promise<readonly boolean[]>;
  /** Throws 400 for a body that the declared arguments alone would allow, for example because unknown keys are ignored. */
  readonly checkBody?: (body: Readonly<Record<string, unknown>>) => void;
  /** Statuses of errors in addition to those of every route. */
  readonly errorStatuses?: readonly (401 | 422)[];
  /** Path for following the answer as server-sent events: `/V1/path/:parameter/events`. */
  readonly events?: string;
  /** Describes the effects of a call for callers who send `Prefer: dry-run`. The call is then rolled back. */
  readonly preview?: Preview;
  /** Whether the body of the request or of the answer can be a CSV or NDJSON file besides JSON. */
  readonly file?: "request" | "answer";
  /** Whether the route has no asynchronous and bulk forms, because the answer must not be stored or cannot wait. */
  readonly immediate?: boolean;
  /** Whether the setting `PORTICO_ANONYMOUS_CATALOG` admits callers without a token. */
  readonly publicRead?: boolean;
}

/** A REST route of an operation, as declared by `@Rest`. */
export interface RestDeclaration extends RestOptions {
  readonly method: Method;
  readonly path_: string;
  readonly permission: readonly string[];
}

/** Returns the extension key of a route. Each route needs its own key, because equal keys overwrite each other. */
const routeKey = (line: string) => `rest:${line}`;

/**
 * Declares a REST route of a resolver method. Its asynchronous and bulk forms, its OpenAPI operation and its permission
 * are derived from it. `line` is `METHOD /V1/path/:parameter`; `permission` is one or several resource ids, `self` or
 * `anonymous`.
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
 * Declares that a mutation starts its own transactions with `ctx.db.transaction`; its `ctx.db` is outside of a
 * transaction. For mutations whose calls share work with other calls.
 */
export const OwnTransaction = (): MethodDecorator => Extensions({ ownTransaction: true });

/** The ordering keys of the operations of a service contract. */
export interface ContractOptions {
  /**
   * The aggregate that the operations change, in the singular: `product`, `order`, `cart`. A queued operation waits for
   * earlier ones with a common ordering key. Required when a write of the contract can be queued.
   */
  readonly aggregate?: string;
  /** Ordering keys of the routes that declare none; see `RestOptions.keys`. */
  readonly keys?: readonly string[];
}

interface DeclaredContract extends ContractOptions {
  readonly module: string;
  readonly name: string;
}

const contracts = new WeakMap<object, DeclaredContract>();

/**
 * Names the service contract of a resolver class: `@Contract("Catalog", "SpecialPriceStorage")` is
 * `Magento\Catalog\Api\SpecialPriceStorageInterface`. Service names and topics are derived from it.
 */
export function Contract(module: string, name: string, options: ContractOptions = {}): ClassDecorator {
  return (target) => {
    contracts.set(target, { ...options, module, name });
  };
}

/** Returns the `@Contract` declaration of a resolver class, or undefined. */
export const contractOf = (target: object) => contracts.get(target);

/**
 * How the records are read that a mutation writes, if its result is a number, a text or a flag: a query, and the source
 * of each of its arguments.
 */
export interface WrittenRecords {
  /** Name of the query, which also decides about the permission. */
  readonly query: string;
  /**
   * Sources by the arguments of the query, or by the fields to search by: `result`, or the path of an argument such as
   * `option.sku`. A path through a list stands for each of its items.
   */
  readonly keys: Readonly<Record<string, string>>;
}

/** Declares the records that a mutation writes: `@Writes("order", { id: "result" })`. GraphQL can return them, too. */
export const Writes = (query: string, keys: WrittenRecords["keys"]): MethodDecorator =>
  Extensions({ writes: { query, keys } satisfies WrittenRecords });

/** Returns the records that a mutation declares to write; undefined if it declares none. */
export const writesOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  extensions["writes"] as WrittenRecords | undefined;
