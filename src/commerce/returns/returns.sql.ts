// SQL: models cannot read one key of the JSON documents with the attributes of products, nor send the ids of all returns that the
// operations of a bulk name as one parameter, and a lock: the row of the last number stays locked until the transaction ends, so
// that numbers have no gaps.
import { productValues, valueOf } from "../catalog/published.sql.js";
import type { Db } from "../../platform/db/database.js";

/**
 * Returns the products' own settings for returns by product id: 0 no, 1 yes, 2 as the shop. Products without one are left
 * out.
 */
export async function readReturnable(
  db: Db,
  productIds: readonly number[],
  storeId: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ product_id: number; setting: string | null }>(
    `select p.product_id, ${valueOf("is_returnable")} as setting from unnest($1::int[]) as p (product_id)
    left join ${productValues} g on g.product_id = p.product_id and g.store_id = 0
    left join ${productValues} v on v.product_id = p.product_id and v.store_id = $2`,
    [productIds, storeId],
  );
  return new Map(rows.flatMap(({ product_id, setting }) => (setting === null ? [] : [[product_id, setting] as const])));
}

/** Draws the next number of a return in a store view. This is the last lock of a transaction. */
export async function drawReturnNumber(db: Db, storeId: number): Promise<string> {
  const drawn = await db.one<{ last_value: number }>(
    `insert into rma_sequence as s (store_id, last_value) values ($1::int, 1)
    on conflict (store_id) do update set last_value = s.last_value + 1 returning last_value`,
    [storeId],
  );
  const digits = 9;
  return `${storeId > 1 ? storeId : ""}${String(drawn?.last_value ?? 0).padStart(digits, "0")}`;
}

/** Returns the ordering keys of the orders that returns belong to, whose quantities returns change, by the ids of the returns. */
export async function findReturnKeys(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.query<{ entity_id: number; order_id: number }>(
    "select entity_id, order_id from rma where entity_id = any($1::int[])",
    [ids],
  );
  return new Map(rows.map(({ entity_id, order_id }) => [entity_id, [`order:${order_id}`]]));
}
