// SQL: measured by `filter-products-20` and `filter-products-100`: the fields that searches of products compile to.
import type { Db } from "../../../../platform/db/database.js";
import type { SqlField } from "../../../../api/search-criteria/sql-field.js";
import { addedSqlFields } from "../../../../api/search-criteria/added-values.sql.js";
import { namedFields } from "../../../../api/search-criteria/criteria.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { type AttributeFacts, optionPlace, readAttributes } from "../../attributes/product-attributes.sql.js";
import { documentField, likeName, likeSku } from "../../value-documents.sql.js";
import { stockStatusOf } from "../../../inventory/published.sql.js";
import { termCondition } from "./term-condition.js";
import { priceOf } from "../../../pricing/published.sql.js";
import { storeViews } from "../../../store/published.sql.js";
import { productValues, type ReadScope } from "../product.sql.js";

/** Searchable columns and relations of products, as expressions over `valueTables`. */
const columns: Readonly<Record<string, SqlField>> = {
  entity_id: { sql: "p.id", type: "integer", isRequired: true },
  id: { sql: "p.id", type: "integer", isRequired: true },
  sku: { sql: "p.sku_key", type: "key", like: likeSku, isRequired: true },
  type_id: { sql: "p.type_id", type: "key", isRequired: true },
  attribute_set_id: { sql: "p.attribute_set_id", type: "integer", isRequired: true },
  has_options: { sql: "p.has_options", type: "boolean", isRequired: true },
  required_options: { sql: "p.required_options", type: "boolean", isRequired: true },
  created_at: { sql: "p.created_at", type: "timestamp", isRequired: true },
  updated_at: { sql: "p.updated_at", type: "timestamp", isRequired: true },
  category_id: {
    sql: "c.category_id",
    type: "integer",
    exists: (condition) => `exists (select from product_category c where c.product_id = p.id and ${condition})`,
  },
  website_id: {
    sql: "w.website_id",
    type: "integer",
    exists: (condition) => `exists (select from product_website w where w.product_id = p.id and ${condition})`,
  },
  quantity_and_stock_status: {
    sql: stockStatusOf("p.id"),
    type: "integer",
  },
  store_id: { sql: "s.id", type: "integer", exists: (condition) => inStore(condition) },
  store: { sql: "s.code", type: "text", exists: (condition) => inStore(condition) },
};

const prices = (scope: ReadScope): Readonly<Record<string, SqlField>> => ({
  price: { sql: priceOf("price", scope), type: "decimal" },
  special_price: { sql: priceOf("special_price", scope), type: "decimal" },
  special_from_date: { sql: priceOf("special_from", scope), type: "timestamp" },
  special_to_date: { sql: priceOf("special_to", scope), type: "timestamp" },
  cost: { sql: priceOf("cost", scope), type: "decimal" },
});

/**
 * Returns the field `position`: the position in the category if the criteria name exactly one, otherwise the id, by which
 * products can only be sorted.
 */
function positions({ filter_groups: groups, sort_orders: sorts }: SearchCriteria): Readonly<Record<string, SqlField>> {
  const filters = (groups ?? []).flatMap((group) => group.filters ?? []);
  const ofCategory = filters.filter(({ field }) => field === "category_id");
  const [category] = ofCategory;
  const isOne = ofCategory.length === 1 && ["eq", undefined, null].includes(category?.condition_type?.toLowerCase());
  const id = category?.value?.trim() ?? "";
  // Only digits are embedded in the statement.
  if (isOne && /^\d{1,9}$/.test(id)) {
    const sql = `(select c.position from product_category c where c.product_id = p.id and c.category_id = ${id})`;
    return { position: { sql, type: "integer" } };
  }
  const isSorted =
    sorts?.some(({ field }) => field === "position") && !filters.some(({ field }) => field === "position");
  return isSorted ? { position: { sql: "p.id", type: "integer", isRequired: true } } : {};
}

/**
 * Whether `globalPrices` has all products that match: every filter names a global price and excludes products without
 * it.
 */
export function isOfGlobalPrices({ filter_groups: groups }: SearchCriteria, { priceScope }: ReadScope): boolean {
  const filters = (groups ?? []).flatMap((group) => group.filters ?? []);
  const names = priceScope === "global" ? globalPriceFields : new Set<string>();
  return (
    filters.length > 0 &&
    filters.every(({ field, condition_type: type }) => names.has(field) && type?.toLowerCase() !== "null")
  );
}

const globalPriceFields: ReadonlySet<string> = new Set([
  "price",
  "special_price",
  "special_from_date",
  "special_to_date",
]);

/** A store view sells the products of its website. */
const inStore = (condition: string) =>
  `exists (select from product_website w join ${storeViews} s on s.website_id = w.website_id
    where w.product_id = p.id and ${condition})`;

/** Attributes of every installation, whose type cannot change, so that they need not be read. */
const systemAttributes: ReadonlyMap<string, Pick<AttributeFacts, "backend_type" | "scope">> = new Map(
  Object.entries({
    name: "varchar",
    description: "text",
    short_description: "text",
    url_key: "varchar",
    status: "int",
    visibility: "int",
    tax_class_id: "int",
    weight: "decimal",
  }).map(([code, backend_type]) => [code, { backend_type, scope: "store" }]),
);

/** Attributes of which most products share one value, so that a scan is faster than an index. */
const commonValues: ReadonlySet<string> = new Set(["status", "visibility", "tax_class_id"]);

type FieldFacts = Pick<AttributeFacts, "backend_type" | "scope"> &
  Partial<Pick<AttributeFacts, "frontend_input" | "frontend_class">>;

function attributeField(code: string, facts: FieldFacts): SqlField | undefined {
  const field = documentField(code, facts.backend_type);
  if (!field || commonValues.has(code)) return field;
  const order = orderOf(code, field.sql, facts);
  return {
    ...field,
    indexed: termCondition(code, facts),
    ...(order === undefined ? {} : { order }),
    ...(code === "name" ? { like: likeName } : {}),
  };
}

/** Returns the SQL by which an attribute is sorted: a choice by the place of its option, digits as a number. */
function orderOf(code: string, sql: string, facts: FieldFacts): string | undefined {
  if (facts.frontend_input === "select" && facts.backend_type === "int") return optionPlace(code, sql);
  const isNumber = facts.frontend_class === "validate-digits" && facts.backend_type === "varchar";
  return isNumber ? `substring((${sql})::text from '^\\s*(\\d+)')::numeric` : undefined;
}

/**
 * Returns a lookup of the SQL of search fields. Other attributes are read in one statement, and only if the search uses
 * one.
 */
export async function productFields(
  criteria: SearchCriteria,
  scope: ReadScope,
  db: Db,
): Promise<(code: string) => SqlField | undefined> {
  const fixed: Readonly<Record<string, SqlField>> = {
    ...columns,
    ...prices(scope),
    ...positions(criteria),
    ...addedSqlFields(productValues, "p.id"),
  };
  const unknown = namedFields(criteria).filter((code) => !Object.hasOwn(fixed, code) && !systemAttributes.has(code));
  const attributes = unknown.length > 0 ? await readAttributes(db, unknown) : undefined;
  return (code) => {
    if (Object.hasOwn(fixed, code)) return fixed[code];
    const facts = systemAttributes.get(code) ?? attributes?.get(code);
    return facts && attributeField(code, facts);
  };
}
