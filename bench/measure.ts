import type pg from "pg";
import type { ServerProcess } from "./server-process.js";

/** What a measure works with: both servers over the same database, and the products in it. */
export interface Bench {
  /** The API, started as documented, with an administrator's token. */
  readonly ours: Target;
  /** Express and `pg` with one statement for the job, and nothing else. */
  readonly baseline: Target;
  /** SKUs of the products, simple ones, by number. */
  readonly skus: readonly string[];
  /** The database that both servers use, for looking at what they did. */
  readonly database: pg.Client;
  /** Starts another process of the API on the same database. */
  readonly startOurs: (settings?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
  /** Starts another process of a baseline, of that name, on the same database. */
  readonly startBaseline: (name?: string, settings?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
  /** The settings under which other processes reach the database. */
  readonly settings: { readonly DATABASE_URL: string };
}

/** A server that is measured. */
export interface Target {
  readonly url: string;
  /** Headers that every request to it carries. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What came out. `ours / baseline` is the ratio, where both were measured. */
export interface Outcome {
  readonly ours: number;
  readonly baseline?: number;
}

/** What the outcome is to be: a ratio to the baseline, or a figure of ours alone. */
export interface Goal {
  readonly of: "ratio" | "ours";
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What is hoped for beyond the goal. */
  readonly aim?: number;
}

/** One line of the table. */
export interface Measure {
  /** What `--only` takes. */
  readonly name: string;
  /** The work in words, Markdown. */
  readonly title: string;
  readonly unit: "ms" | "requests/s" | "operations/s" | "MB";
  readonly goal: Goal;
  readonly run: (bench: Bench) => Promise<Outcome>;
}
