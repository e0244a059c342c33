import { localTime } from "../../../../api/contract/dates.js";
import { isDateTime } from "../../../../commerce/pricing/special-prices/special-price-rules.js";

/** Which end of a period a date is, and the time zone of the shop. */
export interface DateSide {
  readonly isEnd: boolean;
  readonly timeZone: string;
}

const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Returns a date of a file as `YYYY-MM-DD hh:mm:ss` in the time zone of the shop; undefined for any other form. A day without
 * a time is its first second, or its last one as the end of a period.
 */
export function readDate(text: string, { isEnd, timeZone }: DateSide): string | undefined {
  if (isDateTime(text)) return text;
  const [, day = "", minutes, seconds = "00", zone] = iso.exec(text) ?? [];
  if (!isDateTime(`${day} 00:00:00`)) return undefined;
  if (minutes === undefined) return `${day} ${isEnd ? "23:59:59" : "00:00:00"}`;
  const time = `${day} ${minutes}:${seconds}`;
  if (!isDateTime(time)) return undefined;
  if (zone === undefined) return time;
  const instant = Date.parse(`${day}T${minutes}:${seconds}${isoZone(zone)}`);
  return Number.isNaN(instant) ? undefined : localTime(new Date(instant), timeZone);
}

const isoZone = (zone: string) =>
  /^z$/i.test(zone) ? "Z" : zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;

const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,? (\d{1,2}):(\d\d)(?::(\d\d))?\s?([AP]M))?$/i;

/**
 * Returns a date of Magento's product export, `1/31/35, 12:00 AM`, as `readDate` does. Magento writes days as their first
 * minute, so midnight stands for the day.
 */
export function readMagentoDate(text: string, side: DateSide): string | undefined {
  const parts = american.exec(text.replaceAll("\u202f", " "));
  if (!parts) return readDate(text, side);
  const [, month = "", day = "", year = "", hour = "12", minute = "00", second = "00", half = "AM"] = parts;
  const hours = (Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  const date = [year.length === 2 ? `20${year}` : year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  const time = `${String(hours).padStart(2, "0")}:${minute}:${second}`;
  return readDate(time === "00:00:00" ? date : `${date} ${time}`, side);
}

/** The forms of dates that a file can have, for messages. */
export const dateForms = "YYYY-MM-DD, YYYY-MM-DD hh:mm:ss, or ISO 8601 with a time zone";
