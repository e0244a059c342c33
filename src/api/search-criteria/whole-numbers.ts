import { plainDecimal } from "../contract/scalars.js";
import { type Comparison, isNumeric } from "./criteria.js";

/** A number to compare integers with. */
export interface Bound {
  /** The greatest integer less than or equal to it. */
  readonly floor: bigint;
  readonly isWhole: boolean;
}

/** Parses a number. Returns undefined if the text is not a number. */
export function boundOf(text: string): Bound | undefined {
  if (!isNumeric(text)) return undefined;
  const [whole = "0", fraction] = plainDecimal(text.trim()).split(".");
  const isWhole = fraction === undefined;
  return { floor: BigInt(whole) - (!isWhole && whole.startsWith("-") ? 1n : 0n), isWhole };
}

/** Whether the comparison of an integer with a number is true. */
export function isComparisonTrue(integer: number, operator: Comparison, { floor, isWhole }: Bound): boolean {
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

/**
 * Returns the comparison with the bound's floor that is true for the same integers as the comparison with the bound.
 */
export function floorOperator(operator: Comparison, isWhole: boolean): Comparison {
  if (isWhole) return operator;
  return operator === ">=" ? ">" : operator === "<" ? "<=" : operator;
}

/** Whether a text is an integer in PostgreSQL's format. */
export const isPlainInteger = (text: string): boolean => /^(?:0|-?[1-9]\d*)$/.test(text);
