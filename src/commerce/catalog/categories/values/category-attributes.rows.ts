import type { Db } from "../../../../platform/db/database.js";
import type { Flags } from "../../attributes/attribute-flags.js";
import type { AttributeFacts } from "../../attributes/product-attributes.sql.js";

/** Returns the properties of category attributes that saving and searching depend on, by code. */
export async function readCategoryAttributes(db: Db): Promise<ReadonlyMap<string, AttributeFacts>> {
  const rows = await db.models.attribute.findMany({
    where: { entity_type: { code: "catalog_category" } },
    select: {
      ...{ id: true, code: true, frontend_label: true, frontend_input: true, backend_type: true, scope: true },
      ...{ is_required: true, is_unique: true, default_value: true, max_length: true, apply_to: true, flags: true },
    },
    orderBy: { id: "asc" },
  });
  return new Map(
    rows.map(({ frontend_label, flags, ...row }) => [
      row.code,
      {
        ...row,
        label: frontend_label ?? row.code,
        scope: row.scope as AttributeFacts["scope"],
        is_visible: (flags as Flags).is_visible ?? true,
      },
    ]),
  );
}
