import type { ServerResponse } from "node:http";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../../../config.js";
import { tooManyRequests, WebapiError } from "../../call/errors.js";
import { BodyBudgets } from "../../http/body/body-budget.js";
import { type Actor, UserType } from "../actor.js";
import { countInMemory, type Counter, type Counters, windowSeconds } from "./counters.js";
import type { CallLimit } from "./limits.types.js";

type Settings = Pick<
  Config,
  | "PORTICO_SIGN_IN_RATE"
  | "PORTICO_COUPON_GUESSES"
  | "PORTICO_CALLER_RATE"
  | "PORTICO_ADDRESS_RATE"
  | "PORTICO_GRAPHQL_RATE"
  | "PORTICO_BULK_RATE"
  | "PORTICO_BODIES_LIMIT"
>;

/** The caller to count; guests are counted by address. */
export interface Counted {
  readonly actor: Actor;
  readonly address?: string | undefined;
}

const callerKey = ({ actor: { type, id }, address }: Counted) =>
  type === UserType.guest ? `guest ${address ?? ""}` : `${type} ${id}`;

/** A limit of points per minute, by address or caller. */
class Limit {
  private readonly counter: Counter;

  constructor(
    readonly name: string,
    readonly points: number,
    counters: Counters,
  ) {
    this.counter = counters(name, points);
  }

  /** Counts points and sets the `RateLimit` headers. Throws 429 over the limit. */
  async count(key: string, response: ServerResponse | undefined, points = 1): Promise<void> {
    try {
      this.setHeaders(await this.counter.consume(key, points), response);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      this.setHeaders(reason, response);
      const seconds = secondsUntil(reason);
      response?.setHeader("Retry-After", seconds);
      throw tooManyRequests(seconds);
    }
  }

  /** Counts points of work that is done completely or not at all; rejected work does not count. */
  async countWork(key: string, response: ServerResponse | undefined, points: number): Promise<void> {
    try {
      await this.count(key, response, points);
    } catch (refused) {
      await this.counter.reward(key, points);
      throw refused;
    }
  }

  /** Returns the state of the limit for a key. */
  async read(key: string): Promise<CallLimit> {
    const state = await this.counter.get(key);
    return {
      name: this.name,
      limit: this.points,
      remaining: Math.max(state?.remainingPoints ?? this.points, 0),
      seconds_left: state ? secondsUntil(state) : windowSeconds,
    };
  }

  /**
   * Sets the headers of draft-ietf-httpapi-ratelimit-headers, with every limit of the call, and the older ones with the
   * last limit.
   */
  private setHeaders(state: RateLimiterRes, response: ServerResponse | undefined): void {
    if (!response) return;
    const remaining = Math.max(state.remainingPoints, 0);
    const seconds = secondsUntil(state);
    append(response, "RateLimit-Policy", `"${this.name}";q=${this.points};w=${windowSeconds}`);
    append(response, "RateLimit", `"${this.name}";r=${remaining};t=${seconds}`);
    response.setHeader("RateLimit-Limit", this.points);
    response.setHeader("RateLimit-Remaining", remaining);
    response.setHeader("RateLimit-Reset", seconds);
  }
}

function append(response: ServerResponse, header: string, item: string): void {
  const before = response.getHeader(header);
  response.setHeader(header, before === undefined ? item : `${String(before)}, ${item}`);
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes): number => Math.max(Math.ceil(msBeforeNext / 1000), 1);

/** Maximum number of rejected gift card codes per cart, and per customer, in ten minutes. */
const maxGiftCardGuesses = 10;
const guessSeconds = 600;

/** How many times the rejected codes of a cart the guests of one address can have: shoppers share addresses. */
const cartsPerAddress = 10;

/** The keys by which a shopper's rejected codes are counted. */
export interface GuessKeys {
  /** The cart and the customer. */
  readonly own: readonly string[];
  /** The address of a guest. */
  readonly address: readonly string[];
}

/** Counts rejected codes, so that nobody can guess one. */
class GuessLimit {
  private readonly counters: readonly (readonly [keyof GuessKeys, Counter])[] = [];

  /** Allows `most` rejected codes in ten minutes, and more for the guests of an address; 0 means no limit. */
  constructor(counters: Counters, name: string, most: number) {
    if (most === 0) return;
    this.counters = [
      ["own", counters(name, most, guessSeconds)],
      ["address", counters(`${name}-address`, most * cartsPerAddress, guessSeconds)],
    ];
  }

  /** Throws 429 if one of the keys has too many rejected codes. */
  async check(keys: GuessKeys): Promise<void> {
    const states = await Promise.all(
      this.counters.flatMap(([kind, counter]) => keys[kind].map((key) => counter.get(key))),
    );
    const full = states.find((state) => state && state.remainingPoints <= 0);
    if (full) throw tooMany(full);
  }

