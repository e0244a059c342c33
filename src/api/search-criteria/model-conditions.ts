import { type Comparison, comparisons, isNumeric, pattern, splitList } from "./criteria.js";
import type { FieldColumn, ModelField } from "./model-fields.js";
import { floorOperator, boundOf, isComparisonTrue, isPlainInteger } from "./whole-numbers.js";

/** The result of a condition on a column: true for no value, for all values, for null, or as a filter decides. */
export type ColumnCondition =
  | { readonly holds: "never" | "for values" | "for null" }
  | { readonly holds: "as filtered"; readonly name: string; readonly filter: object };

/** A condition of the request. */
interface Sent {
  readonly type: string;
  readonly value: string;
}

const never: ColumnCondition = { holds: "never" };
const forValues: ColumnCondition = { holds: "for values" };
const operatorNames = { "=": "equals", "<>": "not", ">": "gt", ">=": "gte", "<": "lt", "<=": "lte" } as const;

/**
 * Returns the column condition for a condition of a request, equivalent to the SQL of `compileSearch`. Returns
 * undefined if a model filter cannot express it exactly.
 */
export function columnCondition({ type: fieldType, column }: ModelField, sent: Sent): ColumnCondition | undefined {
  const { type, value } = sent;
  if (type === "null") return { holds: "for null" };
  if (type === "notnull") return forValues;
  const operator = comparisons.get(type);
  const isList = type === "in" || type === "nin";
  if (!column) return undefined;
  const field = { ...column, fieldType };
  if (operator === "=" || operator === "<>") return inCondition(field, [value], operator === "=");
  if (operator) return comparisonCondition(field, operator, value);
  if (isList) return inCondition(field, splitList(value), type === "in");
  return likeCondition(field, sent);
}

/** Whether an integer matches a condition. */
export function matchesInteger(integer: number, { type, value }: Sent): boolean {
  if (type === "null" || type === "notnull") return type === "notnull";
  if (type === "in" || type === "nin") {
    const isListed = splitList(value).some((item) => matchesInteger(integer, { type: "eq", value: item }));
    return isListed === (type === "in");
  }
  const operator = comparisons.get(type);
  if (!operator) return (String(integer) === value) === !type.startsWith("n");
  const bound = boundOf(value);
  return bound ? isComparisonTrue(integer, operator, bound) : operator === "<>";
}

type Field = FieldColumn & { readonly fieldType: ModelField["type"] };

const filtered = (name: string, filter: object): ColumnCondition => ({ holds: "as filtered", name, filter });

function comparisonCondition(field: Field, operator: Comparison, value: string): ColumnCondition | undefined {
  const by = operatorNames[operator];
  switch (field.fieldType) {
    case "text":
      return filtered(field.name, { [by]: value, mode: "insensitive" });
    case "key":
      return filtered(field.name, { [by]: value.toLowerCase() });
    case "integer":
      return integerCondition(field, operator, value);
    case "boolean":
      return undefined;
    default:
      if (!isComparable(field, value)) return undefined;
      return fits(field, value) ? filtered(field.name, { [by]: value.trim() }) : never;
  }
}

function integerCondition(field: Field, operator: Comparison, value: string): ColumnCondition | undefined {
  const bound = boundOf(value);
  if (!bound) return never;
  if (isInColumn(field, bound.floor)) {
    return filtered(field.name, { [operatorNames[floorOperator(operator, bound.isWhole)]]: Number(bound.floor) });
  }
  // All values are on the same side of a bound outside the column's range. A bigint can exceed the safe integers.
  if (field.type === "BigInt") return undefined;
  return isComparisonTrue(0, operator, bound) ? forValues : never;
}

/** Returns the condition that the value of a field is in a list, or not in it. */
function inCondition(field: Field, given: readonly string[], isAmong: boolean): ColumnCondition | undefined {
  const noneFits = isAmong ? never : forValues;
  const by = isAmong ? "in" : "notIn";
  switch (field.fieldType) {
    case "text":
      if (field.keyName === undefined) return filtered(field.name, { [by]: given, mode: "insensitive" });
      return filtered(field.keyName, { [by]: given.map((value) => value.toLowerCase()) });
    case "key":
      return filtered(field.name, { [by]: given.map((value) => value.toLowerCase()) });
    case "boolean": {
      const values = new Set(given.map((value) => /^(?:1|true)$/i.test(value.trim())));
      if (values.size > 1) return isAmong ? forValues : never;
      return filtered(field.name, { [isAmong ? "equals" : "not"]: values.has(true) });
    }
    default: {
      if (!given.every((value) => isComparable(field, value))) return undefined;
      const fitting = given.filter((value) => fits(field, value)).map((value) => value.trim());
      if (fitting.length === 0) return noneFits;
      return filtered(field.name, { [by]: field.fieldType === "integer" ? fitting.map(Number) : fitting });
    }
  }
}

function likeCondition(field: Field, { type, value }: Sent): ColumnCondition | undefined {
  const isNegated = type.startsWith("n");
  if (type.endsWith("like") && (field.fieldType === "text" || field.fieldType === "key")) {
    // Models compare case-insensitively with `ilike`, but do not escape its wildcards.
    return filtered(field.name, { [isNegated ? "not" : "equals"]: pattern(value), mode: "insensitive" });
  }
  if (field.fieldType !== "integer" || (type.endsWith("like") && /[%_\\]/.test(value))) return undefined;
  // An integer has exactly one text form, without commas.
  return isPlainInteger(value) ? inCondition(field, [value], !isNegated) : isNegated ? forValues : never;
}

/**
 * Whether models can compare a column with a value. They cannot compare UUIDs, dates with a time of day, or bigint
 * values beyond the safe integers.
 */
function isComparable(field: Field, value: string): boolean {
  if (field.type === "Uuid") return false;
  if (field.type === "Date") return !value.includes(":");
  return field.type !== "BigInt" || isInColumn(field, boundOf(value)?.floor ?? 0n);
}

/** Whether a value fits a column. */
function fits(field: Field, value: string): boolean {
  switch (field.fieldType) {
    case "integer": {
      const bound = boundOf(value);
      return bound !== undefined && bound.isWhole && isInColumn(field, bound.floor);
    }
    case "decimal":
      return isNumeric(value);
    case "timestamp":
      return value !== "";
    default:
      return true;
  }
}

function isInColumn({ type }: Field, value: bigint): boolean {
  if (type === "BigInt") return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
  return value >= -2147483648 && value <= 2147483647;
}
