import { localeOf, t } from "../translate.js";
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

/** The time as a field of a form has it, in the time zone of the browser. */
export const localTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** `2027-01-31 23:00:00` in UTC, as search criteria compare times. */
export const searchTime = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** Returns the days of the weeks of a month, from Monday to Sunday. */
export function daysOfMonth(month: Date): readonly Date[] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  const before = (first.getDay() + 6) % 7;
  const count = Math.ceil((before + last.getDate()) / 7) * 7;
  return Array.from({ length: count }, (_, at) => new Date(first.getFullYear(), first.getMonth(), 1 - before + at));
}

export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

const format = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | undefined;
  return (date: Date) => (made ??= new Intl.DateTimeFormat(localeOf("dates"), options)).format(date);
};

/** `November 2026`. */
export const formatMonth = format({ month: "long", year: "numeric" });
/** `Mon`. */
export const formatWeekday = format({ weekday: "short" });
/** `Monday, 30 November 2026`. */
export const formatFullDay = format({ dateStyle: "full" });
/** `14:00`. */
export const formatHour = format({ timeStyle: "short" });
/** `Mon, 30 Nov 2026, 14:00`. */
export const formatMoment = format({
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** The time zone of the browser, in which the page shows and reads times. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The label of the state of a schedule. */
export const stateLabel = (state: Schedule["state"]): string =>
  ({ open: t("Planned"), applied: t("Applied"), canceled: t("Canceled"), failed: t("Failed") })[state];
