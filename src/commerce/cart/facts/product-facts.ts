import { asAmount, asPercent, asQuantity, asWeight } from "../../../platform/money/amount.js";
import type { SoldProduct } from "../../catalog/published.sale.js";
import { toDecimal } from "../../../api/contract/scalars.js";
import type { PriceFacts, ProductFacts, SpecialPrice, TierPrice } from "../totals/cart-facts.js";

/** The scope of prices. */
export interface PricingScope {
  readonly websiteId: number;
  /** Whether prices are the same on all websites. */
  readonly isGlobal: boolean;
}

/** Product types that are not shipped. */
export const virtualTypes: ReadonlySet<string> = new Set(["virtual", "downloadable"]);

/** Returns a product in the form used to compute totals. */
export function productFacts(product: SoldProduct, scope: PricingScope): ProductFacts {
  const { values } = product;
  const weight = toDecimal(values["weight"]);
  const taxClassId = Number(values["tax_class_id"]);
  return {
    ...priceFacts(product, scope),
    id: product.id,
    hasFixedPrice: product.has_fixed_price,
    sellsLinksSeparately: values["links_purchased_separately"] === "1",
    ...(taxClassId > 0 ? { taxClassId } : {}),
    attributeSetId: product.attribute_set_id,
    categoryIds: product.category_ids ?? [],
    attribute: (code) => attributeOf(product, code),
    isVirtual: virtualTypes.has(product.type_id),
    ...(weight === undefined ? {} : { weight: asWeight(weight) }),
    hasFixedWeight: values["weight_type"] === "1",
    isShippedSeparately: values["shipment_type"] === "1",
  };
}

/** The stored prices of a product. */
export type StoredPrices = Pick<
  SoldProduct,
  "type_id" | "price" | "special_price" | "special_from" | "special_to" | "tier_prices"
>;

/** Returns the prices of a product in the form used to compute totals. */
export const priceFacts = (product: StoredPrices, scope: PricingScope): PriceFacts => ({
  type: product.type_id,
  price: asAmount(product.price ?? 0),
  ...specialOf(product),
  tiers: tiersOf(product, scope),
});

function specialOf({ special_price: amount, special_from: from, special_to: to }: StoredPrices): {
  special?: SpecialPrice;
} {
  if (amount === null) return {};
  const dates = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
  return { special: { amount: asAmount(amount), ...dates } };
}

function tiersOf({ tier_prices: tiers }: StoredPrices, { websiteId, isGlobal }: PricingScope): TierPrice[] {
  const websites = isGlobal ? [0] : [0, websiteId];
  return (tiers ?? [])
    .filter((tier) => websites.includes(tier.website_id))
    .map(({ customer_group_id: groupId, website_id, qty, value, percentage_value: percentage }) => ({
      groupId,
      websiteId: website_id,
      qty: asQuantity(qty),
      ...(percentage === null ? { amount: asAmount(value ?? 0) } : { percentOff: asPercent(percentage) }),
    }));
}

/** Returns the value of an attribute. Prices have columns of their own, because the scope of prices decides about them. */
function attributeOf(product: SoldProduct, code: string): ReturnType<ProductFacts["attribute"]> {
  switch (code) {
    case "sku":
    case "type_id":
    case "price":
    case "special_price":
      return product[code];
    case "special_from_date":
      return product.special_from;
    case "special_to_date":
      return product.special_to;
    default: {
      const value = product.values[code];
      return product.list_attributes?.includes(code) ? value?.split(",") : value;
    }
  }
}
