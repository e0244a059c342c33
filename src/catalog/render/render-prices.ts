import { Decimal } from "decimal.js";
import type { PartRow, RenderedPrice } from "./product-render.sql.js";
import type { ProductRenderPriceInfo } from "./product-render.types.js";

/** A product to price, as far as its type matters. */
export interface Priced extends RenderedPrice {
  readonly type_id: string;
  readonly has_fixed_price: boolean;
}

interface Range {
  readonly low: Decimal;
  readonly high: Decimal;
}

const zero = new Decimal(0);
const range = (value: Decimal): Range => ({ low: value, high: value });
const plus = (one: Range, other: Range): Range => ({ low: one.low.plus(other.low), high: one.high.plus(other.high) });

/** Returns the special price while it is active; for a bundle it is the percentage of the price to pay. */
function specialPrice(product: RenderedPrice & { readonly type_id?: string }, now: string): Decimal | undefined {
  const { special_price: special, special_from: from, special_to: to } = product;
  if (special === null || (from !== null && from > now) || (to !== null && to < now)) return undefined;
  return product.type_id === "bundle" ? new Decimal(product.price ?? 0).mul(special).div(100) : new Decimal(special);
}

/** Returns the price of one unit: the lowest of the base, special and tier price. */
function finalPrice(product: RenderedPrice & { readonly type_id?: string }, now: string): Decimal {
  const regular = new Decimal(product.price ?? 0);
  const { tier_value: value, tier_percentage: percentage } = product;
  const offers = [
    specialPrice(product, now),
    value === null ? undefined : new Decimal(value),
    percentage === null ? undefined : regular.mul(new Decimal(100).minus(percentage)).div(100),
  ];
  return Decimal.min(regular, ...offers.filter((offer) => offer !== undefined));
}

/**
 * Returns the prices of a product for a guest at a time in the store's time zone. The range of a bundle covers its
 * required and optional choices, the range of a configurable or grouped product its variations.
 */
export function pricesOf(
  product: Priced,
  parts: readonly PartRow[],
  { now, format }: { readonly now: string; readonly format: (amount: Decimal) => string },
): ProductRenderPriceInfo {
  const own = { regular: new Decimal(product.price ?? 0), final: finalPrice(product, now) };
  const regular = rangeOf(product, parts, { own: own.regular, priceOf: (part) => new Decimal(part.price ?? 0) });
  const final = rangeOf(product, parts, { own: own.final, priceOf: (part) => finalPrice(part, now) });
  const special = specialPrice(product, now) ?? null;
  const amounts = {
    final_price: final.low,
    max_price: final.high,
    max_regular_price: regular.high,
    minimal_regular_price: regular.low,
    minimal_price: final.low,
    regular_price: regular.low,
  };
  const entries = Object.entries(amounts) as [keyof typeof amounts, Decimal][];
  const text = Object.fromEntries(entries.map(([name, amount]) => [name, amount.toFixed()])) as Record<
    keyof typeof amounts,
    string
  >;
  const formatted = Object.fromEntries(entries.map(([name, amount]) => [name, format(amount)])) as typeof text;
  return {
    ...text,
    special_price: special?.toFixed() ?? null,
    formatted_prices: { ...formatted, special_price: special && format(special) },
  };
}

interface Pricing {
  readonly own: Decimal;
  readonly priceOf: (part: PartRow) => Decimal;
}

function rangeOf(product: Priced, parts: readonly PartRow[], { own, priceOf }: Pricing): Range {
  if (product.type_id === "bundle") return bundleRange(product, parts, { own, priceOf });
  if (parts.length === 0) return range(own);
  const prices = parts.map(priceOf);
  return { low: Decimal.min(...prices), high: Decimal.max(...prices) };
}

function bundleRange(bundle: Priced, parts: readonly PartRow[], { own, priceOf }: Pricing): Range {
  const adds = (part: PartRow) => {
    if (!bundle.has_fixed_price) return priceOf(part).mul(part.qty);
    const price = new Decimal(part.selection_price);
    return (part.selection_price_type === 1 ? own.mul(price).div(100) : price).mul(part.qty);
  };
  let total = range(bundle.has_fixed_price ? own : zero);
  for (const optionId of new Set(parts.map((part) => part.option_id))) {
    const options = parts.filter((part) => part.option_id === optionId);
    const prices = options.map(adds);
    const isMany = options.some((part) => part.is_many);
    const isRequired = options.some((part) => part.required);
    total = plus(total, {
      low: isRequired ? Decimal.min(...prices) : zero,
      high: isMany ? prices.reduce((sum, price) => sum.plus(price), zero) : Decimal.max(...prices),
    });
  }
  return total;
}
