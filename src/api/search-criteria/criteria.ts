import { wrongType } from "../call/arguments/conversion-errors.js";
import { inputError } from "../call/errors.js";
import { utcTime } from "../contract/dates.js";
import { toDecimal } from "../contract/scalars.js";
import type { Filter, SearchCriteria, SortOrder } from "./search-criteria.types.js";

/**
 * How values of a field are compared. `key` is text stored in lower case; `text` compares case-insensitively; `collated`
 * is text that is compared and ordered as under Magento's collation: case, accents and trailing blanks do not matter.
 * `timestamp` is a time in UTC; `timestamptz` is a column of that type, which is compared as it is stored, so that indexes
 * and the bounds of partitions apply.
 */
export type FieldType =
  "text" | "collated" | "key" | "integer" | "decimal" | "timestamp" | "timestamptz" | "boolean" | "uuid";

/** The error for a field that is unknown or cannot be sorted by. */
export const unknownAttribute = (code: string | null) =>
  inputError('The "%1" attribute name is invalid. Reset the name and try again.', [code]);

/** The error for an unknown condition type. */
const unsupportedCondition = (type: string) => inputError('The "%1" condition type is not supported.', [type]);

/** Returns the fields used in the criteria, including duplicates. */
export const namedFields = (criteria: SearchCriteria): string[] => [
  ...(criteria.filter_groups ?? []).flatMap(({ filters }) => (filters ?? []).map(({ field }) => field)),
  ...sortsOf(criteria).map(({ field }) => field),
];

/** A sort order with a field. */
export type FieldSort = SortOrder & { readonly field: string };

/** Returns the sort orders to apply: each field once, with its last direction. One without a field is ignored. */
export function sortsOf({ sort_orders }: Pick<SearchCriteria, "sort_orders">): readonly FieldSort[] {
  const sorts = new Map<string, FieldSort>();
  for (const order of sort_orders ?? [])
    if (order.field != null) sorts.set(order.field, { ...order, field: order.field });
  return [...sorts.values()];
}

/** Conditions of Magento that Portico does not have. Reading them as another condition would find the wrong records. */
const unsupported: ReadonlySet<string> = new Set(["regexp", "ntoa", "is"]);

/**
 * Returns the condition type of a filter. As in Magento, it is case-sensitive, and an unknown or empty one means `eq`;
 * so does `moreq`. `seq` and `sneq` compare an empty value with null. Throws 400 for a condition that Portico lacks.
 */
export function conditionOf({ condition_type, value }: Pick<Filter, "condition_type" | "value">): string {
  const type = condition_type ?? "eq";
  if (type === "seq") return value ? "eq" : "null";
  if (type === "sneq") return value ? "neq" : "notnull";
  if (unsupported.has(type)) throw unsupportedCondition(type);
  return conditions.has(type) ? type : "eq";
}

/** Normalizes the criteria for the response. Throws 400 for an unknown direction. */
export function normalizeCriteria(criteria: SearchCriteria): SearchCriteria {
  const { page_size, current_page, sort_orders } = criteria;
  return {
    filter_groups: (criteria.filter_groups ?? []).map((group) => ({
      filters: (group.filters ?? []).map(({ field, value, condition_type }) => ({
        field,
        value: value ?? null,
        condition_type: condition_type || "eq",
      })),
    })),
    ...(sort_orders ? { sort_orders: sort_orders.map(normalizeSort) } : {}),
    ...(page_size == null ? {} : { page_size }),
    ...(current_page == null ? {} : { current_page }),
  };
}

/** Returns a sort order with all its keys, and its direction in capitals. */
const normalizeSort = (order: SortOrder): SortOrder => ({
  field: order.field ?? null,
  direction: order.direction == null ? null : direction(order),
});

/** Returns the direction of a sort order; descending by default. Throws 400 for an unknown one. */
export function direction(order: Pick<SortOrder, "direction">): "ASC" | "DESC" {
  const given = (order.direction ?? "DESC").toUpperCase();
  if (given === "ASC" || given === "DESC") return given;
  throw inputError("The sort order has to be specified as %1 for ascending order or %2 for descending order.", [
    "ASC",
    "DESC",
  ]);
}

/** The rows of a page: their number and their offset. */
export interface PageRange {
  readonly size: number;
  readonly offset: number;
}

/** Returns the requested page, or undefined for all records. Throws 400 for a negative size. */
export function pageRange({ page_size, current_page }: SearchCriteria): PageRange | undefined {
  if (page_size == null || page_size === 0) return undefined;
  if (page_size < 0) throw inputError("The page size must be greater than 0.");
  return { size: page_size, offset: (Math.max(current_page ?? 1, 1) - 1) * page_size };
}

/** The comparison operators of condition types. */
export type Comparison = "=" | "<>" | ">" | ">=" | "<" | "<=";
export const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ["eq", "="],
  ["neq", "<>"],
  ["gt", ">"],
  ["gteq", ">="],
  ["from", ">="],
  ["lt", "<"],
  ["lteq", "<="],
  ["to", "<="],
]);

/** Conditions that negate another one, with the condition that they negate. */
export const negations: ReadonlyMap<string, string> = new Map([
  ["neq", "eq"],
  ["nin", "in"],
  ["nlike", "like"],
  ["nfinset", "finset"],
  ["null", "notnull"],
]);

const conditions: ReadonlySet<string> = new Set([...comparisons.keys(), ...negations.keys(), ...negations.values()]);

/** Returns the values of a list condition such as `in`. */
export const splitList = (value: string): string[] => value.split(",").map((item) => item.trim());

/** Returns a pattern for `ilike`. PostgreSQL rejects a pattern that ends in a single backslash. */
export const pattern = (value: string) => ((/\\*$/.exec(value)?.[0].length ?? 0) % 2 === 1 ? `${value}\\` : value);

/** Whether a text is an integer that fits an integer column. */
export const isInt4 = (value: string) => /^[+-]?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= 2147483647;

/**
 * Returns a filter with its times in UTC, as the database compares them. An empty time equals nothing. Throws 400 for a
 * value that is not a date.
 */
export function withTimes(filter: Filter, type: FieldType): Filter {
  const condition = conditionOf(filter);
  const isList = condition === "in" || condition === "nin";
  const { field, value } = filter;
  const isTime = type === "timestamp" || type === "timestamptz";
  if (!isTime || value == null || !(isList || comparisons.has(condition))) return filter;
  const timeOf = (text: string): string => {
    const time = text.trim() === "" ? "" : utcTime(text);
    if (time === undefined) throw wrongType(text, "datetime").inField(field);
    return time;
  };
  return { ...filter, value: isList ? splitList(value).map(timeOf).join(",") : timeOf(value) };
}

/** Whether a text is a decimal number that PostgreSQL's `numeric` supports. */
export function isNumeric(value: string): boolean {
  const decimal = toDecimal(value);
  return decimal !== undefined && decimal.length <= 60 && !/e[+-]?\d{3,}/i.test(decimal);
}
