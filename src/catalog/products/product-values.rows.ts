import type { Db } from "../../db/database.js";

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

/** A value that no other product may have. */
export interface UniqueValue {
  readonly code: string;
  readonly value: string;
}

/**
 * The codes of values that another product has, in any scope and any case. Whoever else asks for one of them waits until
 * the transaction ends, so that of two products that are saved at once one alone gets it.
 */
export async function takenValues(db: Db, productId: number, wanted: readonly UniqueValue[]): Promise<string[]> {
  const terms = [wanted.map(({ code }) => code), wanted.map(({ value }) => value)];
  await db.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(product_value_term(code, value), 7270842) as key
       from unnest($1::text[], $2::text[]) as given (code, value) order by key) as keys`,
    terms,
  );
  const rows = await db.query<{ code: string }>(
    `select code from unnest($2::text[], $3::text[]) with ordinality as given (code, value, place)
     where exists (select from product_values v where v.product_id <> $1::int
       and product_value_terms(v.data) && array[product_value_term(given.code, given.value)])
     order by place`,
    [productId, ...terms],
  );
  return rows.map(({ code }) => code);
}
