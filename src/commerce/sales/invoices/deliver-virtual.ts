import type { Db } from "../../../platform/db/database.js";
import { deliver, type ReturnedUnits } from "../../inventory/published.js";
import { divideTaken, documentEvent, hasOwnStock } from "../documents/document-stock.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { readStockOfOrder } from "../orders/stock-of-order.js";
import type { InvoicedLine } from "./requested-lines.js";

/**
 * Takes virtual and downloadable products out of stock with their invoice, because they are never shipped. Returns the
 * units taken from each source, by the id of the order line.
 */
export async function deliverVirtual(
  db: Db,
  order: StoredOrder,
  { lines, documentId }: { readonly lines: readonly InvoicedLine[]; readonly documentId: number },
): Promise<ReadonlyMap<number, ReturnedUnits>> {
  const virtual = lines.filter(({ row, hasParts }) => row.is_virtual && !hasParts && hasOwnStock(row));
  if (virtual.length === 0) return new Map();
  const stock = await readStockOfOrder(db, order, virtual);
  const taken = await deliver(db, documentEvent(order, "invoice_created", documentId), stock);
  const divided = divideTaken(stock.items, taken);
  return new Map(virtual.map(({ row }, at) => [row.item_id, divided[at] ?? []]));
}
