import { plainDecimal } from "../../../api/contract/scalars.js";
import { isZero, negate } from "../../../platform/money/arithmetic.js";
import type { Amount } from "../../../platform/money/amount.js";
import type { TaxSettings } from "./facts.js";
import type { State } from "./state.js";
import type { AppliedTax, CommerceTotals, ShippingOutcome, TotalSegment } from "./totals.js";

/** Data for the titles and details of segments. */
interface SegmentData {
  readonly isVirtual: boolean;
  readonly tax: Pick<TaxSettings, "showsSubtotalWithTax" | "showsTaxWithTotal">;
  readonly discountDescription: string;
  readonly shipping: ShippingOutcome;
  readonly appliedTaxes: readonly AppliedTax[];
  readonly commerce?: CommerceTotals | undefined;
}

/** Returns the rows in the totals of a cart, in Magento's order. */
export function segmentsOf(state: State, descriptions: SegmentData): TotalSegment[] {
  const { isVirtual, tax, discountDescription, shipping, appliedTaxes, commerce } = descriptions;
  const subtotal = tax.showsSubtotalWithTax ? state.subtotalInclTax : state.subtotal;
  const area = tax.showsTaxWithTotal && !isZero(state.grandTotal) ? ({ area: "taxes" } as const) : {};
  const discount: TotalSegment = {
    code: "discount",
    title: titleOf("Discount", discountDescription),
    value: state.discountAmount,
  };
  const taxDetails = appliedTaxes.map(({ amount, rates }, index) => ({
    amount: amount.quote,
    groupId: index + 1,
    rates: rates.map(({ percent, title }) => ({ percent, title })),
  }));
  return [
    { code: "subtotal", title: "Subtotal", value: subtotal },
    ...(isZero(state.discountAmount) ? [] : [discount]),
    ...(isVirtual ? [] : [shippingSegment(state, shipping)]),
    { code: "tax", title: "Tax", value: state.tax, ...area, taxDetails },
    ...(commerce ? [{ ...wrappingSegment, wrapping: commerce.wrapping }] : []),
    ...state.added.map(({ code, title, amount }) => ({ code, title, value: amount })),
    { code: "grand_total", title: "Grand Total", value: state.grandTotal, area: "footer" },
    ...(commerce ? paymentSegments(commerce) : []),
  ];
}

const wrappingSegment: TotalSegment = { code: "giftwrapping", title: "Gift Wrapping", value: null };

const asDeduction = (amount: Amount): Amount => (isZero(amount) ? amount : negate(amount));

function paymentSegments({ giftCards, giftCardsAmount, storeCredit, reward }: CommerceTotals): TotalSegment[] {
  // As text, because numbers have only fifteen exact digits.
  const cards = giftCards.map(({ id, code, amount: { base, quote } }) => {
    const amounts = `"a":${plainDecimal(quote)},"ba":${plainDecimal(base)}`;
    return `{"i":${id},"c":${JSON.stringify(code)},${amounts}}`;
  });
  const segment = (code: TotalSegment["code"], title: string, amount: Amount): TotalSegment => ({
    ...{ code, title },
    value: asDeduction(amount),
    area: "footer",
  });
  const ofCards = segment("giftcardaccount", "Gift Cards", giftCardsAmount.quote);
  return [
    ...(cards.length > 0 ? [{ ...ofCards, giftCards: `[${cards.join(",")}]` }] : []),
    ...(storeCredit ? [segment("customerbalance", "Store Credit", storeCredit.amount.quote)] : []),
    ...(reward ? [segment("reward", `${reward.points} Reward points`, reward.amount.quote)] : []),
  ];
}

const shippingSegment = (state: State, { description = "" }: ShippingOutcome): TotalSegment => ({
  code: "shipping",
  title: titleOf("Shipping & Handling", description),
  value: state.shipping.amount,
});

const titleOf = (title: string, detail: string): string => (detail === "" ? title : `${title} (${detail})`);
