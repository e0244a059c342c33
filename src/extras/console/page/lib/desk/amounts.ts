import { Decimal } from "decimal.js";

/** The largest amount that prices can have has 14 digits before the point, and six after it. */
const largest = new Decimal("1e14");
const decimals = 6;

export type Separator = "." | ",";

/** Returns a text without spaces, apostrophes and currencies. */
const bareText = (text: string): string => text.replaceAll(/[\s\u00a0\u202f'’]|[€$£¥]|EUR|USD|GBP|CHF/gi, "");

/**
 * Reads a typed or pasted amount as plain digits: `1,234.50`, `1.234,50`, `€ 12,90`. Returns null for an empty text, undefined
 * for any other one. The given decimal separator decides about an ambiguous amount.
 */
export function parseAmount(text: string, decimal: Separator): string | null | undefined {
  const bare = bareText(text);
  if (bare === "") return null;
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return undefined;
  const plain = split(bare, separatorIn(bare) ?? decimal);
  if (plain === undefined || !/^\d*\.?\d+$/.test(plain)) return undefined;
  const amount = new Decimal(plain);
  return amount.gte(largest) || amount.decimalPlaces() > decimals ? undefined : amount.toFixed();
}

/** Whether the only separator of an amount can group digits or begin the decimals: `1.234`, `12,500`. */
export const isAmbiguous = (text: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(bareText(text));

/** Returns the decimal separator that amounts of one source agree on; undefined if they are ambiguous or contradict each other. */
export function commonSeparator(texts: readonly string[]): Separator | undefined {
  const amounts = texts.filter((text) => /[.,]/.test(text) && parseAmount(text, ".") != null);
  const [first, ...others] = new Set(amounts.map((text) => separatorIn(bareText(text))).filter(Boolean));
  return others.length === 0 ? first : undefined;
}

/** Returns the decimal separator of an amount; undefined if it has none or is ambiguous. */
function separatorIn(bare: string): Separator | undefined {
  const [point, comma] = [bare.lastIndexOf("."), bare.lastIndexOf(",")];
  if (isAmbiguous(bare) || (point < 0 && comma < 0)) return undefined;
  const [last, other] = point > comma ? ([".", ","] as const) : ([",", "."] as const);
  // A separator that occurs several times groups digits.
  return bare.split(last).length > 2 ? other : last;
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
