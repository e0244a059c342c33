import { createHash } from "node:crypto";
import pg from "pg";

// Dates are sent in UTC, regardless of the time zone of the process.
pg.defaults.parseInputDatesAsUTC = true;

/** Type ids of PostgreSQL, and those of their arrays. */
const oid = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 };
const arrayOid = { int8: 1016, text: 1009, date: 1182, timestamp: 1115, timestamptz: 1185, numeric: 1231 };

type Parser = (text: string) => unknown;

const asStored: Parser = (text) => text;
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- its enum has no arrays
const listOf = pg.types.getTypeParser(arrayOid.text, "text") as (text: string) => (string | null)[];
const countsOf: Parser = (text) => listOf(text).map((count) => (count === null ? null : Number(count)));

/** Parsers of values, for SQL and for models: timestamps, dates and decimals stay text, and bigint becomes a number. */
export const storedParsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [oid.int8, Number],
  [arrayOid.int8, countsOf],
  ...(["date", "timestamp", "timestamptz", "numeric"] as const).flatMap((type): [number, Parser][] => [
    [oid[type], asStored],
    [arrayOid[type], listOf],
  ]),
]);

/** Parsers of `Db.query`: those of `storedParsers`, and the defaults of `pg`, which parse JSON. */
export const storedTypes = new pg.TypeOverrides();
for (const [type, parser] of storedParsers) storedTypes.setTypeParser(type, parser);

const plannedAnewMark = "/* planned anew */";

/**
 * Marks a statement that the database plans each time. A prepared statement keeps its plan after a few calls, and a plan
 * for an empty queue reads all rows of a long one.
 */
export const plannedAnew = (text: string): string => `${plannedAnewMark} ${text.trimStart()}`;

const timesUntilNamed = 3;
const maxNames = 1_000;
const maxCandidates = 10_000;

/**
 * Names for prepared statements. A text gets a name on its third use, and the number of names is limited: a server keeps
 * every named statement of a connection, and texts composed for single searches would fill its memory.
 */
export class StatementNames {
  /** Maximum number of names. */
  readonly limit = maxNames;
  private readonly names = new Map<string, string>();
  private readonly seen = new Map<string, number>();
  /** Number of names that were dropped. */
  private dropped = 0;

  /** Number of names so far. */
  get size(): number {
    return this.names.size;
  }

  /** Returns the name of a statement; undefined if it has none, because it is rare or planned each time. */
  of(text: string): string | undefined {
    if (text.startsWith(plannedAnewMark)) return undefined;
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= this.limit) return name;
    const times = (this.seen.get(text) ?? 0) + 1;
    if (times < timesUntilNamed) {
      if (this.seen.size >= maxCandidates) this.seen.clear();
      this.seen.set(text, times);
      return undefined;
    }
    this.seen.delete(text);
    const given = `portico_${createHash("sha256").update(`${this.dropped} ${text}`).digest("base64url").slice(0, 20)}`;
    this.names.set(text, given);
    return given;
  }

  /** Drops the name of a statement. If it gets one again, it is another, under which no connection has prepared it. */
  drop(text: string): void {
    if (this.names.delete(text)) this.dropped += 1;
  }
}
