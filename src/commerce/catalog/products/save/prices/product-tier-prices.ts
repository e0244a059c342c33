import { isZero } from "../../../../../platform/money/arithmetic.js";
import { toAmount, toDiscount, toQuantity } from "../../../../../platform/money/columns.js";
import {
  duplicateTierPrice,
  type TierPriceReplacement,
  type TierPriceWrite,
  websiteOfPrices,
} from "../../../../pricing/published.js";
import type { ProductTierPrice } from "../../../../pricing/tier-prices/product-tier-price.types.js";
import type { CatalogContext } from "../../../catalog-context.js";
import { inputError, invalid, noSuchEntity } from "../../../../../api/call/errors.js";
import { notSaved } from "../../product-errors.js";
import type { SavedProduct } from "../saved-product.js";
import { lockTierPriceScopes } from "./product-tier-prices.sql.js";

type PricedProduct = Pick<SavedProduct, "id" | "sku">;

/** The id of "all groups" in tier prices. */
const everyGroup = 32000;

/**
 * Returns the tier prices of a request and the websites whose tier prices they replace. In a store view these are its own
 * website and "all websites"; with global prices only the latter. Throws 400 for invalid amounts, quantities, websites and
 * duplicates, 404 for unknown groups.
 */
export async function tierPriceReplacement(
  product: PricedProduct,
  tierPrices: readonly ProductTierPrice[],
  ctx: CatalogContext,
): Promise<TierPriceReplacement> {
  const rows = tierPrices.map((tier) => toWrite(product, tier, ctx));
  if (hasDuplicates(rows)) throw duplicateTierPrice();
  if (rows.length > 0) await checkScopes(rows, ctx);
  const websiteId = websiteOfPrices(ctx);
  const isForAll = ctx.config.PORTICO_PRICE_SCOPE === "website" && websiteId === 0;
  return { productIds: [product.id], rows, ...(isForAll ? {} : { websiteIds: [0, websiteId] }) };
}

/** Whether two rows are for the same website, or one for a website and one for all of them. */
function hasDuplicates(rows: readonly TierPriceWrite[]): boolean {
  const keyOf = ({ allGroups, customerGroupId, quantity }: TierPriceWrite, websiteId: number) =>
    [allGroups, customerGroupId, quantity, websiteId].join(" ");
  const keys = new Set(rows.map((row) => keyOf(row, row.websiteId)));
  return keys.size < rows.length || rows.some((row) => row.websiteId !== 0 && keys.has(keyOf(row, 0)));
}

function toWrite({ id, sku }: PricedProduct, tier: ProductTierPrice, ctx: CatalogContext): TierPriceWrite {
  const groupId = tier.customer_group_id;
  const quantity = toQuantity(tier.qty);
  if (quantity === undefined) throw invalid("qty", tier.qty);
  const allGroups = groupId === everyGroup;
  return {
    productId: id,
    sku,
    allGroups,
    customerGroupId: allGroups ? 0 : groupId,
    quantity,
    websiteId: tier.extension_attributes?.website_id ?? websiteOfPrices(ctx),
    ...discount(tier),
  };
}

/** A percentage takes precedence over an amount, because responses contain both. */
function discount(tier: ProductTierPrice): Pick<TierPriceWrite, "value" | "percentage"> {
  const given = tier.extension_attributes?.percentage_value;
  if (given != null) {
    const percentage = toDiscount(given);
    if (percentage !== undefined && isZero(percentage) && tier.value == null) throw notPositive();
    if (percentage === undefined) throw inputError("Percentage value must be a number between 0 and 100.");
    return { value: null, percentage };
  }
  const value = tier.value == null ? undefined : toAmount(tier.value);
  if (value === undefined) throw notPositive();
  return { value, percentage: null };
}

const notPositive = () => inputError("Group price must be a number greater than 0.");

/** Throws 404 for unknown groups and 400 for unknown websites. Locks the customer groups until the transaction ends. */
async function checkScopes(rows: readonly TierPriceWrite[], { db }: CatalogContext): Promise<void> {
  const unknown = await lockTierPriceScopes(db, rows);
  if (unknown.customer_group_id !== null) throw noSuchEntity("id", unknown.customer_group_id);
  if (unknown.website_id !== null) throw notSaved();
}
