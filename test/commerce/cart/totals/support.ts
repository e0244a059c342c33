import type { CartFacts, CartLine, ProductFacts } from "../../../../src/commerce/cart/totals/cart-facts.js";
import { collectTotals } from "../../../../src/commerce/cart/totals/collect-totals.js";
import type {
  RuleFacts,
  TaxRateFacts,
  TaxRuleFacts,
  TaxSettings,
  TotalsFacts,
  TotalsSettings,
} from "../../../../src/commerce/cart/totals/facts.js";
import type { Totals } from "../../../../src/commerce/cart/totals/totals.js";
import { asAmount, asPercent, asQuantity, asRatio } from "../../../../src/platform/money/amount.js";
import type { StoredCondition } from "../../../../src/commerce/promotion/published.js";

const prefix = "Magento\\SalesRule\\Model\\Rule\\Condition\\";

/** Builds a condition of the class below `Magento\SalesRule\Model\Rule\Condition`. */
export const condition = (type: string, fields: Partial<StoredCondition> = {}): StoredCondition => ({
  operator: null,
  value: null,
  ...fields,
  condition_type: `${prefix}${type}`,
});

export const all = (type: string, ...conditions: StoredCondition[]): StoredCondition =>
  condition(type, { aggregator_type: "all", value: "1", conditions });

const always = all("Combine");
const everything = all("Product\\Combine");

/** Builds a condition on items whose SKU is one of those given. */
export const skus = (...values: string[]): StoredCondition =>
  all("Product\\Combine", condition("Product", { attribute_name: "sku", operator: "()", value: values.join(",") }));

let nextRule = 1;

/** Builds a rule for everybody, without conditions. */
export const rule = (
  fields: Partial<Omit<RuleFacts, "amount">> & { readonly amount?: string | number } = {},
): RuleFacts => ({
  id: nextRule++,
  isActive: true,
  websiteIds: [1],
  customerGroupIds: [0, 1],
  couponType: 1,
  usesGeneratedCodes: false,
  usesPerCustomer: 0,
  condition: always,
  actionCondition: everything,
  stopsRules: false,
  sortOrder: 0,
  action: "by_percent",
  step: 0,
  appliesToShipping: false,
  freeShipping: 0,
  labels: {},
  ...fields,
  amount: asRatio(fields.amount ?? 0),
});

export const product = (
  fields: Partial<Omit<ProductFacts, "price">> & { readonly price?: string | number } = {},
): ProductFacts => ({
  id: 1,
  type: "simple",
  taxClassId: 2,
  attributeSetId: 4,
  categoryIds: [],
  attribute: () => undefined,
  isVirtual: false,
  ...fields,
  price: asAmount(fields.price ?? 0),
});

let nextItem = 1;

/** Builds a line of a product that costs a price. */
export const line = (price: string | number, qty: string | number = 1, fields: Partial<CartLine> = {}): CartLine => {
  const itemId = fields.itemId ?? nextItem++;
  return { sku: `sku-${itemId}`, product: product({ price }), qty: asQuantity(qty), ...fields, itemId };
};

export const customerClass = 3;
export const productClass = 2;
export const shippingClass = 9;
const home = { countryId: "US", regionId: 12, postcode: "90210" };

/** Builds a tax rule of one rate, for products unless another class is given. */
export const taxRule = (
  percent: string | number,
  fields: Partial<TaxRuleFacts> & { readonly rate?: Partial<TaxRateFacts> } = {},
): TaxRuleFacts => {
  const { rate, ...others } = fields;
  const id = fields.id ?? 1;
  return {
    id,
    priority: 0,
    calculatesSubtotal: false,
    customerTaxClassIds: [customerClass],
    productTaxClassIds: [productClass],
    rates: [
      {
        id,
        code: `rate ${percent}`,
        percent: asPercent(percent),
        countryId: "US",
        regionId: 0,
        postcode: "*",
        ...rate,
      },
    ],
    ...others,
  };
};

const taxSettings: TaxSettings = {
  algorithm: "TOTAL_BASE_CALCULATION",
  basedOn: "shipping",
  pricesIncludeTax: false,
  shippingIncludesTax: false,
  isAfterDiscount: true,
  showsSubtotalWithTax: false,
  showsTaxWithTotal: false,
  discountsIncludeTax: false,
  taxesOriginalPrice: false,
  isCrossBorder: false,
  shippingTaxClassId: 0,
  defaultCustomerTaxClassId: customerClass,
  defaultDestination: { countryId: "US" },
  origin: home,
};

export interface Given {
  readonly lines: readonly CartLine[];
  readonly tax?: Partial<TaxSettings>;
  readonly taxRules?: readonly TaxRuleFacts[];
  readonly rules?: readonly RuleFacts[];
  readonly shipping?: string | number;
  readonly cart?: Partial<CartFacts>;
  readonly facts?: Partial<TotalsFacts>;
  readonly settings?: Partial<TotalsSettings>;
}

export const cartOf = ({ lines, cart }: Given): CartFacts => ({
  lines,
  customer: { groupId: 0, taxClassId: customerClass },
  shippingAddress: home,
  ...cart,
});

export const factsOf = ({ tax, taxRules = [], rules = [], shipping, facts, settings }: Given): TotalsFacts => ({
  settings: {
    storeId: 1,
    websiteId: 1,
    baseCurrency: "USD",
    quoteCurrency: "USD",
    baseToQuote: asRatio(1),
    today: "2026-06-15",
    now: "2026-06-15 12:00:00",
    ...settings,
    tax: { ...taxSettings, ...tax },
  },
  taxRules,
  rules,
  ...(shipping !== undefined && {
    rateShipping: () => ({
      carrierCode: "flatrate",
      methodCode: "flatrate",
      carrierTitle: "Flat Rate",
      methodTitle: "Fixed",
      price: asAmount(shipping),
    }),
  }),
  ...facts,
});

/** Returns the totals of a cart in a store in the United States, with only the given taxes and rules. */
export const totalsOf = (given: Given): Totals => collectTotals(cartOf(given), factsOf(given));

/** Returns the fields of a record as numbers, which compare well in a table. */
export const numbers = (record: object, ...names: string[]): unknown[] =>
  names.map((name) => Number((record as Record<string, unknown>)[name]));
