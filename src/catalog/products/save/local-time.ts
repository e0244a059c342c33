/** Formats by time zone. To make one takes longer than all else that a price is computed from. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a time in a time zone as `YYYY-MM-DD hh:mm:ss`, the form and zone of special price dates. Throws a RangeError for an
 * unknown time zone.
 */
export function localTime(moment: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}
