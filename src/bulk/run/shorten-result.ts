import { hasLongNumber } from "../../http/long-numbers.js";

/** Characters of an answer that is stored whole. */
const shortResult = 1000;

/** Characters of a text that a shortened answer keeps. */
const shortText = 255;

/**
 * Returns the answer of an operation as it is stored. A long object is reduced to its own numbers, flags and short texts: its
 * ids, codes and states stay, and a GET answers the rest. Lists, short answers, and those with numbers that a double cannot
 * hold stay whole.
 */
export function shortenResult(result: string): string {
  if (result.length <= shortResult || !result.startsWith("{") || hasLongNumber(result)) return result;
  const whole = JSON.parse(result) as Readonly<Record<string, unknown>>;
  return JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([, value]) => isShort(value))));
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= shortText;
  return value === null || typeof value === "number" || typeof value === "boolean";
}
