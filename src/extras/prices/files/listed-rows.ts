import Papa from "papaparse";
import { csvLine, type FileFormat, failureColumns, isFailureColumn } from "./file-format.js";
import type { RowPlace } from "./rows/file-row.js";
import { csvValues } from "./rows/parse-rows.js";

/** Returns the format of a list of failed rows of a file: its columns, then those of the reason. */
export function formatOfList(format: FileFormat): FileFormat {
  const { columns, reading } = format;
  const kept = columns.map((_, index) => index).filter((index) => !isFailureColumn(columns[index] ?? ""));
  const fields = reading.fields.length > 0 ? reading.fields : columns;
  return {
    ...format,
    columns: [...kept.map((index) => columns[index] ?? ""), ...failureColumns],
    reading: { ...reading, fields: [...kept.map((index) => fields[index] ?? ""), ...failureColumns.map(() => "")] },
  };
}

/** Returns the code of a row of a list. `format` is that of the list. */
export function codeOf({ given }: Pick<RowPlace, "given">, { format, columns, delimiter }: FileFormat): string {
  if (format === "ndjson")
    return given !== null && typeof given === "object" && "code" in given ? String(given.code) : "";
  const values = csvValues(given, delimiter);
  if (values.length === columns.length) return values[columns.length - failureColumns.length] ?? "";
  // A row with another number of values than the header ends with its reason, or with one value more.
  return values.at(values.at(-1) === "" ? -3 : -2) ?? "";
}

/** Returns the rows of a list that have one of some codes. `format` is that of the list. */
export function rowsWithCodes(content: string, format: FileFormat, codes: ReadonlySet<string>): string {
  if (format.format === "ndjson") {
    const lines = content.split("\n").filter((line) => line !== "");
    return lines
      .filter((line) => codes.has(codeOf({ given: JSON.parse(line) }, format)))
      .map((line) => `${line}\n`)
      .join("");
  }
  const { data } = Papa.parse<string[]>(content, { delimiter: format.delimiter, newline: "\n" });
  return data
    .filter((values) => codes.has(codeOf({ given: values }, format)))
    .map((values) => csvLine(values, format.delimiter))
    .join("");
}
