import { inputError } from "../call/errors.js";
import { toDecimal } from "../contract/scalars.js";
import type { Filter, SearchCriteria, SortOrder } from "./search-criteria.types.js";

/** What a searchable field is in SQL. */
export interface SqlField {
  /** An expression over the tables of the query. Never holds anything that a caller sent. */
  readonly sql: string;
  /** How values compare. `key` is text that is stored in lower case; `text` compares in any case. */
  readonly type: "text" | "key" | "integer" | "decimal" | "timestamp" | "boolean" | "uuid";
  /** For a field with several values a record: wraps a condition on `sql` into an `exists`. Such a field cannot be sorted by. */
  readonly exists?: (condition: string) => string;
  /**
   * The same as a condition of `sql`, but by an index: that the value is one of these (`in`), or that the list in text has
   * one of them (`finset`). Undefined where the index cannot tell.
   */
  readonly indexed?: (wanted: IndexedWish) => string | undefined;
}

export interface IndexedWish {
  readonly condition: "in" | "finset";
  readonly values: readonly string[];
  /** Makes a parameter of a value; gives its placeholder. */
  readonly bind: (value: unknown) => string;
}

export interface SearchOptions {
  /** Returns the search field for a code, or undefined if there is none. */
  readonly field: (code: string) => SqlField | undefined;
  /** Unique expression that ends every sort order, so that pages neither overlap nor leave gaps. */
  readonly tieBreaker: string;
  /** Parameters of the query so far; those of the search follow. */
  readonly values?: readonly unknown[];
  /** Returns the error for an unknown field; defaults to that of attributes. */
  readonly unknownField?: (code: string) => Error;
}

/** Pieces of a query: `select … where ${where} ${orderBy} ${limit}` with `values`. */
export interface CompiledSearch {
  /** A boolean expression; `true` where there is no condition. */
  readonly where: string;
  readonly orderBy: string;
  /** `limit … offset …`, or empty for all rows. */
  readonly limit: string;
  /** Whether an index alone finds the records, which is cheaper than scanning. */
  readonly isIndexed?: boolean;
  readonly values: readonly unknown[];
  /** The criteria as understood, for the answer. */
  readonly criteria: SearchCriteria;
}

const unknownAttribute = (code: string) =>
  inputError('The "%1" attribute name is invalid. Reset the name and try again.', [code]);

/**
 * Compiles search criteria to SQL: OR within a group, AND across groups. Throws 400 for an unknown field, condition or
 * direction, and for an invalid page.
 */
export function compileSearch(criteria: SearchCriteria, options: SearchOptions): CompiledSearch {
  const values = [...(options.values ?? [])];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const field = (given: string | null | undefined): SqlField => {
    // The shape requires it, but a query string can leave it out.
    const code = given ?? "";
    const found = options.field(code);
    if (!found) throw (options.unknownField ?? unknownAttribute)(code);
    return found;
  };
  let isIndexed = false;
  const compiled = (filter: Filter, isAlone: boolean) => {
    const found = field(filter.field);
    const byIndex = indexed(filter, found, bind);
    if (byIndex !== undefined && isAlone) isIndexed = true;
    return byIndex ?? condition(filter, found, bind);
  };
  const groups = (criteria.filter_groups ?? [])
    .map(({ filters }) => (filters ?? []).map((filter) => compiled(filter, filters?.length === 1)))
    .filter((conditions) => conditions.length > 0);
  const where = groups.map((conditions) => `(${conditions.join(" or ")})`).join(" and ") || "true";
  const sorts = (criteria.sort_orders ?? []).map((order) => sort(order, field(order.field)));
  const orderBy = `order by ${[...sorts, options.tieBreaker].join(", ")}`;
  return { where, orderBy, limit: page(criteria, bind), isIndexed, values, criteria: understood(criteria) };
}

/** Returns the fields that criteria name, with repetitions. */
export const namedFields = ({ filter_groups, sort_orders }: SearchCriteria): string[] => [
  ...(filter_groups ?? []).flatMap(({ filters }) => (filters ?? []).map(({ field }) => field)),
  ...(sort_orders ?? []).map(({ field }) => field),
];

