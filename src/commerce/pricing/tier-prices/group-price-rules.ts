import type { ConfiguredContext } from "../../../api/call/context.js";
import { inputError, noSuchEntity, notFound } from "../../../api/call/errors.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { lockGroupAgainstDeletion } from "../../customer/published.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import { toQuantity } from "../../../platform/money/columns.js";
import { type GroupOfPrice, hasPriceElsewhere } from "./group-prices.sql.js";
import type { TierPriceWrite } from "./tier-price-writes.sql.js";
import { type PricedProduct, pricedTypes } from "../priced-products.sql.js";
import { tierPriceValue } from "./tier-price-rules.js";

/** Magento's id of the group that includes every customer. */
export const everyGroupId = 32000;

/** Returns the group for `all`, 32000 or the id of a customer group; undefined for other text. */
export function groupOfPrice(customerGroupId: string): GroupOfPrice | undefined {
  if (customerGroupId === "all" || customerGroupId === String(everyGroupId))
    return { allGroups: true, customerGroupId: 0 };
  return /^\d{1,9}$/.test(customerGroupId) ? { allGroups: false, customerGroupId: Number(customerGroupId) } : undefined;
}

/**
 * Returns the group and locks it until the transaction ends. Only the name `all` stands for every group here, as in
 * Magento. Throws 404 for an unknown group.
 */
export async function lockGroup({ db }: ConfiguredContext, customerGroupId: string): Promise<GroupOfPrice> {
  const group = groupOfPrice(customerGroupId);
  const isKnown =
    customerGroupId === "all" ||
    (group?.allGroups === false && (await lockGroupAgainstDeletion(db, group.customerGroupId)));
  if (!group || !isKnown) throw noSuchEntity("id", customerGroupId);
  return group;
}

/** Returns the website of the tier prices of a call: 0 (all websites) while the price scope is global. */
export const websiteOfPrices = ({ config, scope }: ConfiguredContext): number =>
  config.PORTICO_PRICE_SCOPE === "global" ? 0 : scope.websiteId;

/** Returns price and quantity, both above 0, as stored. The price of a bundle is a discount in percent. */
export function groupPriceOf(product: PricedProduct, price: DecimalText, qty: DecimalText) {
  const tierValue = tierPriceValue(price, product.type_id === "bundle" ? "discount" : "fixed");
  const quantity = toQuantity(qty);
  const isSupported = pricedTypes.includes(product.type_id);
  if (!isSupported || tierValue === undefined || quantity === undefined) throw invalidData();
  if (!isPositive(tierValue.value ?? tierValue.percentage)) throw invalidData();
  return { quantity, ...tierValue };
}

const invalidData = () => inputError("The data was invalid. Verify the data and try again.");

/**
 * Throws 400 if all websites have a price for the group and quantity that the row sets for one, or the other way round.
 * With global prices, websites have none.
 */
export async function requireNoOtherWebsite(ctx: ConfiguredContext, row: TierPriceWrite): Promise<void> {
  if (ctx.config.PORTICO_PRICE_SCOPE === "global") return;
  if (await hasPriceElsewhere(ctx.db, row)) throw duplicateTierPrice();
}

/** 400 for two tier prices with the same group and quantity, for the same or for all websites. */
export const duplicateTierPrice = () =>
  inputError("We found a duplicate website, tier price, customer group and quantity.");

/** 404 for an unknown group price. */
export const groupPriceNotFound = (customerGroupId: string, website: number, qty: number) =>
  notFound("Product hasn't group price with such data: customerGroupId = '%1', website = %2, qty = %3", [
    customerGroupId,
    website,
    qty,
  ]);
