import { invalid } from "../../../../../api/call/errors.js";
import { type Amount, zero } from "../../../../../platform/money/amount.js";
import { toAmount } from "../../../../../platform/money/columns.js";
import type { PriceWrite } from "../../../../pricing/published.js";
import type { CatalogContext } from "../../../catalog-context.js";
import { toDecimal } from "../../../../../api/contract/scalars.js";
import { parseTimestamp } from "../../../attributes/attribute-values.js";
import { amountNotPositive, valueEmpty } from "../../product-errors.js";
import { plainTypes } from "../../product-kinds.js";

/** The properties of a product that matter for its prices. */
export interface PricedProduct {
  readonly id: number;
  readonly sku: string;
  readonly typeId: string;
  readonly hasFixedPrice: boolean;
  readonly isNew: boolean;
}

/** The prices of a request, in the form in which they are written. */
export type Amounts = { -readonly [Name in keyof Omit<PriceWrite, "productId" | "sku" | "storeId">]: PriceWrite[Name] };

/** Whether the product requires a base price. */
const needsPrice = ({ typeId, hasFixedPrice }: Pick<PricedProduct, "typeId" | "hasFixedPrice">) =>
  plainTypes.includes(typeId) || (typeId === "bundle" && hasFixedPrice);

/**
 * Reads prices from the values of a request. Returns undefined if there are none. Throws 400 for a price that is
 * negative or not a number, a date that does not exist, and a new product without a required price.
 */
export function givenPrices(
  values: ReadonlyMap<string, unknown>,
  product: Omit<PricedProduct, "id" | "sku">,
): Amounts | undefined {
  const amounts: Amounts = {};
  if (values.has("price") && product.typeId !== "grouped") amounts.price = amount(values.get("price"));
  if (values.has("special_price")) amounts.specialPrice = amount(values.get("special_price"));
  if (values.has("special_from_date")) amounts.specialFrom = date("special_from_date", values.get("special_from_date"));
  if (values.has("special_to_date")) amounts.specialTo = date("special_to_date", values.get("special_to_date"));
  if (values.has("cost")) amounts.cost = values.get("cost") === "" ? zero : amount(values.get("cost"));
  if (product.isNew && amounts.price == null && needsPrice(product)) throw valueEmpty("Price");
  return Object.keys(amounts).length > 0 ? amounts : undefined;
}

function amount(given: unknown): Amount | null {
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
 * Returns the rows to write: the global row if prices are global or the product is new, otherwise one row for each
 * store view of the website. Throws 400 for removing the global base price of a product that requires one.
 */
export function priceWrites(
  product: PricedProduct,
  amounts: Amounts,
  { ctx, websiteStoreIds }: { readonly ctx: CatalogContext; readonly websiteStoreIds: readonly number[] },
): PriceWrite[] {
  const isGlobal = product.isNew || ctx.config.PORTICO_PRICE_SCOPE === "global" || ctx.scope.storeId === 0;
  if (isGlobal && amounts.price === null && needsPrice(product)) throw valueEmpty("Price");
  return (isGlobal ? [0] : websiteStoreIds).map((storeId) => ({
    productId: product.id,
    sku: product.sku,
    storeId,
    ...amounts,
  }));
}
