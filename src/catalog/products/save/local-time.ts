/** Returns a time in a time zone as `YYYY-MM-DD hh:mm:ss`, the form and zone of special price dates. */
export function localTime(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return format.format(moment);
}
