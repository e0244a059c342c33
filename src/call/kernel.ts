import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import type { Authentication, Meanwhile } from "../auth/bearer.sql.js";
import type { RateLimits } from "../auth/limits/rate-limits.js";
import type { Config } from "../config.js";
import type { Database, Db } from "../db/database.js";
import type { AnsweredRequest } from "../http/answered-requests.js";
import type { Observable } from "../process/observable.js";
import type { Context, StoreScope } from "./context.js";
import type { Resolvers } from "./method-call.js";

/** What every transport needs from the process. */
export interface Kernel {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** Finds the store view of a code; undefined for an unknown code. */
  readonly scopeOf: (code: string | undefined) => Promise<StoreScope | undefined>;
  /** Reads the store views for several calls that run in one transaction. */
  readonly scopesWithin: (tx: Db) => Promise<(code: string | undefined) => StoreScope | undefined>;
  /**
   * Identifies the caller by the header `Authorization`, or else by the cookie of a session. Throws 400 and 401 only for an
   * OAuth signature that is malformed or proves nothing. Calls `meanwhile` when it is about to look up a bearer token.
   */
  readonly authenticate: (request: IncomingMessage, meanwhile?: Meanwhile) => Promise<Authentication>;
  readonly limits: RateLimits;
  readonly resolvers: Resolvers;
  /** Notifies of requests that were answered, for metrics. */
  readonly requests: Observable<AnsweredRequest>;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** The context of a GraphQL request: the schema belongs to all kernels of a process, so the request brings its own. */
export interface GraphqlContext extends Context {
  readonly kernel: Kernel;
  /** Set for a mutation with an `Idempotency-Key`. */
  keyed?: KeyedMutation;
}

/** A mutation with an `Idempotency-Key`: it runs within the transaction of the key, and its failure is answered after the rollback. */
export interface KeyedMutation {
  /** What the mutation threw. */
  failure?: { readonly error: unknown };
}
