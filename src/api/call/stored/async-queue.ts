import type { IncomingHttpHeaders } from "node:http";
import type { Mode } from "../../http/address.js";
import type { Context } from "../context.js";
import type { Arguments } from "../method-call.js";
import type { Route } from "../../contract/routes/operations.js";

/** A call to accept now and run later. */
export interface AsyncCall {
  readonly mode: Exclude<Mode, "sync">;
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly ctx: Context;
}

/** The answer to an accepted call, in Magento's shape. Only `bulk_uuid` and the list of ids vary. */
export interface Acceptance {
  readonly bulk_uuid: string;
  readonly request_items: readonly {
    readonly id: number;
    readonly data_hash: null;
    readonly status: "accepted";
  }[];
  readonly errors: false;
}

/** A synchronous write with the header `Idempotency-Key`. */
export interface KeyedCall {
  /** The route, or `graphql`. */
  readonly line: string;
  readonly ctx: Context;
  readonly headers: IncomingHttpHeaders;
  /** The call that the key stands for: path, query and body, or document and variables. */
  readonly sent: unknown;
}

/** The answer of a keyed call, as JSON. */
export interface KeyedAnswer {
  readonly json: string;
  /** Whether it is the answer of an earlier call. */
  readonly isReplayed: boolean;
}

/** The queue of calls that run later. */
export interface AsyncQueue {
  /**
   * Runs a write in one transaction with its `Idempotency-Key`, or returns the earlier answer for the key. Throws 400
   * for a malformed key and 422 for a key that was used for another call.
   */
  answerOnce(call: KeyedCall, run: (within: Context) => Promise<string>): Promise<KeyedAnswer>;
  /**
   * Reads the arguments of each element of a call without queueing it. Throws the errors that `accept` would throw for
   * them.
   */
  read(call: AsyncCall): Promise<readonly Arguments[]>;
  /** Queues all elements of a call or none. Throws 400 for an element that the synchronous call would reject. */
  accept(call: AsyncCall): Promise<Acceptance>;
  /**
   * Returns the first route of a mutation that admits the caller. Throws 400 for an unknown name, and 401 if no route
   * admits the caller.
   */
  routeFor(name: string, ctx: Context): Promise<Route>;
  /** Returns the one-sentence description of the operation of a route; undefined for an unknown route. */
  describe(line: string): string | undefined;
  /** Puts operations of a bulk that have ended back in the queue, and returns their number. */
  retry(bulk: string, statuses: readonly number[], ctx: Context): Promise<number>;
  /** Marks bulks as finished if their last operation ended without a consumer. Call it after the commit. */
  finish(bulks: readonly string[]): void;
  /** Sends the callbacks that are due. Call it after the commit. */
  sendCallbacks(): void;
}

/** The collaborators of resolvers that queue calls. */
export interface QueueDependencies {
  readonly asyncQueue: AsyncQueue;
}

/** The answer to an accepted call. */
export const acceptance = (bulk_uuid: string, count: number): Acceptance => ({
  bulk_uuid,
  request_items: Array.from({ length: count }, (_, id) => ({ id, data_hash: null, status: "accepted" as const })),
  errors: false,
});
