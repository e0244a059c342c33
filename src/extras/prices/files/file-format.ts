import type { PriceKind } from "../../../commerce/pricing/closed-sets.types.js";
import type { DecimalSign } from "./values/numbers.js";

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

/** How the rows of a file are stored: as lines of CSV, or as lines of JSON objects. */
type StoredFormat = "csv" | "ndjson";

/** How the cells of a file are read. It is decided once for the whole file. */
export interface Reading {
  /** The name of the recognized form. */
  readonly form: string;
  /** The format of the file as it was sent. */
  readonly source: "csv" | "ndjson" | "json" | "xlsx";
  /** The line of the header; 0 if there is none. */
  readonly headerLine: number;
  /** For each column of a CSV file, the field that it sets; empty if it is left out. */
  readonly fields: readonly string[];
  /** Fields by the lower-case name of a member of a JSON object; `*` is empty if all other members are left out. */
  readonly members: Readonly<Record<string, string>>;
  /** The kind of the rows without a kind. */
  readonly kind: PriceKind;
  readonly decimal: DecimalSign;
  /** Whether the decimal separator is known, so that thousands separators can be told from it. */
  readonly allowsGroups: boolean;
  /** Whether an empty cell deletes what it would set. */
  readonly emptyDeletes: boolean;
}

/** The format of a file. */
export interface FileFormat {
  readonly format: StoredFormat;
  /** The separator of a CSV file. */
  readonly delimiter: string;
  /** The columns of a CSV file as they are named there, in their order. */
  readonly columns: readonly string[];
  readonly reading: Reading;
}

/** The reading of a file that has Portico's own columns. */
export const ownReading: Reading = {
  form: "portico",
  source: "csv",
  headerLine: 1,
  fields: [],
  members: {},
  kind: "base",
  decimal: ".",
  allowsGroups: true,
  emptyDeletes: false,
};

/** Whether a name is a column of a file. */
export const isFileColumn = (name: string): name is FileColumn => (fileColumns as readonly string[]).includes(name);

/** Whether a name is a column that an import ignores. */
export const isFailureColumn = (name: string): boolean =>
  (failureColumns as readonly string[]).includes(name.toLowerCase());

/** Returns the header of a file; empty for NDJSON, which has none. */
export function headerOf({ format, delimiter, columns }: FileFormat, more: readonly string[] = []): string {
  return format === "csv" ? csvLine([...columns, ...more], delimiter) : "";
}

/**
 * Makes spreadsheets show an exported cell as text that they would run as a formula: it gets an apostrophe, which an import
 * removes. So does a cell that has the apostrophe already, so that an import reads each cell as it was.
 */
export const asText = (cell: string): string => (/^'*[=+\-@]/.test(cell) ? `'${cell}` : cell);

/** Returns the value of a cell of a file, without blanks around it and without the apostrophe of `asText`. */
export function cellValue(cell: string): string {
  const value = cell.trim();
  return value.startsWith("'") && /^'+[=+\-@]/.test(value) ? value.slice(1) : value;
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

const mustQuote = /[",;\t|\r\n]|^\s|\s$/;
