import type { Db } from "../../../platform/db/database.js";
import { keyOf } from "../../../platform/db/models.js";

/** Returns the ids of products by lower-case SKU. */
export async function readProductIds(db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.models.product.findMany({
    where: { sku_key: { in: skus.map((sku) => keyOf(sku)) } },
    select: { id: true, sku_key: true },
  });
  return new Map(rows.map(({ id, sku_key }) => [sku_key, id]));
}
