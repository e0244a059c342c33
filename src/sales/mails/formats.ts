import { asAmount } from "../../money/amount.js";
import { isZero } from "../../money/arithmetic.js";

/** Where and in which currency people read. */
interface Readers {
  readonly locale: string;
  readonly timezone: string;
  readonly currency: string | null | undefined;
}

/** Languages, time zones and currencies that are kept at the same time. */
const mostKept = 200;
const kept = new Map<string, Formats>();

/** Writes amounts and times as people of a store view read them. */
export class Formats {
  private readonly amounts: (amount: string) => string;
  private readonly dates: Intl.DateTimeFormat;

  private constructor({ locale, timezone, currency }: Readers) {
    const money = currency ? tried(() => new Intl.NumberFormat(locale, { style: "currency", currency })) : undefined;
    this.amounts = (amount) => (money ? money.format(Number(amount)) : Number(amount).toFixed(2));
    const style = { dateStyle: "long" } as const;
    this.dates =
      tried(() => new Intl.DateTimeFormat(locale, { ...style, timeZone: timezone })) ??
      new Intl.DateTimeFormat("en-US", { ...style, timeZone: "UTC" });
  }

  /** Returns the formats of readers. They are kept: to make them takes longer than to write a mail. */
  static of({ locale, timezone, currency }: Readers): Formats {
    const key = JSON.stringify([locale, timezone, currency]);
    let formats = kept.get(key);
    if (!formats) {
      if (kept.size >= mostKept) kept.clear();
      formats = new Formats({ locale, timezone, currency });
      kept.set(key, formats);
    }
    return formats;
  }

  /** Returns an amount with its currency; an empty text for none. */
  amount(given: string | null | undefined): string {
    return given == null ? "" : this.amounts(given);
  }

  /** Returns the day of a time in UTC (`2026-01-31 12:00:00`), now by default. */
  date(given: string | null | undefined): string {
    const time = given == null ? new Date() : new Date(given.replace(" ", "T").replace(/[Z]?$/, "Z"));
    return Number.isNaN(time.getTime()) ? "" : this.dates.format(time);
  }
}

/** Returns a quantity without zeros at its end. */
export const quantityOf = (given: string | null | undefined): string => String(Number(given ?? 0));

/** Whether there is an amount, and it is not zero. */
export const isSome = (given: string | null | undefined): given is string => given != null && !isZero(asAmount(given));

/** Intl refuses locales, time zones and currencies that it does not know, which settings and imported orders may hold. */
function tried<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
