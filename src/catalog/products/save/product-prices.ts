import { invalid } from "../../../call/errors.js";
import { type PriceWrite, toAmount } from "../../../pricing/published.js";
import type { Context } from "../../../call/context.js";
import { type DecimalText, toDecimal } from "../../../contract/scalars.js";
import { parseTimestamp } from "../../attributes/attribute-values.js";
import { amountNotPositive, valueEmpty } from "../product-errors.js";

/** Types whose base price the caller must give; of bundles those with a price of their own. */
const pricedTypes: ReadonlySet<string> = new Set(["simple", "virtual", "downloadable"]);

/** A product as far as its prices are concerned. */
export interface PricedProduct {
  readonly id: number;
  readonly typeId: string;
  readonly hasFixedPrice: boolean;
  readonly isNew: boolean;
}

/** Prices that were sent, as they are to be written. */
export type Amounts = { -readonly [Name in keyof Omit<PriceWrite, "productId" | "storeId">]: PriceWrite[Name] };

/** Whether the product needs a base price. */
const needsPrice = ({ typeId, hasFixedPrice }: Pick<PricedProduct, "typeId" | "hasFixedPrice">) =>
  pricedTypes.has(typeId) || (typeId === "bundle" && hasFixedPrice);

/**
 * Reads prices out of the sent values; undefined where none was sent. Throws a 400 for a price that is negative or no
 * number, for a date that does not exist, and for a new product without a price that needs one.
 */
export function givenPrices(
  values: ReadonlyMap<string, unknown>,
  product: Omit<PricedProduct, "id">,
): Amounts | undefined {
  const amounts: Amounts = {};
  if (values.has("price")) amounts.price = amount(values.get("price"));
  if (values.has("special_price")) amounts.specialPrice = amount(values.get("special_price"));
  if (values.has("special_from_date")) amounts.specialFrom = date("special_from_date", values.get("special_from_date"));
  if (values.has("special_to_date")) amounts.specialTo = date("special_to_date", values.get("special_to_date"));
  if (values.has("cost")) amounts.cost = amount(values.get("cost"));
  if (product.isNew && amounts.price == null && needsPrice(product)) throw valueEmpty("Price");
  return Object.keys(amounts).length > 0 ? amounts : undefined;
}

function amount(given: unknown): DecimalText | null {
  if (given === null || given === undefined || given === "") return null;
  const value = toAmount(toDecimal(given));
  if (value === undefined) throw amountNotPositive();
  return value;
}

function date(code: string, given: unknown): string | null {
  if (given === null || given === undefined || given === "") return null;
  const parsed = parseTimestamp(String(given));
  if (parsed === undefined) throw invalid(code, String(given));
  return parsed;
}

/**
 * The rows to write: where prices are the same everywhere, and for a new product, the global ones; else those of every
 * store view of the website. Throws a 400 where the global base price would be taken away from a product that needs one.
 */
export function priceWrites(
  product: PricedProduct,
  amounts: Amounts,
  { ctx, websiteStoreIds }: { readonly ctx: Context; readonly websiteStoreIds: readonly number[] },
): PriceWrite[] {
  const isGlobal = product.isNew || ctx.config.PORTICO_PRICE_SCOPE === "global" || ctx.scope.storeId === 0;
  if (isGlobal && amounts.price === null && needsPrice(product)) throw valueEmpty("Price");
  return (isGlobal ? [0] : websiteStoreIds).map((storeId) => ({ productId: product.id, storeId, ...amounts }));
}
