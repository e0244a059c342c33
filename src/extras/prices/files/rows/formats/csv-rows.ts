import Papa from "papaparse";
import { cellValue, type FileColumn, fileColumns, type FileFormat } from "../../file-format.js";
import type { ShopWords } from "../../values/shop-words.js";
import { expandRow, isSeveral } from "../expand-row.js";
import { type FileRow, readRow, type RowContext, type RowPlace, unreadableRow } from "../file-row.js";
import type { RowFailure } from "../../../../../commerce/pricing/failure-codes.js";

/** The text of a part of a file. */
export interface PartText {
  readonly content: string;
  readonly firstLine: number;
}

/** Parses CSV rows. */
export function parseCsv({ content, firstLine }: PartText, format: FileFormat, words: ShopWords): FileRow[] {
  const text = content.includes("\r") ? content.replaceAll("\r\n", "\n") : content;
  const reader = new CsvReader(format, words);
  return text.includes('"') ? parseQuoted(text, reader, firstLine) : parsePlain(text, reader, firstLine);
}

/** Parses content without quotation marks, in which each line is a row. Keeps the line, not its values, to save memory. */
function parsePlain(text: string, reader: CsvReader, firstLine: number): FileRow[] {
  const rows: FileRow[] = [];
  let record = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const values = line.split(reader.delimiter);
    if (isBlank(values)) continue;
    reader.read(values, { line: firstLine + index, record, given: line }, rows);
    record += 1;
  }
  return rows;
}

function parseQuoted(text: string, reader: CsvReader, firstLine: number): FileRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: reader.delimiter, newline: "\n" });
  const broken = new Map(errors.map(({ row, message }) => [row, message]));
  const rows: FileRow[] = [];
  let line = firstLine;
  let record = 0;
  for (const [index, values] of data.entries()) {
    const reason = broken.get(index);
    if (!isBlank(values)) {
      const place = { line, record, given: [...values] };
      record += 1;
      if (reason === undefined) reader.read(values, place, rows);
      else rows.push(unreadableRow(place, { code: "invalid_row", message: `Line ${line} cannot be read: ${reason}.` }));
    }
    line += 1;
    for (const value of values) line += value.split("\n").length - 1;
  }
  return rows;
}

/** Whether all cells of a row are empty. */
const isBlank = (values: readonly string[]): boolean =>
  values[0]?.trim() === "" && values.every((text) => text.trim() === "");

/** Turns the values of CSV lines into rows. */
class CsvReader {
  readonly delimiter: string;
  private readonly width: number;
  private readonly places: Readonly<Record<FileColumn, number>>;
  private readonly context: RowContext;
  private readonly fields: readonly string[];
  private readonly isSeveral: boolean;

  constructor({ delimiter, columns, reading }: FileFormat, words: ShopWords) {
    this.delimiter = delimiter;
    this.width = columns.length;
    const fields = reading.fields.length > 0 ? reading.fields : columns;
    this.fields = fields;
    this.isSeveral = isSeveral(reading.form, fields);
    // A column that the file lacks reads the empty value after the last column.
    const placeOf = (name: FileColumn) => (fields.includes(name) ? fields.indexOf(name) : columns.length);
    this.places = Object.fromEntries(fileColumns.map((name) => [name, placeOf(name)])) as Record<FileColumn, number>;
    const known = new Set<string>(fields);
    this.context = { reading, words, has: (field) => known.has(field) };
  }

  /** Adds the row with the given values, or one for each price of a row with several prices. */
  read(values: string[], place: RowPlace, rows: FileRow[]): void {
    const { places, width, context } = this;
    if (values.length !== width) {
      rows.push(unreadableRow(place, countFailure(values, width, place.line)));
      return;
    }
    if (this.isSeveral) {
      const cells = new Map(this.fields.map((field, index) => [field, cellValue(values[index] ?? "")]));
      rows.push(...expandRow(cells, place, context));
      return;
    }
    values.push("");
    const cell = (index: number) => {
      const text = values[index] ?? "";
      return text === "" ? text : cellValue(text);
    };
    const row = {
      kind: cell(places.kind),
      sku: cell(places.sku),
      store_id: cell(places.store_id),
      website_id: cell(places.website_id),
      customer_group: cell(places.customer_group),
      quantity: cell(places.quantity),
      price: cell(places.price),
      price_type: cell(places.price_type),
      price_from: cell(places.price_from),
      price_to: cell(places.price_to),
    };
    rows.push(readRow(row, place, context));
  }
}

const digits = /^\s*[\d.]*\d\s*$/;

/** Returns the failure of a row with too few or too many values. Two numbers in a row are often one with a decimal comma. */
function countFailure(values: readonly string[], width: number, line: number): RowFailure {
  const message = `Line ${line} has ${values.length} values for ${width} columns.`;
  const at = values.findIndex((text, index) => digits.test(text) && /^\s*\d{1,6}\s*$/.test(values[index + 1] ?? ""));
  if (values.length <= width || at < 0) return { code: "invalid_row", message };
  const number = `${values[at]?.trim()},${values[at + 1]?.trim()}`;
  const hint = `Is ${number} a number with a decimal comma? Then write it in quotation marks, or separate the values with semicolons.`;
  return { code: "invalid_row", message: `${message} ${hint}` };
}
