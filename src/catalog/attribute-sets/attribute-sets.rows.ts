import type { Db } from "../../db/database.js";
import type { SqlField } from "../../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchPage } from "../../search-criteria/search-page.sql.js";
import type { AttributeSet, AttributeSetSearchResults } from "./attribute-sets.types.js";

interface SetRow {
  readonly id: number;
  readonly name: string;
  readonly sort_order: number;
  readonly entity_type_id: number;
  readonly entity_type_code: string;
  readonly is_default: boolean;
}

/** An attribute set with the facts that rules need. */
export interface StoredSet {
  readonly set: AttributeSet & { readonly attribute_set_id: number };
  readonly entityTypeCode: string;
  /** Whether it is the default set of its entity type. */
  readonly isDefault: boolean;
}

const columns = `s.id, s.name, s.sort_order, s.entity_type_id, e.code as entity_type_code,
  e.default_attribute_set_id = s.id as is_default`;
const tables = "attribute_set s join entity_type e on e.id = s.entity_type_id";

const name: SqlField = { sql: "s.name", type: "text" };

const fields: ReadonlyMap<string, SqlField> = new Map<string, SqlField>([
  ["attribute_set_id", { sql: "s.id", type: "integer" }],
  ["attribute_set_name", name],
  ["sort_order", { sql: "s.sort_order", type: "integer" }],
  ["entity_type_id", { sql: "s.entity_type_id", type: "integer" }],
  ["entity_type_code", { sql: "e.code", type: "text" }],
]);

/** Returns a set, or undefined if there is none. */
export async function readSet(db: Db, setId: number): Promise<StoredSet | undefined> {
  const row = await db.one<SetRow>(`select ${columns} from ${tables} where s.id = $1::int`, [setId]);
  return row && { set: toSet(row), entityTypeCode: row.entity_type_code, isDefault: row.is_default };
}

/** Returns the sets that match the criteria, optionally of one entity type only. */
export async function searchSets(
  db: Db,
  searchCriteria: SearchCriteria,
  entityType: string | null,
): Promise<AttributeSetSearchResults> {
  const page = await searchPage<SetRow>(db, searchCriteria, {
    columns,
    from: tables,
    field: (code) => fields.get(code),
    tieBreaker: "s.id",
    condition: "($1::text is null or e.code = $1::text)",
    values: [entityType],
  });
  return { ...page, items: page.items.map(toSet) };
}

const toSet = (row: SetRow) => ({
  attribute_set_id: row.id,
  attribute_set_name: row.name,
  sort_order: row.sort_order,
  entity_type_id: row.entity_type_id,
});
