import { readProductSkus } from "../../catalog/published.js";
import type { Db } from "../../db/database.js";
import { readStockOfWebsite, type StockChange } from "../../inventory/published.js";
import type { Quantity } from "../../money/amount.js";
import { readStoreViews } from "../../store/published.js";
import type { ItemRow, StoredOrder } from "./orders.rows.js";

/** Units of a line that holds stock itself. */
export interface LineQuantity {
  readonly row: Pick<ItemRow, "product_id" | "sku">;
  readonly quantity: Quantity;
}

/**
 * Returns the stock that an order sells from with quantities of its lines, by the SKUs that their products have now; the SKU of
 * a line can have those of chosen options in it.
 */
export async function stockOf(
  db: Db,
  { store_id }: Pick<StoredOrder, "store_id">,
  lines: readonly LineQuantity[],
): Promise<StockChange> {
  const skus = await readProductSkus(
    db,
    lines.flatMap(({ row }) => row.product_id ?? []),
  );
  const items = lines.map(({ row, quantity }) => ({ sku: skus.get(row.product_id ?? 0) ?? row.sku, quantity }));
  const views = await readStoreViews(db);
  const websiteId = views.find((view) => view.id === store_id)?.website_id ?? 0;
  return { stockId: await readStockOfWebsite(db, websiteId), items };
}
