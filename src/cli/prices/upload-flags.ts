import type { Command } from "commander";

/** The options of an import that are parameters of its route. */
export interface UploadFlags {
  readonly policy?: string;
  readonly format?: string;
  readonly kind?: string;
  readonly decimal?: string;
  readonly empty?: string;
  readonly charset?: string;
  readonly sheet?: string;
  readonly headerLine?: string;
  readonly columns?: string;
  readonly mapping?: string;
}

const parameters = [
  ...([
    "policy",
    "format",
    "kind",
    "decimal",
    "empty",
    "charset",
    "sheet",
    "headerLine",
    "columns",
    "mapping",
  ] as const),
];

/** Adds the options to a command. */
export const withUploadFlags = (command: Command): Command =>
  command
    .option("--policy <policy>", "if rows fail: skip-failed, all-or-nothing or stop-after:N; default: skip-failed")
    .option("--format <format>", "csv, ndjson, json or xlsx; default: the content decides")
    .option("--kind <kind>", "kind of the prices of rows without a kind; default: base")
    .option("--decimal <sign>", "decimal separator: . or , default: the cells of the file decide")
    .option("--empty <choice>", "empty cells: keep or delete; default: keep")
    .option("--charset <name>", "charset of the file, for example windows-1252; default: UTF-8")
    .option("--sheet <name>", "sheet of a workbook; default: the first one")
    .option("--header-line <number>", "line of the header; default: it is found")
    .option("--columns <columns>", "ignore, or a JSON object of fields by the name of the column")
    .option("--mapping <name>", "saved mapping of columns");

/** Returns the query of an import with the given options. */
export function queryOf(flags: UploadFlags): string {
  const query = new URLSearchParams();
  for (const name of parameters) {
    const value = flags[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}
