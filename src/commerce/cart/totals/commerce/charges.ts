import { type Amount, zero } from "../../../../platform/money/amount.js";
import type { GroupTax } from "../taxes/tax-calculation.js";
import type { GiftCardFacts } from "./commerce-facts.js";

/** The points, gift cards and store credit that pay for a cart, in one currency. Amounts are above zero. */
export interface Payments {
  readonly reward?: Payment & { readonly points: number };
  readonly giftCards: readonly (Payment & Pick<GiftCardFacts, "id" | "code">)[];
  readonly storeCredit?: Payment;
}

export interface Payment {
  readonly amount: Amount;
  /** Whether nothing is left to pay. The other currency then pays all that is left too, regardless of rounding. */
  readonly paysAll: boolean;
}

export const noPayments: Payments = { giftCards: [] };

/** A charge for gift wrapping in one currency. */
export interface WrappingCharge {
  readonly price: Amount;
  readonly tax: Amount;
  readonly taxes: readonly GroupTax[];
}

/** Charges for gift wrapping in one currency. */
export interface WrappingCharges {
  readonly order: WrappingCharge;
  /** By line id. */
  readonly items: ReadonlyMap<number, WrappingCharge>;
  readonly card: WrappingCharge;
}

export const noCharge: WrappingCharge = { price: zero, tax: zero, taxes: [] };
export const noWrapping: WrappingCharges = { order: noCharge, items: new Map(), card: noCharge };
