import { hasLongNumber, quoteLongNumbers } from "../../../../../api/http/body/long-numbers.js";
import { type FileFormat, isFailureColumn, isFileColumn, type Reading } from "../../file-format.js";
import type { ShopWords } from "../../values/shop-words.js";
import type { PartText } from "./csv-rows.js";
import { expandRow, isExtraField, isNumberField, isSeveral } from "../expand-row.js";
import { emptyValues, type FileRow, readRow, type RowContext, type RowPlace, unreadableRow } from "../file-row.js";
import type { RowFailure } from "../../../../../commerce/pricing/failure-codes.js";

/** Parses lines of JSON objects. */
export function parseNdjson({ content, firstLine }: PartText, { reading }: FileFormat, words: ShopWords): FileRow[] {
  const rows: FileRow[] = [];
  let record = 0;
  for (const [index, text] of content.split("\n").entries()) {
    if (text.trim() === "") continue;
    rows.push(...parseLine(text, { line: firstLine + index, record }, { reading, words }));
    record += 1;
  }
  return rows;
}

interface ObjectContext {
  readonly reading: Reading;
  readonly words: ShopWords;
}

function parseLine(text: string, place: Omit<RowPlace, "given">, context: ObjectContext): FileRow[] {
  try {
    const given: unknown = JSON.parse(hasLongNumber(text) ? quoteLongNumbers(text) : text);
    return rowsOfObject(given, place, context);
  } catch {
    const failure = { code: "invalid_row", message: `Line ${place.line} is not JSON.` };
    return [unreadableRow({ ...place, given: text.trimEnd() }, failure)];
  }
}

/** Returns the prices of a JSON object. Any other value gives a row with a failure. */
export function rowsOfObject(
  given: unknown,
  at: Omit<RowPlace, "given">,
  { reading, words }: ObjectContext,
): FileRow[] {
  const place = { ...at, given };
  const cells = cellsOf(given, at.line, reading);
  if ("code" in cells) return [unreadableRow(place, cells)];
  const context: RowContext = { reading, words, has: (field) => cells.fields.has(field) };
  if (isSeveral(reading.form, [...cells.fields.keys()])) return expandRow(cells.fields, place, context);
  return [readRow({ ...emptyValues, ...Object.fromEntries(cells.fields) }, place, context)];
}

type Cells = { readonly fields: ReadonlyMap<string, string> } | RowFailure;

function cellsOf(given: unknown, line: number, { members, decimal, allowsGroups }: Reading): Cells {
  const failure = (message: string): RowFailure => ({ code: "invalid_row", message });
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return failure(`Line ${line} is not a JSON object.`);
  const fields = new Map<string, string>();
  const unknown: string[] = [];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given);
  for (const [name, value] of entries) {
    const field = fieldOf(name, members);
    if (field === undefined) unknown.push(JSON.stringify(name));
    if (!field) continue;
    if (value !== null && value !== undefined && typeof value !== "string" && typeof value !== "number")
      return failure(`${name} must be a string or a number.`);
    const text = typeof value === "number" ? numberText(value, decimal) : (value ?? "").trim();
    // Without a decimal separator that the upload names, 1,234 in a string could be 1234 or 1.234.
    if (!allowsGroups && text.includes(",") && isNumberField(field))
      return failure(`${name} ${JSON.stringify(text)} has a comma: say decimal=. or decimal=, for the whole file.`);
    fields.set(field, text);
  }
  return unknown.length > 0 ? failure(`Unknown fields: ${unknown.join(", ")}.`) : { fields };
}

/** Numbers of JSON have a decimal point, whatever the strings have. */
const numberText = (value: number, decimal: Reading["decimal"]) => String(value).replace(".", decimal);

/** Returns the field that a member of an object sets; empty if it is left out, undefined if it is unknown. */
function fieldOf(name: string, members: Reading["members"]): string | undefined {
  if (isFailureColumn(name)) return "";
  const key = name.trim().toLowerCase();
  const field = members[key];
  if (field !== undefined) return field;
  return isFileColumn(key) || isExtraField(key) ? key : members["*"];
}