function understood(criteria: SearchCriteria): SearchCriteria {
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

function direction(order: SortOrder): "ASC" | "DESC" {
  const given = (order.direction ?? "DESC").toUpperCase();
  if (given === "ASC" || given === "DESC") return given;
  throw inputError("Sort order has to be specified as %1 for ascending order or %2 for descending order.", [
    "ASC",
    "DESC",
  ]);
}

function sort(order: SortOrder, field: SqlField): string {
  if (field.exists) throw unknownAttribute(order.field);
  return direction(order) === "ASC" ? `${field.sql} asc nulls first` : `${field.sql} desc nulls last`;
}

function page({ page_size, current_page }: SearchCriteria, bind: (value: unknown) => string): string {
  if (page_size == null || page_size === 0) return "";
  if (page_size < 0) throw inputError("The page size must be greater than 0.");
  const offset = (Math.max(current_page ?? 1, 1) - 1) * page_size;
  return `limit ${bind(page_size)}::int offset ${bind(String(offset))}::bigint`;
}

const comparisons: Readonly<Record<string, string>> = {
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
const negations: Readonly<Record<string, string>> = {
  neq: "eq",
  nin: "in",
  nlike: "like",
  nfinset: "finset",
  null: "notnull",
};

function condition(filter: Filter, field: SqlField, bind: (value: unknown) => string): string {
  const type = (filter.condition_type ?? "eq").toLowerCase();
  if (field.exists) {
    const opposite = negations[type];
    const inner = plain({ ...filter, condition_type: opposite ?? type }, field, bind);
    return `${opposite ? "not " : ""}${field.exists(inner)}`;
  }
  return plain({ ...filter, condition_type: type }, field, bind);
}

function plain(filter: Filter, field: SqlField, bind: (value: unknown) => string): string {
  const type = filter.condition_type ?? "eq";
  const value = filter.value ?? "";
  if (type === "null") return `${field.sql} is null`;
  if (type === "notnull") return `${field.sql} is not null`;
  const operator = comparisons[type];
  if (operator) return compare(field, operator, { value, bind });
  const text = field.type === "text" || field.type === "key" ? field.sql : `(${field.sql})::text`;
  switch (type) {
    case "in":
    case "nin":
      return among(field, type === "nin", { list: splitList(value), bind });
    case "like":
      return `${text} ilike ${bind(pattern(value))}`;
    case "nlike":
      return `${text} not ilike ${bind(pattern(value))}`;
    case "finset":
      return `lower(${bind(value)}) = any(string_to_array(lower(${text}), ','))`;
    case "nfinset":
      return `not (lower(${bind(value)}) = any(string_to_array(lower(${text}), ',')))`;
    default:
      throw inputError('The "%1" condition type is not supported.', [type]);
  }
}

function indexed(filter: Filter, field: SqlField, bind: (value: unknown) => string): string | undefined {
  const type = (filter.condition_type ?? "eq").toLowerCase();
  const value = filter.value ?? "";
  if (type === "eq") return field.indexed?.({ condition: "in", values: [value], bind });
  if (type === "in") return field.indexed?.({ condition: "in", values: splitList(value), bind });
  return type === "finset" ? field.indexed?.({ condition: "finset", values: [value], bind }) : undefined;
}

const splitList = (value: string): string[] => value.split(",").map((item) => item.trim());

/** PostgreSQL rejects a pattern that ends in a single backslash. */
const pattern = (value: string) => ((/\\*$/.exec(value)?.[0].length ?? 0) % 2 === 1 ? `${value}\\` : value);

interface Operand {
  readonly value: string;
  readonly bind: (value: unknown) => string;
}

/** A value that the field's type cannot hold equals nothing; it is not an error. */
function compare(field: SqlField, operator: string, { value, bind }: Operand): string {
  const sides = operands(field, value);
  if (!sides) return operator === "<>" ? `${field.sql} is not null` : "false";
  return `${sides.left} ${operator} ${sides.right(bind(sides.value))}`;
}

interface Sides {
  readonly left: string;
  readonly right: (parameter: string) => string;
  readonly value: unknown;
}

function operands(field: SqlField, given: string): Sides | undefined {
  const value = given.trim();
  switch (field.type) {
    case "text":
      return { left: `lower(${field.sql})`, right: (parameter) => `lower(${parameter}::text)`, value: given };
    case "key":
      return { left: field.sql, right: (parameter) => `${parameter}::text`, value: given.toLowerCase() };
    case "uuid":
      return { left: field.sql, right: (parameter) => `${parameter}::uuid`, value };
    case "boolean":
      return { left: field.sql, right: (parameter) => `${parameter}::boolean`, value: /^(1|true)$/i.test(value) };
    case "timestamp":
      return isTimestamp(value) ? { left: field.sql, right: (p) => `${p}::timestamp`, value } : undefined;
    case "integer":
      if (isInt4(value)) return { left: field.sql, right: (parameter) => `${parameter}::int`, value: Number(value) };
      return numeric({ ...field, sql: `(${field.sql})::numeric` }, value);
    case "decimal":
      return numeric(field, value);
  }
}

function numeric(field: SqlField, value: string): Sides | undefined {
  const decimal = toDecimal(value);
  if (decimal === undefined || decimal.length > 60 || /e[+-]?\d{3,}/i.test(decimal)) return undefined;
  return { left: field.sql, right: (parameter) => `${parameter}::numeric`, value: decimal };
}

const isInt4 = (value: string) => /^[+-]?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= 2147483647;

/** Whether a text is `YYYY-MM-DD` or `YYYY-MM-DD hh:mm:ss` and names a day that exists. */
function isTimestamp(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.exec(value);
  if (!match) return false;
  const [, year, month, day] = match.map(Number);
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function among(
  field: SqlField,
  negated: boolean,
  { list, bind }: { list: string[]; bind: (value: unknown) => string },
) {
  const usable = list.map((item) => operands(field, item)).filter((sides) => sides !== undefined);
  const [first] = usable;
  if (!first) return negated ? `${field.sql} is not null` : "false";
  if (field.type === "text" || field.type === "key") {
    const items = bind(usable.map(({ value }) => String(value).toLowerCase()));
    return negated ? `${first.left} <> all(${items}::text[])` : `${first.left} = any(${items}::text[])`;
  }
  if (field.type === "integer" && usable.length === list.filter(isInt4).length) {
    const items = bind(usable.map(({ value }) => value));
    return negated ? `${field.sql} <> all(${items}::int[])` : `${field.sql} = any(${items}::int[])`;
  }
  const conditions = usable.map(({ left, right, value }) => `${left} = ${right(bind(value))}`);
  return `${negated ? "not " : ""}(${conditions.join(" or ")})`;
}
