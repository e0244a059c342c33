import type { ServerResponse } from "node:http";
import { type Actor, UserType } from "../auth/actor.js";
import { serviceUnavailable } from "../call/errors.js";
import type { Config } from "../config.js";

/** Seconds after which a refused client may try again: bodies come and go quickly. */
const retryAfter = 1;

/** Counts the bytes of the bodies that are being received or worked on, and refuses more than a process can hold. */
export class BodyBudget {
  private used = 0;

  /** What this budget takes it also takes from `whole`. */
  constructor(
    private readonly most: number,
    private readonly whole?: BodyBudget,
  ) {}

  /** Throws 503 where the bytes do not fit any more. */
  take(bytes: number): void {
    if (this.used + bytes > this.most) throw serviceUnavailable(retryAfter);
    this.whole?.take(bytes);
    this.used += bytes;
  }

  giveBack(bytes: number): void {
    this.used -= bytes;
    this.whole?.giveBack(bytes);
  }
}

/** The bytes of one body, given back when the request is answered or its connection is lost. */
export class BodyShare {
  private taken = 0;
  private isOver: boolean;

  constructor(
    private readonly budget: BodyBudget,
    response: ServerResponse,
  ) {
    this.isOver = response.closed;
    response.once("close", () => {
      this.isOver = true;
      this.budget.giveBack(this.taken);
      this.taken = 0;
    });
  }

  /** Throws 503 where the bytes do not fit any more. */
  take(bytes: number): void {
    if (this.isOver) return;
    this.budget.take(bytes);
    this.taken += bytes;
  }
}

/** The budgets of a process: one for everybody, and a quarter of it for guests and customers together. */
export class BodyBudgets {
  private readonly whole: BodyBudget;
  private readonly part: BodyBudget;

  constructor({ PORTICO_BODIES_LIMIT: most }: Pick<Config, "PORTICO_BODIES_LIMIT">) {
    this.whole = new BodyBudget(most);
    this.part = new BodyBudget(Math.floor(most / 4), this.whole);
  }

  of({ type }: Actor): BodyBudget {
    return type === UserType.administrator || type === UserType.integration ? this.whole : this.part;
  }
}
