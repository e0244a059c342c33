import type { Db } from "../../db/database.js";

const key = 7_270_841;

/**
 * A condition that always holds, and makes whoever takes values away wait until the transaction of the statement ends.
 * Whatever reads attributes in later statements of the transaction sees them as they then stay.
 */
export const savingValues = `(select true from (select pg_advisory_xact_lock_shared(${key})) as held)`;

/** Waits until no product is being saved, and keeps all saves out until the transaction ends. */
export async function keepSavesOut(db: Db): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(${key})`);
}

/** Takes an attribute's values from all products, or from those of one attribute set. */
export async function dropValuesOf(db: Db, code: string, setId: number | null): Promise<void> {
  await db.execute(
    `update product_values set data = data - $1::text
     where data ? $1::text
       and ($2::int is null or product_id in (select id from product where attribute_set_id = $2::int))`,
    [code, setId],
  );
}

/** Takes what store views give an attribute themselves, so that the global values hold everywhere. */
export async function dropStoreValues(db: Db, code: string): Promise<void> {
  await db.execute("update product_values set data = data - $1::text where store_id <> 0 and data ? $1::text", [code]);
}

/** Takes an option from all products that have chosen it. */
export async function dropOptionValues(db: Db, code: string, option: string): Promise<void> {
  await db.execute(
    `update product_values set data = case
         when left_over = '' then data - $1::text
         else jsonb_set(data, array[$1::text], to_jsonb(left_over)) end
     from (select v.product_id, v.store_id,
         array_to_string(array_remove(string_to_array(v.data ->> $1::text, ','), $2::text), ',') as left_over
       from product_values v where $2::text = any(string_to_array(v.data ->> $1::text, ','))) as chosen
     where product_values.product_id = chosen.product_id and product_values.store_id = chosen.store_id`,
    [code, option],
  );
}
