import { readProductSkus } from "../../catalog/published.js";
import type { Db } from "../../../platform/db/database.js";
import { readStockOfStore } from "../../inventory/published.js";
import type { StockChange } from "../../inventory/published.reservations.js";
import type { Quantity } from "../../../platform/money/amount.js";
import type { ItemRow, StoredOrder } from "./stored-order.js";

/** Units of a line whose product has stock of its own. */
export interface LineQuantity {
  readonly row: Pick<ItemRow, "product_id" | "sku">;
  readonly quantity: Quantity;
}

/** Quantities of an order in the stock of its store view. */
export interface OrderStock extends StockChange {
  /** Source of a shipment by default. */
  readonly usualSource: string;
}

/**
 * Returns the stock of an order's store view with quantities of its lines, by the current SKUs of their products. The SKU
 * of a line may include those of chosen options.
 */
export async function readStockOfOrder(
  db: Db,
  { store_id }: Pick<StoredOrder, "store_id">,
  lines: readonly LineQuantity[],
): Promise<OrderStock> {
  const ids = lines.flatMap(({ row }) => row.product_id ?? []);
  const [skus, stock] = await Promise.all([readProductSkus(db, ids), readStockOfStore(db, store_id)]);
  const items = lines.map(({ row, quantity }) => ({ sku: skus.get(row.product_id ?? 0) ?? row.sku, quantity }));
  return { ...stock, items };
}
