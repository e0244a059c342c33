import type { Amount, Percent, Quantity, Weight } from "../../money/amount.js";

/** What `collectTotals` computes with about the cart itself. */
export interface CartFacts {
  /** Lines in the order of the cart. Children come in any place; lines of vanished products are left out. */
  readonly lines: readonly CartLine[];
  readonly customer: CustomerFacts;
  readonly shippingAddress?: AddressFacts;
  readonly billingAddress?: AddressFacts;
  /** The code that was entered, in any case. Its facts are in `TotalsFacts.coupon`. */
  readonly couponCode?: string;
  /** The chosen method as `carrier_method`, which conditions compare. Its price comes from `TotalsFacts.rateShipping`. */
  readonly shippingMethod?: string;
  readonly paymentMethod?: string;
}

/** Who buys: a guest has no id and customer group 0. */
export interface CustomerFacts {
  readonly id?: number;
  readonly groupId: number;
  /** Tax class of the customer group. */
  readonly taxClassId?: number;
  /** Whether the customer group is excluded from the website: no rule applies. */
  readonly isExcludedFromWebsite?: boolean;
  /** Default addresses, taxed while the cart has no address. */
  readonly defaultShipping?: AddressFacts;
  readonly defaultBilling?: AddressFacts;
}

/** An address, or the part of one that is known. */
export interface AddressFacts {
  readonly countryId?: string;
  readonly regionId?: number;
  readonly region?: string;
  readonly postcode?: string;
}

/** A line of a cart. */
export interface CartLine {
  readonly itemId: number;
  /** The line of the bundle or configurable product that this line is part of. */
  readonly parentId?: number;
  readonly sku: string;
  /** Units; of a child: units in each unit of its parent. */
  readonly qty: Quantity;
  readonly product: ProductFacts;
  readonly choices?: Choices;
  /** Replaces the price, in base currency. */
  readonly customPrice?: Amount;
  /** Whether no rule may discount the line. */
  readonly isWithoutDiscount?: boolean;
}

/** Chosen options of a line, as far as they have prices. */
export interface Choices {
  /** Chosen values of custom options; each value of a multiple choice is one. */
  readonly options?: readonly OptionPrice[];
  /** Prices of the chosen links of a downloadable product. */
  readonly links?: readonly Amount[];
  /** Price of the selection that the line is in a bundle with a fixed price. */
  readonly selection?: OptionPrice;
}

/** A price that is added to the product's: an amount in base currency, or a percentage of the price without options. */
export type OptionPrice =
  { readonly type: "fixed"; readonly amount: Amount } | { readonly type: "percent"; readonly percent: Percent };

/** A product in the store view of the cart. */
export interface ProductFacts extends PriceFacts {
  readonly id: number;
  readonly taxClassId?: number;
  readonly attributeSetId: number;
  readonly categoryIds: readonly number[];
  /**
   * Values of attributes by code, for conditions: option ids of selects, lists for multiple selects, null without a value. An
   * attribute that is left out is unknown, and no condition on it is met.
   */
  readonly attributes: Readonly<Record<string, string | readonly string[] | null | undefined>>;
  /** Whether nothing is shipped. */
  readonly isVirtual: boolean;
  /** Weight of a unit. */
  readonly weight?: Weight;
  /** Of a bundle: whether its own weight counts instead of its children's. */
  readonly hasFixedWeight?: boolean;
  /** Of a bundle: whether its children are shipped one by one. */
  readonly isShippedSeparately?: boolean;
}

/** What the price of a product is made of, in base currency. */
export interface PriceFacts {
  readonly type: string;
  /** Price in the website of the cart. */
  readonly price: Amount;
  readonly special?: SpecialPrice;
  readonly tiers?: readonly TierPrice[];
  /** Price of today by catalog price rules. */
  readonly catalogRulePrice?: Amount;
  /** Of a bundle: whether it has a price of its own instead of the sum of its children's. */
  readonly hasFixedPrice?: boolean;
  /** Of a downloadable product: whether chosen links are paid for. */
  readonly sellsLinksSeparately?: boolean;
}

/**
 * A special price; of a bundle: the percentage to pay. Times are text, as columns have them, in the time zone of `now`; a
 * midnight at the end means the whole day.
 */
export interface SpecialPrice {
  readonly amount: Amount;
  readonly from?: string;
  readonly to?: string;
}

/** A tier price. Exactly one of `amount` and `percentOff` is set; of a bundle it is `percentOff`. */
export interface TierPrice {
  /** Customer group; 32000 is all groups. */
  readonly groupId: number;
  /** Website; 0 is all websites. Rows of other websites are left out. */
  readonly websiteId: number;
  readonly qty: Quantity;
  readonly amount?: Amount;
  readonly percentOff?: Percent;
}
