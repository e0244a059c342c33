// SQL: models cannot search and sort by values in JSON documents.
import type { Db } from "../../../../platform/db/database.js";
import type { SqlField } from "../../../../api/search-criteria/sql-field.js";
import { namedFields } from "../../../../api/search-criteria/criteria.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { documentField, valueOf } from "../../value-documents.sql.js";
import { readCategoryAttributes } from "./category-attributes.rows.js";
import { urlPath } from "../category.rows.js";
import { keyAsSent } from "./category-values.sql.js";

/** Searchable columns of categories, as expressions over `categoryTables`. */
const columns: Readonly<Record<string, SqlField>> = {
  entity_id: { sql: "c.id", type: "integer" },
  id: { sql: "c.id", type: "integer" },
  // All categories have the default set.
  attribute_set_id: { sql: "3", type: "integer" },
  parent_id: { sql: "coalesce(c.parent_id, 0)", type: "integer" },
  path: { sql: "c.path", type: "key" },
  level: { sql: "c.level", type: "integer" },
  position: { sql: "c.position", type: "integer" },
  children_count: { sql: "c.children_count", type: "integer" },
  created_at: { sql: "c.created_at", type: "timestamp" },
  updated_at: { sql: "c.updated_at", type: "timestamp" },
  url_path: { sql: urlPath, type: "collated" },
  name: { sql: valueOf("name"), type: "collated" },
  url_key: { sql: `coalesce(${valueOf(keyAsSent)}, ${valueOf("url_key")})`, type: "collated" },
  is_active: { sql: `(${valueOf("is_active")})::int`, type: "integer" },
  include_in_menu: { sql: `(${valueOf("include_in_menu")})::int`, type: "integer" },
};

/** Returns a lookup of the SQL of search fields. Attributes are read in one statement, and only if the search uses one. */
export async function categoryFields(
  criteria: SearchCriteria,
  db: Db,
): Promise<(code: string) => SqlField | undefined> {
  const isLookedUp = namedFields(criteria).some((code) => !Object.hasOwn(columns, code));
  const attributes = isLookedUp ? await readCategoryAttributes(db) : undefined;
  return (code) => {
    if (Object.hasOwn(columns, code)) return columns[code];
    return documentField(code, attributes?.get(code)?.backend_type);
  };
}
