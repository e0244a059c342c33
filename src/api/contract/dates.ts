const form =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/i;

interface ParsedDate {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `hh:mm:ss`, with a fraction if one is given; undefined for a day alone. */
  readonly clock: string | undefined;
  /** `Z` or `+02:00`; undefined if none is given. */
  readonly zone: string | undefined;
}

/** Parses a date with or without a time of day. Returns undefined for a day or time that does not exist. */
function parse(text: string): ParsedDate | undefined {
  const [matched, year = "", month = "", date = "", hour, minute, second = "00", fraction, zone] =
    form.exec(text.trim()) ?? [];
  if (matched === undefined || Number(year) === 0) return undefined;
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const seconds = fraction === undefined ? second : `${second}.${fraction}`;
  const clock = hour === undefined ? undefined : `${hour.padStart(2, "0")}:${minute}:${seconds}`;
  const start = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
  const isClock = clock === undefined || /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(clock);
  return exists && isClock ? { day, clock, zone: zone?.toUpperCase() } : undefined;
}

/**
 * Returns the day of a date such as `2026-01-31`, `2026-1-31` or `2026-01-31T00:00:00Z`, whose time is dropped; undefined for
 * other text, for a day that does not exist and for the years before 1000.
 */
export function calendarDay(text: string): string | undefined {
  const day = parse(text)?.day;
  return day === undefined || day.startsWith("0") ? undefined : day;
}

/**
 * Returns a date or time in the form that the database compares, in UTC: `2026-01-31` or `2026-01-31 12:00:00`, with a
 * fraction if one is given. A time without a zone is in UTC. Undefined for other text and for a time that does not exist.
 */
export function utcTime(text: string): string | undefined {
  const written = parse(text);
  if (!written?.clock) return written?.day;
  const { day, clock, zone } = written;
  if (zone === undefined || zone === "Z") return `${day} ${clock}`;
  const [seconds = "", fraction] = clock.split(".");
  const moved = new Date(`${day}T${seconds}${zone.replace(/^(...)(\d\d)$/, "$1:$2")}`);
  if (Number.isNaN(moved.getTime()) || moved.getTime() < Date.UTC(0, 0)) return undefined;
  const inUtc = moved.toISOString().slice(0, 19).replace("T", " ");
  return fraction === undefined ? inUtc : `${inUtc}.${fraction}`;
}

/**
 * Returns a date or time in the form that is stored: `2026-01-31 12:00:00`, in UTC, without a fraction. Undefined like
 * `utcTime`.
 */
export function utcSecond(text: string): string | undefined {
  const time = utcTime(text)?.replace(/\.\d+$/, "");
  return time?.length === 10 ? `${time} 00:00:00` : time;
}

/** Formats by time zone. Creating one takes longer than the rest of computing a price. */
const localFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a time in a time zone as `YYYY-MM-DD hh:mm:ss`. Special price dates have this format and the store's time
 * zone. Throws a RangeError for an unknown time zone.
 */
export function localTime(time: Date, timeZone: string): string {
  let format = localFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    localFormats.set(timeZone, format);
  }
  return format.format(time);
}
