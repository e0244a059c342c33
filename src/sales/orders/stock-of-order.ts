import { readProductSkus } from "../../catalog/published.js";
import type { Db } from "../../db/database.js";
import { readStockOfStore, type StockChange } from "../../inventory/published.js";
import type { Quantity } from "../../money/amount.js";
import type { ItemRow, StoredOrder } from "./orders.rows.js";

/** Units of a line that holds stock itself. */
export interface LineQuantity {
  readonly row: Pick<ItemRow, "product_id" | "sku">;
  readonly quantity: Quantity;
}

/** Quantities of an order in the stock that it sells from. */
export interface OrderStock extends StockChange {
  /** The source that a shipment leaves if it names none. */
  readonly usualSource: string;
}

/**
 * Returns the stock that an order sells from with quantities of its lines, by the SKUs that their products have now; the SKU of
 * a line can have those of chosen options in it.
 */
export async function stockOf(
  db: Db,
  { store_id }: Pick<StoredOrder, "store_id">,
  lines: readonly LineQuantity[],
): Promise<OrderStock> {
  const ids = lines.flatMap(({ row }) => row.product_id ?? []);
  const [skus, stock] = await Promise.all([readProductSkus(db, ids), readStockOfStore(db, store_id)]);
  const items = lines.map(({ row, quantity }) => ({ sku: skus.get(row.product_id ?? 0) ?? row.sku, quantity }));
  return { ...stock, items };
}
