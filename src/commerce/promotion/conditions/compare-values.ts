import { type Amount, asAmount } from "../../../platform/money/amount.js";
import type { ConditionOperand } from "../sales-rules.types.js";
import { compare } from "../../../platform/money/arithmetic.js";

/** The value of an attribute: null if there is none, undefined if the attribute is unknown. */
export type ConditionValue = string | readonly string[] | null | undefined;

type Test = (value: ConditionValue) => boolean;

const opposites: Readonly<Record<string, string>> = { "!=": "==", ">": "<=", "<": ">=", "!{}": "{}", "!()": "()" };

/**
 * Returns a test that compares a value with that of a condition, as Magento does. Text is compared case-insensitively,
 * numbers as numbers. An unknown attribute fails every test. A missing value or a list fails every test of order.
 */
export function compileComparison(operator: string, wanted: ConditionOperand): Test {
  if (operator === "<=>") return (value) => value !== undefined && (value === null || value.length === 0);
  const positive = opposites[operator];
  const kind = positive ?? operator;
  const test = Array.isArray(wanted)
    ? compileWithList(kind, wanted.map(textOf))
    : compilePositive(kind, textOf(wanted));
  const isOrder = operator.startsWith("<") || operator.startsWith(">");
  return (value) => {
    if (value === undefined || (isOrder && typeof value !== "string")) return false;
    return test(value) !== (positive !== undefined);
  };
}

const textOf = (value: ConditionOperand): string => (value === true ? "1" : value === false ? "" : String(value));

/** A list contains a text if a member of the list is a part of it, and another list if they share a member. */
function compileWithList(operator: string, wanted: readonly string[]): KnownTest {
  const isMember = compileOneOf(wanted.join(","));
  if (operator !== "{}") return isMember;
  const parts = wanted.map((part) => part.toLowerCase());
  return (value) =>
    typeof value === "string" ? parts.some((part) => value.toLowerCase().includes(part)) : isMember(value);
}

type KnownTest = (value: string | readonly string[] | null) => boolean;

function compilePositive(operator: string, wanted: string): KnownTest {
  switch (operator) {
    case "==":
      return compileEqual(wanted);
    case "<=":
      return compileOrder(wanted, (order) => order <= 0);
    case ">=":
      return compileOrder(wanted, (order) => order >= 0);
    case "{}":
      return compileContains(wanted);
    case "()":
      return compileOneOf(wanted);
    default:
      return () => false;
  }
}

const listOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Returns a test for the same text, case-insensitive, or the same number. */
function compileSame(wanted: string): (value: string) => boolean {
  const number = toNumber(wanted);
  const key = wanted.toLowerCase();
  return (value) => {
    const other = number === undefined ? undefined : toNumber(value);
    return number === undefined || other === undefined ? value.toLowerCase() === key : compare(number, other) === 0;
  };
}

/** A list equals a value if it contains it: `==` on categories is `{}`. */
function compileEqual(wanted: string): KnownTest {
  const isSame = compileSame(wanted);
  const isMember = compileOneOf(wanted);
  return (value) => (typeof value === "string" ? isSame(value) : value === null ? wanted === "" : isMember(value));
}

function compileContains(wanted: string): KnownTest {
  const key = wanted.toLowerCase();
  const isMember = compileOneOf(wanted);
  return (value) =>
    typeof value === "string" ? value.toLowerCase().includes(key) : value === null ? wanted === "" : isMember(value);
}

function compileOneOf(wanted: string): KnownTest {
  const tests = listOf(wanted).map(compileSame);
  const matchesAny = (value: string) => tests.some((test) => test(value));
  return (value) => (typeof value === "string" ? matchesAny(value) : (value ?? []).some(matchesAny));
}

function compileOrder(wanted: string, isMatch: (order: number) => boolean): KnownTest {
  const number = toNumber(wanted);
  return (value) => {
    if (typeof value !== "string") return false;
    const other = number === undefined ? undefined : toNumber(value);
    return isMatch(number === undefined || other === undefined ? compareTexts(value, wanted) : compare(other, number));
  };
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Returns a number; undefined for text. Digits with a leading zero are text. */
const toNumber = (text: string): Amount | undefined =>
  /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/.test(text) ? asAmount(text) : undefined;
