import { inputError } from "../call/errors.js";
import { toDecimal } from "../contract/scalars.js";
import type { SearchCriteria, SortOrder } from "./search-criteria.types.js";

/** How the values of a field compare. `key` is text that is stored in lower case; `text` compares in any case. */
export type FieldType = "text" | "key" | "integer" | "decimal" | "timestamp" | "boolean" | "uuid";

/** The error for a field that does not exist, or cannot be sorted by. */
export const unknownAttribute = (code: string) =>
  inputError('The "%1" attribute name is invalid. Reset the name and try again.', [code]);

/** The error for a condition type that does not exist. */
export const unsupportedCondition = (type: string) => inputError('The "%1" condition type is not supported.', [type]);

/** Returns the fields that criteria name, with repetitions. */
export const namedFields = ({ filter_groups, sort_orders }: SearchCriteria): string[] => [
  ...(filter_groups ?? []).flatMap(({ filters }) => (filters ?? []).map(({ field }) => field)),
  ...(sort_orders ?? []).map(({ field }) => field),
];

/** Returns the criteria as they are understood, for the answer. Throws a 400 for an unknown direction. */
export function understood(criteria: SearchCriteria): SearchCriteria {
  const { page_size, current_page, sort_orders } = criteria;
  return {
    filter_groups: (criteria.filter_groups ?? []).map((group) => ({
      filters: (group.filters ?? []).map(({ field, value, condition_type }) => ({
        field,
        ...(value === undefined ? {} : { value }),
        condition_type: condition_type ?? "eq",
      })),
    })),
    ...(sort_orders ? { sort_orders: sort_orders.map((order) => ({ ...order, direction: direction(order) })) } : {}),
    ...(page_size == null ? {} : { page_size }),
    ...(current_page == null ? {} : { current_page }),
  };
}

/** Returns the direction of a sort order: descending where it has none. Throws a 400 for an unknown one. */
export function direction(order: SortOrder): "ASC" | "DESC" {
  const given = (order.direction ?? "DESC").toUpperCase();
  if (given === "ASC" || given === "DESC") return given;
  throw inputError("Sort order has to be specified as %1 for ascending order or %2 for descending order.", [
    "ASC",
    "DESC",
  ]);
}

/** The rows of a page: how many, and how many of the search come before them. */
export interface PageRange {
  readonly size: number;
  readonly offset: number;
}

/** Returns the page that criteria ask for, or undefined where they ask for everything. Throws a 400 for a negative size. */
export function pageRange({ page_size, current_page }: SearchCriteria): PageRange | undefined {
  if (page_size == null || page_size === 0) return undefined;
  if (page_size < 0) throw inputError("The page size must be greater than 0.");
  return { size: page_size, offset: (Math.max(current_page ?? 1, 1) - 1) * page_size };
}

/** The operators that compare a field with a value, by condition type. */
export type Comparison = "=" | "<>" | ">" | ">=" | "<" | "<=";
export const comparisons: Readonly<Record<string, Comparison>> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gteq: ">=",
  moreq: ">=",
  from: ">=",
  lt: "<",
  lteq: "<=",
  to: "<=",
};

/** Conditions that are the negation of another one. */
export const negations: Readonly<Record<string, string>> = {
  neq: "eq",
  nin: "in",
  nlike: "like",
  nfinset: "finset",
  null: "notnull",
};

/** Returns the values of a condition such as `in`. */
export const splitList = (value: string): string[] => value.split(",").map((item) => item.trim());

/** Returns a pattern for `ilike`. PostgreSQL rejects one that ends in a single backslash. */
export const pattern = (value: string) => ((/\\*$/.exec(value)?.[0].length ?? 0) % 2 === 1 ? `${value}\\` : value);

/** Whether a text is a whole number that an integer column can hold. */
export const isInt4 = (value: string) => /^[+-]?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= 2147483647;

/** Whether a text is `YYYY-MM-DD` or `YYYY-MM-DD hh:mm:ss` and names a day that exists. */
export function isTimestamp(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.exec(value);
  if (!match) return false;
  const [, year, month, day] = match.map(Number);
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a text is a decimal number of a size that PostgreSQL's `numeric` can work with. */
export function isNumeric(value: string): boolean {
  const decimal = toDecimal(value);
  return decimal !== undefined && decimal.length <= 60 && !/e[+-]?\d{3,}/i.test(decimal);
}
