import type { Logger } from "pino";
import type { Authentication } from "../auth/bearer.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import type { StoreScope } from "./context.js";

/** What every door needs of the process. */
export interface Kernel {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** Finds the scope that a store code stands for; undefined where no store view has it. */
  readonly scopeOf: (code: string | undefined) => Promise<StoreScope | undefined>;
  readonly authenticate: (authorization: string | undefined) => Promise<Authentication>;
}
