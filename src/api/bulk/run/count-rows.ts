import type { Outcome } from "../queue/operations.sql.js";

type Rows = Outcome["rows"];

/**
 * Returns the rows of an operation that succeeded, and how many of them failed; null if it has no rows. Three answers
 * count rows: a list of the rows that failed, as price calls return it, the counts of a part of a price file, and the
 * prices that an undo restored and left.
 */
export function countRows(answer: unknown, args: Readonly<Record<string, unknown>>): Rows {
  if (Array.isArray(answer)) return answer.every(isFailedRow) ? listedRows(args, answer.length) : null;
  if (typeof answer !== "object" || answer === null) return null;
  if ("restored" in answer && "left" in answer) return undoneRows(answer);
  return "written" in answer && "failed" in answer ? summedRows(answer) : null;
}

/** Returns the rows of an operation that failed as a whole; null if it has no rows. */
export function failedRowsOf(payload: string): Rows {
  const total = rowsSent(JSON.parse(payload) as Readonly<Record<string, unknown>>);
  return total === undefined ? null : { total, failed: total };
}

const isFailedRow = (row: unknown) =>
  typeof row === "object" && row !== null && "message" in row && "parameters" in row && typeof row.message === "string";

/** An empty list is the answer of many operations. It is about rows if the call consists of a list. */
function listedRows(args: Readonly<Record<string, unknown>>, failed: number): Rows {
  const sent = rowsSent(args);
  return sent === undefined && failed === 0 ? null : { total: Math.max(sent ?? 0, failed), failed };
}

/** Returns the number of rows that a call sends; undefined unless its only argument is a list. */
function rowsSent(args: Readonly<Record<string, unknown>>): number | undefined {
  const [only, ...others] = Object.values(args).filter((value) => value != null);
  return Array.isArray(only) && others.length === 0 ? only.length : undefined;
}

function undoneRows({ restored, left }: { readonly restored: unknown; readonly left: unknown }): Rows {
  if (typeof restored !== "number" || !Array.isArray(left)) return null;
  return { total: restored + left.length, failed: left.length };
}

function summedRows(counts: object): Rows {
  const numbers = Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  const failed = numbers.find(([name]) => name === "failed")?.[1] ?? 0;
  return { total: numbers.reduce((sum, [, count]) => sum + count, 0), failed };
}
