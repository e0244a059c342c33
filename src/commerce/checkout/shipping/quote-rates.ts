import type { Context } from "../../../api/call/context.js";
import { type CartDependencies, type Carriers, type CartState, computeTotals } from "../../cart/published.js";
import { asRatio, type Amount } from "../../../platform/money/amount.js";
import { multiply } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import type { Settings, SettingScope } from "../../store/published.js";
import { destinationOf } from "./carriers-of-carts.js";
import { type CarrierRate, carrierPaths, prepareRates } from "./rates.js";
import type { ShippingMethod } from "./shipping-methods.types.js";

const shippingTaxClass = "tax/classes/shipping_tax_class";
const includingTax = ["tax/calculation/price_includes_tax", "tax/calculation/shipping_includes_tax"];
const display = "tax/display/type";

/** Whether Magento adds the tax of a rate: only if prices of the shop are entered or shown with tax. */
function isTaxed(settings: Settings, scope: SettingScope): boolean {
  if (settings.number(shippingTaxClass, scope) === 0) return false;
  return settings.value(display, scope) !== "1" || includingTax.some((path) => settings.isOn(path, scope));
}

interface QuotedRates {
  readonly rates: readonly CarrierRate[];
  readonly isTaxed: boolean;
}

/** Returns the rates of all carriers for a cart with their tax; none for empty and virtual carts. Stores nothing. */
export async function quoteRates(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<ShippingMethod[]> {
  if (cart.items.length === 0 || cart.is_virtual) return [];
  const { rates, isTaxed } = await askCarriers(ctx, cart, dependencies);
  const methods: ShippingMethod[] = [];
  for (const rate of rates) {
    const isQuoted = isTaxed && rate.methodCode !== null;
    methods.push(toMethod(cart, rate, isQuoted ? await taxedPrices(ctx, cart, { dependencies, rate }) : undefined));
  }
  return methods;
}

/** Asks all carriers while totals are computed, because rates depend on lines and discounts. */
async function askCarriers(ctx: Context, cart: CartState, dependencies: CartDependencies): Promise<QuotedRates> {
  let quoted: QuotedRates = { rates: [], isTaxed: false };
  const carriers: Carriers = {
    settingPaths: [...carrierPaths, shippingTaxClass, ...includingTax, display],
    prepare: async (db, totaled, settings) => {
      const computeAll = await prepareRates(db, { cart: totaled, destination: destinationOf(totaled), settings });
      const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
      return (request) => {
        quoted = { rates: computeAll(request), isTaxed: isTaxed(settings, scope) };
        return undefined;
      };
    },
  };
  await computeTotals(ctx, cart, { ...dependencies, carriers });
  return quoted;
}

interface Prices {
  readonly exclTax: Amount;
  readonly inclTax: Amount;
}

/** Returns the prices of a rate without and with tax, as totals compute them. */
async function taxedPrices(
  ctx: Context,
  cart: CartState,
  { dependencies, rate }: { readonly dependencies: CartDependencies; readonly rate: CarrierRate },
): Promise<Prices> {
  const { carrierCode, carrierTitle, methodCode, methodTitle = "", price } = rate;
  const chosen = { carrierCode, carrierTitle, methodCode: methodCode ?? "", methodTitle, price };
  const carriers: Carriers = { settingPaths: [], prepare: () => Promise.resolve(() => chosen) };
  const { totals } = await computeTotals(ctx, cart, { ...dependencies, carriers });
  return { exclTax: totals.quote.shippingAmount, inclTax: totals.quote.shippingInclTax };
}

/** Decimals of amounts that are not totals. */
const places = 4;

function toMethod(cart: CartState, rate: CarrierRate, prices: Prices | undefined): ShippingMethod {
  const amount = round(multiply(rate.price, asRatio(cart.base_to_quote_rate)), places);
  return {
    carrier_code: rate.carrierCode,
    method_code: rate.methodCode,
    carrier_title: rate.carrierTitle,
    ...(rate.methodTitle === undefined ? {} : { method_title: rate.methodTitle }),
    amount,
    base_amount: rate.price,
    available: rate.methodCode !== null,
    error_message: rate.error,
    price_excl_tax: prices?.exclTax ?? amount,
    price_incl_tax: prices?.inclTax ?? amount,
  };
}
