import Papa from "papaparse";
import { toDecimal } from "../../contract/scalars.js";
import { hasLongNumber, quoteLongNumbers } from "../../http/long-numbers.js";
import { csvLine, type FileColumn, type FileFormat, isFailureColumn, isFileColumn } from "./file-format.js";

export const priceKinds = ["base", "special", "cost", "tier"] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Why a row is not applied. */
export interface RowFailure {
  readonly code: string;
  readonly message: string;
}

type Values = Partial<Record<FileColumn, string>>;

/** A row of a file. */
export interface FileRow {
  /** The line of the file that it begins with, from 1. */
  readonly line: number;
  readonly kind: PriceKind;
  readonly sku: string;
  readonly storeId: number;
  readonly websiteId: number;
  readonly customerGroup: string;
  readonly quantity: string | null;
  /** Null deletes the price. */
  readonly price: string | null;
  readonly priceType: string;
  readonly priceFrom: string | null;
  readonly priceTo: string | null;
  /** Set where the row cannot be read; then nothing else of it counts. */
  readonly failure?: RowFailure;
  /** The row as it came: the values of a line of CSV, or an object or a text of NDJSON. */
  readonly given: unknown;
}

interface Text {
  readonly content: string;
  readonly firstLine: number;
}

/** Reads the rows of a part. A row that cannot be read has a failure; an empty line is no row. */
export const parseRows = (text: Text, format: FileFormat): FileRow[] =>
  format.format === "csv" ? parseCsv(text, format) : parseNdjson(text);

function parseCsv({ content, firstLine }: Text, { delimiter, columns }: FileFormat): FileRow[] {
  const text = content.includes("\r") ? content.replaceAll("\r\n", "\n") : content;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: "\n" });
  const broken = new Map(errors.map(({ row, message }) => [row, message]));
  const hasQuotes = content.includes('"');
  const places = new Map(columns.map((name, place) => [name, place]));
  const rows: FileRow[] = [];
  let line = firstLine;
  for (const [place, values] of data.entries()) {
    if (values.length > 1 || (values[0] ?? "").trim() !== "") {
      rows.push(csvRow(values, { line, places, columns, broken: broken.get(place) }));
    }
    line += 1;
    if (hasQuotes) for (const value of values) line += value.split("\n").length - 1;
  }
  return rows;
}

interface CsvRow {
  readonly line: number;
  readonly columns: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  readonly broken: string | undefined;
}

function csvRow(values: readonly string[], { line, columns, places, broken }: CsvRow): FileRow {
  const failure =
    broken !== undefined
      ? { code: "invalid_row", message: `Line ${line} cannot be read: ${broken}.` }
      : values.length === columns.length
        ? undefined
        : { code: "invalid_row", message: `Line ${line} has ${values.length} values for ${columns.length} columns.` };
  if (failure) return unreadable(line, values, failure);
  const of = (name: FileColumn) => {
    const place = places.get(name);
    return place === undefined ? "" : (values[place] ?? "");
  };
  return rowOf(of, { line, given: values });
}

function parseNdjson({ content, firstLine }: Text): FileRow[] {
  const rows: FileRow[] = [];
  for (const [place, text] of content.split("\n").entries()) {
    if (text.trim() !== "") rows.push(jsonRow(text, firstLine + place));
  }
  return rows;
}

function jsonRow(text: string, line: number): FileRow {
  let given: unknown;
  try {
    given = JSON.parse(hasLongNumber(text) ? quoteLongNumbers(text) : text);
  } catch {
    return unreadable(line, text.trimEnd(), { code: "invalid_row", message: `Line ${line} is not JSON.` });
  }
  return rowOfObject(given, line);
}

/** Reads a row that came as an object. */
export function rowOfObject(given: unknown, line: number): FileRow {
  const failed = (message: string) => unreadable(line, given, { code: "invalid_row", message });
  if (typeof given !== "object" || given === null || Array.isArray(given)) return failed(`Line ${line} is no object.`);
  const values: Values = {};
  for (const [name, value] of Object.entries(given)) {
    if (isFailureColumn(name)) continue;
    if (!isFileColumn(name)) return failed(`There is no field ${JSON.stringify(name)}.`);
    if (value === null || value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number") return failed(`${name} must be a text or a number.`);
    values[name] = String(value);
  }
  return rowOf((name) => values[name] ?? "", { line, given });
}

function rowOf(of: (name: FileColumn) => string, { line, given }: Pick<FileRow, "line" | "given">): FileRow {
  const kind = of("kind").trim().toLowerCase();
  const failed = (code: string, message: string) => unreadable(line, given, { code, message });
  if (!isKind(kind)) {
    return failed("unknown_kind", `The kind ${JSON.stringify(kind)} is unknown: use ${priceKinds.join(", ")}.`);
  }
  const storeId = idOf(of("store_id"));
  const websiteId = idOf(of("website_id"));
  const [price, quantity] = [decimalOf(of("price")), decimalOf(of("quantity"))];
  if (storeId === undefined) return failed("invalid_store", "store_id must be a whole number.");
  if (websiteId === undefined) return failed("invalid_website", "website_id must be a whole number.");
  if (price === undefined)
    return failed("invalid_price", `The price ${JSON.stringify(of("price"))} is no decimal number.`);
  if (quantity === undefined) return failed("invalid_quantity", "quantity must be a decimal number.");
  return {
    line,
    kind,
    sku: of("sku"),
    storeId,
    websiteId,
    customerGroup: of("customer_group"),
    quantity,
    price,
    priceType: of("price_type") || "fixed",
    priceFrom: of("price_from") || null,
    priceTo: of("price_to") || null,
    given,
  };
}

const isKind = (kind: string): kind is PriceKind => (priceKinds as readonly string[]).includes(kind);

/** Returns an id; 0 for an empty value, undefined for anything else. */
function idOf(text: string): number | undefined {
  if (text === "" || text === "0") return 0;
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Returns a decimal; null for an empty value, undefined for anything else. */
const decimalOf = (text: string): string | null | undefined => (text.trim() === "" ? null : toDecimal(text));

const unreadable = (line: number, given: unknown, failure: RowFailure): FileRow => ({
  line,
  kind: "base",
  sku: "",
  storeId: 0,
  websiteId: 0,
  customerGroup: "",
  quantity: null,
  price: null,
  priceType: "",
  priceFrom: null,
  priceTo: null,
  failure,
  given,
});

/** Writes a failed row in the format of its file, with the reason. */
export function failedLine({ given }: FileRow, { code, message }: RowFailure, format: FileFormat): string {
  if (format.format === "ndjson") {
    const row = typeof given === "object" && given !== null && !Array.isArray(given) ? given : { line: given };
    return `${JSON.stringify({ ...row, code, message })}\n`;
  }
  const values = given as readonly string[];
  const kept = format.columns.flatMap((name, place) => (isFailureColumn(name) ? [] : [values[place] ?? ""]));
  return csvLine([...kept, code, message], format.delimiter);
}
