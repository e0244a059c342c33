import type { Amount } from "../../money/amount.js";

/** What totals compute with in the commerce edition. Amounts are in base currency. */
export interface CommerceFacts {
  /** The points of the customer; absent for guests, and where points are switched off. */
  readonly reward?: RewardFacts;
  /** The cards of the cart that can be used, in the order in which they are. */
  readonly giftCards: readonly GiftCardFacts[];
  /** The store credit of the customer; absent for guests, and where store credit is switched off. */
  readonly storeCredit?: StoreCreditFacts;
  readonly wrapping?: WrappingFacts;
}

/** Points of a customer in a website. */
export interface RewardFacts {
  readonly accountId?: number;
  readonly points: number;
  /** Whole groups of points pay an amount. */
  readonly rate?: { readonly points: number; readonly amount: Amount };
  /** Whether they pay for the cart. */
  readonly isUsed: boolean;
}

/** A gift card of the cart. */
export interface GiftCardFacts {
  readonly id: number;
  readonly code: string;
  readonly balance: Amount;
}

/** Store credit of a customer in a website. */
interface StoreCreditFacts {
  readonly accountId?: number;
  readonly balance: Amount;
  /** Whether it pays for the cart. */
  readonly isUsed: boolean;
}

/** How a cart is wrapped. */
export interface WrappingFacts {
  readonly taxClassId: number;
  /** The wrapping of the whole cart and its price. */
  readonly order?: { readonly id: number; readonly price: Amount };
  /** Wrappings of lines, with the price of a unit. */
  readonly items: readonly { readonly itemId: number; readonly id: number; readonly price: Amount }[];
  readonly allowsGiftReceipt: boolean;
  /** Price of the printed card; absent without one. */
  readonly cardPrice?: Amount;
}
