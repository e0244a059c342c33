import type { Amount, Percent, Quantity, Weight } from "../../../platform/money/amount.js";

/** The cart, as input of `collectTotals`. */
export interface CartFacts {
  /** Lines in the order of the cart. Children may be anywhere; lines of deleted products are left out. */
  readonly lines: readonly CartLine[];
  readonly customer: CustomerFacts;
  readonly shippingAddress?: AddressFacts;
  readonly billingAddress?: AddressFacts;
  /** The coupon code entered; case is ignored. Its facts are in `TotalsFacts.coupon`. */
  readonly couponCode?: string;
  /** The chosen method as `carrier_method`, for conditions. Its price comes from `TotalsFacts.rateShipping`. */
  readonly shippingMethod?: string;
  readonly paymentMethod?: string;
}

/** The buyer. A guest has no id and customer group 0. */
export interface CustomerFacts {
  readonly id?: number;
  readonly groupId: number;
  /** Tax class of the customer group. */
  readonly taxClassId?: number;
  /** Whether the customer group is excluded from the website; if so, no rule applies. */
  readonly isExcludedFromWebsite?: boolean;
  /** Default addresses, which determine tax while the cart has no address. */
  readonly defaultShipping?: AddressFacts;
  readonly defaultBilling?: AddressFacts;
}

/** An address, or its known parts. */
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
  /** Quantity; for a child, the quantity per unit of its parent. */
  readonly qty: Quantity;
  readonly product: ProductFacts;
  readonly choices?: Choices;
  /** Replaces the price, in base currency. */
  readonly customPrice?: Amount;
  /** Whether no rule may discount the line. */
  readonly isWithoutDiscount?: boolean;
}

/** Chosen options of a line that affect its price. */
export interface Choices {
  /** Chosen values of custom options; each value of a multiple choice is an entry. */
  readonly options?: readonly OptionPrice[];
  /** Prices of the chosen links of a downloadable product. */
  readonly links?: readonly Amount[];
  /** Price of the line as a selection of a bundle with a fixed price. */
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
   * Returns the value of an attribute, for conditions: option ids for selects, lists for multiple selects, null for no value,
   * like a missing attribute.
   */
  readonly attribute: (code: string) => string | readonly string[] | null | undefined;
  /** Whether nothing is shipped. */
  readonly isVirtual: boolean;
  /** Weight of a unit. */
  readonly weight?: Weight;
  /** For a bundle: whether its own weight counts instead of the weight of its children. */
  readonly hasFixedWeight?: boolean;
  /** For a bundle: whether its children are shipped separately. */
  readonly isShippedSeparately?: boolean;
}

/** The data that determine the price of a product, in base currency. */
export interface PriceFacts {
  readonly type: string;
  /** Price on the website of the cart. */
  readonly price: Amount;
  readonly special?: SpecialPrice;
  readonly tiers?: readonly TierPrice[];
  /** Today's price by catalog price rules. */
  readonly catalogRulePrice?: Amount;
  /** For a bundle: whether it has its own price instead of the sum of the prices of its children. */
  readonly hasFixedPrice?: boolean;
  /** For a downloadable product: whether chosen links add to the price. */
  readonly sellsLinksSeparately?: boolean;
}

/**
 * A special price; for a bundle, the percentage to pay. Times are text as stored, in the time zone of `now`. An end at
 * midnight includes the whole day.
 */
export interface SpecialPrice {
  readonly amount: Amount;
  readonly from?: string;
  readonly to?: string;
}

/** A tier price. Exactly one of `amount` and `percentOff` is set; for a bundle it is `percentOff`. */
export interface TierPrice {
  /** Customer group; 32000 is all groups. */
  readonly groupId: number;
  /** Website; 0 is all websites. Rows of other websites are left out. */
  readonly websiteId: number;
  readonly qty: Quantity;
  readonly amount?: Amount;
  readonly percentOff?: Percent;
}
