import type { Logger } from "pino";
import type { Db } from "../../platform/db/database.js";

/** The outcome of calls that will be rolled back. */
export interface Previewed {
  /** The transaction in which they ran. */
  readonly db: Db;
  /** Request id of the calls, which no other call has. */
  readonly requestId: string;
  /** What each call returned, or the error that it threw. */
  readonly outcomes: readonly Outcome[];
  readonly log: Logger;
}

export type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** Describes the effects of calls as JSON, in the transaction in which they ran. */
export type Describe = (previewed: Previewed) => Promise<string>;

/** The preview of a route. */
export interface Preview {
  readonly describe: Describe;
  /** Media type of the description, which is JSON. */
  readonly mediaType: string;
  /** JSON schema of the description. */
  readonly schema: object;
}
