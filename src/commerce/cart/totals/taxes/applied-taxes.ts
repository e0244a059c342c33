import { zero } from "../../../../platform/money/amount.js";
import { add, isZero } from "../../../../platform/money/arithmetic.js";
import { emptyRow, type Run, type States } from "../state.js";
import type { GroupTax } from "./tax-calculation.js";
import type { ClassRates } from "./tax-rates.js";
import type { AppliedTax, ItemTax, AmountPair } from "../totals.js";

/** Returns the taxes of each line, of shipping and of gift wrapping by groups of rates, except zero amounts. */
export function itemTaxes(run: Run, { base, quote }: States): ItemTax[] {
  const ofItems = run.items.priced.flatMap((item) => {
    const { itemId, product } = item.line;
    const twins = pairTaxes((base.rows[item.index] ?? emptyRow).taxes, (quote.rows[item.index] ?? emptyRow).taxes);
    return toAppliedTaxes(twins, run.rates(product.taxClassId)).map((tax): ItemTax => ({
      ...tax,
      itemType: "product",
      itemId,
    }));
  });
  const twins = pairTaxes(base.shipping.taxes, quote.shipping.taxes);
  const ofShipping = toAppliedTaxes(twins, run.rates(run.facts.settings.tax.shippingTaxClassId));
  const shippingTaxes = ofShipping.map((tax): ItemTax => ({ ...tax, itemType: "shipping" }));
  return [...ofItems, ...shippingTaxes, ...wrappingTaxes(run, { base, quote })];
}

/** Returns the taxes of gift wrapping. */
function wrappingTaxes(run: Run, { base, quote }: States): ItemTax[] {
  const [one, other] = [base.wrapping, quote.wrapping];
  const rates = run.rates(run.facts.commerce?.wrapping?.taxClassId);
  const of = (own: readonly GroupTax[], converted: readonly GroupTax[] = []) =>
    toAppliedTaxes(pairTaxes(own, converted), rates);
  const ofItems = [...one.items].flatMap(([itemId, { taxes }]) =>
    of(taxes, other.items.get(itemId)?.taxes).map((tax): ItemTax => ({ ...tax, itemType: "item_gw", itemId })),
  );
  const ofOrder = of(one.order.taxes, other.order.taxes).map((tax): ItemTax => ({ ...tax, itemType: "quote_gw" }));
  const ofCard = of(one.card.taxes, other.card.taxes).map((tax): ItemTax => ({ ...tax, itemType: "printed_card_gw" }));
  return [...ofItems, ...ofOrder, ...ofCard];
}

const pairTaxes = (base: readonly GroupTax[], quote: readonly GroupTax[]): AmountPair[] =>
  base.map(({ amount }, group) => ({ base: amount, quote: quote[group]?.amount ?? zero }));

const toAppliedTaxes = (twins: readonly AmountPair[], { groups }: ClassRates): AppliedTax[] =>
  groups.flatMap((group, index) => {
    const amount = twins[index] ?? { base: zero, quote: zero };
    return isZero(amount.base) && isZero(amount.quote) ? [] : [{ ...group, amount }];
  });

/** Returns the taxes of the address: the sums of all taxes by groups of rates. */
export function addressTaxes(taxes: readonly ItemTax[]): AppliedTax[] {
  const found = new Map<string, AppliedTax>();
  for (const { id, percent, rates, amount } of taxes) {
    const before = found.get(id);
    found.set(id, before ? { ...before, amount: plus(before.amount, amount) } : { id, percent, rates, amount });
  }
  return [...found.values()];
}

const plus = (one: AmountPair, other: AmountPair): AmountPair => ({
  base: add(one.base, other.base),
  quote: add(one.quote, other.quote),
});
