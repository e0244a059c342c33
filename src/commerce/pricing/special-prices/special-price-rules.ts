import { CheckedRows, decimalParameter, formatDecimal, formatValue, parameterOf } from "../writes/checked-rows.js";
import { toAmount } from "../../../platform/money/columns.js";
import type { StoreViews } from "../price-scopes.sql.js";
import type { PriceWrite } from "../writes/price-writes.sql.js";
import type { PriceUpdateResult, SpecialPrice } from "../price.types.js";
import { type PricedProducts, pricedTypes } from "../priced-products.sql.js";
import { type StatedReason, withReason } from "../failure-codes.js";

/** The data that special prices are checked against. */
export interface SpecialPriceFacts {
  readonly products: PricedProducts;
  readonly stores: StoreViews;
  readonly scope: "global" | "website";
  /** Requirements for a new start; absent for deletions and imports, where only the format is checked. */
  readonly start?: { readonly laterThan: string; readonly isRequired: boolean };
}

/**
 * Checks special prices. An absent end is written as null, because the special price then does not expire. An absent
 * start is left unchanged.
 */
export function checkSpecialPrices(prices: readonly SpecialPrice[], facts: SpecialPriceFacts): CheckedRows<PriceWrite> {
  const checked = new CheckedRows<PriceWrite>();
  const { valid, failures } = checked;
  for (const [index, row] of prices.entries()) {
    const product = facts.products.find(row.sku);
    const specialPrice = toAmount(row.price);
    const isSupported = product && pricedTypes.includes(product.type_id);
    const before = failures.length;
    if (!isSupported) failures.push(failure(row, noProduct));
    if (facts.scope === "global" && row.store_id !== 0) failures.push(failure(row, notGlobal));
    if (!facts.stores.has(row.store_id ?? Number.NaN)) failures.push(failure(row, noStore));
    if (specialPrice === undefined) failures.push(invalidPrice(row));
    if (!isStart(row.price_from, facts.start)) failures.push(invalidDate(row, "price_from"));
    if (row.price_to && !isDateTime(row.price_to)) failures.push(invalidDate(row, "price_to"));
    if (failures.length === before && product && specialPrice !== undefined) {
      valid.push({
        productId: product.id,
        sku: product.sku,
        storeId: row.store_id ?? 0,
        specialPrice,
        specialFrom: row.price_from || undefined,
        specialTo: row.price_to || null,
      });
    }
    checked.assignPlace(index, row);
  }
  return checked;
}

/** Returns a time in UTC, in the format of special price dates. */
export const utcTime = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

function isStart(from: string | null | undefined, start: SpecialPriceFacts["start"]): boolean {
  if (!from) return !start?.isRequired;
  return isDateTime(from) && (start === undefined || from > start.laterThan);
}

const dateTime = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** The last two valid dates, because the rows of a call usually have the same start and the same end. */
const lastValid: [latest: string | undefined, earlier: string | undefined] = [undefined, undefined];

/** Whether a text is exactly `YYYY-MM-DD hh:mm:ss` and a valid date. */
export function isDateTime(text: string): boolean {
  if (text === lastValid[0] || text === lastValid[1]) return true;
  const isValid = isDateOfCalendar(text);
  if (isValid) {
    lastValid[1] = lastValid[0];
    lastValid[0] = text;
  }
  return isValid;
}

function isDateOfCalendar(text: string): boolean {
  const parts = dateTime.exec(text);
  if (!parts) return false;
  const [, year = "", month, day] = parts;
  return Number(year) > 0 && (Number(day) <= 28 || Number(day) <= daysOf(Number(year), Number(month)));
}

const daysOf = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : month < 8
      ? 30 + (month % 2)
      : 31 - (month % 2);

const noProduct: StatedReason = {
  code: "UNKNOWN_SKU",
  field: "sku",
  text: "The product that was requested doesn't exist. Verify the product and try again.",
};
const notGlobal: StatedReason = {
  code: "GLOBAL_PRICE_SCOPE",
  field: "store_id",
  text: "Could not change non global Price when price scope is global.",
};
const noStore: StatedReason = { code: "UNKNOWN_STORE", field: "store_id", text: "Requested store is not found." };

function failure(row: SpecialPrice, reason: StatedReason, ...first: (string | null)[]): PriceUpdateResult {
  const [sku, store, from, to] = [
    formatValue(row.sku),
    formatValue(row.store_id),
    formatValue(row.price_from),
    formatValue(row.price_to),
  ];
  const message = `${reason.text} Row ID: SKU = ${sku}, Store ID: ${store}, Price From: ${from}, Price To: ${to}.`;
  const values = [row.sku, row.store_id, row.price_from, row.price_to].map(parameterOf);
  return withReason({ message, parameters: [...first, ...values] }, reason);
}

function invalidPrice(row: SpecialPrice): PriceUpdateResult {
  const price = formatDecimal(row.price);
  return failure(
    row,
    { code: "INVALID_PRICE", field: "price", text: `Invalid attribute Price = ${price}.` },
    decimalParameter(row.price),
  );
}

/** Returns the failure of an invalid date. Magento names the end for either date, and clients match on it. */
function invalidDate(row: SpecialPrice, field: keyof typeof dateLabels): PriceUpdateResult {
  const label = dateLabels[field];
  const text = `Invalid attribute ${label} = ${formatValue(row.price_to)}.`;
  return failure(row, { code: "INVALID_DATE", field, text }, label);
}

const dateLabels = { price_from: "Price From", price_to: "Price To" } as const;
