import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import type { Authentication } from "../auth/bearer.sql.js";
import type { RateLimits } from "../auth/limits/rate-limits.js";
import type { Config } from "../config.js";
import type { Database, Db } from "../db/database.js";
import type { MediaLibrary } from "../media/media-library.js";
import type { StoreScope } from "./context.js";
import type { AsyncQueue } from "./async-queue.js";

/** What every door needs of the process. */
export interface Kernel {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** Finds the scope that a store code stands for; undefined where no store view has it. */
  readonly scopeOf: (code: string | undefined) => Promise<StoreScope | undefined>;
  /** As `scopeOf`, for several calls that run in one transaction. */
  readonly scopesWithin: (tx: Db) => Promise<(code: string | undefined) => StoreScope | undefined>;
  /** Finds out who sends a request, by its header `Authorization`, or else by the cookie of a session. Throws only for a signature that proves nothing. */
  readonly authenticate: (request: IncomingMessage) => Promise<Authentication>;
  /** Names of the Magento modules whose routes the installed edition offers. */
  readonly modules: readonly string[];
  readonly asyncQueue: AsyncQueue;
  readonly limits: RateLimits;
  readonly media: MediaLibrary;
}
