import { cpus, totalmem } from "node:os";
import type { Goal, Measure, Outcome } from "./measure.js";

/** One row of the table: a measure and its outcome. */
export interface Result {
  readonly measure: Measure;
  readonly outcome: Outcome;
}

/** Whether the goal was reached. */
export function isReached({ measure: { goal }, outcome }: Result): boolean {
  const figure = goal.of === "ours" ? outcome.ours : ratio(outcome);
  return figure <= (goal.atMost ?? Infinity) && figure >= (goal.atLeast ?? -Infinity);
}

/** Returns our figure divided by the baseline's. */
export const ratio = ({ ours, baseline = NaN }: Outcome): number => ours / baseline;

/** Returns the results as a Markdown table, with a line about the machine. */
export function table(results: readonly Result[], postgresVersion: string): string {
  const rows = results.map((result) => {
    const { measure, outcome } = result;
    const { baseline } = outcome;
    return [
      measure.title,
      figure(outcome.ours, measure.unit),
      baseline === undefined ? "" : figure(baseline, measure.unit),
      baseline === undefined ? "" : ratio(outcome).toFixed(2),
      `${goalText(measure)}${isReached(result) ? "" : " **(missed)**"}`,
    ];
  });
  const lines = [["work", "Portico", "baseline", "ratio", "goal"], ["---", "---:", "---:", "---:", "---"], ...rows];
  return [
    `${machine(postgresVersion)}; medians of alternating runs. Rows measured alone can be of a machine of another speed: compare ratios.`,
    "",
    ...lines.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}

const workOf = (line: string): string => line.split(" | ")[0]?.replace("|", "").trim() ?? "";

/**
 * Returns a table in which the rows of a later run replace those of the same work. New rows are appended. Throws if the
 * table was measured on another day or machine, because its first line applies to all rows.
 */
export function withRows(table: string, later: string): string {
  const rowsOf = (text: string) => text.split("\n").filter((line) => line.startsWith("| ") && !/^\| -+/.test(line));
  const [about, ...lines] = table.split("\n");
  if (!later.startsWith(`${about}\n`))
    throw new Error("The table was measured on another day or machine. Run all measures again.");
  const rows = new Map(rowsOf(later).map((line) => [workOf(line), line]));
  const known = new Set(rowsOf(table).map(workOf));
  const added = [...rows].filter(([work]) => !known.has(work)).map(([, line]) => line);
  return [about, ...lines.map((line) => rows.get(workOf(line)) ?? line), ...added].join("\n");
}

/** Returns the first line of a table, its heading and the rows of some of the work, in the order of the table. */
export function withOnly(table: string, works: readonly string[]): string {
  const known = new Set(table.split("\n").map(workOf));
  const missing = works.filter((work) => !known.has(work));
  if (missing.length > 0) throw new Error(`The table lacks ${missing.join(", ")}.`);
  const isKept = (line: string) =>
    !line.startsWith("| ") || /^\| (?:work |-+)/.test(line) || works.includes(workOf(line));
  return table.split("\n").filter(isKept).join("\n");
}

/** Returns the day and the machine of a measurement. */
export function machine(postgresVersion: string): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return (
    `Measured on ${day}: ${cpus().length} cores (client, server and database share them), ${gibibytes} GiB, ` +
    `Node.js ${process.versions.node}, PostgreSQL ${postgresVersion}`
  );
}

const figure = (value: number, unit: Measure["unit"]): string => {
  const digits = value < 10 ? 1 : 0;
  const number = value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit.endsWith("/s") ? `${number}/s` : `${number} ${unit}`;
};

function goalText({ goal, unit }: Measure): string {
  const aim = goal.aim === undefined ? "" : ` (aim ${goal.aim})`;
  return `${limitText(goal, goal.of === "ours" ? ` ${unit}` : "")}${aim}`;
}

const limitText = ({ atMost, atLeast }: Goal, unit: string): string =>
  atMost === undefined ? `at least ${atLeast}${unit}` : `at most ${atMost.toLocaleString("en-US")}${unit}`;
