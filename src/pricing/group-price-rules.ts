import type { ConfiguredContext } from "../call/context.js";
import { inputError, noSuchEntity, notFound } from "../call/errors.js";
import type { DecimalText } from "../contract/scalars.js";
import { isPositive } from "../money/arithmetic.js";
import { toQuantity } from "../money/columns.js";
import { type GroupOfPrice, holdCustomerGroup } from "./group-prices.sql.js";
import type { PricedProduct } from "./priced-products.sql.js";
import { tierPriceWorth, tierPriceTypes } from "./tier-price-rules.js";

/** The number by which Magento knows the group that everybody is in. */
export const everyGroupId = 32000;

/** The group that `all`, 32000 or the id of a customer group names; undefined for other text. */
export function groupOfPrice(customerGroupId: string): GroupOfPrice | undefined {
  if (customerGroupId === "all" || customerGroupId === String(everyGroupId))
    return { allGroups: true, customerGroupId: 0 };
  return /^\d{1,9}$/.test(customerGroupId) ? { allGroups: false, customerGroupId: Number(customerGroupId) } : undefined;
}

/** The group, which must exist: 404 otherwise. It stays until the transaction ends. */
export async function existingGroup({ db }: ConfiguredContext, customerGroupId: string): Promise<GroupOfPrice> {
  const group = groupOfPrice(customerGroupId);
  if (!group || !(group.allGroups || (await holdCustomerGroup(db, group.customerGroupId)))) {
    throw noSuchEntity("id", customerGroupId);
  }
  return group;
}

/** The website that group prices are for: all of them while the price scope is global. */
export const websiteOfPrices = ({ config, scope }: ConfiguredContext): number =>
  config.PORTICO_PRICE_SCOPE === "global" ? 0 : scope.websiteId;

/** Price and quantity, both above 0, as the columns keep them. Of a bundle the price is a discount in percent. */
export function groupPriceOf(product: PricedProduct, price: DecimalText, qty: DecimalText) {
  const worth = tierPriceWorth(price, product.type_id === "bundle" ? "discount" : "fixed");
  const quantity = toQuantity(qty);
  const isSupported = (tierPriceTypes as readonly string[]).includes(product.type_id);
  if (!isSupported || worth === undefined || quantity === undefined) throw invalidData();
  if (!isPositive(worth.value ?? worth.percentage)) throw invalidData();
  return { quantity, ...worth };
}

const invalidData = () => inputError("The data was invalid. Verify the data and try again.");

/** 404 for an SKU that no product has. */
export const noSuchProduct = () =>
  notFound("The product that was requested doesn't exist. Verify the product and try again.");

/** 404 for a group price that is not there. */
export const noSuchGroupPrice = (customerGroupId: string, website: number, qty: string) =>
  notFound("Product hasn't group price with such data: customerGroupId = '%1', website = %2, qty = %3", [
    customerGroupId,
    website,
    qty,
  ]);
