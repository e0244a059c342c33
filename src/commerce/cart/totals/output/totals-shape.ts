import { phpJson } from "../../../../api/call/spelling.js";
import { isZero } from "../../../../platform/money/arithmetic.js";
import type { ChosenLabel } from "../../facts/chosen-labels.js";
import type { CartState } from "../../state/cart-state.rows.js";
import type { StoredTotals } from "../../state/compute-cart.js";
import type { TotalsItem } from "./totals-item.types.js";
import type { CartTotals } from "./totals.types.js";
import type { TotalSegment as SegmentShape } from "./total-segment.types.js";
import { wrappingAmounts } from "../commerce/wrapping-amounts.js";
import type { CartAmounts, CommerceTotals, LineTotals, TotalSegment, WrappingTotals } from "../totals.js";

/** Returns the totals of a cart in the shape of the API. */
function toCartTotals(cart: CartState, totals: StoredTotals): CartTotals {
  const { base, quote, coupon } = totals;
  return {
    ...amountsOf(quote),
    ...baseAmountsOf(base),
    subtotal_incl_tax: quote.subtotalInclTax,
    weee_tax_applied_amount: null,
    base_currency_code: cart.base_currency_code,
    quote_currency_code: cart.quote_currency_code,
    ...(coupon?.status === "applied" ? { coupon_code: cart.coupon_code ?? coupon.code } : {}),
    items_qty: totals.itemsQty,
    items: itemsOf(cart, totals),
    total_segments: totals.segments.map(segmentOf),
    ...extensionOf(totals),
  };
}

/** Returns totals that the call has collected. Magento's then have two more fields. */
export function toCollectedTotals(cart: CartState, totals: StoredTotals): CartTotals {
  return {
    ...(cart.items.length > 0 ? { coupon_code: "" } : {}),
    ...toCartTotals(cart, totals),
    base_subtotal_incl_tax: totals.base.subtotalInclTax,
  };
}

/** Returns totals as they were stored. Those of a virtual cart are collected by every call. */
export const toStoredTotals = (cart: CartState, totals: StoredTotals): CartTotals =>
  cart.is_virtual && cart.items.length > 0 ? toCollectedTotals(cart, totals) : toCartTotals(cart, totals);

function extensionOf({ coupon, commerce }: StoredTotals): Pick<CartTotals, "extension_attributes"> {
  const extension = {
    ...(coupon?.label ? { coupon_label: coupon.label } : {}),
    ...(commerce ? paymentsOf(commerce) : {}),
  };
  return Object.keys(extension).length > 0 ? { extension_attributes: extension } : {};
}

const paymentsOf = ({ reward, storeCredit }: CommerceTotals) => ({
  ...(storeCredit && !isZero(storeCredit.amount.base)
    ? { customer_balance_amount: storeCredit.amount.quote, base_customer_balance_amount: storeCredit.amount.base }
    : {}),
  ...(reward
    ? {
        reward_points_balance: String(reward.points),
        reward_currency_amount: reward.amount.quote,
        base_reward_currency_amount: reward.amount.base,
      }
    : {}),
});

const amountsOf = (amounts: CartAmounts) => ({
  grand_total: amounts.grandTotal,
  subtotal: amounts.subtotal,
  discount_amount: amounts.discountAmount,
  subtotal_with_discount: amounts.subtotalWithDiscount,
  shipping_amount: amounts.shippingAmount,
  shipping_discount_amount: amounts.shippingDiscountAmount,
  tax_amount: amounts.taxAmount,
  shipping_tax_amount: amounts.shippingTaxAmount,
  shipping_incl_tax: amounts.shippingInclTax,
});

type Prefixed<Amounts> = { [Name in keyof Amounts as `base_${string & Name}`]: Amounts[Name] };

const baseAmountsOf = (amounts: CartAmounts) =>
  Object.fromEntries(Object.entries(amountsOf(amounts)).map(([name, amount]) => [`base_${name}`, amount])) as Prefixed<
    ReturnType<typeof amountsOf>
  >;

function itemsOf(cart: CartState, { lines, labels }: StoredTotals): TotalsItem[] {
  const byId = new Map(cart.items.map((line) => [line.item_id, line]));
  return lines.flatMap((line) => {
    const stored = byId.get(line.itemId);
    if (!stored || line.parentId !== undefined) return [];
    const options = optionsText(labels[String(line.itemId)] ?? []);
    // The amounts come last: V8 is slow to add properties to a copy of an object with many.
    return [{ item_id: line.itemId, qty: stored.qty, name: stored.name, options, ...lineAmounts(line) }];
  });
}

/** Returns the choices of a line as text. */
const optionsText = (labels: readonly ChosenLabel[]): string =>
  phpJson(labels.map(({ label, value }) => ({ value, label })));

const lineAmounts = ({ priced, base, quote, taxPercent, discountPercent }: LineTotals) => ({
  // Magento shows the price in the base currency, unlike the price with tax.
  price: base.price,
  base_price: base.price,
  row_total: quote.rowTotal,
  base_row_total: base.rowTotal,
  // Magento never sets it.
  row_total_with_discount: "0",
  tax_amount: quote.taxAmount,
  base_tax_amount: base.taxAmount,
  ...(priced === "sum" ? {} : { tax_percent: taxPercent }),
  discount_amount: quote.discountAmount,
  base_discount_amount: base.discountAmount,
  discount_percent: discountPercent,
  price_incl_tax: quote.priceInclTax,
  base_price_incl_tax: base.priceInclTax,
  row_total_incl_tax: quote.rowTotalInclTax,
  base_row_total_incl_tax: base.rowTotalInclTax,
  weee_tax_applied_amount: null,
  weee_tax_applied: null,
});

const segmentOf = ({ code, title, value, area, taxDetails, giftCards, wrapping }: TotalSegment): SegmentShape => ({
  code,
  title,
  value,
  ...(area ? { area } : {}),
  ...(taxDetails ? { extension_attributes: { tax_grandtotal_details: taxDetails.map(detailsOf) } } : {}),
  ...(giftCards === undefined ? {} : { extension_attributes: { gift_cards: giftCards } }),
  ...(wrapping ? { extension_attributes: wrappingOf(wrapping) } : {}),
});

const wrappingOf = (wrapping: WrappingTotals) => ({
  ...(wrapping.orderId === undefined ? {} : { gw_order_id: String(wrapping.orderId) }),
  gw_item_ids: wrapping.items.map(({ itemId }) => String(itemId)),
  gw_allow_gift_receipt: wrapping.allowsGiftReceipt ? "1" : "0",
  gw_add_card: wrapping.hasCard ? "1" : "0",
  ...wrappingAmounts(wrapping),
});

const detailsOf = ({ amount, rates, groupId }: NonNullable<TotalSegment["taxDetails"]>[number]) => ({
  amount,
  rates: rates.map(({ percent, title }) => ({ percent, title })),
  group_id: groupId,
});
