import {
  conditionOf,
  direction,
  type FieldSort,
  negations,
  type PageRange,
  pageRange,
  sortsOf,
  splitList,
  normalizeCriteria,
  unknownAttribute,
  withTimes,
} from "./criteria.js";
import { type ColumnCondition, columnCondition, matchesInteger } from "./model-conditions.js";
import type { FieldColumn, ModelField } from "./model-fields.js";
import type { Filter, SearchCriteria } from "./search-criteria.types.js";

/** A search compiled to filters and sort orders of a model. */
export interface CompiledModelSearch {
  readonly where: object;
  readonly orderBy: readonly object[];
  /** Undefined for all records. */
  readonly page: PageRange | undefined;
  /** The normalized criteria, for the response. */
  readonly criteria: SearchCriteria;
}

export interface ModelSearchOptions {
  /** Returns the field with a code, or undefined for an unknown code. */
  readonly field: (code: string) => ModelField | undefined;
  /** A column that is never null. */
  readonly key: string;
  /** Sort order appended to every other one, so that pages neither overlap nor leave gaps. */
  readonly tieBreaker: readonly object[];
  /** Whether a sort order by an unknown field is ignored, as in Magento's searches by attributes. */
  readonly ignoresUnknownSorts?: boolean | undefined;
}

/** Maximum number of values in a model query. Models bind each value separately, and PostgreSQL limits the parameters. */
const maxValues = 1_000;

/**
 * Compiles search criteria to a model's `where` and `orderBy`, equivalent to the SQL of `compileSearch`. Returns
 * undefined if a model query cannot express them exactly. Throws as `compileSearch` does.
 */
export function compileModelSearch(
  criteria: SearchCriteria,
  { field: find, key, tieBreaker, ignoresUnknownSorts }: ModelSearchOptions,
): CompiledModelSearch | undefined {
  const field = (given: string | null | undefined): ModelField => {
    // The shape requires it, but a query string can omit it.
    const found = find(given ?? "");
    if (!found) throw unknownAttribute(given ?? null);
    return found;
  };
  const groups = (criteria.filter_groups ?? [])
    .map(({ filters }) => filters ?? [])
    .filter((filters) => filters.length > 0)
    .map((filters) => allOrUndefined(filters.map((filter) => condition(filter, field(filter.field), key))));
  const orders = sortsOf(criteria)
    .filter((order) => !ignoresUnknownSorts || find(order.field))
    .map((order) => sort(order, field(order.field)));
  const [where, orderBy] = [allOrUndefined(groups), allOrUndefined(orders)];
  const page = pageRange(criteria);
  if (!where || !orderBy || countValues(criteria) > maxValues) return undefined;
  return {
    where: { AND: where.map((conditions) => ({ OR: conditions })) },
    orderBy: [...orderBy, ...tieBreaker],
    page,
    criteria: normalizeCriteria(criteria),
  };
}

/** Returns all parts, or undefined if one of them cannot be expressed. */
function allOrUndefined<Part>(parts: readonly (Part | undefined)[]): Part[] | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : undefined;
}

const countValues = ({ filter_groups }: SearchCriteria): number =>
  (filter_groups ?? [])
    .flatMap(({ filters }) => filters ?? [])
    .reduce((sum, { value }) => sum + splitList(value ?? "").length, 0);

function condition(given: Filter, field: ModelField, key: string): object | undefined {
  const { value } = withTimes(given, field.type);
  const type = conditionOf(given);
  const opposite = field.column?.isMany ? negations.get(type) : undefined;
  const sent = { type: opposite ?? type, value: value ?? "" };
  const found = columnCondition(field, sent);
  if (!found || !field.column) return undefined;
  const where = whereOf(found, field.column, key);
  if (opposite) return { NOT: where };
  const { name, nullAs } = field.column;
  if (nullAs === undefined) return where;
  const isNull = matchesInteger(nullAs, sent) ? [{ [name]: null }] : [];
  return { OR: [...isNull, found.holds === "for null" ? { [key]: { in: [] } } : where] };
}

/**
 * Returns the filter for a condition on a column. The meaning of an empty filter or an empty `OR` depends on its
 * position.
 */
function whereOf(found: ColumnCondition, column: FieldColumn, key: string): object {
  switch (found.holds) {
    case "never":
      return { [key]: { in: [] } };
    case "as filtered":
      return relatedFilter(column.relations, { [found.name]: found.filter });
    case "for values": {
      const where = relatedFilter(column.relations, column.isOptional ? { [column.name]: { not: null } } : {});
      return Object.keys(where).length > 0 ? where : { [key]: { notIn: [] } };
    }
    case "for null":
      return { NOT: whereOf({ holds: "for values" }, column, key) };
  }
}

/** Returns the filter for a condition on a related row. */
function relatedFilter(relations: FieldColumn["relations"], where: object): object {
  return relations.reduceRight<object>((inner, { name, isList, isOptional }) => {
    if (isList) return { [name]: { some: inner } };
    if (Object.keys(inner).length > 0) return { [name]: inner };
    return isOptional ? { [name]: { isNot: null } } : {};
  }, where);
}

function sort(order: FieldSort, { column }: ModelField): object | undefined {
  if (column?.isMany) throw unknownAttribute(order.field);
  const isAscending = direction(order) === "ASC";
  // A missing related row sorts as null, but models accept a position of nulls only for nullable columns.
  const isMissing = column?.relations.some(({ isOptional }) => isOptional) && !column.isOptional;
  if (!column || isMissing || column.nullAs !== undefined) return undefined;
  const plain = isAscending ? "asc" : "desc";
  const sorting = column.isOptional ? { sort: plain, nulls: isAscending ? "first" : "last" } : plain;
  return column.relations.reduceRight<object>((inner, { name }) => ({ [name]: inner }), { [column.name]: sorting });
}
