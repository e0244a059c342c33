import { formatIn } from "../format.js";
import { timeZone } from "../shop/shop.js";
import { clockTime, momentOf } from "../shop/zones.js";
import { t } from "../translate.js";
import type { Kind } from "./price-changes.js";

/** A schedule of `GET /V1/price-schedules`. Times are ISO 8601 in UTC. */
export interface Schedule {
  readonly id: number;
  readonly name: string;
  readonly at: string;
  readonly state: "open" | "applied" | "canceled" | "failed";
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly rows: number;
  readonly written: number | null;
  readonly unchanged: number | null;
  readonly failed: number | null;
  /** Number of other open schedules that change some of the same prices. */
  readonly overlaps: number;
}

export interface ScheduledPrice {
  readonly kind: Kind;
  readonly sku: string;
  readonly store_id?: number | null;
  readonly website_id?: number | null;
  readonly customer_group?: string | null;
  readonly quantity?: number | string | null;
  /** Absent if the price is deleted. */
  readonly price?: number | string | null;
  readonly price_type?: "fixed" | "discount" | null;
  readonly price_from?: string | null;
  readonly price_to?: string | null;
}

/** A schedule of `GET /V1/price-schedules/:id`. */
export interface FullSchedule extends Schedule {
  readonly prices: readonly ScheduledPrice[];
  readonly warnings: readonly {
    readonly schedule_id: number;
    readonly name: string;
    readonly at: string;
    readonly prices: number;
  }[];
  readonly failures: readonly { readonly line: number; readonly sku: string; readonly message: string }[];
}

/** The class of the badge of a state. */
export const badges = { open: "running", applied: "complete", canceled: "canceled", failed: "failed" } as const;

/** `2027-01-31 23:00:00` in UTC, as search criteria compare times. */
export const searchTime = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** The zone of days without a time, which are moments at midnight in UTC. */
const ofDays = "UTC";
const day = 86_400_000;

/** Returns the day of a moment in the time zone of the store view. */
export const dayOf = (at: Date): Date => new Date(clockTime(at, timeZone()).slice(0, 10));

/** Returns the moment at which a day begins in the time zone of the store view. */
export const startOf = (date: Date): Date => momentOf(date.toISOString().slice(0, 16), timeZone());

/** Returns the first day of a month, counted from the month of a day. */
export const monthAfter = (date: Date, count: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));

/** Returns the days of the weeks of a month, from Monday to Sunday. */
export function daysOfMonth(month: Date): readonly Date[] {
  const [first, next] = [monthAfter(month, 0).getTime(), monthAfter(month, 1).getTime()];
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const count = Math.ceil((before + (next - first) / day) / 7) * 7;
  return Array.from({ length: count }, (_, at) => new Date(first + (at - before) * day));
}

export const isSameDay = (one: Date, other: Date): boolean => one.getTime() === other.getTime();

const formatDays = (options: Intl.DateTimeFormatOptions) => {
  const format = formatIn(options);
  return (date: Date) => format(date, ofDays);
};

/** `November 2026`. */
export const formatMonth = formatDays({ month: "long", year: "numeric" });
/** `Mon`. */
export const formatWeekday = formatDays({ weekday: "short" });
/** `Monday, 30 November 2026`. */
export const formatFullDay = formatDays({ dateStyle: "full" });
/** `14:00`. */
export const formatHour = formatIn({ timeStyle: "short" });
/** `Mon, 30 Nov 2026, 14:00`. */
export const formatMoment = formatIn({
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** A moment as a field of a form has it, in the time zone of the store view. */
export const fieldTime = (at: Date): string => clockTime(at, timeZone()).slice(0, 16);

/** Returns the moment of a field. */
export const fieldMoment = (text: string): Date => momentOf(text, timeZone());

/** The label of the state of a schedule. */
export const stateLabel = (state: Schedule["state"]): string =>
  ({ open: t("Planned"), applied: t("Applied"), canceled: t("Canceled"), failed: t("Failed") })[state];
