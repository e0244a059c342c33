import type { Amount, Percent, Quantity, Ratio, Weight } from "../../../platform/money/amount.js";
import type { StoredCondition } from "../../promotion/published.js";
import type { AddedFacts } from "./added/added-facts.js";
import type { AddressFacts } from "./cart-facts.js";
import type { CommerceFacts } from "./commerce/commerce-facts.js";

/** Input of `collectTotals` besides the cart, all read together. */
export interface TotalsFacts {
  readonly settings: TotalsSettings;
  /** Present in the commerce edition. */
  readonly commerce?: CommerceFacts;
  /** Present if extensions added totals. */
  readonly added?: AddedFacts;
  /** Tax rules with their rates; rates of other countries are ignored. */
  readonly taxRules: readonly TaxRuleFacts[];
  /** Cart price rules; inactive rules and rules of other coupons are ignored. */
  readonly rules: readonly RuleFacts[];
  /** The coupon that has the code of the cart, if there is one. */
  readonly coupon?: CouponFacts;
  /** Number of orders of the customer by rule id, for `usesPerCustomer`. */
  readonly customerUses?: ReadonlyMap<number, number>;
  /**
   * Returns the rate of the chosen shipping method, or undefined if none is chosen or it is not available. It is called more
   * than once if a rule divides its amount among items and shipping.
   */
  readonly rateShipping?: (request: ShippingRequest) => ShippingRate | undefined;
}

/** Settings of the store view of the cart. */
export interface TotalsSettings {
  readonly storeId: number;
  readonly websiteId: number;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  /** Units of the quote currency per unit of the base currency. */
  readonly baseToQuote: Ratio;
  /** Today in the time zone of the store view, `YYYY-MM-DD`, for the dates of cart price rules. */
  readonly today: string;
  /** The current time in the default time zone, `YYYY-MM-DD HH:MM:SS`, for special prices. */
  readonly now: string;
  readonly tax: TaxSettings;
}

/** The settings below `tax/`. */
export interface TaxSettings {
  readonly algorithm: TaxAlgorithm;
  readonly basedOn: "shipping" | "billing" | "origin";
  readonly pricesIncludeTax: boolean;
  readonly shippingIncludesTax: boolean;
  /** Whether tax is computed on the discounted amount (`apply_after_discount`). */
  readonly isAfterDiscount: boolean;
  /** Whether discounts are computed on prices including tax (`discount_tax`). */
  readonly discountsIncludeTax: boolean;
  /** Whether tax is computed on the original price if a custom price is set (`apply_tax_on`). */
  readonly taxesOriginalPrice: boolean;
  /** Whether prices including tax stay the same abroad (`cross_border_trade_enabled`). */
  readonly isCrossBorder: boolean;
  /** Whether the segment of the subtotal includes tax (`cart_display/subtotal`). */
  readonly showsSubtotalWithTax: boolean;
  /** Whether the segment of the tax is shown with the grand total (`cart_display/grandtotal`). */
  readonly showsTaxWithTotal: boolean;
  readonly shippingTaxClassId: number;
  readonly defaultCustomerTaxClassId: number;
  /** Destination while no address is known (`tax/defaults`). */
  readonly defaultDestination: AddressFacts;
  /** Address that parcels are sent from (`shipping/origin`). */
  readonly origin: AddressFacts;
}

export type TaxAlgorithm = "TOTAL_BASE_CALCULATION" | "ROW_BASE_CALCULATION" | "UNIT_BASE_CALCULATION";

/** A tax rule. */
export interface TaxRuleFacts {
  readonly id: number;
  readonly priority: number;
  /** Whether its rates are added to those of earlier priorities instead of compounding. */
  readonly calculatesSubtotal: boolean;
  readonly customerTaxClassIds: readonly number[];
  readonly productTaxClassIds: readonly number[];
  readonly rates: readonly TaxRateFacts[];
}

/** A tax rate. */
export interface TaxRateFacts {
  readonly id: number;
  readonly code: string;
  /** Its title in the store view of the cart. */
  readonly title?: string;
  readonly percent: Percent;
  readonly countryId: string;
  /** 0 means every region. */
  readonly regionId: number;
  /** `*` or empty means every postal code; `90*` is a prefix. */
  readonly postcode: string;
  readonly zipFrom?: number;
  readonly zipTo?: number;
}

/** A cart price rule. */
export interface RuleFacts {
  readonly id: number;
  readonly name?: string;
  readonly description?: string;
  readonly isActive: boolean;
  /** Days in the time zone of the store view, `YYYY-MM-DD`. */
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly websiteIds: readonly number[];
  readonly customerGroupIds: readonly number[];
  readonly couponType: CouponType;
  readonly usesGeneratedCodes: boolean;
  /** Number of orders in which a customer may use it; 0 means no limit. */
  readonly usesPerCustomer: number;
  readonly condition: StoredCondition;
  readonly actionCondition: StoredCondition;
  readonly stopsRules: boolean;
  readonly sortOrder: number;
  /** `by_percent`, `by_fixed`, `to_percent`, `to_fixed`, `cart_fixed` or `buy_x_get_y`; other values discount nothing. */
  readonly action: string | null;
  /** A percentage, an amount in base currency, or a number of pieces. */
  readonly amount: Ratio;
  /** Maximum number of units to discount. */
  readonly maxQty?: Quantity;
  readonly step: number;
  readonly appliesToShipping: boolean;
  readonly freeShipping: FreeShipping;
  /** Labels by store id; 0 is the default. */
  readonly labels: Readonly<Record<number, string>>;
}

/** As stored: 1 none, 2 a specific coupon, 3 automatic. */
export type CouponType = 1 | 2 | 3;

/** As stored: 0 none, 1 the matching items, 2 the whole shipment. */
export type FreeShipping = 0 | 1 | 2;

/** A coupon. A limit of 0 means no limit. */
export interface CouponFacts {
  readonly id: number;
  readonly code: string;
  readonly ruleId: number;
  /** Whether it was generated (type 1). */
  readonly isGenerated: boolean;
  readonly usageLimit: number;
  readonly usagePerCustomer: number;
  readonly timesUsed: number;
  /** Orders of this customer that used it; 0 for guests. */
  readonly timesUsedByCustomer: number;
}

/** Input for carriers to compute rates. Amounts are in base currency. */
export interface ShippingRequest {
  readonly destination: AddressFacts;
  /** Row totals of all lines, without tax. */
  readonly packageValue: Amount;
  readonly packageValueWithDiscount: Amount;
  /** The same including tax. */
  readonly packageValueWithDiscountInclTax: Amount;
  /** Row totals of shipped lines, without tax, before and after their discounts. */
  readonly physicalValue: Amount;
  readonly physicalValueWithDiscount: Amount;
  readonly weight: Weight;
  /** Weight of units that are not shipped free. */
  readonly paidWeight: Weight;
  /** Units to ship; a unit of a configurable product or of a bundle shipped together counts as one. */
  readonly qty: Quantity;
  /** Units to ship that rules make free. */
  readonly freeQty: Quantity;
  /** Whether a rule offers free shipping for the shipment, or each line is shipped free. */
  readonly isFree: boolean;
}

/** The rate of the chosen method. */
export interface ShippingRate {
  readonly carrierCode: string;
  readonly methodCode: string;
  readonly carrierTitle: string;
  readonly methodTitle: string;
  /** Price in base currency. */
  readonly price: Amount;
}
