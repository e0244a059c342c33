import Papa from "papaparse";
import { inputError } from "../../../api/call/errors.js";

/** Columns of a file, in the order in which an export writes them. */
export const fileColumns = [
  "kind",
  "sku",
  "store_id",
  "website_id",
  "customer_group",
  "quantity",
  "price",
  "price_type",
  "price_from",
  "price_to",
] as const;

export type FileColumn = (typeof fileColumns)[number];

/** Additional columns of a file of failed rows. An import ignores them, so the file can be sent again. */
export const failureColumns = ["code", "message"] as const;

const required = ["kind", "sku", "price"] as const;

/** The format of a file. */
export interface FileFormat {
  readonly format: "csv" | "ndjson";
  /** The separator of a CSV file. */
  readonly delimiter: string;
  /** The columns of a CSV file, in their order. */
  readonly columns: readonly string[];
}

export const ndjson: FileFormat = { format: "ndjson", delimiter: ",", columns: [] };

/** The format of an exported CSV file. */
export const exportedCsv: FileFormat = { format: "csv", delimiter: ",", columns: fileColumns };

/** Whether a name is a column of a file. */
export const isFileColumn = (name: string): name is FileColumn => (fileColumns as readonly string[]).includes(name);

/** Whether a name is a column that an import ignores. */
export const isFailureColumn = (name: string): boolean => (failureColumns as readonly string[]).includes(name);

/** Reads the first line of a CSV file. Throws 400 for missing, unknown and repeated columns. */
export function readHeader(line: string): FileFormat {
  const delimiter = count(line, ";") > count(line, ",") ? ";" : ",";
  const { data, errors } = Papa.parse<string[]>(line, { delimiter, newline: "\n" });
  const columns = (data[0] ?? []).map((name) => name.trim().toLowerCase());
  if (errors.length > 0 || line.includes("\r")) throw headerError("%line cannot be read", { line: short(line) });
  const unknown = columns.find((name) => !isFileColumn(name) && !isFailureColumn(name));
  if (unknown !== undefined)
    throw headerError("the column %column is unknown", { column: JSON.stringify(short(unknown)) });
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) throw headerError("the column %column is repeated", { column: repeated });
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw headerError("the column %columns is missing", { columns: missing.join(", ") });
  return { format: "csv", delimiter, columns };
}

const headerError = (reason: string, parameters: Readonly<Record<string, string>>) =>
  inputError(
    `The header of the file is invalid: ${reason}. The columns are %known, separated by commas or semicolons.`,
    {
      ...parameters,
      known: fileColumns.join(", "),
    },
  );

const count = (text: string, character: string) => text.split(character).length;

const short = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** Returns the header of a file; empty for NDJSON, which has none. */
export function headerOf({ format, delimiter, columns }: FileFormat, more: readonly string[] = []): string {
  return format === "csv" ? `${[...columns, ...more].join(delimiter)}\n` : "";
}

/** Formats the values of a row as a line of CSV. */
export function csvLine(values: readonly string[], delimiter: string): string {
  let line = "";
  for (const [index, value] of values.entries()) {
    if (index > 0) line += delimiter;
    line += mustQuote.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  }
  return `${line}\n`;
}

const mustQuote = /[",;\r\n]|^\s|\s$/;
