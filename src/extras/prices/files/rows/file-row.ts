import { type PriceKind, priceKind } from "../../../../commerce/pricing/closed-sets.types.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import { allGroups } from "../../../../commerce/pricing/price-scopes.sql.js";
import { type FileColumn, fileColumns, type Reading } from "../file-format.js";
import { dateForms, readDate, readMagentoDate } from "../values/dates.js";
import { readNumber } from "../values/numbers.js";
import type { ShopWords } from "../values/shop-words.js";
import { isDeleteWord, readPrice } from "./price-cell.js";

/** The texts of a row by column; empty if the row has none. */
export type Values = Readonly<Record<FileColumn, string>>;

export const emptyValues = Object.fromEntries(fileColumns.map((name) => [name, ""])) as Values;

/** Identifies a row in its file. */
export interface RowPlace {
  /** Line of the file in which the row begins, from 1. */
  readonly line: number;
  /** Index of the row in its part, from 0. The prices of one row share it. */
  readonly record: number;
  /** The row as received: the line or the values of a CSV row, or the parsed or raw line of NDJSON. */
  readonly given: unknown;
}

/** A price of a file, with the same fields as the rows of the price routes. */
export interface FileRow extends RowPlace {
  readonly kind: PriceKind;
  readonly sku: string;
  readonly store_id: number;
  readonly website_id: number;
  readonly customer_group: string;
  readonly quantity: string | null;
  /** Null deletes the price; undefined leaves it unchanged. */
  readonly price: string | null | undefined;
  readonly price_type: string;
  /** Null deletes the date; undefined leaves it unchanged. */
  readonly price_from: string | null | undefined;
  readonly price_to: string | null | undefined;
  /** Set if the row cannot be read. Its values are then placeholders. */
  readonly failure: RowFailure | undefined;
}

/** The decisions about a file that its cells depend on. */
export interface RowContext {
  readonly reading: Pick<Reading, "form" | "kind" | "decimal" | "emptyDeletes">;
  readonly words: ShopWords;
  /** Whether the file, or the JSON object, has a field. An empty one deletes its value if the file says so. */
  readonly has: (field: FileColumn) => boolean;
}

const kinds: ReadonlyMap<string, PriceKind> = new Map(priceKind.list.map((kind) => [kind, kind]));

/** Id that Magento gives to the group that includes every customer. */
const allGroupsId = "32000";

/** Thrown while a row is read. */
class UnreadableRow extends Error {
  constructor(readonly failure: RowFailure) {
    super(failure.message);
  }
}

const fail = (code: string, message: string) => new UnreadableRow({ code, message });

/** Returns the price that texts describe. Texts that cannot be read give a row with a failure. */
export function readRow(values: Values, place: RowPlace, context: RowContext): FileRow {
  try {
    return rowOf(values, place, context);
  } catch (error) {
    if (error instanceof UnreadableRow) return unreadableRow(place, error.failure, values.sku);
    throw error;
  }
}

function rowOf(values: Values, { line, record, given }: RowPlace, context: RowContext): FileRow {
  const kind = kindOf(values.kind, context);
  requireOwnColumns(kind, values);
  const { words } = context;
  const store_id = words.storeOf(values.store_id);
  if (store_id === undefined)
    throw fail("unknown_store", `There is no store view ${quote(values.store_id)}${of(values)}.`);
  const website_id = words.websiteOf(values.website_id);
  if (website_id === undefined)
    throw fail("invalid_website", `There is no website ${quote(values.website_id)}${of(values)}.`);
  const price_type = values.price_type === "" ? "fixed" : values.price_type.toLowerCase();
  const websiteId = kind === "tier" ? website_id : (words.stores.get(store_id)?.websiteId ?? 0);
  const price = priceOf(values, price_type === "discount" ? undefined : websiteId, context);
  const price_from = dateOf("price_from", values, { context, store_id });
  const price_to = dateOf("price_to", values, { context, store_id });
  if (typeof price !== "string" && (price_from || price_to))
    throw fail("invalid_price", `The row has a date, but no price${of(values)}.`);
  if (price_from && price_to && price_to < price_from) throw reversedPeriod(values, price_from, price_to);
  const { sku } = values;
  const customer_group = values.customer_group === allGroupsId ? allGroups : values.customer_group;
  const quantity = price === undefined ? null : quantityOf(values, context);
  // One literal: spreading objects takes longer than everything else here.
  return {
    line,
    record,
    given,
    kind,
    sku,
    store_id,
    website_id,
    customer_group,
    quantity,
    price,
    price_type,
    price_from,
    price_to,
    failure: undefined,
  };
}