  /** Counts a rejected code for each of the keys. */
  async count(keys: GuessKeys): Promise<void> {
    const counted = this.counters.flatMap(([kind, counter]) => keys[kind].map((key) => counter.consume(key, 1)));
    for (const { reason } of (await Promise.allSettled(counted)).filter(isRejected)) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
    }
  }
}

/** 429 with Magento's text. */
const tooMany = (state: RateLimiterRes) =>
  new WebapiError("TOO_MANY_REQUESTS", "Too Many Requests", { retryAfter: secondsUntil(state) });

/** How many orders a shopper may try to place in a period. */
interface OrderRate {
  readonly orders: number;
  readonly seconds: number;
}

/**
 * Counts orders that shoppers try to place. The rate is a setting of the shop, so it can change and differ by store view.
 */
class Orders {
  private readonly byRate = new Map<string, Counter>();

  constructor(private readonly counters: Counters) {}

  /** Counts an attempt. Throws 429 over the rate. */
  async count(counted: Counted, rate: OrderRate): Promise<void> {
    const { orders, seconds } = rate;
    const name = `order-${orders}-${seconds}`;
    const counter = this.byRate.get(name) ?? this.counters(name, orders, seconds);
    this.byRate.set(name, counter);
    await counter.consume(callerKey(counted), 1).catch((reason: unknown) => {
      throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
    });
  }
}

const isRejected = (one: PromiseSettledResult<unknown>): one is PromiseRejectedResult => one.status === "rejected";

/**
 * Limits per minute: calls by address and by caller, the cost of GraphQL documents and the elements of bulks, each if
 * configured, and sign-in attempts always. Rejected codes are limited too, and orders if a setting of the shop limits
 * them.
 */
export class RateLimits {
  private readonly addresses: Limit | undefined;
  private readonly callers: Limit | undefined;
  private readonly costs: Limit | undefined;
  private readonly elements: Limit | undefined;
  private readonly signIns: Limit;
  /** Rejected codes of gift cards. */
  readonly giftCardGuesses: GuessLimit;
  /** Rejected codes of coupons. */
  readonly couponGuesses: GuessLimit;
  /** Orders that shoppers try to place. */
  readonly orders: Orders;
  /** Budgets for the bytes of request bodies in memory at a time. */
  readonly bodies: BodyBudgets;

  constructor(settings: Settings, counters: Counters = countInMemory) {
    const limitOf = (name: string, rate: number) => (rate > 0 ? new Limit(name, rate, counters) : undefined);
    this.addresses = limitOf("address", settings.PORTICO_ADDRESS_RATE);
    this.callers = limitOf("caller", settings.PORTICO_CALLER_RATE);
    this.costs = limitOf("graphql-cost", settings.PORTICO_GRAPHQL_RATE);
    this.elements = limitOf("bulk-elements", settings.PORTICO_BULK_RATE);
    this.signIns = new Limit("sign-in", settings.PORTICO_SIGN_IN_RATE, counters);
    this.giftCardGuesses = new GuessLimit(counters, "gift-card", maxGiftCardGuesses);
    this.couponGuesses = new GuessLimit(counters, "coupon", settings.PORTICO_COUPON_GUESSES);
    this.orders = new Orders(counters);
    this.bodies = new BodyBudgets(settings);
  }

  /** Counts a call from an address. Returns undefined without a limit, to avoid needless waiting. */
  countByAddress(address: string | undefined, response: ServerResponse): Promise<void> | undefined {
    return this.addresses?.count(address ?? "", response);
  }

  /** Counts a call of a known caller; guests count by address only. */
  countByCaller(actor: Actor, response: ServerResponse): Promise<void> | undefined {
    return actor.type === UserType.guest ? undefined : this.callers?.count(callerKey({ actor }), response);
  }

  /** Counts the cost of a GraphQL document. Throws 429 over the limit. */
  countGraphqlCost(counted: Counted, cost: number, response?: ServerResponse): Promise<void> | undefined {
    return this.costs?.countWork(callerKey(counted), response, cost);
  }

  /** Counts the elements of a bulk. Throws 429 over the limit. */
  countElements(counted: Counted, elements: number, response?: ServerResponse): Promise<void> | undefined {
    return this.elements?.countWork(callerKey(counted), response, elements);
  }

  /** Counts an attempt to sign in or to fetch a token. Throws 429 over the limit. */
  countSignIn(address: string | undefined, response?: ServerResponse): Promise<void> {
    return this.signIns.count(address ?? "", response);
  }

  /** Returns the limits of a caller, and the points left in the current minute. */
  read(counted: Counted): Promise<CallLimit[]> {
    const byAddress = [this.addresses, this.signIns].map((limit) => limit?.read(counted.address ?? ""));
    const callers = counted.actor.type === UserType.guest ? undefined : this.callers;
    const byCaller = [callers, this.costs, this.elements].map((limit) => limit?.read(callerKey(counted)));
    return Promise.all([...byAddress, ...byCaller].filter((read) => read !== undefined));
  }
}
