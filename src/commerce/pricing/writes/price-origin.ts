import type { Actor } from "../../../api/auth/actor.js";
import type { Caller } from "../../../api/call/context.js";

/** The user and the call that change prices. */
export interface PriceOrigin {
  readonly actor: Actor;
  /** The service and the method, such as `SpecialPriceStorage.update`, or the name of a command. */
  readonly call: string;
  readonly requestId: string;
  /** The queued operation that makes the call; absent for others. */
  readonly operation?: Caller["operation"];
}

/** Returns the origin of price changes that a call makes. */
export const originOf = ({ actor, requestId, operation }: Caller, call: string): PriceOrigin => ({
  actor,
  call,
  requestId,
  operation,
});
