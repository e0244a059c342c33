import type { Db } from "../db/database.js";

/** What is to change in the value documents of a product: by store, by attribute code; null takes a value away. */
export type ValueChanges = Map<number, Record<string, string | null>>;

/** Writes the documents of all scopes in one statement, touching only the given keys. */
export async function writeValues(db: Db, productId: number, changes: ValueChanges): Promise<void> {
  const rows = [...changes].map(([store_id, values]) => {
    const entries = Object.entries(values);
    return {
      store_id,
      set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
      removed: entries.filter(([, value]) => value === null).map(([code]) => code),
    };
  });
  if (rows.length === 0) return;
  await db.execute(
    `insert into product_values (product_id, store_id, data)
    select $1::int, given.store_id, given.set
    from jsonb_to_recordset($2::text::jsonb) as given (store_id int, set jsonb, removed jsonb) order by given.store_id
    on conflict (product_id, store_id) do update set data = (product_values.data || excluded.data) - (
      select array(select jsonb_array_elements_text(given.removed))
      from jsonb_to_recordset($2::text::jsonb) as given (store_id int, removed jsonb)
      where given.store_id = excluded.store_id)`,
    [productId, JSON.stringify(rows)],
  );
}

/** Takes every value away, in every scope, that equals one of the given ones: roles of images that are gone. */
export async function dropValues(db: Db, productId: number, gone: readonly string[]): Promise<void> {
  await db.execute(
    `update product_values set data = (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(data) where not (value #>> '{}' = any($2::text[])))
    where product_id = $1 and exists (select from jsonb_each_text(data) where value = any($2::text[]))`,
    [productId, gone],
  );
}

/** Whether another product has the value for the attribute, in any scope. */
export async function isValueTaken(db: Db, productId: number, { code, value }: { code: string; value: string }) {
  const [row] = await db.query<{ taken: boolean }>(
    "select exists (select from product_values where product_id <> $1 and data ->> $2::text = $3) as taken",
    [productId, code, value],
  );
  return row?.taken ?? false;
}
