import {
  type Amount,
  asPercent,
  hundredPercent,
  type Percent,
  zeroQuantity,
  zero,
} from "../../../platform/money/amount.js";
import { add, proportion, sum } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import { addedPairs } from "./added/added-collectors.js";
import type { Item } from "./items.js";
import { labelsOf, ruleTotals, toCoupon } from "./discounts/rule-totals.js";
import { segmentsOf } from "./segments.js";
import {
  baseCurrency,
  type Currency,
  emptyRow,
  quoteCurrency,
  type Row,
  type Run,
  type State,
  type States,
} from "./state.js";
import { commerceTotals } from "./commerce/commerce-totals.js";
import { addressTaxes, itemTaxes } from "./taxes/applied-taxes.js";
import type { CartAmounts, LineAmounts, LineDiscount, LineTotals, ShippingOutcome, Totals } from "./totals.js";
import { cartWeight, orderedWeight, rowWeight } from "./weights.js";

/** Returns the result of a run. */
export function toTotals(run: Run, states: States): Totals {
  const { base, quote } = states;
  const rules = ruleTotals(run, states);
  const labels = new Map(rules.map(({ ruleId, label }) => [ruleId, label]));
  const taxes = itemTaxes(run, states);
  const appliedTaxes = addressTaxes(taxes);
  const discountDescription = labelsOf(run, base, rules);
  const coupon = toCoupon(run, states, rules);
  const shipping = shippingOf(base);
  const { tax } = run.facts.settings;
  const commerce = commerceTotals(run, states);
  const added = addedPairs(base, quote);
  return {
    isVirtual: run.isVirtual,
    base: cartAmounts(base),
    quote: quote === base ? cartAmounts(base) : cartAmounts(quote),
    lines: run.items.all.map((item) => lineTotals(item, { run, labels }, states)),
    itemsCount: run.items.top.length,
    itemsQty: sum([zeroQuantity, ...run.items.top.map(({ totalQty }) => totalQty)]),
    weight: cartWeight(run.items),
    segments: segmentsOf(quote, {
      isVirtual: run.isVirtual,
      tax,
      discountDescription,
      shipping,
      appliedTaxes,
      commerce,
    }),
    appliedTaxes,
    itemTaxes: taxes,
    appliedRuleIds: rules.map(({ ruleId }) => ruleId),
    rules,
    ...(discountDescription !== "" && { discountDescription }),
    ...(coupon && { coupon }),
    shipping,
    ...(commerce && { commerce }),
    ...(added.length > 0 && { added }),
  };
}

function cartAmounts(state: State): CartAmounts {
  const { shipping } = state;
  return {
    subtotal: state.subtotal,
    subtotalInclTax: state.subtotalInclTax,
    discountAmount: state.discountAmount,
    subtotalWithDiscount: sum([state.subtotal, state.discountAmount]),
    shippingAmount: shipping.amount,
    shippingInclTax: shipping.inclTax,
    shippingTaxAmount: shipping.tax,
    shippingDiscountAmount: shipping.discount,
    taxAmount: state.tax,
    discountTaxCompensationAmount: state.compensation,
    shippingDiscountTaxCompensationAmount: shipping.compensation,
    virtualAmount: state.virtualAmount,
    grandTotal: state.grandTotal,
  };
}

function shippingOf({ shipment }: State): ShippingOutcome {
  if (!shipment) return {};
  const { request, rate } = shipment;
  if (!rate) return { request };
  return { request, rate, description: `${rate.carrierTitle} - ${rate.methodTitle}` };
}

interface Described {
  readonly run: Run;
  /** Labels of the rules that apply, by their id. */
  readonly labels: ReadonlyMap<number, string>;
}

