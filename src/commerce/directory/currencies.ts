import { readSettings } from "../store/published.js";
import type { Context } from "../../api/call/context.js";
import { plainDecimal } from "../../api/contract/scalars.js";
import type { Currencies } from "./directory.types.js";
import { currencySymbol, languageOf } from "./language.js";
import { readRates } from "./rates.rows.js";
import { codesOf } from "./regions.rows.js";

const paths = {
  base: "currency/options/base",
  shown: "currency/options/default",
  allowed: "currency/options/allow",
  locale: "general/locale/code",
} as const;

/** Returns the currencies of the scope with the rates from its base currency. */
export async function readCurrencies({ db, scope }: Context): Promise<Currencies> {
  const settings = await readSettings(db, Object.values(paths));
  const [base, shown] = [settings.value(paths.base, scope), settings.value(paths.shown, scope)];
  const language = languageOf(settings.value(paths.locale, scope));
  const codes = codesOf(settings.value(paths.allowed, scope).toUpperCase());
  const rates = new Map((await readRates(db, base, codes)).map((row) => [row.currency_to, plainDecimal(row.rate)]));
  return {
    base_currency_code: base,
    base_currency_symbol: currencySymbol(base, language),
    default_display_currency_code: shown,
    default_display_currency_symbol: currencySymbol(shown, language),
    available_currency_codes: codes,
    exchange_rates: codes.map((code) => ({
      currency_to: code,
      rate: code === base ? "1" : (rates.get(code) ?? "0"),
    })),
  };
}
