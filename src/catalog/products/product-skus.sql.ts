// SQL: read for every order that is shipped or canceled (measured by `invoice-and-ship`).
import type { Db } from "../../db/database.js";

/** Returns the SKUs of products by their ids. */
export async function readProductSkus(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: number; sku: string }>(
    "select id, sku from product where id = any((select $1::int[])::int[])",
    [ids],
  );
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}
