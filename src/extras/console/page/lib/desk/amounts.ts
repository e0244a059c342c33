import { Decimal } from "decimal.js";

/** The largest amount that prices can have has 14 digits before the point, and six after it. */
const largest = new Decimal("1e14");
const decimals = 6;

/**
 * Reads a typed or pasted amount as plain digits: `1,234.50`, `1.234,50`, `€ 12,90`. Returns null for an empty text, undefined
 * for any other one. A single separator before three digits is ambiguous: a comma groups digits, a point is the decimal point.
 */
export function parseAmount(text: string): string | null | undefined {
  const bare = text.replaceAll(/[\s\u00a0\u202f'’]|[€$£¥]|EUR|USD|GBP|CHF/gi, "");
  if (bare === "") return null;
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return undefined;
  const plain = withoutGroups(bare);
  if (plain === undefined || !/^\d*\.?\d+$/.test(plain)) return undefined;
  const amount = new Decimal(plain);
  return amount.gte(largest) || amount.decimalPlaces() > decimals ? undefined : amount.toFixed();
}

function withoutGroups(text: string): string | undefined {
  const [point, comma] = [text.lastIndexOf("."), text.lastIndexOf(",")];
  if (point >= 0 && comma >= 0) return split(text, point > comma ? "." : ",");
  if (comma >= 0) return isGrouped(text, ",") ? text.replaceAll(",", "") : split(text, ",");
  return text.split(".").length > 2 && isGrouped(text, ".") ? text.replaceAll(".", "") : split(text, ".");
}

const isGrouped = (text: string, separator: string): boolean => {
  const [first = "", ...groups] = text.split(separator);
  return /^[1-9]\d{0,2}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group));
};

/** Returns the number with a decimal point, if the decimal separator occurs once and the other one groups digits. */
function split(text: string, decimal: "." | ","): string | undefined {
  const [whole = "", fraction = "", ...others] = text.split(decimal);
  const group = decimal === "." ? "," : ".";
  if (others.length > 0 || fraction.includes(group)) return undefined;
  if (whole.includes(group) && !isGrouped(whole, group)) return undefined;
  return `${whole.replaceAll(group, "")}.${fraction === "" ? "0" : fraction}`;
}

/** Whether two amounts are equal, with any number of zeros at their end. */
export const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : new Decimal(one).eq(other);

/** Returns the change in percent; undefined without an old amount above 0 or without a new one. */
export function stepBetween(old: string | null, next: string | null): number | undefined {
  if (old === null || next === null || new Decimal(old).eq(0)) return undefined;
  return new Decimal(next).minus(old).div(old).times(100).toNumber();
}

export type Ending = "" | ".99" | ".95" | ".00";

/** Returns the nearest amount with an ending; of two that are equally near, the higher one. */
export function roundTo(given: string, ending: Ending): string {
  const amount = new Decimal(given);
  if (ending === "") return amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed();
  const upper = amount.floor().plus(`0${ending}`);
  const candidates = [upper.plus(1), upper, upper.minus(1)].filter((candidate) => candidate.gt(0));
  const [first = upper, ...others] = candidates;
  return others
    .reduce((best, next) => (next.minus(amount).abs().lt(best.minus(amount).abs()) ? next : best), first)
    .toFixed();
}
