import type { Db } from "../../../../platform/db/database.js";
import { storeViews } from "../../../store/published.sql.js";

/** The labels of an option: for all views and by store view. */
export interface OptionLabels {
  readonly label: string;
  readonly labels: readonly { readonly store_id: number; readonly label: string }[];
}

/** Returns the labels of the options of the attribute with these ids. */
export async function readOptionLabels(
  db: Db,
  attribute_id: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OptionLabels>> {
  const rows = await db.models.attributeOption.findMany({
    where: { attribute_id, id: { in: [...ids] } },
    select: { id: true, label: true, labels: { select: { store_id: true, label: true } } },
  });
  return new Map(rows.map(({ id, ...labels }) => [id, labels]));
}

/** Returns the id of the attribute's option with the label, ignoring case. */
export async function findLabel(db: Db, attribute_id: number, label: string): Promise<number | undefined> {
  const found = await db.models.attributeOption.findFirst({
    // A list is compared literally; a single value would be a pattern.
    where: { attribute_id, label: { in: [label], mode: "insensitive" } },
    select: { id: true },
  });
  return found?.id;
}

/** Makes exactly these options of the attribute the defaults of new products. */
export async function writeDefaultOptions(db: Db, attribute_id: number, ids: readonly number[]): Promise<void> {
  const { attribute, attributeOption } = db.models;
  const chosen = [...ids];
  const before = await attributeOption.findMany({ where: { attribute_id, is_default: true }, select: { id: true } });
  const dropped = before.map(({ id }) => id).filter((id) => !chosen.includes(id));
  await attributeOption.updateMany({ where: { attribute_id, id: { in: dropped } }, data: { is_default: false } });
  await attributeOption.updateMany({ where: { attribute_id, id: { in: chosen } }, data: { is_default: true } });
  await attribute.updateMany({ where: { id: attribute_id }, data: { default_value: chosen.join(",") } });
}

/** Deletes an option of a locked attribute and removes it from the attribute's default. Returns whether it existed. */
export async function deleteOptionRow(
  db: Db,
  { id, default_value }: { readonly id: number; readonly default_value: string | null },
  optionId: number,
): Promise<boolean> {
  const { attribute, attributeOption } = db.models;
  const { count } = await attributeOption.deleteMany({ where: { attribute_id: id, id: optionId } });
  if (count === 0) return false;
  const defaults = (default_value ?? "").split(",");
  const left = defaults.filter((option) => option !== String(optionId));
  if (left.length === defaults.length) return true;
  await attribute.updateMany({ where: { id }, data: { default_value: left.join(",") } });
  return true;
}

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
// SQL: set-based writes of all options of an attribute, whose ids are assigned before the rows are inserted.
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

// SQL: set-based writes of all options of an attribute, whose ids are assigned before the rows are inserted.
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
