import { inputError } from "../../../../api/call/errors.js";
import type { PriceKind } from "../../../../commerce/pricing/closed-sets.types.js";
import { fileColumns, isFailureColumn, isFileColumn, type Reading } from "../file-format.js";
import { isExtraField } from "../rows/expand-row.js";
import { type ColumnChoice, nameOf } from "./column-choice.js";
import { forms, rejectOtherForms } from "./forms.js";
import { suggestField } from "./suggestions.js";

/** What an upload says about the columns of its file. */
export interface HeaderContext {
  readonly choice: ColumnChoice;
  /** The kind that the upload gives to rows without one. */
  readonly kind: PriceKind | undefined;
  /** The base currency of the shop. */
  readonly currency: string;
  /** Whether a line that is no complete header is taken for one, to describe its columns. Its form is empty then. */
  readonly takesAnyHeader?: boolean;
}

/** The form of a header and the field of each of its columns. */
export type RecognizedHeader = Pick<Reading, "form" | "fields" | "kind">;

/** Returns the form of a header; undefined if the cells are not a complete header. */
export function recognizeHeader(columns: readonly string[], context: HeaderContext): RecognizedHeader | undefined {
  const names = columns.map(nameOf);
  const found = ofChoice(names, context) ?? ofProgram(names, context) ?? ofOwn(names, context);
  return found && isComplete(found.fields) ? found : undefined;
}

const isPriceField = (field: string) => field === "price" || isExtraField(field);

const isComplete = (fields: readonly string[]): boolean =>
  fields.includes("sku") &&
  fields.some(isPriceField) &&
  fields.every((field, index) => field === "" || fields.indexOf(field) === index);

function ofChoice(names: readonly string[], { choice, kind }: HeaderContext): RecognizedHeader | undefined {
  if (choice.fields.size === 0 || ![...choice.fields.keys()].every((name) => names.includes(name))) return undefined;
  const taken = new Set(choice.fields.values());
  const fields = names.map((name) => {
    const field = choice.fields.get(name) ?? ownFieldOf(name) ?? "";
    return choice.fields.has(name) || !taken.has(field) ? field : "";
  });
  return { form: formOf(fields), fields, kind: kind ?? "base" };
}

function ofProgram(names: readonly string[], { kind, currency }: HeaderContext): RecognizedHeader | undefined {
  const set = new Set(names);
  const form = forms.find((one) => one.recognizes(set));
  if (!form) return undefined;
  const fields = names.map((name) => form.fields[name] ?? form.fieldOf?.(name, currency) ?? "");
  return { form: form.name, fields, kind: form.kind ?? kind ?? "base" };
}

function ofOwn(names: readonly string[], { choice, kind }: HeaderContext): RecognizedHeader | undefined {
  const fields: string[] = [];
  for (const name of names) {
    const field = ownFieldOf(name);
    if (field === undefined && !choice.ignoresOthers) return undefined;
    fields.push(field ?? "");
  }
  return { form: formOf(fields), fields, kind: kind ?? "base" };
}

/** Returns the header that is most like one, with the columns that are known. */
export const anyHeader = (columns: readonly string[], { choice, kind = "base" }: HeaderContext): RecognizedHeader => ({
  form: "",
  fields: columns.map(nameOf).map((name) => choice.fields.get(name) ?? ownFieldOf(name) ?? ""),
  kind,
});

/** Returns the field of a column with one of Portico's own names; undefined for any other. */
export function ownFieldOf(name: string): string | undefined {
  if (name === "" || isFailureColumn(name)) return "";
  return isFileColumn(name) || isExtraField(name) ? name : undefined;
}

function formOf(fields: readonly string[]): string {
  if (fields.includes("kind")) return "portico";
  return fields.some(isExtraField) ? "several-prices" : "prices";
}

/** Returns how much a line is like a header: by its known columns, those with a near name, and its cells. */
export function likenessOf(columns: readonly string[]): number {
  const names = columns.map(nameOf).filter((name) => name !== "");
  const known = names.filter((name) => ownFieldOf(name) !== undefined).length;
  const near = names.filter((name) => suggestField(name) !== undefined).length;
  return known * 10_000 + near * 100 + Math.min(names.length, 99);
}

/** Throws 400 that says why a line is not a header: unknown, repeated and missing columns. */
export function rejectHeader(columns: readonly string[], context: HeaderContext): never {
  const names = columns.map(nameOf);
  rejectOtherForms(new Set(names));
  rejectCurrencies(names, context);
  rejectChoice(names, context.choice);
  const unknown = columns.filter((column) => column.trim() !== "" && ownFieldOf(nameOf(column)) === undefined);
  if (unknown.length > 0 && !context.choice.ignoresOthers) throw unknownColumns(unknown);
  const repeated = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  if (repeated !== undefined) throw headerError("the column %column is repeated", { column: repeated });
  const missing = ["sku", "price"].filter((name) => !names.includes(name));
  throw headerError("the column %columns is missing", { columns: missing.join(", ") || "price" });
}

/** Rejects prices that are all in other currencies. */
function rejectCurrencies(names: readonly string[], { currency }: HeaderContext): void {
  const akeneo = forms.find(({ name }) => name === "akeneo");
  if (!akeneo?.recognizes(new Set(names)) || names.some((name) => akeneo.fieldOf?.(name, currency))) return;
  throw inputError("The file has no prices in %currency, the currency of the shop: its columns are %columns.", {
    currency,
    columns: names.filter((name) => name.includes("price")).join(", "),
  });
}

function rejectChoice(names: readonly string[], { fields }: ColumnChoice): void {
  const absent = [...fields.keys()].filter((name) => !names.includes(name));
  if (absent.length === 0) return;
  throw headerError("the mapping names %absent, but the columns are %columns", {
    absent: absent.join(", "),
    columns: names.join(", "),
  });
}

const maxNamed = 40;

function unknownColumns(unknown: readonly string[]) {
  const named = unknown.slice(0, maxNamed).map((column) => {
    const field = suggestField(nameOf(column));
    return JSON.stringify(short(column.trim())) + (field === undefined ? "" : ` (${field}?)`);
  });
  const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : "";
  return headerError(
    "each of these columns is unknown: %columns. Say what they mean, for example columns=%example, or leave them out with columns=ignore",
    { columns: named.join(", ") + more, example: exampleOf(unknown) },
  );
}

function exampleOf(unknown: readonly string[]): string {
  const pairs = unknown.flatMap((column) => {
    const field = suggestField(nameOf(column));
    return field === undefined ? [] : [[column.trim(), field]];
  });
  return JSON.stringify(Object.fromEntries(pairs.length > 0 ? pairs : [[unknown[0]?.trim() ?? "", "price"]]));
}

export const headerError = (reason: string, parameters: Readonly<Record<string, string>>) =>
  inputError(`The header of the file is invalid: ${reason}. The columns of a file are %known.`, {
    ...parameters,
    known: fileColumns.join(", "),
  });

const short = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