const reversedPeriod = (values: Values, from: string, to: string) =>
  fail("invalid_date", `The special price${of(values)} ends ${to}, before it begins ${from}.`);

function kindOf(text: string, { reading }: RowContext): PriceKind {
  const kind = text === "" ? undefined : (kinds.get(text) ?? kinds.get(text.toLowerCase()));
  if (kind !== undefined) return kind;
  if (text === "" && reading.form !== "portico") return reading.kind;
  throw fail("unknown_kind", `The kind ${quote(text.toLowerCase())} is unknown: use ${priceKind.list.join(", ")}.`);
}

type ScopeColumn = Exclude<FileColumn, "kind" | "sku" | "price">;

const scopeColumns: readonly ScopeColumn[] = [
  ...(["store_id", "website_id", "customer_group", "quantity", "price_type", "price_from", "price_to"] as const),
];

/** The columns of each kind, apart from kind, SKU and price. */
const columnsOfKind: Readonly<Record<PriceKind, readonly ScopeColumn[]>> = {
  base: ["store_id"],
  special: ["store_id", "price_from", "price_to"],
  cost: ["store_id"],
  tier: ["website_id", "customer_group", "quantity", "price_type"],
};

const foreignOf = (kind: PriceKind) => scopeColumns.filter((name) => !columnsOfKind[kind].includes(name));

const foreignColumns: Readonly<Record<PriceKind, readonly ScopeColumn[]>> = {
  base: foreignOf("base"),
  special: foreignOf("special"),
  cost: foreignOf("cost"),
  tier: foreignOf("tier"),
};

/** Throws if a row has a value in a column that its kind does not have: the author meant another price. */
function requireOwnColumns(kind: PriceKind, values: Values): void {
  for (const name of foreignColumns[kind]) {
    if (values[name] === "") continue;
    const all = foreignColumns[kind].filter((column) => values[column] !== "");
    const list = all.map((column) => `${column} (${values[column]})`).join(", ");
    throw fail("foreign_column", `A ${kind} price has no ${list}${of(values)}.`);
  }
}

function priceOf(values: Values, websiteId: number | undefined, context: RowContext): string | null | undefined {
  const { price: text } = values;
  const { reading, words } = context;
  if (text === "") return reading.emptyDeletes && context.has("price") ? null : undefined;
  if (isDeleteWord(text)) return null;
  const price = readPrice(text, { decimal: reading.decimal, words, websiteId });
  if (price.reason === undefined) return price.amount;
  throw fail(price.code, `The price ${quote(text)}${of(values)} ${price.reason}.`);
}

interface DateContext {
  readonly context: RowContext;
  readonly store_id: number;
}

function dateOf(name: "price_from" | "price_to", values: Values, { context, store_id }: DateContext) {
  const text = values[name];
  if (text === "") return context.reading.emptyDeletes && context.has(name) ? null : undefined;
  if (isDeleteWord(text)) return null;
  const side = { isEnd: name === "price_to", timeZone: context.words.timeZoneOf(store_id) };
  const date = (context.reading.form === "magento-products" ? readMagentoDate : readDate)(text, side);
  if (date !== undefined) return date;
  throw fail("invalid_date", `${name} ${quote(text)}${of(values)} is not a date of the form ${dateForms}.`);
}

function quantityOf(values: Values, { reading }: RowContext): string | null {
  if (values.quantity === "") return null;
  const quantity = readNumber(values.quantity, reading.decimal);
  if (quantity !== undefined) return quantity;
  throw fail("invalid_quantity", `The quantity ${quote(values.quantity)}${of(values)} is not a decimal number.`);
}

export const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

const of = ({ sku }: Pick<Values, "sku">) => (sku === "" ? "" : ` of ${sku}`);

/** Returns a row that cannot be read. */
export const unreadableRow = (place: RowPlace, failure: RowFailure, sku = ""): FileRow => ({
  ...place,
  kind: "base",
  sku,
  store_id: 0,
  website_id: 0,
  customer_group: "",
  quantity: null,
  price: null,
  price_type: "",
  price_from: undefined,
  price_to: undefined,
  failure,
});
