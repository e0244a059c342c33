import type { Actor } from "../auth/actor.js";
import type { StoreScope } from "../call/context.js";
import { batched } from "../../platform/db/batched.js";
import type { Db } from "../../platform/db/database.js";

/** Returns an argument derived from the caller, without a look-up. */
export type CallerBinder = (actor: Actor) => unknown;

/** A call with an argument to look up. */
export interface LookupRequest {
  readonly actor: Actor;
  readonly scope: StoreScope;
  /** The path parameter with the argument's name, such as a masked id, if there is one. */
  readonly given: string | undefined;
}

/** Looks an argument up in the transaction of the operation. Calls that run together share one look-up. */
export interface LookupBinder {
  readonly resolve: (db: Db, request: LookupRequest) => Promise<unknown>;
  /** Returns the ordering key of a queued operation, or undefined if only the look-up determines it. */
  readonly orderingKey: (request: Pick<LookupRequest, "actor" | "given">) => string | number | undefined;
}

/** Provides an argument that the caller cannot choose. */
export type Binder = CallerBinder | LookupBinder;

interface Lookup {
  /** Returns the values in the order of the requests. An `Error` in place of a value rejects only that call. */
  readonly load: (db: Db, requests: readonly LookupRequest[]) => Promise<readonly unknown[]>;
  /**
   * Derives the ordering key from the caller or the path parameter, because accepting an operation does no look-ups.
   * Without it, queued operations of the route wait for all earlier ones of the aggregate.
   */
  readonly orderingKey?: LookupBinder["orderingKey"];
}

/** Declares an argument that is looked up, for example the cart of the calling customer. */
export function lookup({ load, orderingKey = () => undefined }: Lookup): LookupBinder {
  return { resolve: batched<LookupRequest, unknown>({ groupBy: () => "", load }), orderingKey };
}
