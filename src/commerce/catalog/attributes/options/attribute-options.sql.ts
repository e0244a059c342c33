// SQL: set-based writes of all options of an attribute, whose ids are assigned before the rows are inserted.
import type { Db } from "../../../../platform/db/database.js";
import { storeViews } from "../../../store/published.sql.js";

/** The columns of an option to write. */
export interface OptionWrite {
  /** Null for a new option. */
  readonly id: number | null;
  readonly label: string;
  readonly sortOrder: number;
  /** Labels by store view, which replace the stored labels; null keeps the stored labels. */
  readonly storeLabels: ReadonlyMap<number, string> | null;
}

/** Inserts and updates options and returns their ids. No id may occur twice. Other options stay unchanged. */
export async function writeOptions(db: Db, attributeId: number, options: readonly OptionWrite[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `with given as (
       select place, coalesce(id, nextval(pg_get_serial_sequence('attribute_option', 'id'))::int) as id, label, sort_order
       from unnest($2::int[], $3::text[], $4::int[]) with ordinality as sent (id, label, sort_order, place) order by place),
     written as (
       insert into attribute_option (id, attribute_id, value, label, sort_order)
       select id, $1::int, id::text, label, sort_order from given
       on conflict (id) do update set label = excluded.label, sort_order = excluded.sort_order)
     select id from given order by place`,
    [
      attributeId,
      options.map(({ id }) => id),
      options.map(({ label }) => label),
      options.map(({ sortOrder }) => sortOrder),
    ],
  );
  const ids = rows.map(({ id }) => id);
  await replaceOptionLabels(db, ids, options);
  return ids;
}

async function replaceOptionLabels(db: Db, ids: readonly number[], options: readonly OptionWrite[]): Promise<void> {
  const replaced = options.flatMap(({ storeLabels }, index) =>
    storeLabels ? [{ id: ids[index] ?? 0, storeLabels }] : [],
  );
  if (replaced.length === 0) return;
  const labels = replaced.flatMap(({ id, storeLabels }) =>
    [...storeLabels].map(([storeId, label]) => ({ id, storeId, label })),
  );
  await db.execute("delete from attribute_option_label where option_id = any($1::int[])", [
    replaced.map(({ id }) => id),
  ]);
  await db.execute(
    `insert into attribute_option_label (option_id, store_id, label)
     select given.option_id, given.store_id, given.label
     from unnest($1::int[], $2::int[], $3::text[]) as given (option_id, store_id, label)
     join ${storeViews} as store on store.id = given.store_id
     on conflict (option_id, store_id) do update set label = excluded.label`,
    [labels.map(({ id }) => id), labels.map(({ storeId }) => storeId), labels.map(({ label }) => label)],
  );
}
