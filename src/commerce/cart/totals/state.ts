import {
  type Amount,
  asPercent,
  asRatio,
  type Percent,
  type Quantity,
  type Ratio,
  zero,
} from "../../../platform/money/amount.js";
import { equals, multiply } from "../../../platform/money/arithmetic.js";
import { currencyDigits } from "../../../platform/money/rounding.js";
import type { AddedAmount } from "./added/added-facts.js";
import type { CartFacts } from "./cart-facts.js";
import type { RuleFacts, ShippingRate, ShippingRequest, TotalsFacts, TotalsSettings } from "./facts.js";
import type { Item, ItemTree } from "./items.js";
import type { Carries } from "./carries.js";
import { noWrapping, type WrappingCharges, noPayments, type Payments } from "./commerce/charges.js";
import type { GroupTax } from "./taxes/tax-calculation.js";
import type { RateLookup } from "./taxes/tax-rates.js";

/** One of the two currencies of a cart. */
export interface Currency {
  readonly digits: number;
  /** Converts an amount of the base currency to this one, without rounding. */
  readonly convert: (amount: Amount) => Amount;
}

/** Input of every collector besides the state: the cart, its facts and the currency. */
export interface Run {
  readonly cart: CartFacts;
  readonly facts: TotalsFacts;
  readonly items: ItemTree;
  readonly rates: RateLookup;
  readonly currency: Currency;
  /** Whether nothing is shipped. */
  readonly isVirtual: boolean;
  /** Unrounded prices in base currency by item index. */
  readonly prices: readonly UnitPrice[];
  /** In the run of the quote currency: the decisions of the run in base currency. */
  readonly decided?: Decisions;
  /** Expected cost of shipping, for rules that divide an amount among items and shipping. */
  readonly expectedShipping: Amount;
}

export interface UnitPrice {
  readonly price: Amount;
  readonly original: Amount;
  /** Price of a part as a selection of its bundle, without the other parts. */
  readonly selection?: Amount;
}

/** Amounts of an item in one currency. */
export interface Row {
  readonly price: Amount;
  readonly priceInclTax: Amount;
  readonly originalPrice: Amount;
  readonly rowTotal: Amount;
  readonly rowTotalInclTax: Amount;
  /** Unit price that rules discount. */
  readonly discountPrice: Amount;
  /** Unit price, rounded and at the customer's rate, that tax is computed from. */
  readonly taxedPrice: Amount;
  readonly taxBefore: Amount;
  readonly tax: Amount;
  readonly taxes: readonly GroupTax[];
  readonly compensation: Amount;
  readonly discount: Amount;
  readonly discountPercent: Percent;
  readonly discounts: readonly RowDiscount[];
}

export interface RowDiscount {
  readonly ruleId: number;
  readonly amount: Amount;
  readonly original: Amount;
}

/** Amounts of shipping in one currency. */
export interface ShippingAmounts {
  /** The rate, converted without rounding. */
  readonly price: Amount;
  readonly amount: Amount;
  readonly inclTax: Amount;
  /** Amount that rules discount. */
  readonly forDiscount: Amount;
  readonly discount: Amount;
  readonly discounts: readonly RowDiscount[];
  readonly taxBefore: Amount;
  readonly tax: Amount;
  readonly taxes: readonly GroupTax[];
  readonly compensation: Amount;
}

/** A rule whose conditions the cart meets, and the items it discounts. */
export interface RuleUse {
  readonly rule: RuleFacts;
  /** Top-level items that meet its conditions on items. */
  readonly matched: readonly Item[];
  readonly targets: readonly Target[];
}

/** An item that a rule discounts. */
export interface Target {
  readonly item: Item;
  /** Units that the rule applies to. */
  readonly units: Quantity;
  /** Free units of `buy_x_get_y`. */
  readonly freeUnits: Quantity;
}

/** Decisions of the run in base currency that apply to both currencies. */
interface Decisions {
  readonly uses: readonly RuleUse[];
  readonly shipment?: Shipment;
  readonly payments: Payments;
  readonly added: readonly AddedAmount[];
}

/** The shipment of a cart and its rate. */
export interface Shipment {
  readonly request: ShippingRequest;
  readonly rate?: ShippingRate;
  /** Units that rules ship free by item index. */
  readonly freeUnits: readonly Quantity[];
}

/** The state that collectors pass on. */
export interface State {
  readonly rows: readonly Row[];
  readonly subtotal: Amount;
  readonly subtotalInclTax: Amount;
  readonly virtualAmount: Amount;
  /** Carries of the taxes before discounts, which shipping continues. */
  readonly taxCarries: Carries;
  readonly uses: readonly RuleUse[];
  /** Discounts of items by rules on the whole cart, which shipping continues, by rule id. */
  readonly cartShares: ReadonlyMap<number, CartShare>;
  readonly shipment?: Shipment;
  readonly shipping: ShippingAmounts;
  readonly tax: Amount;
  readonly compensation: Amount;
  readonly discountAmount: Amount;
  readonly wrapping: WrappingCharges;
  /** Charges that extensions added. */
  readonly added: readonly AddedAmount[];
  /** Amount left to pay. */
  readonly grandTotal: Amount;
  readonly payments: Payments;
}

/** The final states in both currencies. */
export interface States {
  readonly base: State;
  readonly quote: State;
}

export interface CartShare {
  readonly carry: Amount;
  readonly amount: Amount;
  /** Sum of the shares of items, to which shipping is added. */
  readonly whole: Amount;
}

export type Collector = (state: State, run: Run) => State;

const noShipping: ShippingAmounts = {
  price: zero,
  amount: zero,
  inclTax: zero,
  forDiscount: zero,
  discount: zero,
  discounts: [],
  taxBefore: zero,
  tax: zero,
  taxes: [],
  compensation: zero,
};

export const emptyRow: Row = {
  price: zero,
  priceInclTax: zero,
  originalPrice: zero,
  rowTotal: zero,
  rowTotalInclTax: zero,
  discountPrice: zero,
  taxedPrice: zero,
  taxBefore: zero,
  tax: zero,
  taxes: [],
  compensation: zero,
  discount: zero,
  discountPercent: asPercent(0),
  discounts: [],
};

export const initialState: State = {
  rows: [],
  subtotal: zero,
  subtotalInclTax: zero,
  virtualAmount: zero,
  taxCarries: new Map(),
  uses: [],
  cartShares: new Map(),
  shipping: noShipping,
  tax: zero,
  compensation: zero,
  discountAmount: zero,
  grandTotal: zero,
  payments: noPayments,
  wrapping: noWrapping,
  added: [],
};

const one = asRatio(1);

/** Returns the base currency. */
export const baseCurrency = ({ baseCurrency: code }: TotalsSettings): Currency => ({
  digits: currencyDigits(code),
  convert: (amount) => amount,
});

/** Returns the quote currency. */
export const quoteCurrency = ({ quoteCurrency: code, baseToQuote }: TotalsSettings): Currency => ({
  digits: currencyDigits(code),
  convert: (amount) => (equals(baseToQuote, one) ? amount : multiply(amount, baseToQuote)),
});

/** Returns whether both currencies give the same amounts. */
export const areCurrenciesEquivalent = ({
  baseCurrency: base,
  quoteCurrency: quote,
  baseToQuote,
}: TotalsSettings): boolean => equals<Ratio>(baseToQuote, one) && currencyDigits(base) === currencyDigits(quote);

/** Returns the rows, some replaced by index. */
export const withRows = (rows: readonly Row[], changed: ReadonlyMap<number, Row>): Row[] =>
  rows.map((row, index) => changed.get(index) ?? row);
