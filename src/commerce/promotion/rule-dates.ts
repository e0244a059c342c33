import { calendarDay } from "../../api/contract/dates.js";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

type Order = readonly ["year" | "month" | "day", "year" | "month" | "day", "year" | "month" | "day"];

/** The forms of days that PHP reads besides those of ISO 8601, each with the order of its parts. */
const forms: readonly (readonly [RegExp, Order])[] = [
  [/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, ["year", "month", "day"]],
  [/^(\d{4})(\d{2})(\d{2})$/, ["year", "month", "day"]],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, ["month", "day", "year"]],
  [/^(\d{1,2})[.-](\d{1,2})[.-](\d{4})$/, ["day", "month", "year"]],
  [/^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})$/i, ["day", "month", "year"]],
  [/^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i, ["month", "day", "year"]],
];

/** A time of day behind a day, which does not matter. */
const time = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i;

/** Returns a day as `YYYY-MM-DD`, in any form that Magento reads for a rule; undefined for other text and days that do not exist. */
export function ruleDay(given: string): string | undefined {
  const known = calendarDay(given);
  if (known !== undefined) return known;
  const text = given.trim().replace(time, "");
  for (const [pattern, order] of forms) {
    const parts = pattern.exec(text)?.slice(1);
    if (parts) return calendarDay(isoDay(parts, order));
  }
  return undefined;
}

function isoDay(parts: readonly string[], order: Order): string {
  const part = (name: Order[number]) => parts[order.indexOf(name)] ?? "";
  const month = part("month");
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1;
  return [part("year"), String(number).padStart(2, "0"), part("day").padStart(2, "0")].join("-");
}
