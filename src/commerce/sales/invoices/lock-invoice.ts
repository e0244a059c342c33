import type { Db } from "../../../platform/db/database.js";
import { lockOrder } from "../orders/lock-order.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { requireEntity } from "../require-entity.js";
import { findInvoice, type StoredInvoice } from "./invoices.rows.js";

/** Returns an invoice. Throws 404 for an unknown one, and 400 for the id 0. */
export const readInvoice = (db: Db, id: number): Promise<StoredInvoice> => requireEntity(findInvoice, db, id);

/** Locks the order of an invoice and returns both. Throws as `readInvoice` does. */
export async function lockInvoice(
  db: Db,
  id: number,
): Promise<{ readonly order: StoredOrder; readonly invoice: StoredInvoice }> {
  const { order_id } = await readInvoice(db, id);
  const order = await lockOrder(db, order_id);
  return { order, invoice: await readInvoice(db, id) };
}
