import Papa from "papaparse";
import { toDecimal } from "../../../../api/contract/scalars.js";
import { hasLongNumber, quoteLongNumbers } from "../../../../api/http/body/long-numbers.js";
import {
  csvLine,
  type FileColumn,
  fileColumns,
  type FileFormat,
  isFailureColumn,
  isFileColumn,
} from "../file-format.js";
import { type PriceKind, priceKind } from "../../closed-sets.types.js";

/** The reason why a row is not applied. */
export interface RowFailure {
  readonly code: string;
  readonly message: string;
}

type Values = Readonly<Record<FileColumn, string>>;

const emptyValues = Object.fromEntries(fileColumns.map((name) => [name, ""])) as Values;

/** A row of a file, with the same fields as the rows of the price routes. */
export interface FileRow {
  /** Line of the file in which the row begins, from 1. */
  readonly line: number;
  readonly kind: PriceKind;
  readonly sku: string;
  readonly store_id: number;
  readonly website_id: number;
  readonly customer_group: string;
  readonly quantity: string | null;
  /** Null deletes the price. */
  readonly price: string | null;
  readonly price_type: string;
  readonly price_from: string | null;
  readonly price_to: string | null;
  /** Set if the row cannot be read. Its values are then placeholders. */
  readonly failure: RowFailure | undefined;
  /** The row as received: the line or the values of a CSV row, or the parsed or raw line of NDJSON. */
  readonly given: unknown;
}

interface Text {
  readonly content: string;
  readonly firstLine: number;
}

/** Parses the rows of a part. A row that cannot be read has a failure. Empty lines are skipped. */
export const parseRows = (text: Text, format: FileFormat): FileRow[] =>
  format.format === "csv" ? parseCsv(text, format) : parseNdjson(text);

function parseCsv({ content, firstLine }: Text, format: FileFormat): FileRow[] {
  const text = content.includes("\r") ? content.replaceAll("\r\n", "\n") : content;
  const reader = new CsvReader(format);
  return text.includes('"') ? parseQuoted(text, reader, firstLine) : parsePlain(text, reader, firstLine);
}

/** Parses content without quotation marks, in which each line is a row. Keeps the line, not its values, to save memory. */
function parsePlain(text: string, reader: CsvReader, firstLine: number): FileRow[] {
  const rows: FileRow[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") {
      rows.push(reader.row(line.split(reader.delimiter), { line: firstLine + index, given: line }));
    }
  }
  return rows;
}

function parseQuoted(text: string, reader: CsvReader, firstLine: number): FileRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: reader.delimiter, newline: "\n" });
  const broken = new Map(errors.map(({ row, message }) => [row, message]));
  const rows: FileRow[] = [];
  let line = firstLine;
  for (const [index, values] of data.entries()) {
    const reason = broken.get(index);
    if (values.length > 1 || (values[0] ?? "").trim() !== "") {
      rows.push(
        reason === undefined
          ? reader.row(values, { line, given: [...values] })
          : unreadable(line, values, { code: "invalid_row", message: `Line ${line} cannot be read: ${reason}.` }),
      );
    }
    line += 1;
    for (const value of values) line += value.split("\n").length - 1;
  }
  return rows;
}

/** Turns the values of CSV lines into rows. */
class CsvReader {
  readonly delimiter: string;
  private readonly width: number;
  private readonly places: Readonly<Record<FileColumn, number>>;

  constructor({ delimiter, columns }: FileFormat) {
    this.delimiter = delimiter;
    this.width = columns.length;
    // A column that the file lacks reads the empty value after the last column.
    const placeOf = (name: FileColumn) => (columns.includes(name) ? columns.indexOf(name) : columns.length);
    this.places = Object.fromEntries(fileColumns.map((name) => [name, placeOf(name)])) as Record<FileColumn, number>;
  }

  /** Returns the row with the given values. Appends an empty value to them for the columns that the file lacks. */
  row(values: string[], row: Pick<FileRow, "line" | "given">): FileRow {
    const { places, width } = this;
    if (values.length !== width) {
      const message = `Line ${row.line} has ${values.length} values for ${width} columns.`;
      return unreadable(row.line, row.given, { code: "invalid_row", message });
    }
    values.push("");
    return rowOf(
      {
        kind: values[places.kind] ?? "",
        sku: values[places.sku] ?? "",
        store_id: values[places.store_id] ?? "",
        website_id: values[places.website_id] ?? "",
        customer_group: values[places.customer_group] ?? "",
        quantity: values[places.quantity] ?? "",
        price: values[places.price] ?? "",
        price_type: values[places.price_type] ?? "",
        price_from: values[places.price_from] ?? "",
        price_to: values[places.price_to] ?? "",
      },
      row,
    );
  }
}

