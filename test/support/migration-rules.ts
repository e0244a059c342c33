import { contractStep } from "../../src/platform/db/migrations/compatibility.js";

/** What the previous release would not survive, in the words of a report. Matched against one statement in lower case. */
const forbidden: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /\bdrop (?:table|view|materialized view|schema|type|domain|function|procedure|sequence|extension)\b/,
    "drops an object",
  ],
  [/\balter table\b.*\bdrop (?!constraint\b|default\b|not null\b|expression\b|identity\b)/, "drops a column"],
  [/\bdrop (?:default|expression|identity)\b/, "drops a default"],
  [/\balter (?!index\b).*\brename (?!constraint\b)/, "renames a table, a column or a value"],
  [/\balter (?:column )?\S+ (?:set data )?type\b/, "changes the type of a column"],
  [/\bset not null\b/, "makes a column required"],
  [/\bset schema\b/, "moves an object"],
  [/\btruncate\b|\bdelete from\b/, "deletes rows"],
];

/** Constraints that writes of the previous release may violate, on a table that it already knows. */
const constraint =
  /\badd (?:constraint \S+ )?(?:unique|primary key|check|exclude|foreign key)\b|\bcreate unique index\b|\badd (?:column )?[^,]*\b(?:unique|check|references)\b/;

/**
 * Returns what a migration does that the previous release cannot work with, as `drops a column: alter table …`; nothing for
 * one that only expands the schema, and for a contract step that says since which of the given releases nothing uses it.
 */
export function incompatibleSteps(sql: string, releases: readonly string[]): string[] {
  const declared = contractStep.exec(sql)?.[1];
  if (declared !== undefined && releases.includes(declared)) return [];
  const statements = statementsOf(sql);
  const created = new Set(statements.map((statement) => tableAfter(statement, "create table")));
  const found = statements.flatMap((statement) =>
    faultsOf(statement, created).map((what) => `${what}: ${statement.slice(0, 100)}`),
  );
  return declared === undefined ? found : [`names release ${declared}, which does not exist`, ...found];
}

function faultsOf(statement: string, created: ReadonlySet<string | undefined>): string[] {
  const table = tableAfter(statement, "alter table") ?? tableAfter(statement, "create unique index \\S+ on");
  // A table that the migration itself creates is unknown to the previous release.
  if (table !== undefined && created.has(table)) return [];
  const faults = forbidden.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what);
  if (constraint.test(statement)) faults.push("adds a constraint to an existing table");
  if (addsRequiredColumn(statement)) faults.push("adds a required column without a default");
  return faults;
}

function addsRequiredColumn(statement: string): boolean {
  if (!statement.startsWith("alter table")) return false;
  const additions = statement.split(/\badd (?!constraint\b)(?:column )?/).slice(1);
  return additions.some((addition) => /\bnot null\b/.test(addition) && !/\b(?:default|generated)\b/.test(addition));
}

/** Returns the table that a statement names after these words. */
const tableAfter = (statement: string, words: string): string | undefined =>
  new RegExp(`\\b${words} (?:only )?(\\S+?)(?:\\s|\\(|$)`).exec(statement)?.[1];

/** Returns the statements in lower case, without comments, quotes, `if exists` and line breaks. Bodies of blocks count, too. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, "")
    .replace(/\/\*.*?\*\//gs, "")
    .toLowerCase()
    .replace(/"/g, "")
    .replace(/\bif (?:not )?exists\b|\bconcurrently\b/g, "")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
