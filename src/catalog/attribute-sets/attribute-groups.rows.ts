import type { Db } from "../../db/database.js";
import type { SqlField } from "../../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchPage } from "../../search-criteria/search-page.sql.js";
import type { AttributeGroup, AttributeGroupSearchResults } from "./attribute-sets.types.js";

interface GroupRow {
  readonly id: number;
  readonly attribute_set_id: number;
  readonly name: string;
  readonly code: string;
  readonly sort_order: number;
}

const columns = "g.id, g.attribute_set_id, g.name, g.code, g.sort_order";

const fields: ReadonlyMap<string, SqlField> = new Map<string, SqlField>([
  ["attribute_group_id", { sql: "g.id", type: "integer" }],
  ["attribute_group_name", { sql: "g.name", type: "text" }],
  ["attribute_group_code", { sql: "g.code", type: "text" }],
  ["attribute_set_id", { sql: "g.attribute_set_id", type: "integer" }],
  ["sort_order", { sql: "g.sort_order", type: "integer" }],
]);

/** Returns the groups that match the criteria. */
export async function searchGroups(db: Db, searchCriteria: SearchCriteria): Promise<AttributeGroupSearchResults> {
  const page = await searchPage<GroupRow>(db, searchCriteria, {
    columns,
    from: "attribute_group g",
    field: (code) => fields.get(code),
    tieBreaker: searchCriteria.sort_orders?.length ? "g.id" : "g.sort_order, g.id",
  });
  return { ...page, items: page.items.map(toGroup) };
}

const toGroup = (row: GroupRow): AttributeGroup => ({
  attribute_group_id: String(row.id),
  attribute_group_name: row.name,
  attribute_set_id: row.attribute_set_id,
  extension_attributes: { attribute_group_code: row.code, sort_order: String(row.sort_order) },
});
