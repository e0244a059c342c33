import type { Db } from "../../db/database.js";

/** Returns the SKUs of products by their ids. */
export async function readProductSkus(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.models.product.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, sku: true },
  });
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

/** Returns ids of products by SKUs in lower case. */
export async function readProductIds(db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.models.product.findMany({
    where: { sku_key: { in: skus.map((sku) => sku.toLowerCase()) } },
    select: { id: true, sku_key: true },
  });
  return new Map(rows.map(({ id, sku_key }) => [sku_key, id]));
}
