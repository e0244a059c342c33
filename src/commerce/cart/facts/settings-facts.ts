import { localTime } from "../../../api/contract/dates.js";
import { asRatio } from "../../../platform/money/amount.js";
import { globalScope, type Settings, type SettingScope } from "../../store/published.js";
import type { CartState } from "../state/cart-state.rows.js";
import type { AddressFacts } from "../totals/cart-facts.js";
import type { TaxAlgorithm, TaxSettings, TotalsSettings } from "../totals/facts.js";

/** Path of the time zone of special prices. */
export const timeZone = "general/locale/timezone";
/** Path of the locale in which amounts are written. */
export const locale = "general/locale/code";
const tax = (name: string) => `tax/${name}`;

/** Magento's defaults of these settings. */
const defaults: Readonly<Record<string, string>> = {
  [tax("calculation/algorithm")]: "TOTAL_BASE_CALCULATION",
  [tax("calculation/based_on")]: "shipping",
  [tax("calculation/apply_after_discount")]: "1",
  [tax("classes/shipping_tax_class")]: "0",
  [tax("classes/default_customer_tax_class")]: "3",
  [tax("defaults/country")]: "US",
  "shipping/origin/country_id": "US",
  "shipping/origin/region_id": "12",
  "shipping/origin/postcode": "90034",
};

/** Paths of the settings that totals depend on. */
export const totalsSettingPaths: readonly string[] = [
  timeZone,
  locale,
  ...Object.keys(defaults),
  tax("calculation/price_includes_tax"),
  tax("calculation/shipping_includes_tax"),
  tax("calculation/discount_tax"),
  tax("calculation/apply_tax_on"),
  tax("calculation/cross_border_trade_enabled"),
  tax("cart_display/subtotal"),
  tax("cart_display/grandtotal"),
  tax("defaults/region"),
  tax("defaults/postcode"),
];

/** Returns the settings of the store view of a cart at a given time. */
export function settingsFacts(cart: CartState, settings: Settings, at: Date): TotalsSettings {
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  return {
    ...scope,
    baseCurrency: cart.base_currency_code,
    quoteCurrency: cart.quote_currency_code,
    baseToQuote: asRatio(cart.base_to_quote_rate),
    today: timeIn(settings.value(timeZone, scope), at).slice(0, "2026-01-01".length),
    now: priceTime(settings, at),
    tax: taxSettings(settings, scope),
  };
}

/** Returns a time as `YYYY-MM-DD HH:MM:SS` in the time zone of special price dates. */
export const priceTime = (settings: Settings, at: Date): string => timeIn(settings.value(timeZone, globalScope), at);

/** Returns the settings of taxes in a store view. */
export function taxSettings(settings: Settings, scope: SettingScope): TaxSettings {
  const value = (path: string) => settings.value(path, scope) || (defaults[path] ?? "");
  const calculation = (name: string) => value(tax(`calculation/${name}`));
  const isOn = (name: string) => calculation(name) === "1";
  return {
    algorithm: calculation("algorithm") as TaxAlgorithm,
    basedOn: calculation("based_on") as TaxSettings["basedOn"],
    pricesIncludeTax: isOn("price_includes_tax"),
    shippingIncludesTax: isOn("shipping_includes_tax"),
    isAfterDiscount: isOn("apply_after_discount"),
    discountsIncludeTax: isOn("discount_tax"),
    taxesOriginalPrice: isOn("apply_tax_on"),
    isCrossBorder: isOn("cross_border_trade_enabled"),
    showsSubtotalWithTax: ["2", "3"].includes(value(tax("cart_display/subtotal"))),
    showsTaxWithTotal: value(tax("cart_display/grandtotal")) === "1",
    shippingTaxClassId: Number(value(tax("classes/shipping_tax_class"))),
    defaultCustomerTaxClassId: Number(value(tax("classes/default_customer_tax_class"))),
    defaultDestination: readAddress(value, {
      country: tax("defaults/country"),
      region: tax("defaults/region"),
      postcode: tax("defaults/postcode"),
    }),
    origin: readAddress(value, {
      country: "shipping/origin/country_id",
      region: "shipping/origin/region_id",
      postcode: "shipping/origin/postcode",
    }),
  };
}

function readAddress(
  value: (path: string) => string,
  paths: { readonly country: string; readonly region: string; readonly postcode: string },
): AddressFacts {
  const postcode = value(paths.postcode);
  return {
    countryId: value(paths.country),
    regionId: Number(value(paths.region)) || 0,
    ...(postcode === "" ? {} : { postcode }),
  };
}

/** The time zones that decide when rules and special prices begin and end. */
export interface Clock {
  readonly zone: string;
  readonly priceZone: string;
}

/** Returns the time zones for a cart. */
export const clockOf = ({ store_id: storeId, store }: CartState, settings: Settings): Clock => ({
  zone: settings.value(timeZone, { storeId, websiteId: store.website_id }),
  priceZone: settings.value(timeZone, globalScope),
});

/** Returns a time in a time zone as `YYYY-MM-DD HH:MM:SS`; in UTC if the zone is unknown. */
export function timeIn(zone: string, at: Date): string {
  try {
    return localTime(at, zone);
  } catch {
    return localTime(at, "UTC");
  }
}
