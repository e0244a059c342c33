import { type Amount, asPercent, hundredPercent, type Percent, zero } from "../../../platform/money/amount.js";
import { add, max, min, multiply, percent, subtract, sum } from "../../../platform/money/arithmetic.js";
import type { PartRow, RenderedPrice } from "./product-render.sql.js";
import type { ProductRenderPriceInfo } from "./product-render.types.js";

/** The data of a product that its prices depend on. */
export interface Priced extends RenderedPrice {
  readonly type_id: string;
  readonly has_fixed_price: boolean;
}

interface Range {
  readonly low: Amount;
  readonly high: Amount;
}

const range = (value: Amount): Range => ({ low: value, high: value });
const plus = (one: Range, other: Range): Range => ({ low: add(one.low, other.low), high: add(one.high, other.high) });

/** Returns the special price while it is active: for a bundle, a percentage of its price. */
function activeSpecial({ special_price: special, special_from: from, special_to: to }: RenderedPrice, now: string) {
  const isActive = special !== null && (from === null || from <= now) && (to === null || to >= now);
  return isActive ? special : undefined;
}

function specialPrice(product: RenderedPrice & { readonly type_id?: string }, now: string): Amount | undefined {
  const special = activeSpecial(product, now);
  return special !== undefined && product.type_id === "bundle"
    ? percent(product.price ?? zero, asPercent(special))
    : special;
}

/** Returns the percentage of their prices that the choices of a bundle cost: its special price, or what its tier price leaves. */
function percentToPay(bundle: RenderedPrice, now: string): Percent {
  const special = activeSpecial(bundle, now);
  const { tier_percentage: tier } = bundle;
  return min(
    hundredPercent,
    ...(special === undefined ? [] : [asPercent(special)]),
    ...(tier === null ? [] : [subtract(hundredPercent, tier)]),
  );
}

/** Returns the price of one unit: the lowest of the base, special and tier price. */
function finalPrice(product: RenderedPrice & { readonly type_id?: string }, now: string): Amount {
  const regular = product.price ?? zero;
  const { tier_value: value, tier_percentage: percentage } = product;
  const offers = [
    specialPrice(product, now),
    value ?? undefined,
    percentage === null ? undefined : percent(regular, subtract(hundredPercent, percentage)),
  ];
  return min(regular, ...offers.filter((offer) => offer !== undefined));
}

/**
 * Returns the prices of a product for a guest at a time in the store's time zone. The range of a bundle covers its
 * required and optional choices, the range of a configurable or grouped product its variations.
 */
export function pricesOf(
  product: Priced,
  parts: readonly PartRow[],
  { now, format }: { readonly now: string; readonly format: (amount: Amount) => string },
): ProductRenderPriceInfo {
  const own = { regular: product.price ?? zero, final: finalPrice(product, now) };
  const regular = rangeOf(product, parts, {
    own: own.regular,
    priceOf: (part) => part.price ?? zero,
    toPay: hundredPercent,
  });
  const final = rangeOf(product, parts, {
    own: own.final,
    priceOf: (part) => finalPrice(part, now),
    toPay: percentToPay(product, now),
  });
  const special = specialPrice(product, now);
  const amounts = {
    final_price: final.low,
    max_price: final.high,
    max_regular_price: regular.high,
    minimal_regular_price: regular.low,
    minimal_price: final.low,
    regular_price: regular.low,
  };
  const entries = Object.entries(amounts) as [keyof typeof amounts, Amount][];
  const formatted = Object.fromEntries(entries.map(([name, amount]) => [name, format(amount)])) as Record<
    keyof typeof amounts,
    string
  >;
  return {
    ...amounts,
    special_price: special ?? null,
    formatted_prices: { ...formatted, special_price: special === undefined ? null : format(special) },
  };
}

interface Pricing {
  readonly own: Amount;
  readonly priceOf: (part: PartRow) => Amount;
  /** The percentage that the choices of a bundle cost. */
  readonly toPay: Percent;
}

function rangeOf(product: Priced, parts: readonly PartRow[], pricing: Pricing): Range {
  const { own, priceOf } = pricing;
  if (product.type_id === "bundle") return bundleRange(product, parts, pricing);
  const [first, ...others] = parts.map(priceOf);
  return first === undefined ? range(own) : { low: min(first, ...others), high: max(first, ...others) };
}

function bundleRange(bundle: Priced, parts: readonly PartRow[], { own, priceOf, toPay }: Pricing): Range {
  const surchargeOf = (part: PartRow) => {
    if (!bundle.has_fixed_price) return multiply(percent(priceOf(part), toPay), part.qty);
    const price = part.selection_price;
    // The bundle's own price is discounted already.
    const surcharge = part.selection_price_type === 1 ? percent(own, asPercent(price)) : percent(price, toPay);
    return multiply(surcharge, part.qty);
  };
  let total = range(bundle.has_fixed_price ? own : zero);
  for (const optionId of new Set(parts.map((part) => part.option_id))) {
    const options = parts.filter((part) => part.option_id === optionId);
    const [first = zero, ...others] = options.map(surchargeOf);
    const isMany = options.some((part) => part.is_many);
    const isRequired = options.some((part) => part.required);
    total = plus(total, {
      low: isRequired ? min(first, ...others) : zero,
      high: isMany ? sum([first, ...others]) : max(first, ...others),
    });
  }
  return total;
}
