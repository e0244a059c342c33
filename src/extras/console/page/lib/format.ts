import { timeZone } from "./shop/shop.js";
import { decimalSeparator, localeOf, t } from "./translate.js";

// Created with the first use, when the language is known.
let numbers: Intl.NumberFormat | undefined;

/** `12,345`. */
export const formatCount = (value: number): string =>
  (numbers ??= new Intl.NumberFormat(localeOf("numbers"))).format(value);

/** `12.5`, with every digit and without separators of thousands. */
export const formatNumber = (value: number | string): string => String(value).replace(".", decimalSeparator());

/** `900 bytes`, `12.3 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return t("{{count}} bytes", { count: bytes });
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${formatNumber(size.toFixed(1))} ${unit}`;
}

/** `45 s`, `3 min`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}

/** `just now`, `5 min ago`, and the date after a day. */
export function formatAge(date: Date, now: Date): string {
  const seconds = (now.getTime() - date.getTime()) / 1000;
  if (seconds < 10) return t("just now");
  if (seconds < 86_400) return t("{{time}} ago", { time: formatSeconds(seconds) });
  return formatTime(date);
}

/** Returns a function that formats moments in a time zone, or else in that of the store view. */
export function formatIn(options: Intl.DateTimeFormatOptions): (date: Date, zone?: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (date, zone = timeZone()) => {
    const known = formats.get(zone);
    if (known) return known.format(date);
    const made = new Intl.DateTimeFormat(localeOf("dates"), { ...options, timeZone: zone });
    formats.set(zone, made);
    return made.format(date);
  };
}

/** Date and time in the time zone of the store view. */
export const formatTime = formatIn({ dateStyle: "medium", timeStyle: "medium" });

/** `2026-01-31`, or `31.01.2026` in German. The time follows unless it is midnight. */
export function formatDay(time: string): string {
  const day = time.replace(/[T ]00:00:00.*$/, "");
  return localeOf("dates") === "de" ? day.replace(/^(\d{4})-(\d\d)-(\d\d)/, "$3.$2.$1") : day;
}

/** Reads `YYYY-MM-DD hh:mm:ss` as UTC, or ISO 8601. */
export const parseTime = (text: string): Date =>
  new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(" ", "T")}Z` : text);

/** `312 a second`, `0.4 a second`. */
export const formatRate = (perSecond: number): string =>
  t("{{number}} a second", { number: formatCount(perSecond >= 10 ? Math.round(perSecond) : perSecond) });

/** Returns a whole percentage, which is 100 only when the part reaches the whole. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.min(part >= whole ? 100 : 99, Math.floor((part / whole) * 100));

/** `+12.5 %`. */
export const formatChange = (change: number): string =>
  `${change > 0 ? "+" : change < 0 ? "−" : "±"}${formatCount(Math.abs(Math.round(change * 10) / 10))} %`;
