import type { SoldBundleOption, SoldProduct, SoldSelection } from "../../catalog/published.sale.js";
import { type Amount, asAmount, asPercent, asQuantity, type Quantity, zero } from "../../../platform/money/amount.js";
import { add, isGreater, isLess } from "../../../platform/money/arithmetic.js";
import { type PricingScope, productFacts } from "../facts/product-facts.js";
import { childPrice, finalPrice, type PriceMoment, selectionPrice } from "../totals/final-price.js";
import type { Choices, ProductFacts } from "../totals/cart-facts.js";
import { TaxCalculation } from "../totals/taxes/tax-calculation.js";
import type { RateLookup } from "../totals/taxes/tax-rates.js";
import type { TaxedPrice } from "./price-range.types.js";

/** The facts that all ranges of an answer are computed from. */
export interface RangeFacts {
  readonly moment: PriceMoment;
  readonly qty: Quantity;
  readonly rates: RateLookup;
  readonly includesTax: boolean;
  /** Digits of the base currency. */
  readonly digits: number;
  readonly pricingScope: PricingScope;
  readonly partsById: ReadonlyMap<number, SoldProduct>;
}

/** The lowest and the highest price. */
export interface Range {
  readonly low: TaxedPrice;
  readonly high: TaxedPrice;
}

/** Which prices count: all, or only the base prices. */
export type PriceKind = "final" | "regular";

const one = asQuantity(1);
const nothing: TaxedPrice = { excluding_tax: zero, including_tax: zero };

/** Returns the ids of the parts that a composite product offers. */
export const partIdsOf = ({ variations, members, bundle_options: options }: SoldProduct): number[] => [
  ...(variations ?? []).map(({ product_id: id }) => id),
  ...(members ?? []).map(({ product_id: id }) => id),
  ...(options ?? []).flatMap(({ selections }) => selections.map(({ product_id: id }) => id)),
];

/** Returns the range of a product's prices; undefined if the product, or each of its parts, has no price. */
export function rangeOf(product: SoldProduct, kind: PriceKind, facts: RangeFacts): Range | undefined {
  if (product.type_id === "bundle") return bundleRange(product, kind, facts);
  const own = factsOf(product, kind, facts);
  if (product.type_id !== "configurable" && product.type_id !== "grouped") {
    const price =
      product.price === null
        ? undefined
        : taxed(finalPrice({ product: own, qty: facts.qty }, facts.moment), own, facts);
    return price && { low: price, high: price };
  }
  const prices = soldParts(partIdsOf(product), facts).map((part) => {
    const item = { product: factsOf(part, kind, facts), qty: facts.qty };
    // A variation is taxed as the configurable product, whose line it is in the cart.
    const taxedAs = product.type_id === "configurable" ? own : item.product;
    return taxed(finalPrice(item, facts.moment), taxedAs, facts);
  });
  const [low, high] = [lowest(prices), highest(prices)];
  return low && high && { low, high };
}

/** Each required option of a bundle is chosen in the cheapest range, and every option in the dearest. */
function bundleRange(bundle: SoldProduct, kind: PriceKind, facts: RangeFacts): Range | undefined {
  const own = factsOf(bundle, kind, facts);
  const options = (bundle.bundle_options ?? []).map((option) => optionRange(option, own, { kind, facts }));
  if (own.hasFixedPrice !== true && options.every((option) => option === undefined)) return undefined;
  const basis = own.hasFixedPrice
    ? taxed(finalPrice({ product: own, qty: facts.qty }, facts.moment), own, facts)
    : nothing;
  return options.reduce<Range>(
    (total, option) => (option ? { low: plus(total.low, option.low), high: plus(total.high, option.high) } : total),
    { low: basis, high: basis },
  );
}

interface OfKind {
  readonly kind: PriceKind;
  readonly facts: RangeFacts;
}

function optionRange(option: SoldBundleOption, bundle: ProductFacts, of: OfKind): Range | undefined {
  const prices = option.selections.flatMap((selection) => {
    const [part] = soldParts([selection.product_id], of.facts);
    return part ? [selectedPrice(selection, part, { ...of, bundle })] : [];
  });
  const [low, high] = [lowest(prices), highest(prices)];
  if (!low || !high) return undefined;
  const isMany = option.type === "checkbox" || option.type === "multi";
  return { low: option.required ? low : nothing, high: isMany ? prices.reduce(plus, nothing) : high };
}

/** Returns what a selection adds to the price of its bundle. */
function selectedPrice(
  selection: SoldSelection,
  part: SoldProduct,
  { bundle, kind, facts }: OfKind & { readonly bundle: ProductFacts },
): TaxedPrice {
  const qty = asQuantity(selection.qty);
  const child = { product: factsOf(part, kind, facts), qty, choices: { selection: surchargeOf(selection) } };
  const whole = { product: bundle, qty: facts.qty };
  return bundle.hasFixedPrice
    ? taxed(selectionPrice(child, whole, facts.moment), bundle, { ...facts, units: qty })
    : taxed(childPrice(child, whole, facts.moment), child.product, { ...facts, units: qty });
}

const surchargeOf = ({ price, price_type: type }: SoldSelection): NonNullable<Choices["selection"]> =>
  type === 1 ? { type: "percent", percent: asPercent(price) } : { type: "fixed", amount: asAmount(price) };

/** Returns the parts that the website sells and that are enabled. */
const soldParts = (ids: readonly number[], { partsById }: RangeFacts): SoldProduct[] =>
  ids.flatMap((id) => {
    const part = partsById.get(id);
    return part?.is_on_website && part.values["status"] === "1" ? [part] : [];
  });

function factsOf(product: SoldProduct, kind: PriceKind, { pricingScope }: RangeFacts): ProductFacts {
  const { special, tiers, ...facts } = productFacts(product, pricingScope);
  return kind === "regular" ? facts : { ...facts, ...(special ? { special } : {}), ...(tiers ? { tiers } : {}) };
}

interface Taxing extends RangeFacts {
  /** Number of units to tax; one by default. */
  readonly units?: Quantity;
}

function taxed(price: Amount, { taxClassId }: ProductFacts, { units = one, ...facts }: Taxing): TaxedPrice {
  const { digits, includesTax, rates } = facts;
  const taxable = { price, qty: units, rates: rates(taxClassId), includesTax };
  const row = new TaxCalculation("UNIT_BASE_CALCULATION", digits).row(taxable);
  return { excluding_tax: row.rowTotal, including_tax: row.rowTotalInclTax };
}

const plus = (left: TaxedPrice, right: TaxedPrice): TaxedPrice => ({
  excluding_tax: add(asAmount(left.excluding_tax), asAmount(right.excluding_tax)),
  including_tax: add(asAmount(left.including_tax), asAmount(right.including_tax)),
});

/** Returns the price that the comparison with tax prefers. */
const best = (prices: readonly TaxedPrice[], isBetter: typeof isLess): TaxedPrice | undefined => {
  const [first, ...others] = prices;
  return (
    first &&
    others.reduce(
      (chosen, price) => (isBetter(asAmount(price.including_tax), asAmount(chosen.including_tax)) ? price : chosen),
      first,
    )
  );
};
const lowest = (prices: readonly TaxedPrice[]) => best(prices, isLess);
const highest = (prices: readonly TaxedPrice[]) => best(prices, isGreater);
