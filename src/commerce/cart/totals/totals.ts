import type { Amount, Percent, Quantity, Weight } from "../../../platform/money/amount.js";
import type { AddedAmount } from "./added/added-facts.js";
import type { ShippingRate, ShippingRequest } from "./facts.js";
import type { Priced } from "./items.js";

/** An amount in both currencies of a cart. */
export interface AmountPair {
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
  /** Total quantity of visible lines. */
  readonly itemsQty: Quantity;
  readonly weight: Weight;
  /** Fixed product taxes have no segment, because Portico does not support them. */
  readonly segments: readonly TotalSegment[];
  /** Taxes of the address, one for each group of rates with the same priority. */
  readonly appliedTaxes: readonly AppliedTax[];
  /** The same taxes by line, for shipping and for gift wrapping, as an order records them. */
  readonly itemTaxes: readonly ItemTax[];
  /** Ids of the applied rules, in order of application. */
  readonly appliedRuleIds: readonly number[];
  /** Discounts of each applied rule. */
  readonly rules: readonly RuleTotals[];
  /** Labels of the applied rules, joined with a comma. */
  readonly discountDescription?: string;
  /** Present if the cart has a code. */
  readonly coupon?: CouponOutcome;
  readonly shipping: ShippingOutcome;
  /** Present in the commerce edition. */
  readonly commerce?: CommerceTotals;
  /** Charges that extensions added; absent without any. */
  readonly added?: readonly (Omit<AddedAmount, "amount"> & { readonly amount: AmountPair })[];
}

/** The points, gift cards and store credit that pay for a cart, and its gift wrapping. */
export interface CommerceTotals {
  readonly reward?: { readonly accountId?: number; readonly points: number; readonly amount: AmountPair };
  readonly giftCards: readonly { readonly id: number; readonly code: string; readonly amount: AmountPair }[];
  readonly giftCardsAmount: AmountPair;
  readonly storeCredit?: { readonly accountId?: number; readonly amount: AmountPair };
  readonly wrapping: WrappingTotals;
}

/** A charge for gift wrapping. */
export interface WrappingAmount {
  readonly price: AmountPair;
  readonly tax: AmountPair;
}

/** The gift wrapping of a cart and its charges. */
export interface WrappingTotals {
  /** Id of the wrapping of the whole cart. */
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
  /** Zero or less; includes the shipping discount. */
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
 * Totals of a line. A configurable product or a bundle with a fixed price has all amounts, its parts have none. A dynamic
 * bundle has the sums of its children, except for discounts, which only the children have.
 */
export interface LineTotals {
  readonly itemId: number;
  readonly parentId?: number;
  /** Which line has the amounts. */
  readonly priced: Priced;
  /** Total units: the quantity of the line times that of its parent. */
  readonly totalQty: Quantity;
  readonly base: LineAmounts;
  readonly quote: LineAmounts;
  /** Of a part of a bundle: its unit price in the currency of the cart, without the tax of the shop. */
  readonly selectionPrice?: Amount;
  readonly taxPercent: Percent;
  readonly discountPercent: Percent;
  readonly rowWeight: Weight;
  /** The weight that an order records. */
  readonly orderedWeight: Weight;
  /** Units that rules ship free. */
  readonly freeShippingQty: Quantity;
  readonly appliedRuleIds: readonly number[];
  readonly discounts: readonly LineDiscount[];
}

/** Amounts of a line in one currency. */
export interface LineAmounts {
  /** Unit price without tax. */
  readonly price: Amount;
  readonly priceInclTax: Amount;
  /** Price of the product, without special prices, tier prices and options. */
  readonly originalPrice: Amount;
  readonly rowTotal: Amount;
  readonly rowTotalInclTax: Amount;
  /** Zero or more. */
  readonly discountAmount: Amount;
  readonly taxAmount: Amount;
  /** Tax before any discount. */
  readonly taxBeforeDiscount: Amount;
  readonly discountTaxCompensationAmount: Amount;
}

/** The discount of a rule on a line; `original` is the amount before limits and rounding. */
export interface LineDiscount {
  readonly ruleId: number;
  readonly label: string;
  readonly amount: AmountPair;
  readonly original: AmountPair;
}

/** The total discounts of a rule. */
export interface RuleTotals {
  readonly ruleId: number;
  readonly label: string;
  /** Discount of lines, zero or more. */
  readonly amount: AmountPair;
  readonly shippingAmount: AmountPair;
}

/** A row in the totals of a cart. */
export interface TotalSegment {
  /** The code of Magento, or of a total that an extension added. */
  readonly code: string;
  readonly title: string;
  readonly value: Amount | null;
  readonly area?: "footer" | "taxes";
  readonly taxDetails?: readonly TaxDetails[];
  /** The applied gift cards as JSON. */
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
  /** The percentage that the group adds, after compounding. */
  readonly percent: Percent;
  readonly rates: readonly {
    readonly code: string;
    readonly title: string;
    readonly percent: Percent;
  }[];
}

/** The tax of a group of rates. */
export interface AppliedTax extends RateGroup {
  readonly amount: AmountPair;
}

/** The tax of a group of rates on a line, on shipping or on gift wrapping. */
export interface ItemTax extends AppliedTax {
  readonly itemType: "product" | "shipping" | "quote_gw" | "item_gw" | "printed_card_gw";
  readonly itemId?: number;
}

/** The outcome of the coupon code of a cart. */
export interface CouponOutcome {
  readonly code: string;
  readonly status: CouponStatus;
  /** Label of its rule in the store view, if the rule applies and has one. */
  readonly label?: string;
  readonly ruleId?: number;
}

/**
 * `applied`, or the reason why not: the code is unknown; its rule is inactive, for another website or group, or not valid
 * today; no uses are left, in total or for the customer; the cart does not meet the conditions; nothing is discounted.
 */
export type CouponStatus =
  "applied" | "unknown" | "ruleInactive" | "usedUp" | "usedUpByCustomer" | "conditionsNotMet" | "noMatchingItem";

/** The request that shipping was computed from, and the rate found. */
export interface ShippingOutcome {
  /** Absent if nothing is shipped. Carriers compute the rates of other methods from it. */
  readonly request?: ShippingRequest;
  readonly rate?: ShippingRate;
  /** `Carrier - Method`. */
  readonly description?: string;
}
