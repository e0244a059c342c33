const count = new Intl.NumberFormat("en");

/** `12,345`. */
export const formatCount = (value: number): string => count.format(value);

/** `1 row`, `2 rows`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

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
  if (seconds < 10) return "just now";
  if (seconds < 86_400) return `${formatSeconds(seconds)} ago`;
  return formatTime(date);
}

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** Date and time in the user's time zone. */
export const formatTime = (date: Date): string => time.format(date);

/** Reads `YYYY-MM-DD hh:mm:ss` as UTC, or ISO 8601. */
export const parseTime = (text: string): Date =>
  new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(" ", "T")}Z` : text);

/** `312 a second`, `0.4 a second`. */
export const formatRate = (perSecond: number): string =>
  `${perSecond >= 10 ? formatCount(Math.round(perSecond)) : perSecond} a second`;

/** Returns a whole percentage, which is 100 only when the part reaches the whole. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.min(part >= whole ? 100 : 99, Math.floor((part / whole) * 100));

/** `+12.5 %`. */
export const formatChange = (change: number): string =>
  `${change > 0 ? "+" : change < 0 ? "−" : "±"}${count.format(Math.abs(Math.round(change * 10) / 10))} %`;