function parseNdjson({ content, firstLine }: Text): FileRow[] {
  const rows: FileRow[] = [];
  for (const [index, text] of content.split("\n").entries()) {
    if (text.trim() !== "") rows.push(parseJsonRow(text, firstLine + index));
  }
  return rows;
}

function parseJsonRow(text: string, line: number): FileRow {
  let given: unknown;
  try {
    given = JSON.parse(hasLongNumber(text) ? quoteLongNumbers(text) : text);
  } catch {
    return unreadable(line, text.trimEnd(), { code: "invalid_row", message: `Line ${line} is not JSON.` });
  }
  return rowOfObject(given, line);
}

/** Returns the row for a JSON object. Any other value gives a row with a failure. */
export function rowOfObject(given: unknown, line: number): FileRow {
  const failRow = (message: string) => unreadable(line, given, { code: "invalid_row", message });
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return failRow(`Line ${line} is not a JSON object.`);
  const values: Record<FileColumn, string> = { ...emptyValues };
  for (const [name, value] of Object.entries(given)) {
    if (isFailureColumn(name)) continue;
    if (!isFileColumn(name)) return failRow(`The field ${JSON.stringify(name)} is unknown.`);
    if (value === null || value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number") return failRow(`${name} must be a string or a number.`);
    values[name] = String(value);
  }
  return rowOf(values, { line, given });
}

function rowOf(values: Values, { line, given }: Pick<FileRow, "line" | "given">): FileRow {
  const kind = kinds.get(values.kind) ?? kinds.get(values.kind.trim().toLowerCase());
  const failRow = (code: string, message: string) => unreadable(line, given, { code, message });
  if (kind === undefined) {
    const text = JSON.stringify(values.kind.trim().toLowerCase());
    return failRow("unknown_kind", `The kind ${text} is unknown: use ${priceKind.list.join(", ")}.`);
  }
  const [store, website] = [idOf(values.store_id), idOf(values.website_id)];
  const [price, quantity] = [decimalOf(values.price), decimalOf(values.quantity)];
  if (store === undefined) return failRow("invalid_store", "store_id must be a whole number.");
  if (website === undefined) return failRow("invalid_website", "website_id must be a whole number.");
  if (price === undefined)
    return failRow("invalid_price", `The price ${JSON.stringify(values.price)} is not a decimal number.`);
  if (quantity === undefined) return failRow("invalid_quantity", "quantity must be a decimal number.");
  return {
    line,
    kind,
    sku: values.sku,
    store_id: store,
    website_id: website,
    customer_group: values.customer_group,
    quantity,
    price,
    price_type: values.price_type || "fixed",
    price_from: values.price_from || null,
    price_to: values.price_to || null,
    failure: undefined,
    given,
  };
}

const kinds: ReadonlyMap<string, PriceKind> = new Map(priceKind.list.map((kind) => [kind, kind]));

/** Returns an id; 0 for an empty value, undefined for anything else. */
function idOf(text: string): number | undefined {
  if (text === "" || text === "0") return 0;
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Returns a decimal; null for an empty value, undefined for anything else. */
const decimalOf = (text: string): string | null | undefined =>
  text === "" ? null : (toDecimal(text) ?? (text.trim() === "" ? null : undefined));

const unreadable = (line: number, given: unknown, failure: RowFailure): FileRow => ({
  line,
  kind: "base",
  sku: "",
  store_id: 0,
  website_id: 0,
  customer_group: "",
  quantity: null,
  price: null,
  price_type: "",
  price_from: null,
  price_to: null,
  failure,
  given,
});

/** Formats a failed row in the format of its file, with the reason. */
export function failedLine({ given }: FileRow, { code, message }: RowFailure, format: FileFormat): string {
  if (format.format === "ndjson") {
    const row = typeof given === "object" && given !== null && !Array.isArray(given) ? given : { line: given };
    return `${JSON.stringify({ ...row, code, message })}\n`;
  }
  const values = typeof given === "string" ? given.split(format.delimiter) : (given as readonly string[]);
  const kept = format.columns.flatMap((name, index) => (isFailureColumn(name) ? [] : [values[index] ?? ""]));
  return csvLine([...kept, code, message], format.delimiter);
}
