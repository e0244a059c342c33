import { plainDecimal } from "../../../api/contract/scalars.js";
import { asAmount } from "../../../platform/money/amount.js";
import { isZero } from "../../../platform/money/arithmetic.js";
import { currencyText } from "../../../platform/money/currency-text.js";

/** Locale, time zone and currency of readers. */
interface FormatOptions {
  /** As in settings, `en_US`. */
  readonly locale: string;
  readonly timezone: string;
  readonly currency: string | null | undefined;
}

/** Maximum number of cached formats. */
const maxCached = 200;
const cache = new Map<string, Formats>();

/** Formats amounts and times for the readers of a store view. */
export class Formats {
  private readonly amounts: (amount: string) => string;
  private readonly dates: Intl.DateTimeFormat;
  private readonly countries: Intl.DisplayNames | undefined;

  private constructor(private readonly options: FormatOptions) {
    const { timezone, currency } = options;
    const locale = localeOf(options);
    this.amounts = (amount) => currencyText(asAmount(amount), { locale, currency: currency ?? "" });
    const style = { dateStyle: "long" } as const;
    this.dates =
      tryOrUndefined(() => new Intl.DateTimeFormat(locale, { ...style, timeZone: timezone })) ??
      new Intl.DateTimeFormat("en-US", { ...style, timeZone: "UTC" });
    this.countries = tryOrUndefined(() => new Intl.DisplayNames(locale, { type: "region" }));
  }

  /** Returns the formats for readers. They are cached, because creating them takes longer than composing an email. */
  static of({ locale, timezone, currency }: FormatOptions): Formats {
    const key = JSON.stringify([locale, timezone, currency]);
    let formats = cache.get(key);
    if (!formats) {
      if (cache.size >= maxCached) cache.clear();
      formats = new Formats({ locale, timezone, currency });
      cache.set(key, formats);
    }
    return formats;
  }

  /** Formats an amount with its currency; empty without an amount. */
  amount(given: string | null | undefined): string {
    return given == null ? "" : this.amounts(given);
  }

  /** Returns the name of a country; the code itself if it is none of a country. */
  country(code: string | null | undefined): string {
    return tryOrUndefined(() => this.countries?.of(code ?? "")) ?? code ?? "";
  }

  /** Formats a time with its day and its seconds. */
  time(at: Date): string {
    const style = { dateStyle: "long", timeStyle: "medium" } as const;
    const { timezone: timeZone } = this.options;
    const format =
      tryOrUndefined(() => new Intl.DateTimeFormat(localeOf(this.options), { ...style, timeZone })) ??
      new Intl.DateTimeFormat("en-US", { ...style, timeZone: "UTC" });
    return format.format(at);
  }

  /** Formats the day of a time in UTC (`2026-01-31 12:00:00`), by default now. */
  date(given: string | null | undefined): string {
    const time = given == null ? new Date() : new Date(given.replace(" ", "T").replace(/[Z]?$/, "Z"));
    return Number.isNaN(time.getTime()) ? "" : this.dates.format(time);
  }
}

const localeOf = ({ locale }: FormatOptions): string => locale.replaceAll("_", "-");

/** Formats a quantity without trailing zeros. */
export const quantityOf = (given: string | null | undefined): string => plainDecimal(given ?? 0);

/** Whether an amount is given and not zero. */
export const isSome = (given: string | null | undefined): given is string => given != null && !isZero(asAmount(given));

/**
 * Returns undefined if `make` throws, as Intl does for unknown locales, time zones and currencies, which settings and
 * imported orders may have.
 */
function tryOrUndefined<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
