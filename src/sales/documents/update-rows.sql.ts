// SQL: a set-based write: an order with its lines and its payment in one statement, however many lines there are.
import type { Writes } from "../../db/database.js";
import { type ModelName, type Row, tableOf } from "../../db/models.js";

/** Rows of a model's table that are changed, all with the same columns; those of the key say which rows they are. */
export interface ChangedRows<Model extends ModelName = ModelName> {
  readonly model: Model;
  readonly rows: readonly Partial<Row<Model>>[];
}

/** Changes rows of several tables in one statement, and their `updated_at` where they have one. */
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
