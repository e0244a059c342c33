import type { IncomingMessage } from "node:http";
import type { GraphQLResolveInfo } from "graphql";
import type { Logger } from "pino";
import type { Actor } from "../auth/actor.js";
import type { ActorKey } from "../auth/actors.sql.js";
import type { Authentication } from "../auth/tokens/bearer.sql.js";
import type { RateLimits } from "../auth/limits/rate-limits.js";
import type { Config } from "../../config.js";
import type { Database, Db } from "../../platform/db/database.js";
import type { AnsweredRequest } from "../http/request-observer.js";
import type { Observable } from "../../platform/process/observable.js";
import type { SchemaWatch } from "../../platform/db/migrations/schema-watch.js";
import type { StorageGuard } from "../../platform/process/storage-guard.js";
import type { Context, StoreScope } from "./context.js";
import { temporarilyUnavailable, WebapiError } from "./errors.js";
import type { Resolvers } from "./method-call.js";

/** The parts of the process that every transport uses. */
export interface Kernel {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** Finds the store view of a code; undefined for an unknown code. */
  readonly scopeOf: (code: string | undefined) => Promise<StoreScope | undefined>;
  /** Reads the store views for several calls that run in one transaction. */
  readonly scopesWithin: (tx: Db) => Promise<(code: string | undefined) => StoreScope | undefined>;
  /**
   * Identifies the caller by the header `Authorization`, or else by the cookie of a session. Throws 400 or 401 only for
   * an OAuth signature that is malformed or invalid.
   */
  readonly authenticate: (request: IncomingMessage) => Promise<Authentication>;
  /** Loads callers with their current rights. */
  readonly loadActors: (db: Db, keys: readonly ActorKey[]) => Promise<(key: ActorKey) => Actor>;
  readonly limits: RateLimits;
  /** Refuses writes while the disk of the embedded database is nearly full; undefined with PostgreSQL. */
  readonly storage: StorageGuard | undefined;
  /** Refuses writes while the database has the schema of another release. */
  readonly schema: SchemaWatch;
  readonly resolvers: Resolvers;
  /** Modules of contracts whose queries may read from standbys. */
  readonly standbyModules: ReadonlySet<string>;
  /** Publishes answered requests, for metrics. */
  readonly requests: Observable<AnsweredRequest>;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** Seconds after which a client may try again while the disk is nearly full. */
export const retryAfterFullDisk = 60;

/** 507 for a write while the disk of the embedded database is nearly full. */
const insufficientStorage = () =>
  new WebapiError("INSUFFICIENT_STORAGE", "The disk of the service is nearly full. Try again in %seconds seconds.", {
    parameters: { seconds: retryAfterFullDisk },
    retryAfter: retryAfterFullDisk,
  });

/** Throws 507 for a write while the disk is nearly full, and 503 while the database has the schema of another release. */
export function requireWritable({
  storage,
  schema,
}: Pick<Kernel, "storage"> & { readonly schema: Pick<SchemaWatch, "difference"> }): void {
  if (storage?.isLow) throw insufficientStorage();
  if (schema.difference !== undefined) throw temporarilyUnavailable();
}

/** What the documents of a GraphQL request have used. */
export interface AnswerAllowance {
  cost: number;
  /** Operations and edges. */
  loads: number;
  introspections: number;
  /** Adds the text of a document that the request sent. */
  addDocument(text: string): void;
  /** Throws an error for an answer that would be too long. */
  count(bytes: number, info: GraphQLResolveInfo): void;
}

/** The context of a GraphQL request. All kernels of a process share the schema, so the request has its kernel. */
export interface GraphqlContext extends Context {
  readonly kernel: Kernel;
  /** What the documents of the request may still use; absent for subscriptions. */
  readonly allowance?: AnswerAllowance;
  /** Set for a mutation with an `Idempotency-Key`. */
  keyed?: KeyedMutation;
}

/**
 * A mutation with an `Idempotency-Key`. It runs in the transaction of the key, and its failure is answered after the
 * rollback.
 */
export interface KeyedMutation {
  /** The error of the mutation. */
  failure?: { readonly error: unknown };
}
