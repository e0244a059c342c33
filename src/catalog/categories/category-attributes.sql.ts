// SQL: reads the attributes for saving and searching categories in one statement.
import type { Db } from "../../db/database.js";
import type { AttributeFacts } from "../attributes/product-attributes.sql.js";

/** Returns the properties of category attributes that saving and searching depend on, by code. One statement. */
export async function readCategoryAttributes(db: Db): Promise<ReadonlyMap<string, AttributeFacts>> {
  const rows = await db.query<AttributeFacts>(
    `select a.id, a.code, coalesce(a.frontend_label, a.code) as label, a.frontend_input, a.backend_type, a.scope,
      a.is_required, a.is_unique, coalesce((a.flags ->> 'is_visible')::boolean, true) as is_visible, a.default_value,
      a.max_length, a.apply_to
    from attribute a join entity_type e on e.id = a.entity_type_id where e.code = 'catalog_category' order by a.id`,
  );
  return new Map(rows.map((row) => [row.code, row]));
}
