import type { Logger } from "pino";
import type { Actor } from "../auth/actor.js";
import type { Config } from "../config.js";
import type { Db } from "../db/database.js";
import type { Deferral } from "./deferral.js";
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
  readonly scope: StoreScope;
  /** For a mutation, the transaction that it runs in: all it writes is kept or none is. */
  readonly db: Db;
  readonly config: Config;
  readonly log: Logger;
  readonly requestId: string;
  /** W3C trace context that the call came with. */
  readonly traceparent?: string | undefined;
  /** Calls that are accepted now and run later. */
  readonly deferral: Deferral;
  /** Which parts of the answer are wanted; absent: all. */
  readonly selection?: Selection | undefined;
}
