import {
  comparisons,
  conditionOf,
  direction,
  type FieldSort,
  type FieldType,
  isInt4,
  isNumeric,
  negations,
  pageRange,
  sortsOf,
  splitList,
  normalizeCriteria,
  unknownAttribute,
  withTimes,
} from "./criteria.js";
import { keyOf } from "../../platform/db/models.js";
import { idsLike, likeCondition } from "./like-conditions.js";
import type { Filter, SearchCriteria } from "./search-criteria.types.js";
import type { SqlField } from "./sql-field.js";

export interface SearchOptions {
  /** Returns the search field for a code, or undefined for an unknown code. */
  readonly field: (code: string) => SqlField | undefined;
  /** Unique expression appended to every sort order, so that pages neither overlap nor leave gaps. */
  readonly tieBreaker: string;
  /** Existing parameters of the query. The parameters of the search are appended. */
  readonly values?: readonly unknown[];
  /** Whether a sort order by an unknown field is ignored, as in Magento's searches by attributes. */
  readonly ignoresUnknownSorts?: boolean;
  /** Returns the error for an unknown field; by default the one for attributes. */
  readonly unknownField?: (code: string) => Error;
}

/** Parts of a query: `select … where ${where} ${orderBy} ${limit}` with `values`. */
export interface CompiledSearch {
  /** A boolean expression; `true` without conditions. */
  readonly where: string;
  readonly orderBy: string;
  /** `limit … offset …`, or empty for all rows. */
  readonly limit: string;
  /** Whether an index alone finds the records, which is cheaper than a scan. */
  readonly isIndexed?: boolean;
  readonly values: readonly unknown[];
  /** The normalized criteria, for the response. */
  readonly criteria: SearchCriteria;
}

/**
 * Compiles search criteria to SQL: OR within a group, AND across groups. Throws 400 for an unknown field or direction, an
 * unsupported condition, and an invalid page.
 */
export function compileSearch(criteria: SearchCriteria, options: SearchOptions): CompiledSearch {
  const values = [...(options.values ?? [])];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const field = (given: string | null | undefined): SqlField => {
    // The shape requires it, but a query string can omit it.
    const found = options.field(given ?? "");
    if (!found && given != null && options.unknownField) throw options.unknownField(given);
    if (!found) throw unknownAttribute(given ?? null);
    return found;
  };
  let isIndexed = false;
  const compileFilter = (given: Filter, isAlone: boolean) => {
    const found = field(given.field);
    const filter = withTimes(given, found.type);
    const byIndex = indexCondition(filter, found, bind);
    if (byIndex !== undefined && isAlone) isIndexed = true;
    return byIndex ?? condition(filter, found, bind);
  };
  const groups = (criteria.filter_groups ?? []).flatMap(({ filters }) => {
    if (!filters?.length) return [];
    const conditions = filters.map((filter) => compileFilter(filter, filters.length === 1)).join(" or ");
    const ids = idsLike(
      filters.map((filter) => ({ filter, field: field(filter.field) })),
      bind,
    );
    if (ids !== undefined) isIndexed = true;
    return [`(${conditions})`, ...(ids === undefined ? [] : [`${options.tieBreaker} in (${ids})`])];
  });
  const where = groups.join(" and ") || "true";
  const canSort = ({ field: code }: FieldSort) => {
    const found = options.field(code);
    return found !== undefined && !hasManyValues(found);
  };
  const sorts = sortsOf(criteria)
    .filter((order) => !options.ignoresUnknownSorts || canSort(order))
    .map((order) => sort(order, field(order.field)));
  const orderBy = `order by ${[...sorts, options.tieBreaker].join(", ")}`;
  return { where, orderBy, limit: page(criteria, bind), isIndexed, values, criteria: normalizeCriteria(criteria) };
}

const hasManyValues = ({ exists, single }: SqlField): boolean => exists !== undefined && single === undefined;

function sort(order: FieldSort, field: SqlField): string {
  if (hasManyValues(field)) throw unknownAttribute(order.field);
  const isAscending = direction(order) === "ASC";
  const nulls = field.isRequired ? "" : isAscending ? " nulls first" : " nulls last";
  return `${inOrder(field)} ${isAscending ? "asc" : "desc"}${nulls}`;
}

/** Returns the SQL by which a field is sorted. Magento orders an underscore after letters, also in keys. */
function inOrder({ sql, single = sql, type, order }: SqlField): string {
  if (order !== undefined) return order;
  return type === "collated" || type === "key" ? `general_ci(${single}) collate "C"` : single;
}

function page(criteria: SearchCriteria, bind: (value: unknown) => string): string {
  const range = pageRange(criteria);
  return range ? `limit ${bind(range.size)}::int offset ${bind(String(range.offset))}::bigint` : "";
}

function condition(filter: Filter, field: SqlField, bind: (value: unknown) => string): string {
  const type = conditionOf(filter);
  const { exists, single } = field;
  if (!exists) return plain({ ...filter, condition_type: type }, field, bind);
  if (single !== undefined && type === "null") return `${single} is null`;
  const opposite = single === undefined ? negations.get(type) : undefined;
  const inner = plain({ ...filter, condition_type: opposite ?? type }, field, bind);
  return `${opposite ? "not " : ""}${exists(inner)}`;
}

