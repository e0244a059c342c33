// SQL: a set-based write. It updates an order with its lines and its payment in one statement, however many lines there
// are.
import type { Writes } from "../../../platform/db/database.js";
import { type ModelName, type Row, tableOf } from "../../../platform/db/models.js";

/** Changed rows of a model's table, all with the same columns, which include the key. */
export interface ChangedRows<Model extends ModelName = ModelName> {
  readonly model: Model;
  readonly rows: readonly Partial<Row<Model>>[];
}

/** Updates rows of several tables in one statement, including `updated_at` in tables that have it. */
export async function updateRows(db: Writes, parts: readonly ChangedRows[]): Promise<void> {
  const given = parts.filter(({ rows: [first] }) => first !== undefined);
  if (given.length === 0) return;
  const updates = given.map(({ model, rows: [first = {}] }, at) => {
    const { table, columns, key } = tableOf(model);
    const changed = Object.keys(first).filter((name) => columns[name] && !key.includes(name) && name !== "updated_at");
    const sets = changed.map((name) => `"${name}" = v."${name}"`);
    if (columns["updated_at"]) sets.push("updated_at = now()");
    const same = key.map((name) => `t."${name}" = v."${name}"`).join(" and ");
    return `part_${at} as (update "${table}" t set ${sets.join(", ")}
      from json_populate_recordset(null::"${table}", $${at + 1}::json) v where ${same})`;
  });
  await db.execute(
    `with ${updates.join(", ")} select 1`,
    given.map(({ rows }) => JSON.stringify(rows)),
  );
}
