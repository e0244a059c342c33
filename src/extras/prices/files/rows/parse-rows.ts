import { asText, csvLine, type FileFormat, isFailureColumn } from "../file-format.js";
import type { ShopWords } from "../values/shop-words.js";
import type { FileRow, RowPlace } from "./file-row.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import { parseCsv, type PartText } from "./formats/csv-rows.js";
import { parseNdjson } from "./formats/json-rows.js";

/** Parses the rows of a part. A row that cannot be read has a failure. Rows whose cells are all empty are left out. */
export const parseRows = (text: PartText, format: FileFormat, words: ShopWords): FileRow[] =>
  format.format === "csv" ? parseCsv(text, format, words) : parseNdjson(text, format, words);

/** Formats a row in the format of its file, with the reason why it failed or deserves a look. */
const lineWithReason = (row: RowPlace, reason: RowFailure, format: FileFormat): string =>
  format.format === "ndjson" ? jsonLineWithReason(row, reason) : csvLineWithReason(row, reason, format);

/** Returns rows with their reasons, in the format of their file and in their order. `reasons` are by record. */
export function linesOf(
  rows: readonly RowPlace[],
  reasons: ReadonlyMap<number, RowFailure>,
  format: FileFormat,
): string {
  if (reasons.size === 0) return "";
  const lines: string[] = [];
  let record = -1;
  for (const row of rows) {
    const reason = row.record === record ? undefined : reasons.get(row.record);
    record = row.record;
    if (reason) lines.push(lineWithReason(row, reason, format));
  }
  return lines.join("");
}

/** Returns the values of a row of CSV as it was sent: a line without quotation marks, or its values. */
export const csvValues = (given: unknown, delimiter: string): readonly string[] =>
  typeof given === "string" ? given.replace(/\r$/, "").split(delimiter) : (given as readonly string[]);

/**
 * Formats a row of CSV with a code and a message. A row with another number of values than the header keeps all of them, and
 * never gets the number of the header, so that it fails again if it is sent again.
 */
function csvLineWithReason({ given }: RowPlace, { code, message }: RowFailure, format: FileFormat): string {
  const { columns, delimiter } = format;
  const values = csvValues(given, delimiter);
  const isWhole = values.length === columns.length;
  const kept = isWhole ? values.filter((_, index) => !isFailureColumn(columns[index] ?? "")) : values;
  const width = columns.filter((name) => !isFailureColumn(name)).length;
  const surplus = !isWhole && kept.length === width ? [""] : [];
  return csvLine([...kept.map(rawAsText), code, message, ...surplus], delimiter);
}

const signedNumber = /^\s*[+-][\d.,]+\s*$/;

/** Does for a cell as it was sent what `asText` does for a value. Numbers, and cells that have the apostrophe, stay as they are. */
const rawAsText = (cell: string) =>
  /^\s*[=+\-@]/.test(cell) && !signedNumber.test(cell) ? asText(cell.trimStart()) : cell;

/** Formats a row of JSON with a code and a message. */
function jsonLineWithReason({ given }: RowPlace, { code, message }: RowFailure): string {
  const row = typeof given === "object" && given !== null && !Array.isArray(given) ? given : { line: given };
  return `${JSON.stringify({ ...row, code, message })}\n`;
}
