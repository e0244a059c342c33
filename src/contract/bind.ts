import type { Actor } from "../auth/actor.js";
import type { StoreScope } from "../call/context.js";
import { gathered } from "../db/batched.js";
import type { Db } from "../db/database.js";

/** Computes an argument from who calls, without a look-up. */
export type CallerBinder = (actor: Actor) => unknown;

/** A call whose argument is looked up. */
export interface LookupRequest {
  readonly actor: Actor;
  readonly scope: StoreScope;
  /** The path parameter of the argument's name, such as a masked id; undefined when the path has none. */
  readonly given: string | undefined;
}

/** Looks an argument up in the transaction of the operation. Calls that run together share one look-up. */
export interface LookupBinder {
  readonly resolve: (db: Db, request: LookupRequest) => Promise<unknown>;
  /** Returns the key that orders a queued operation, or undefined when only the look-up can tell it. */
  readonly orderingKey: (request: Pick<LookupRequest, "actor" | "given">) => string | number | undefined;
}

/** Gives an argument that the caller cannot choose. */
export type Binder = CallerBinder | LookupBinder;

interface Lookup {
  /** Returns the values in the order of the requests. An `Error` in place of a value refuses that call only. */
  readonly load: (db: Db, requests: readonly LookupRequest[]) => Promise<readonly unknown[]>;
  /**
   * Derives the ordering key from the caller or the given text, because accepting an operation looks nothing up. Without
   * it, queued operations of the route wait for all earlier ones of the aggregate.
   */
  readonly orderingKey?: LookupBinder["orderingKey"];
}

/** Declares an argument that is looked up, for example the cart of the customer who calls. */
export function lookup({ load, orderingKey = () => undefined }: Lookup): LookupBinder {
  return { resolve: gathered<LookupRequest, unknown>({ kind: () => "", meet: load }), orderingKey };
}
