import type { Db } from "../../../platform/db/database.js";
import { products } from "../../catalog/published.sql.js";
import { keyOf, type Row } from "../../../platform/db/models.js";

/** A source where customers can pick up orders. */
export type PickupPlace = Row<"inventorySource">;

/** Returns the sources of a stock where customers can pick up orders, by code. */
export const readPickupPlaces = (db: Db, stockId: number): Promise<PickupPlace[]> =>
  db.models.inventorySource.findMany({
    where: { enabled: true, is_pickup_location_active: true, links: { some: { stock_id: stockId } } },
    orderBy: { source_code_key: "asc" },
  });

/** Whether a stock has a pickup location that each of some products is assigned to, whatever its quantity there is. */
// SQL: a condition over a relation of another domain, which models cannot join.
export async function hasPlaceWith(db: Db, stockId: number, productIds: readonly number[]): Promise<boolean> {
  const isThere = `select from inventory_source_item item join ${products} p on p.sku_key = item.sku_key
    where p.id = given.id and item.source_code = source.source_code`;
  const row = await db.one<{ found: boolean }>(
    `select exists (select from inventory_source source
      join inventory_stock_source_link link on link.source_code = source.source_code and link.stock_id = $1::int
      where source.enabled and source.is_pickup_location_active
        and not exists (select from unnest($2::int[]) as given (id) where not exists (${isThere}))) as found`,
    [stockId, productIds],
  );
  return row?.found === true;
}

/** Returns those of the sources that each of some products is assigned to, whatever its quantity there is. */
export async function withProducts<Source extends { readonly source_code?: string | null }>(
  db: Db,
  sources: readonly Source[],
  skus: readonly string[],
): Promise<Source[]> {
  const keys = [...new Set(skus.map(keyOf))];
  const codes = sources.map(({ source_code: code }) => code ?? "");
  const rows = await db.models.inventorySourceItem.groupBy({
    by: ["source_code"],
    where: { sku_key: { in: keys }, source_code: { in: codes } },
    _count: { sku_key: true },
  });
  const complete = new Set(rows.flatMap((row) => (row._count.sku_key === keys.length ? [row.source_code] : [])));
  return sources.filter(({ source_code: code }) => complete.has(code ?? ""));
}
