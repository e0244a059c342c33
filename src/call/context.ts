import type { Logger } from "pino";
import type { Actor } from "../auth/actor.js";
import type { BearerReason } from "../auth/bearer.sql.js";
import type { RateLimits } from "../auth/limits/rate-limits.js";
import type { Config } from "../config.js";
import type { Db } from "../db/database.js";
import type { MediaLibrary } from "../media/media-library.js";
import type { AsyncQueue } from "./async-queue.js";
import type { HttpExchange } from "../http/http-exchange.js";
import type { Selection } from "./selection.js";

/** Which store view a call is about. */
export interface StoreScope {
  /** 0 for `all`; the default store view's id where no code was given. */
  readonly storeId: number;
  readonly websiteId: number;
  readonly code: string;
  /** How the caller said it: not at all, `all`, or a store view's code. */
  readonly given: "none" | "all" | "code";
}

/** What an operation knows of the call: always an argument, never ambient. */
export interface Context {
  readonly actor: Actor;
  /** How it was found out who calls; absent for calls that run later. */
  readonly reason?: BearerReason;
  readonly scope: StoreScope;
  /** For a mutation, the transaction that it runs in: all it writes is kept or none is. See `OwnTransaction`. */
  readonly db: Db;
  readonly config: Config;
  readonly log: Logger;
  readonly requestId: string;
  /** IP address of the client; absent for calls that run later. */
  readonly address?: string | undefined;
  /** The HTTP request that it came by, for what is about cookies; absent for calls that run later. */
  readonly exchange?: HttpExchange | undefined;
  /** W3C trace context that the call came with. */
  readonly traceparent?: string | undefined;
  /** Names of the Magento modules whose routes are offered. */
  readonly modules: readonly string[];
  /** Calls that are accepted now and run later. */
  readonly asyncQueue: AsyncQueue;
  /** How many calls are admitted. */
  readonly limits: RateLimits;
  /** Where images are kept. */
  readonly media: MediaLibrary;
  /** Which parts of the answer are wanted; absent: all. */
  readonly selection?: Selection | undefined;
}
