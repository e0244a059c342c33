import type { Amount, Percent, Quantity, Weight } from "../../money/amount.js";
import type { ShippingRate, ShippingRequest } from "./facts.js";

/** An amount in both currencies of a cart. */
export interface Twin {
  readonly base: Amount;
  readonly quote: Amount;
}

/** The totals of a cart: of its shipping address, or of its billing address if nothing is shipped. */
export interface Totals {
  readonly isVirtual: boolean;
  readonly base: CartAmounts;
  readonly quote: CartAmounts;
  /** Lines in the order of the cart, children included. */
  readonly lines: readonly LineTotals[];
  /** Number of visible lines. */
  readonly itemsCount: number;
  /** Units of visible lines. */
  readonly itemsQty: Quantity;
  readonly weight: Weight;
  /** There is none of fixed product taxes, which do not exist here. */
  readonly segments: readonly TotalSegment[];
  /** Taxes of the address, one for each group of rates with the same priority. */
  readonly appliedTaxes: readonly AppliedTax[];
  /** The same by line and for shipping, as an order records them. */
  readonly itemTaxes: readonly ItemTax[];
  /** Rules that applied to a line, in the order in which they did. */
  readonly appliedRuleIds: readonly number[];
  /** What each applied rule discounted. */
  readonly rules: readonly RuleTotals[];
  /** Labels of the applied rules, joined with a comma. */
  readonly discountDescription?: string;
  /** Present if the cart has a code. */
  readonly coupon?: CouponOutcome;
  readonly shipping: ShippingOutcome;
  /** Present in the commerce edition. */
  readonly commerce?: CommerceTotals;
}

/** What pays for a cart besides money. */
export interface CommerceTotals {
  readonly reward?: { readonly accountId?: number; readonly points: number; readonly amount: Twin };
  readonly giftCards: readonly { readonly id: number; readonly code: string; readonly amount: Twin }[];
  readonly giftCardsAmount: Twin;
  readonly storeCredit?: { readonly accountId?: number; readonly amount: Twin };
  readonly wrapping: WrappingTotals;
}

/** A charge for gift wrapping. */
export interface WrappingAmount {
  readonly price: Twin;
  readonly tax: Twin;
}

/** How a cart is wrapped, and what that costs. */
export interface WrappingTotals {
  /** Wrapping of the whole cart. */
  readonly orderId?: number;
  readonly order: WrappingAmount;
  readonly items: readonly (WrappingAmount & { readonly itemId: number; readonly id: number })[];
  readonly itemsAmount: WrappingAmount;
  readonly card: WrappingAmount;
  readonly allowsGiftReceipt: boolean;
  readonly hasCard: boolean;
}

/** Amounts of a cart in one currency. */
export interface CartAmounts {
  readonly subtotal: Amount;
  readonly subtotalInclTax: Amount;
  /** Zero or less; includes the discount of shipping. */
  readonly discountAmount: Amount;
  readonly subtotalWithDiscount: Amount;
  readonly shippingAmount: Amount;
  readonly shippingInclTax: Amount;
  readonly shippingTaxAmount: Amount;
  readonly shippingDiscountAmount: Amount;
  readonly taxAmount: Amount;
  /** Tax in discounts on prices that include tax. */
  readonly discountTaxCompensationAmount: Amount;
  readonly shippingDiscountTaxCompensationAmount: Amount;
  /** Subtotal of lines that are not shipped. */
  readonly virtualAmount: Amount;
  readonly grandTotal: Amount;
}

/**
 * Totals of a line. A configurable product or a bundle with a fixed price has the amounts of its parts, which have none. A
 * dynamic bundle has the sums of its children, except for discounts: these are on the children only.
 */
export interface LineTotals {
  readonly itemId: number;
  readonly parentId?: number;
  /** Units in all: those of the line times those of its parent. */
  readonly totalQty: Quantity;
  readonly base: LineAmounts;
  readonly quote: LineAmounts;
  readonly taxPercent: Percent;
  readonly discountPercent: Percent;
  readonly rowWeight: Weight;
  /** Units that rules ship free. */
  readonly freeShippingQty: Quantity;
  readonly appliedRuleIds: readonly number[];
  readonly discounts: readonly LineDiscount[];
}

/** Amounts of a line in one currency. */
export interface LineAmounts {
  /** Price of a unit without tax. */
  readonly price: Amount;
  readonly priceInclTax: Amount;
  /** Price before a custom price. */
  readonly originalPrice: Amount;
  readonly rowTotal: Amount;
  readonly rowTotalInclTax: Amount;
  /** Zero or more. */
  readonly discountAmount: Amount;
  readonly rowTotalWithDiscount: Amount;
  readonly taxAmount: Amount;
  /** Tax before any discount. */
  readonly taxBeforeDiscount: Amount;
  readonly discountTaxCompensationAmount: Amount;
}

/** What a rule discounted on a line; `original` is the amount before limits and rounding. */
export interface LineDiscount {
  readonly ruleId: number;
  readonly label: string;
  readonly amount: Twin;
  readonly original: Twin;
}

/** What a rule discounted in all. */
export interface RuleTotals {
  readonly ruleId: number;
  readonly label: string;
  /** On lines, above zero. */
  readonly amount: Twin;
  readonly shippingAmount: Twin;
}

/** A line of the summary of a cart. */
export interface TotalSegment {
  readonly code:
    | "subtotal"
    | "discount"
    | "shipping"
    | "tax"
    | "giftwrapping"
    | "grand_total"
    | "giftcardaccount"
    | "customerbalance"
    | "reward";
  readonly title: string;
  readonly value: Amount | null;
  readonly area?: "footer";
  readonly taxDetails?: readonly TaxDetails[];
  /** JSON of the gift cards that pay. */
  readonly giftCards?: string;
  readonly wrapping?: WrappingTotals;
}

/** An entry of `tax_grandtotal_details`. */
interface TaxDetails {
  readonly amount: Amount;
  readonly groupId: number;
  readonly rates: readonly { readonly percent: Percent; readonly title: string }[];
}

/** Rates that apply together because their rules have the same priority. */
export interface RateGroup {
  /** Codes of the rates, concatenated. */
  readonly id: string;
  /** The part that the group adds, after compounding. */
  readonly percent: Percent;
  readonly rates: readonly {
    readonly code: string;
    readonly title: string;
    readonly percent: Percent;
  }[];
}

/** The tax of a group of rates. */
export interface AppliedTax extends RateGroup {
  readonly amount: Twin;
}

/** The tax of a group of rates on a line or on shipping. */
export interface ItemTax extends AppliedTax {
  readonly itemType: "product" | "shipping" | "quote_gw" | "item_gw" | "printed_card_gw";
  readonly itemId?: number;
}

/** What became of the code of a cart. */
export interface CouponOutcome {
  readonly code: string;
  readonly status: CouponStatus;
  /** Label of its rule, if it applies. */
  readonly label?: string;
  readonly ruleId?: number;
}

/**
 * `applied`, or why not: no such code; its rule is off, of another website or group, or not of today; too few uses left, in
 * all or of the customer; the cart does not meet the conditions; no line is discounted.
 */
export type CouponStatus =
  "applied" | "unknown" | "ruleInactive" | "usedUp" | "usedUpByCustomer" | "conditionsNotMet" | "noMatchingItem";

/** What shipping was computed from, and the rate that was found. */
export interface ShippingOutcome {
  /** Absent if nothing is shipped. Carriers compute the rates of other methods from it. */
  readonly request?: ShippingRequest;
  readonly rate?: ShippingRate;
  /** `Carrier - Method`. */
  readonly description?: string;
}
