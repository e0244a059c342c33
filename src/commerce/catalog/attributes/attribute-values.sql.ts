// SQL: set-based writes of the values of an attribute in all products, and the lock that keeps product saves apart from
// them.
import type { Db } from "../../../platform/db/database.js";

const key = 7_270_841;

/**
 * An SQL condition that is always true and takes the shared lock of attribute values: removals of values wait until the
 * transaction ends. Later statements of the transaction see attributes that no longer change.
 */
export const sharedValuesLock = `(select true from (select pg_advisory_xact_lock_shared(${key})) as held)`;

/** Waits until no product is being saved and blocks all saves until the transaction ends. */
export async function blockProductSaves(db: Db): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(${key})`);
}

/** Deletes an attribute's values from all products, or from the products of one attribute set. */
export async function deleteAttributeValues(db: Db, code: string, setId: number | null): Promise<void> {
  await db.execute(
    `update product_values set data = data - $1::text
     where data ? $1::text
       and ($2::int is null or product_id in (select id from product where attribute_set_id = $2::int))`,
    [code, setId],
  );
}

/** Deletes the store view values of an attribute, so that the global values apply everywhere. */
export async function deleteStoreViewValues(db: Db, code: string): Promise<void> {
  await db.execute("update product_values set data = data - $1::text where store_id <> 0 and data ? $1::text", [code]);
}

/** Removes an option from all products that have it. */
export async function removeOptionFromProducts(db: Db, code: string, option: string): Promise<void> {
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
