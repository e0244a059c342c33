import type { Amount } from "../../../../platform/money/amount.js";

/** Facts for totals in the commerce edition. Amounts are in base currency. */
export interface CommerceFacts {
  /** The points of the customer; absent for guests and if points are disabled. */
  readonly reward?: RewardFacts;
  /** The usable gift cards of the cart, in the order in which they are charged. */
  readonly giftCards: readonly GiftCardFacts[];
  /** The store credit of the customer; absent for guests and if store credit is disabled. */
  readonly storeCredit?: StoreCreditFacts;
  readonly wrapping?: WrappingFacts;
}

/** Points of a customer on a website. */
export interface RewardFacts {
  readonly accountId?: number;
  readonly points: number;
  /** Amount that each full group of points pays. */
  readonly rate?: { readonly points: number; readonly amount: Amount };
  /** Whether they are applied to the cart. */
  readonly isUsed: boolean;
}

/** A gift card of the cart. */
export interface GiftCardFacts {
  readonly id: number;
  readonly code: string;
  readonly balance: Amount;
}

/** Store credit of a customer on a website. */
interface StoreCreditFacts {
  readonly accountId?: number;
  readonly balance: Amount;
  /** Whether it is applied to the cart. */
  readonly isUsed: boolean;
}

/** The gift wrapping of a cart. */
export interface WrappingFacts {
  readonly taxClassId: number;
  /** The wrapping of the whole cart and its price. */
  readonly order?: { readonly id: number; readonly price: Amount };
  /** Wrappings of lines, with the price per unit. */
  readonly items: readonly { readonly itemId: number; readonly id: number; readonly price: Amount }[];
  readonly allowsGiftReceipt: boolean;
  /** Price of the printed card; absent without one. */
  readonly cardPrice?: Amount;
}
