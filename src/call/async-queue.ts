import type { IncomingHttpHeaders } from "node:http";
import type { Door } from "../http/address.js";
import type { Context } from "./context.js";
import type { Route } from "../contract/operations.js";

/** A call that is to be accepted now and run later. */
export interface DeferredCall {
  readonly door: Exclude<Door, "sync">;
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly ctx: Context;
}

/** What the caller of an accepted call is told: Magento's names, of which only `bulk_uuid` and the ids ever differ. */
export interface Acceptance {
  readonly bulk_uuid: string;
  readonly request_items: readonly {
    readonly id: number;
    readonly data_hash: null;
    readonly status: "accepted";
  }[];
  readonly errors: false;
}

/** What the kernel and resolvers need of whatever runs calls later. */
export interface Deferral {
  /** Accepts a call; throws what the caller is told when it cannot. */
  accept(call: DeferredCall): Promise<Acceptance>;
  /** The mutation of this GraphQL name, by the first of its routes that admits the caller. Throws 400 and 401. */
  routeFor(name: string, ctx: Context): Promise<Route>;
  /** Puts operations of a bulk that have ended back in the queue. Gives their number. */
  retry(bulk: string, statuses: readonly number[], ctx: Context): Promise<number>;
  /** Some operations of these bulks have come to an end without a consumer. To be called once that is committed. */
  settled(bulks: readonly string[]): void;
  /** There is a callback to send. To be called once it is committed. */
  callbackDue(): void;
}

/** A W3C trace context (https://www.w3.org/TR/trace-context/), or undefined where the header holds none. */
export function traceparentOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers["traceparent"];
  return typeof given === "string" && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(given) ? given : undefined;
}
