import type { ServerResponse } from "node:http";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../../config.js";
import { tooManyRequests } from "../../call/errors.js";
import { BodyBudgets } from "../../http/body-budget.js";
import { type Actor, UserType } from "../actor.js";

type Settings = Pick<
  Config,
  "PORTICO_SIGN_IN_RATE" | "PORTICO_CALLER_RATE" | "PORTICO_ADDRESS_RATE" | "PORTICO_BODIES_LIMIT"
>;

/** A limit of calls per minute, by address or caller. */
class Limit {
  private readonly limiter: RateLimiterMemory;

  constructor(private readonly points: number) {
    this.limiter = new RateLimiterMemory({ points, duration: 60 });
  }

  /** Counts a call and sets the `RateLimit-*` headers. Throws 429 over the limit. */
  async count(key: string, response?: ServerResponse): Promise<void> {
    try {
      this.tell(await this.limiter.consume(key), response);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      this.tell(reason, response);
      const seconds = secondsUntil(reason);
      response?.setHeader("Retry-After", seconds);
      throw tooManyRequests(seconds);
    }
  }

  private tell(state: RateLimiterRes, response: ServerResponse | undefined): void {
    response?.setHeader("RateLimit-Limit", this.points);
    response?.setHeader("RateLimit-Remaining", Math.max(state.remainingPoints, 0));
    response?.setHeader("RateLimit-Reset", secondsUntil(state));
  }
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes): number => Math.max(Math.ceil(msBeforeNext / 1000), 1);

const limitOf = (rate: number): Limit | undefined => (rate > 0 ? new Limit(rate) : undefined);

/**
 * Limits of calls per minute, counted by this process: by address and caller if configured, and for sign-in attempts
 * always.
 */
export class RateLimits {
  private readonly addresses: Limit | undefined;
  private readonly callers: Limit | undefined;
  private readonly signIns: Limit;
  /** Bytes of request bodies at a time. */
  readonly bodies: BodyBudgets;

  constructor(settings: Settings) {
    this.addresses = limitOf(settings.PORTICO_ADDRESS_RATE);
    this.callers = limitOf(settings.PORTICO_CALLER_RATE);
    this.signIns = new Limit(settings.PORTICO_SIGN_IN_RATE);
    this.bodies = new BodyBudgets(settings);
  }

  /** Counts a call of an address; undefined without a limit, to avoid needless waiting. */
  ofAddress(address: string | undefined, response: ServerResponse): Promise<void> | undefined {
    return this.addresses?.count(address ?? "", response);
  }

  /** Counts a call of a known caller; guests count by address only. */
  ofCaller({ type, id }: Actor, response: ServerResponse): Promise<void> | undefined {
    return type === UserType.guest ? undefined : this.callers?.count(`${type} ${id}`, response);
  }

  /** Counts an attempt to sign in or to fetch a token. Throws 429 over the limit. */
  ofSignIn(address: string | undefined, response?: ServerResponse): Promise<void> {
    return this.signIns.count(address ?? "", response);
  }
}
