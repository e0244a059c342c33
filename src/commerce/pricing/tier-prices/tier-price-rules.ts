import { keyOf } from "../../../platform/db/models.js";
import { CheckedRows, decimalParameter, parameterOf } from "../writes/checked-rows.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { isLess } from "../../../platform/money/arithmetic.js";
import { toAmount, toDiscount, toQuantity } from "../../../platform/money/columns.js";
import { allGroups, type TierPriceScopes } from "../price-scopes.sql.js";
import type { TierPriceWrite } from "./tier-price-writes.sql.js";
import type { PriceUpdateResult, TierPrice } from "../price.types.js";
import { type PricedProduct, type PricedProducts, pricedTypes } from "../priced-products.sql.js";
import type { StoredTierPrice } from "../prices.sql.js";
import { conflictsWithin, conflictsWithStored, conflictKeys } from "./tier-price-conflicts.js";
import { type StatedReason, withReason } from "../failure-codes.js";

/** The data that tier prices are checked against. */
export interface TierPriceFacts {
  readonly products: PricedProducts;
  readonly scopes: TierPriceScopes;
  /** Stored tier prices that new rows must not conflict with; absent if the call replaces or deletes. */
  readonly stored?: readonly StoredTierPrice[];
}

/** The values that identify a row in its failures: SKU, website, customer group, quantity. */
type RowName = readonly [
  sku: string | null,
  website: string | null,
  customerGroup: string | null,
  quantity: string | null,
];

/** Checks tier prices. */
export function checkTierPrices(prices: readonly TierPrice[], facts: TierPriceFacts): CheckedRows<TierPriceWrite> {
  const checked = new CheckedRows<TierPriceWrite>();
  const { valid, failures } = checked;
  const keys = conflictKeys(prices, facts.products);
  const clashes = conflictsWithin(prices);
  const stored = conflictsWithStored(prices, keys, facts.stored ?? []);
  prices.forEach((row, index) => {
    const before = failures.length;
    const product = facts.products.find(row.sku);
    const tierValue = tierPriceValue(row.price, row.price_type);
    const quantity = quantityOf(row, product);
    const group = groupOf(row, facts.scopes);
    const websiteId = websiteOf(row, facts);
    if (!product || !pricedTypes.includes(product.type_id)) {
      failures.push(failure(nameOf(row), invalid.sku));
    }
    if (!tierValue) failures.push(failure(nameOf(row), invalid.price, decimalParameter(row.price)));
    if (!isPriceType(row, product)) failures.push(failure(nameOf(row), invalid.priceType, parameterOf(row.price_type)));
    if (product && quantity === undefined) failures.push(failure(nameOf(row), invalid.quantity));
    if (websiteId === undefined) failures.push(failure(nameOf(row), invalid.website));
    for (const other of clashes.get(index) ?? []) failures.push(failure(nameOf(other), duplicate));
    for (const other of stored.get(index) ?? []) failures.push(failure(storedNameOf(other), duplicate));
    if (!group) failures.push(failure(nameOf(row), invalid.group));
    // A missing value has added a failure above; these checks only narrow the types.
    if (
      failures.length === before &&
      product &&
      tierValue &&
      quantity !== undefined &&
      group &&
      websiteId !== undefined
    ) {
      valid.push({ productId: product.id, sku: product.sku, ...group, quantity, websiteId, ...tierValue });
    }
    checked.assignPlace(index, row);
  });
  return checked;
}

/**
 * Returns the amount or the percentage of a tier price. Undefined if it is missing, negative, too large, or a
 * discount above 100.
 */
export function tierPriceValue(given: DecimalText | null | undefined, type: string | null | undefined) {
  if (type === "discount") {
    const percentage = toDiscount(given);
    return percentage === undefined ? undefined : { value: null, percentage };
  }
  const value = toAmount(given);
  return value === undefined ? undefined : { value, percentage: null };
}

function groupOf(row: TierPrice, { groups }: TierPriceScopes) {
  if (row.customer_group == null) return undefined;
  const key = keyOf(row.customer_group);
  if (key === allGroups) return everyGroup;
  const customerGroupId = groups.get(key);
  return customerGroupId === undefined ? undefined : { allGroups: false, customerGroupId };
}

const everyGroup = { allGroups: true, customerGroupId: 0 };

const isPriceType = ({ price_type }: TierPrice, product: PricedProduct | undefined): boolean =>
  price_type === "discount" || (price_type === "fixed" && product?.type_id !== "bundle");

/**
 * Returns the quantity; undefined if it is not valid. A downloadable product needs at least 1. For an unknown product, only
 * the general rules apply.
 */
function quantityOf(row: TierPrice, product: PricedProduct | undefined) {
  const quantity = toQuantity(row.quantity);
  const isPart = quantity !== undefined && product?.type_id === "downloadable" && isLess(quantity, oneUnit);
  return isPart ? undefined : quantity;
}

const oneUnit = asQuantity(1);

/** Returns the website if it exists. The price scope does not matter, as in Magento 2.4.7. */
const websiteOf = ({ website_id: id }: TierPrice, { scopes }: TierPriceFacts): number | undefined =>
  id != null && scopes.websites.has(id) ? id : undefined;

const invalid = {
  sku: { code: "UNKNOWN_SKU", field: "sku", text: "Invalid attribute SKU = %SKU." },
  price: { code: "INVALID_PRICE", field: "price", text: "Invalid attribute Price = %price." },
  priceType: {
    code: "INVALID_PRICE_TYPE",
    field: "price_type",
    text: "Invalid attribute Price Type = %priceType.",
  },
  quantity: { code: "INVALID_QUANTITY", field: "quantity", text: "Invalid attribute Quantity = %qty." },
  website: { code: "INVALID_WEBSITE", field: "website_id", text: "Invalid attribute Website ID = %websiteId." },
  group: {
    code: "UNKNOWN_CUSTOMER_GROUP",
    field: "customer_group",
    text: "No such entity with Customer Group = %customerGroup.",
  },
} as const satisfies Readonly<Record<string, StatedReason>>;

const duplicate: StatedReason = {
  code: "DUPLICATE",
  field: null,
  text: "We found a duplicate website, tier price, customer group and quantity: Customer Group = %customerGroup, Website ID = %websiteId, Quantity = %qty.",
};

const nameOf = (row: TierPrice): RowName => [
  parameterOf(row.sku),
  parameterOf(row.website_id),
  parameterOf(row.customer_group),
  decimalParameter(row.quantity),
];

const storedNameOf = (row: StoredTierPrice): RowName => [
  row.sku,
  parameterOf(row.website_id),
  row.customer_group,
  row.quantity,
];

/** Returns the failure of a row. The message stays a template that the client fills in, as in Magento. */
function failure(name: RowName, reason: StatedReason, ...first: (string | null)[]): PriceUpdateResult {
  const rowId = "Row ID: SKU = %SKU, Website ID: %websiteId, Customer Group: %customerGroup, Quantity: %qty.";
  return withReason({ message: `${reason.text} ${rowId}`, parameters: [...first, ...name] }, reason);
}