function plain(filter: Filter, field: SqlField, bind: (value: unknown) => string): string {
  const type = filter.condition_type ?? "eq";
  const value = filter.value ?? "";
  if (type === "null") return `${field.sql} is null`;
  if (type === "notnull") return `${field.sql} is not null`;
  const operator = comparisons.get(type);
  if (operator) return compare(field, operator, { value, bind });
  const text = textOf(field);
  const like = (negation: string) => likeCondition(filter, { field, text, negation }, bind);
  switch (type) {
    case "in":
    case "nin":
      return inCondition(field, type === "nin", { list: splitList(value), bind });
    case "like":
      return like("");
    case "nlike":
      return like("not ");
    case "finset":
      return `lower(${bind(value)}) = any(string_to_array(lower(${text}), ','))`;
    default:
      return `not (lower(${bind(value)}) = any(string_to_array(lower(${text}), ',')))`;
  }
}

function indexCondition(filter: Filter, field: SqlField, bind: (value: unknown) => string): string | undefined {
  const type = conditionOf(filter);
  const value = filter.value ?? "";
  if (type === "eq") return field.indexed?.({ condition: "in", values: [value], bind });
  if (type === "in") return field.indexed?.({ condition: "in", values: splitList(value), bind });
  return type === "finset" ? field.indexed?.({ condition: "finset", values: [value], bind }) : undefined;
}

interface Operand {
  readonly value: string;
  readonly bind: (value: unknown) => string;
}

/** Returns the comparison. A value that does not fit the field's type equals nothing; it is not an error. */
function compare(field: SqlField, operator: string, { value, bind }: Operand): string {
  const sides = operands(field, value);
  if (!sides) return operator === "<>" ? `${field.sql} is not null` : "false";
  return `${sides.left} ${operator} ${sides.right(bind(sides.value))}`;
}

const textTypes: ReadonlySet<FieldType> = new Set(["text", "collated", "key"]);
const isText = ({ type }: SqlField) => textTypes.has(type);

function textOf(field: SqlField): string {
  if (isText(field)) return field.sql;
  return field.type === "timestamptz" ? `(${field.sql} at time zone 'utc')::text` : `(${field.sql})::text`;
}

/** Returns SQL for a text in the form in which it equals others. */
const comparable = (sql: string) => `rtrim(general_ci(${sql})) collate "C"`;

interface Sides {
  readonly left: string;
  readonly right: (parameter: string) => string;
  readonly value: unknown;
}

function operands(field: SqlField, given: string): Sides | undefined {
  const value = given.trim();
  switch (field.type) {
    case "text":
      return field.lowerCase === undefined
        ? { left: `lower(${field.sql})`, right: (parameter) => `lower(${parameter}::text)`, value: given }
        : { left: field.lowerCase, right: (parameter) => `name_key(${parameter}::text)`, value: given };
    case "collated":
      return { left: comparable(field.sql), right: (parameter) => comparable(`${parameter}::text`), value: given };
    case "key":
      return { left: field.sql, right: (parameter) => `${parameter}::text`, value: keyOf(given) };
    case "uuid":
      return { left: field.sql, right: (parameter) => `${parameter}::uuid`, value };
    case "boolean":
      return { left: field.sql, right: (parameter) => `${parameter}::boolean`, value: /^(1|true)$/i.test(value) };
    case "timestamp":
      return value !== "" ? { left: field.sql, right: (p) => `${p}::timestamp`, value } : undefined;
    case "timestamptz":
      return value !== ""
        ? { left: field.sql, right: (p) => `(${p}::timestamp at time zone 'utc')`, value }
        : undefined;
    case "integer":
      if (isInt4(value)) return { left: field.sql, right: (parameter) => `${parameter}::int`, value: Number(value) };
      return numeric({ ...field, sql: `(${field.sql})::numeric` }, value);
    case "decimal":
      return numeric(field, value);
  }
}

function numeric(field: SqlField, value: string): Sides | undefined {
  return isNumeric(value) ? { left: field.sql, right: (parameter) => `${parameter}::numeric`, value } : undefined;
}

function inCondition(
  field: SqlField,
  negated: boolean,
  { list, bind }: { list: string[]; bind: (value: unknown) => string },
) {
  const usable = list.map((item) => operands(field, item)).filter((sides) => sides !== undefined);
  const [first] = usable;
  if (!first) return negated ? `${field.sql} is not null` : "false";
  if (field.type === "collated") {
    const items = `array(select ${comparable("item")} from unnest(${bind(list)}::text[]) as item)`;
    return negated ? `${first.left} <> all(${items})` : `${first.left} = any(${items})`;
  }
  if (isText(field)) {
    const toKey = field.type === "key" || field.lowerCase !== undefined ? keyOf : (text: string) => text.toLowerCase();
    const items = bind(usable.map(({ value }) => toKey(String(value))));
    return negated ? `${first.left} <> all(${items}::text[])` : `${first.left} = any(${items}::text[])`;
  }
  if (field.type === "integer" && usable.length === list.filter(isInt4).length) {
    const items = bind(usable.map(({ value }) => value));
    return negated ? `${field.sql} <> all(${items}::int[])` : `${field.sql} = any(${items}::int[])`;
  }
  const conditions = usable.map(({ left, right, value }) => `${left} = ${right(bind(value))}`);
  return `${negated ? "not " : ""}(${conditions.join(" or ")})`;
}
