import type { ServerResponse } from "node:http";
import { type Actor, UserType } from "../../auth/actor.js";
import { serviceUnavailable } from "../../call/errors.js";
import type { Config } from "../../../config.js";
import { LargeBodies } from "./large-bodies.js";

/** Seconds until a rejected client may retry. Bodies are short-lived. */
const retryAfter = 1;

/** Counts the bytes of all bodies in memory and rejects more than a process can hold. */
export class BodyBudget {
  private used = 0;

  /** Bytes of this budget also count toward `parent`. */
  constructor(
    private readonly limit: number,
    private readonly parent?: BodyBudget,
  ) {}

  /** Throws 503 if the bytes exceed the budget. */
  reserve(bytes: number): void {
    if (this.used + bytes > this.limit) throw serviceUnavailable(retryAfter);
    this.parent?.reserve(bytes);
    this.used += bytes;
  }

  release(bytes: number): void {
    this.used -= bytes;
    this.parent?.release(bytes);
  }
}

/** The bytes of one body, released when the request is answered or its connection is lost. */
export class BodyShare {
  private reserved = 0;
  private isReleased: boolean;

  constructor(
    private readonly budget: BodyBudget,
    response: ServerResponse,
  ) {
    this.isReleased = response.closed;
    response.once("close", () => {
      this.isReleased = true;
      this.budget.release(this.reserved);
      this.reserved = 0;
    });
  }

  /** Throws 503 if the bytes exceed the budget. */
  reserve(bytes: number): void {
    if (this.isReleased) return;
    this.budget.reserve(bytes);
    this.reserved += bytes;
  }
}

/** The budgets of a process: one for all callers, and a quarter of it for guests and customers together. */
export class BodyBudgets {
  readonly large = new LargeBodies();
  private readonly whole: BodyBudget;
  private readonly part: BodyBudget;

  constructor({ PORTICO_BODIES_LIMIT: limit }: Pick<Config, "PORTICO_BODIES_LIMIT">) {
    this.whole = new BodyBudget(limit);
    this.part = new BodyBudget(Math.floor(limit / 4), this.whole);
  }

  of({ type }: Actor): BodyBudget {
    return type === UserType.administrator || type === UserType.integration ? this.whole : this.part;
  }
}
