import { couldNotSave, WebapiError } from "../../../api/call/errors.js";
import type { Context } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import { drawNumber } from "../documents/document-numbers.sql.js";
import { updateRows } from "../documents/update-rows.sql.js";
import { resolveStoreId } from "../documents/validation.js";
import { givenColumns } from "../orders/save/given-columns.js";
import { lockOrder } from "../orders/lock-order.js";
import { entityNotFound } from "../require-entity.js";
import { insertInvoice, insertInvoiceParts, type StoredInvoice } from "./invoices.rows.js";
import { lockInvoice, readInvoice } from "./lock-invoice.js";
import type { Invoice, InvoiceComment, InvoiceItem } from "./invoices.types.js";

/**
 * Stores an invoice as sent, or changes the one with the id, and returns it. Nothing is computed, and the order stays
 * unchanged. Throws 400 for an unknown order or a number in use, and 404 for an unknown store view or invoice, or a line
 * or comment of another one.
 */
export async function saveInvoice({ db }: Context, given: Invoice): Promise<StoredInvoice> {
  const id = given.entity_id ? await changeInvoice(db, given.entity_id, given) : await storeInvoice(db, given);
  return readInvoice(db, id);
}

async function storeInvoice(db: Db, given: Invoice): Promise<number> {
  const order = await lockOrderOf(db, given.order_id ?? 0);
  const { increment_id: number, ...columns } = givenColumns("salesInvoice", given);
  const store_id = await resolveStoreId({ db, kind: "invoice" }, given, order);
  const increment_id = number || (await drawNumber(db, "invoice", store_id));
  const entity_id = await insertInvoice(db, { ...columns, order_id: order.entity_id, store_id, increment_id });
  await addParts(db, entity_id, given);
  return entity_id;
}

/** Locks the order of a new invoice. Throws 400 for an unknown order. */
async function lockOrderOf(db: Db, orderId: number) {
  const failure = couldNotSave("The invoice couldn't be saved.");
  if (orderId === 0) throw failure;
  return lockOrder(db, orderId).catch((error: unknown) => {
    throw error instanceof WebapiError ? failure : error;
  });
}

/** Changes the given fields. The number and the order stay unchanged. */
async function changeInvoice(db: Db, entity_id: number, given: Invoice): Promise<number> {
  const { invoice } = await lockInvoice(db, entity_id);
  const { increment_id: _number, store_id: _store, ...columns } = givenColumns("salesInvoice", given);
  await updateRows(db, [
    { model: "salesInvoice", rows: [{ ...columns, entity_id }] },
    { model: "salesInvoiceItem", rows: changedItems(invoice, given) },
    { model: "salesInvoiceComment", rows: changedComments(invoice, given) },
  ]);
  await addParts(db, entity_id, given);
  return entity_id;
}

const isNew = ({ entity_id: id }: InvoiceItem | InvoiceComment) => !id;

async function addParts(db: Db, parent_id: number, { items, comments }: Invoice): Promise<void> {
  await insertInvoiceParts(db, {
    items: (items ?? []).filter(isNew).map((item) => ({
      ...givenColumns("salesInvoiceItem", item),
      order_item_id: item.order_item_id ?? 0,
      parent_id,
    })),
    comments: (comments ?? []).filter(isNew).map((comment) => ({
      ...givenColumns("salesInvoiceComment", comment),
      is_customer_notified: comment.is_customer_notified ?? 0,
      is_visible_on_front: comment.is_visible_on_front ?? 0,
      parent_id,
    })),
  });
}

const changedItems = (invoice: StoredInvoice, { items }: Invoice) =>
  changedRows(invoice.items, items, (item) => givenColumns("salesInvoiceItem", item));

const changedComments = (invoice: StoredInvoice, { comments }: Invoice) =>
  changedRows(invoice.comments, comments, (comment) => givenColumns("salesInvoiceComment", comment));

/**
 * Returns the stored parts that a request changes, with all their columns, as `updateRows` needs them. Throws 404 for a
 * part of another invoice.
 */
function changedRows<Stored extends { readonly entity_id: number }, Part extends InvoiceItem | InvoiceComment>(
  stored: readonly Stored[],
  given: readonly Part[] | null | undefined,
  columnsOf: (part: Part) => Partial<Stored>,
): Stored[] {
  const known = new Map(stored.map((row) => [row.entity_id, row]));
  const changed = new Map<number, Stored>();
  for (const part of given ?? []) {
    const id = part.entity_id;
    if (!id) continue;
    const row = changed.get(id) ?? known.get(id);
    if (!row) throw entityNotFound();
    changed.set(id, { ...row, ...columnsOf(part) });
  }
  return [...changed.values()];
}
