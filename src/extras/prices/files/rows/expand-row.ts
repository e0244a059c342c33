import { readNumber } from "../values/numbers.js";
import { emptyValues, type FileRow, readRow, type RowContext, type RowPlace, type Values } from "./file-row.js";

/** Fields of rows with several prices, beside `price` for the base price. */
const extraFields = ["special_price", "cost", "compare_at_price", "sale_interval"] as const;

const tierField = /^tier_price:(.+?)(?::(\d+(?:\.\d+)?))?$/i;

/** Whether a field belongs only to rows with several prices. */
export const isExtraField = (field: string): boolean =>
  (extraFields as readonly string[]).includes(field) || tierField.test(field);

/** Whether the cells of a field are numbers. */
export const isNumberField = (field: string): boolean =>
  field === "price" || field === "quantity" || (isExtraField(field) && field !== "sale_interval");

/** Whether the rows of a form hold several prices, each in its own column. */
export const isSeveral = (form: string, fields: readonly string[]): boolean =>
  form !== "portico" && !fields.includes("kind") && fields.some(isExtraField);

type Cells = ReadonlyMap<string, string>;

/** Returns the prices of a row that holds several. A row without any price gives one that changes nothing. */
export function expandRow(cells: Cells, place: RowPlace, context: RowContext): FileRow[] {
  const shared = { ...emptyValues, sku: cells.get("sku") ?? "", store_id: cells.get("store_id") ?? "" };
  const prices = pricesOf(cells, shared, context);
  const isEmpty = shared.sku === "" && prices.every(({ price }) => price === "");
  // A base price cannot be deleted for all store views, so an empty one never deletes it.
  const isSaid = ({ kind, price }: Values) => price !== "" || (context.reading.emptyDeletes && kind !== "base");
  const known = isEmpty ? [] : prices.filter(isSaid);
  const silent = { ...emptyValues, kind: "base", sku: shared.sku };
  if (known.length === 0) return [readRow(silent, place, { ...context, has: () => false })];
  const has = (field: string) => field === "price" || cells.has(field);
  return known.map((values) => readRow(values, place, { ...context, has }));
}

/** Returns the values of each price that the columns of a row describe, even if their cells are empty. */
function pricesOf(cells: Cells, shared: Values, context: RowContext): Values[] {
  const prices: Values[] = [];
  const { base, special } = basePricesOf(cells, context);
  if (base !== undefined) prices.push({ ...shared, kind: "base", price: base });
  if (special !== undefined)
    prices.push({ ...shared, kind: "special", price: special, ...datesOf(cells, special, context) });
  const cost = cells.get("cost");
  if (cost !== undefined) prices.push({ ...shared, kind: "cost", price: cost });
  for (const [field, price] of cells) {
    const [, group, quantity = "1"] = tierField.exec(field) ?? [];
    if (group === undefined) continue;
    const website_id = cells.get("website_id") ?? "";
    prices.push({
      ...shared,
      kind: "tier",
      store_id: "",
      website_id,
      customer_group: group,
      quantity: sayNumber(quantity, context),
      price,
    });
  }
  return prices;
}

/** Numbers in names of columns have a decimal point, whatever the cells have. */
const sayNumber = (text: string, { reading }: RowContext) => (reading.decimal === "," ? text.replace(".", ",") : text);

/**
 * Returns the texts of base and special price. A shop with a price "before" sells at `price`: the price before is the base
 * price, unless it is empty or not above.
 */
function basePricesOf(cells: Cells, { reading }: RowContext) {
  const price = cells.get("price");
  const before = cells.get("compare_at_price");
  if (before === undefined) return { base: price, special: cells.get("special_price") };
  const number = (text: string | undefined) => Number(readNumber(text ?? "", reading.decimal) ?? NaN);
  if (before === "" || number(before) <= number(price)) return { base: price, special: "" };
  return { base: before, special: price };
}

/** Returns the dates of a special price, which some forms write as an interval `from/to`. Without a price they say nothing. */
function datesOf(cells: Cells, special: string, { reading }: RowContext) {
  if (special === "" && reading.form !== "several-prices") return {};
  const [from, to] = (cells.get("sale_interval") ?? "").split("/");
  return {
    price_from: cells.get("price_from") ?? from?.trim() ?? "",
    price_to: cells.get("price_to") ?? to?.trim() ?? "",
  };
}
