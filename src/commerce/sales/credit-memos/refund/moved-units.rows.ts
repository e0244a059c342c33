import type { Db } from "../../../../platform/db/database.js";

/** Returns the units that left stock with the invoices of an order. */
export const readTakenUnits = (db: Db, order_id: number) =>
  db.models.salesInvoiceItem.findMany({
    where: { invoice: { order_id }, NOT: { taken_from: { equals: [] } } },
    select: { order_item_id: true, taken_from: true },
  });

/** Returns the units that went back to stock with the credit memos of an order. */
export const readReturnedUnits = (db: Db, order_id: number) =>
  db.models.salesCreditmemoItem.findMany({
    where: { creditmemo: { order_id } },
    select: { order_item_id: true, returned_to: true },
  });
