// SQL: a lock. The row of the last number stays locked until the transaction ends, so that numbers have no gaps.
import type { Db } from "../db/database.js";

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
