import { toAmount, toDiscount, toQuantity } from "../../../../../platform/money/columns.js";
import type { TierPriceWrite } from "../../../../pricing/published.js";
import type { ProductTierPrice } from "../../../../pricing/tier-prices/product-tier-price.types.js";
import type { CatalogContext } from "../../../catalog-context.js";
import { inputError, invalid, missing, noSuchEntity } from "../../../../../api/call/errors.js";
import { websiteNotFound } from "../../../../store/published.js";
import type { SavedProduct } from "../saved-product.js";
import { lockTierPriceScopes } from "./product-tier-prices.sql.js";

type PricedProduct = Pick<SavedProduct, "id" | "sku">;

/** The id of "all groups" in tier prices. */
const everyGroup = 32000;

/**
 * Returns the rows of a product's tier prices. Throws 400 for invalid amounts, quantities and duplicates, 404 for
 * unknown groups and websites.
 */
export async function tierPriceWrites(
  product: PricedProduct,
  tierPrices: readonly ProductTierPrice[],
  ctx: CatalogContext,
): Promise<TierPriceWrite[]> {
  const rows = tierPrices.map((tier) => toWrite(product, tier, ctx));
  const keys = rows.map((row) => [row.allGroups, row.customerGroupId, row.quantity, row.websiteId].join(" "));
  if (new Set(keys).size < keys.length) {
    throw inputError("We found a duplicate website, tier price, customer group and quantity.");
  }
  if (rows.length > 0) await checkScopes(rows, ctx);
  return rows;
}

function toWrite({ id, sku }: PricedProduct, tier: ProductTierPrice, { config }: CatalogContext): TierPriceWrite {
  const groupId = tier.customer_group_id;
  if (groupId == null) throw missing(["customer_group_id"]);
  const quantity = toQuantity(tier.qty);
  if (quantity === undefined) throw tier.qty == null ? missing(["qty"]) : invalid("qty", tier.qty);
  const allGroups = groupId === everyGroup;
  return {
    productId: id,
    sku,
    allGroups,
    customerGroupId: allGroups ? 0 : groupId,
    quantity,
    // With global prices, tier prices apply to all websites.
    websiteId: config.PORTICO_PRICE_SCOPE === "global" ? 0 : (tier.extension_attributes?.website_id ?? 0),
    ...discount(tier),
  };
}

/** A percentage takes precedence over an amount, because responses contain both. */
function discount(tier: ProductTierPrice): Pick<TierPriceWrite, "value" | "percentage"> {
  const given = tier.extension_attributes?.percentage_value;
  if (given != null) {
    const percentage = toDiscount(given);
    if (percentage === undefined) throw inputError("Percentage value must be a number between 0 and 100.");
    return { value: null, percentage };
  }
  if (tier.value == null) throw missing(["value"]);
  const value = toAmount(tier.value);
  if (value === undefined) throw inputError("Group price must be a number greater than 0.");
  return { value, percentage: null };
}

/** Throws 404 for unknown groups and websites. Locks the customer groups until the transaction ends. */
async function checkScopes(rows: readonly TierPriceWrite[], { db }: CatalogContext): Promise<void> {
  const unknown = await lockTierPriceScopes(db, rows);
  if (unknown.customer_group_id !== null) throw noSuchEntity("id", unknown.customer_group_id);
  if (unknown.website_id !== null) throw websiteNotFound(unknown.website_id);
}
