import { plainDecimal } from "../contract/scalars.js";
import { type Comparison, isNumeric } from "./criteria.js";

/** A number that integers are compared with. */
export interface Bound {
  /** The greatest integer that is not above it. */
  readonly floor: bigint;
  readonly isWhole: boolean;
}

/** Returns the number of a text, or undefined where it is none. */
export function boundOf(text: string): Bound | undefined {
  if (!isNumeric(text)) return undefined;
  const [whole = "0", fraction] = plainDecimal(text.trim()).split(".");
  const isWhole = fraction === undefined;
  return { floor: BigInt(whole) - (!isWhole && whole.startsWith("-") ? 1n : 0n), isWhole };
}

/** Whether an integer compares with a number in this way. */
export function holdsFor(integer: number, operator: Comparison, { floor, isWhole }: Bound): boolean {
  const value = BigInt(integer);
  switch (operator) {
    case "=":
      return isWhole && value === floor;
    case "<>":
      return !isWhole || value !== floor;
    case ">":
      return value > floor;
    case ">=":
      return isWhole ? value >= floor : value > floor;
    case "<":
      return isWhole ? value < floor : value <= floor;
    case "<=":
      return value <= floor;
  }
}

/** The comparison of integers with an integer that holds for the same ones as the comparison with a number. */
export function amongIntegers(operator: Comparison, isWhole: boolean): Comparison {
  if (isWhole) return operator;
  return operator === ">=" ? ">" : operator === "<" ? "<=" : operator;
}

/** Whether a text is an integer as PostgreSQL writes it. */
export const isPlainInteger = (text: string): boolean => /^(?:0|-?[1-9]\d*)$/.test(text);
