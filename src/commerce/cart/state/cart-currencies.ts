import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { currencyPaths, readRates } from "../../directory/published.js";
import { globalScope, readSettings, type SettingScope } from "../../store/published.js";

/** The currency columns of a cart. */
export type CurrencyColumns = Pick<
  Row<"cart">,
  | "global_currency_code"
  | "base_currency_code"
  | "store_currency_code"
  | "quote_currency_code"
  | "base_to_global_rate"
  | "base_to_quote_rate"
>;

/**
 * Returns the currencies of carts in a store view. If the display currency has no rate, the cart is in the base currency,
 * as in Magento.
 */
export async function readCartCurrencies(db: Db, scope: SettingScope): Promise<CurrencyColumns> {
  const settings = await readSettings(db, Object.values(currencyPaths));
  const global = settings.value(currencyPaths.base, globalScope);
  const base = settings.value(currencyPaths.base, scope);
  const shown = settings.value(currencyPaths.shown, scope);
  const others = [global, shown].filter((code) => code !== base);
  const rates = others.length > 0 ? await readRates(db, base, others) : [];
  const rateTo = (code: string) =>
    code === base ? "1" : rates.find(({ currency_to, rate }) => currency_to === code && Number(rate) > 0)?.rate;
  const toShown = rateTo(shown);
  return {
    global_currency_code: global,
    base_currency_code: base,
    store_currency_code: base,
    quote_currency_code: toShown === undefined ? base : shown,
    base_to_global_rate: rateTo(global) ?? "1",
    base_to_quote_rate: toShown ?? "1",
  };
}
