import type pg from "pg";
import type { ServerProcess } from "./server-process.js";

/** The environment of a measure: both servers on the same database, and its products. */
export interface Bench {
  /** The API, started as documented, with an administrator's token. */
  readonly ours: Target;
  /** Express and `pg` with one statement per job. */
  readonly baseline: Target;
  /** SKUs of the simple products, by number. */
  readonly skus: readonly string[];
  /** The database of both servers, for checking their effects. */
  readonly database: pg.Client;
  /** Starts another process of the API on the same database. */
  readonly startOurs: (settings?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
  /** Starts another process of the named baseline on the same database. */
  readonly startBaseline: (name?: string, settings?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
  /** The settings for other processes to reach the database. */
  readonly settings: { readonly DATABASE_URL: string };
}

/** A measured server. */
export interface Target {
  readonly url: string;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The result. `ours / baseline` is the ratio, if both were measured. */
export interface Outcome {
  readonly ours: number;
  readonly baseline?: number;
}

/** The goal: a ratio to the baseline, or an absolute figure. */
export interface Goal {
  readonly of: "ratio" | "ours";
  readonly atMost?: number;
  readonly atLeast?: number;
  /** A more ambitious value than the goal. */
  readonly aim?: number;
}

/** One row of the table. */
export interface Measure {
  /** Name for `--only`. */
  readonly name: string;
  /** Description of the work in Markdown. */
  readonly title: string;
  readonly unit: "ms" | "requests/s" | "operations/s" | "rows/s" | "products/s" | "MB";
  readonly goal: Goal;
  readonly run: (bench: Bench) => Promise<Outcome>;
}
