import type { Exact } from "./amount.js";
import { formatFixed } from "./format.js";
import { currencyDigits } from "./rounding.js";

/** The locale and the currency in which an amount is written. */
export interface CurrencyStyle {
  /** As in settings, `en_US`. */
  readonly locale: string;
  /** ISO 4217 code. Imported orders may have any text. */
  readonly currency: string;
}

/** Maximum number of cached formats, which take long to create. */
const maxCached = 200;
const cache = new Map<string, Intl.NumberFormat>();

/** Writes an amount with its currency: `$1,234.50`. Writes it without one if the code is not one of a currency. */
export function currencyText(amount: Exact, { locale, currency }: CurrencyStyle): string {
  const text = formatFixed(amount, currencyDigits(currency));
  return /^[A-Z]{3}$/i.test(currency) ? formatOf(locale.replaceAll("_", "-"), currency).format(text) : text;
}

function formatOf(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = cache.get(key);
  if (known) return known;
  const isLocale = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/.test(locale);
  const format = new Intl.NumberFormat(isLocale ? locale : "en-US", { style: "currency", currency });
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, format);
  return format;
}
