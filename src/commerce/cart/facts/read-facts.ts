import { readOptionLabels, readSoldProducts, type SoldProduct } from "../../catalog/published.sale.js";
import type { Shopper } from "../../customer/published.js";
import { readAppliedCoupon } from "../../promotion/published.js";
import type { CurrencyStyle } from "../../../platform/money/currency-text.js";
import type { Settings } from "../../store/published.js";
import type { CartCall } from "../cart-dependencies.js";
import { type CartState, cartValues } from "../state/cart-state.rows.js";
import type { CustomerFacts } from "../totals/cart-facts.js";
import { toAddedValues } from "../../../api/search-criteria/added-values.sql.js";
import { type AddedFacts, addedTotals } from "../totals/added/added-facts.js";
import type { TotalsFacts } from "../totals/facts.js";
import { chosenOf } from "./chosen.js";
import { addressFacts } from "./line-facts.js";
import type { PricingScope } from "./product-facts.js";
import { readCommonFacts } from "./common-facts.js";
import { couponFacts, ruleFacts, taxRuleFacts } from "./rule-facts.js";
import { type Clock, clockOf, locale, settingsFacts } from "./settings-facts.js";

/** The data that totals of a cart are computed from, besides the cart. */
export interface Facts {
  /** Products of existing and future lines, by id. */
  readonly products: Map<number, SoldProduct>;
  /** Labels of chosen attribute options, by option id. */
  readonly optionLabels: ReadonlyMap<string, string>;
  readonly pricingScope: PricingScope;
  /** How amounts are written in the store view of the cart. */
  readonly currencyStyle: CurrencyStyle;
  readonly clock: Clock;
  readonly customer: CustomerFacts;
  readonly totals: TotalsFacts;
}

/** Products to read besides those of the lines. For chosen products, variations and members are read too. */
export interface MoreProducts {
  readonly ids?: readonly number[];
  readonly chosenSkus?: readonly string[];
  readonly chosenIds?: readonly number[];
  /** Attribute options that the call chooses. */
  readonly optionIds?: readonly number[];
}

/** Reads all data that totals of a cart are computed from, in statements that are sent together. */
export async function readFacts(call: CartCall, more: MoreProducts = {}): Promise<Facts> {
  const { ctx, cart, dependencies } = call;
  const { db } = ctx;
  const { carriers, commerce } = dependencies;
  const scope = { websiteId: cart.store.website_id, groupId: cart.customer_group_id };
  const [products, common, coupon, optionLabels, commerceFacts] = await Promise.all([
    readProducts(call, more),
    readCommonFacts(call),
    cart.coupon_code === null ? undefined : readAppliedCoupon(db, cart.coupon_code, cart.customer_id),
    readOptionLabels(db, cart.store_id, [...chosenOptionIds(cart), ...(more.optionIds ?? [])]),
    commerce?.prepare(db, cart),
  ]);
  const { settings, shopper, rules, customerUses, taxRules } = common;
  const rateShipping = await carriers.prepare(db, cart, settings);
  return {
    products: new Map(products.map((product) => [product.id, product])),
    optionLabels,
    pricingScope: pricingScopeOf(call),
    currencyStyle: currencyStyleOf(cart, settings),
    clock: clockOf(cart, settings),
    customer: customerFacts(cart, shopper),
    totals: {
      settings: settingsFacts(cart, settings, new Date()),
      taxRules: taxRules.map(taxRuleFacts),
      rules: rules.map((rule) => ruleFacts(rule, scope)),
      ...(coupon ? { coupon: couponFacts(coupon) } : {}),
      customerUses,
      rateShipping,
      ...(commerceFacts ? { commerce: commerceFacts(settings) } : {}),
      ...addedFacts(cart, settings),
    },
  };
}

/** Returns what the totals that extensions added are computed from; nothing without any. */
function addedFacts(cart: CartState, settings: Settings): { added?: AddedFacts } {
  const totals = addedTotals();
  if (totals.length === 0) return {};
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const fields = toAddedValues(cartValues.shape, cart.added) as AddedFacts["fields"];
  return { added: { totals, fields, setting: (path) => settings.value(path, scope) } };
}

const currencyStyleOf = (cart: CartState, settings: Settings): CurrencyStyle => ({
  locale: settings.value(locale, { storeId: cart.store_id, websiteId: cart.store.website_id }) || "en_US",
  currency: cart.quote_currency_code,
});

const chosenOptionIds = ({ items }: CartState): number[] =>
  items.flatMap((line) => (chosenOf(line).configurable_item_options ?? []).map(({ option_value }) => option_value));

/** Returns the scope of the prices of a cart. */
const pricingScopeOf = ({ cart, dependencies }: CartCall): PricingScope => ({
  websiteId: cart.store.website_id,
  isGlobal: dependencies.config.PORTICO_PRICE_SCOPE === "global",
});

/** Reads the products of the lines of a cart and further products. */
export function readProducts({ ctx, cart, dependencies }: CartCall, more: MoreProducts): Promise<SoldProduct[]> {
  const ids = [...cart.items.map(({ product_id }) => product_id), ...(more.ids ?? [])];
  return readSoldProducts(ctx.db, {
    storeId: cart.store_id,
    websiteId: cart.store.website_id,
    priceScope: dependencies.config.PORTICO_PRICE_SCOPE,
    ids: [...new Set(ids)],
    chosenSkus: more.chosenSkus ?? [],
    chosenIds: more.chosenIds ?? [],
  });
}

function customerFacts(cart: CartState, shopper: Shopper | undefined): CustomerFacts {
  const [shipping, billing] = [shopper?.default_shipping, shopper?.default_billing];
  return {
    ...(cart.customer_id === null ? {} : { id: cart.customer_id }),
    groupId: cart.customer_group_id,
    ...(shopper ? { taxClassId: shopper.tax_class_id, isExcludedFromWebsite: shopper.is_excluded } : {}),
    ...(shipping ? { defaultShipping: addressFacts(shipping) } : {}),
    ...(billing ? { defaultBilling: addressFacts(billing) } : {}),
  };
}
