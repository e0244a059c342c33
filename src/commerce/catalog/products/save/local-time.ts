/** Formats by time zone. Creating one takes longer than the rest of computing a price. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a time in a time zone as `YYYY-MM-DD hh:mm:ss`. Special price dates have this format and the store's time
 * zone. Throws a RangeError for an unknown time zone.
 */
export function localTime(time: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return format.format(time);
}
