import type { Db } from "../../../platform/db/database.js";
import { decimal, recordEvents } from "../../events/published.recording.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { add, isLess } from "../../../platform/money/arithmetic.js";
import { stockDefaults } from "../stock-item/stock-item.sql.js";
import type { SaleFacts } from "../salability/salability.sql.js";
import type { StockQuantity } from "./stock-event.js";
import { keyOf } from "../../../platform/db/models.js";

/** A reservation: the SKUs as they were before it, and the quantities that it adds. */
interface Reserved {
  readonly facts: ReadonlyMap<string, SaleFacts>;
  readonly rows: readonly StockQuantity[];
}

/** Records an event for each SKU whose salable quantity a reservation takes below its threshold. The SKUs are locked. */
export async function recordLowStock(db: Db, stockId: number, { facts, rows }: Reserved): Promise<void> {
  const events = rows.flatMap(({ sku, quantity: change }) => {
    const before = facts.get(keyOf(sku));
    if (!before) return [];
    const threshold = thresholdOf(before);
    const after = add(before.quantity, change);
    if (isLess(before.quantity, threshold) || !isLess(after, threshold)) return [];
    const data = {
      ...{ sku: before.sku, stock_id: stockId, quantity: decimal(after) },
      notify_stock_qty: decimal(threshold),
    };
    return [{ type: "stock.below_threshold", data } as const];
  });
  await recordEvents(db, events);
}

/** Returns the quantity below which a product counts as low on stock. */
const thresholdOf = ({ stock, stock_settings: settings }: SaleFacts) =>
  asQuantity(stock.use_config_notify_stock_qty ? stockDefaults(settings).notifyQty : stock.notify_stock_qty);