function lineTotals(item: Item, { run, labels }: Described, { base, quote }: States): LineTotals {
  const own = base.rows[item.index] ?? emptyRow;
  const converted = quote.rows[item.index] ?? emptyRow;
  const amounts = lineAmounts(own, originalPriceOf(item, own, baseCurrency(run.facts.settings)));
  const original = originalPriceOf(item, converted, quoteCurrency(run.facts.settings));
  const { parentId, itemId, product } = item.line;
  const isTaxed = item.priced === "own";
  const selectionPrice = selectionPriceOf(item, run);
  const freeUnits = base.shipment?.freeUnits[item.index] ?? zeroQuantity;
  return {
    itemId,
    ...(parentId !== undefined && { parentId }),
    priced: item.priced,
    totalQty: item.totalQty,
    base: amounts,
    quote: own === converted ? amounts : lineAmounts(converted, original),
    ...(selectionPrice && { selectionPrice }),
    taxPercent: isTaxed ? storedPercent(run.rates(product.taxClassId).percent) : asPercent(0),
    discountPercent: own.discountPercent,
    rowWeight: rowWeight(item),
    orderedWeight: orderedWeight(item, freeUnits),
    freeShippingQty: freeUnits,
    appliedRuleIds: ruleIdsOf(item, base),
    discounts: discountsOf(labels, own, converted),
  };
}

/** Magento stores four decimal places of a binary fraction, so that 9.87375 becomes 9.8737. */
const storedPercent = (percent: Percent): Percent => asPercent(Number(percent).toFixed(4));

function selectionPriceOf(
  { index, line, parent }: Item,
  { facts: { settings }, prices, rates }: Run,
): Amount | undefined {
  const selection = prices[index]?.selection;
  if (selection === undefined) return undefined;
  const { convert, digits } = quoteCurrency(settings);
  const price = convert(selection);
  if (!settings.tax.pricesIncludeTax || settings.tax.isCrossBorder) return round(price, digits);
  const taxed = parent?.priced === "own" ? parent.line : line;
  const { storePercent } = rates(taxed.product.taxClassId);
  return round(proportion(price, hundredPercent, add(hundredPercent, storePercent)), digits);
}

/** Returns the ids of the rules that discount an item; for a dynamic bundle, those of its children. */
function ruleIdsOf({ index, priced, children }: Item, { rows, uses }: State): number[] {
  const indexes = priced === "sum" ? children.map((child) => child.index) : [index];
  const ids = new Set(
    [index, ...indexes].flatMap((place) => (rows[place] ?? emptyRow).discounts.map(({ ruleId }) => ruleId)),
  );
  return uses.map(({ rule }) => rule.id).filter((id) => ids.has(id));
}

/** Returns the price of the product of a line; of a dynamic bundle its unit price, and of a part without amounts zero. */
function originalPriceOf({ line, priced, children }: Item, row: Row, { convert }: Currency): Amount {
  if (priced === "none") return zero;
  if (priced === "sum") return row.price;
  const [variation] = line.product.type === "configurable" ? children : [];
  return convert((variation?.line ?? line).product.price);
}

function lineAmounts(row: Row, originalPrice: Amount): LineAmounts {
  return {
    price: row.price,
    priceInclTax: row.priceInclTax,
    originalPrice,
    rowTotal: row.rowTotal,
    rowTotalInclTax: row.rowTotalInclTax,
    discountAmount: row.discount,
    taxAmount: row.tax,
    taxBeforeDiscount: row.taxBefore,
    discountTaxCompensationAmount: row.compensation,
  };
}

/** Merges the discounts of both currencies. If nothing is left for a rule in one, a cent may be left in the other. */
function discountsOf(labels: ReadonlyMap<number, string>, base: Row, quote: Row): LineDiscount[] {
  const inBase = new Map(base.discounts.map((entry) => [entry.ruleId, entry]));
  const inQuote = quote === base ? inBase : new Map(quote.discounts.map((entry) => [entry.ruleId, entry]));
  return [...new Set([...inBase.keys(), ...inQuote.keys()])].map((ruleId) => {
    const [own, converted] = [inBase.get(ruleId), inQuote.get(ruleId)];
    return {
      ruleId,
      label: labels.get(ruleId) ?? "",
      amount: { base: own?.amount ?? zero, quote: converted?.amount ?? zero },
      original: { base: own?.original ?? zero, quote: converted?.original ?? zero },
    };
  });
}
