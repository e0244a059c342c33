import { alreadyExists, couldNotSave, WebapiError } from "../../call/errors.js";
import type { Context } from "../../call/context.js";
import type { Db } from "../../db/database.js";
import { now } from "../../db/moment.js";
import type { Prisma } from "../../db/models.js";
import { hasDocumentWithNumber } from "../documents/document-number.sql.js";
import { drawNumber } from "../documents/increment-id.sql.js";
import { givenColumns } from "../orders/given-columns.js";
import { entityNotFound, lockOrder } from "../orders/orders.rows.js";
import { lockInvoice, readInvoice, type StoredInvoice } from "./invoices.rows.js";
import type { Invoice, InvoiceComment, InvoiceItem } from "./invoices.types.js";

/**
 * Stores an invoice as sent, or changes the one with the id, and returns it. Nothing is computed, and the order stays
 * unchanged. Throws 400 for an unknown order or a number in use, and 404 for an unknown invoice or a line or comment of
 * another one.
 */
export async function saveInvoice({ db }: Context, given: Invoice): Promise<StoredInvoice> {
  const id = given.entity_id ? await updateInvoice(db, given.entity_id, given) : await storeInvoice(db, given);
  return readInvoice(db, id);
}

async function storeInvoice(db: Db, given: Invoice): Promise<number> {
  const order = await lockOrderOf(db, given.order_id ?? 0);
  const { increment_id: number, ...columns } = givenColumns("salesInvoice", given);
  const store_id = given.store_id ?? order.store_id;
  if (number && (await hasDocumentWithNumber(db, "invoice", { storeId: store_id, number }))) {
    throw alreadyExists("Unique constraint violation found");
  }
  const increment_id = number || (await drawNumber(db, "invoice", store_id));
  const sent = { ...columns, order_id: order.entity_id, store_id, increment_id };
  const data = sent as Prisma.SalesInvoiceUncheckedCreateInput;
  const { entity_id } = await db.models.salesInvoice.create({ data, select: { entity_id: true } });
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
async function updateInvoice(db: Db, entity_id: number, given: Invoice): Promise<number> {
  const { invoice } = await lockInvoice(db, entity_id);
  const { increment_id: _number, store_id: _store, ...columns } = givenColumns("salesInvoice", given);
  const data = { ...columns, updated_at: now } as Prisma.SalesInvoiceUncheckedUpdateInput;
  await db.models.salesInvoice.update({ where: { entity_id }, data, select: { entity_id: true } });
  await changeParts(db, invoice, given);
  await addParts(db, entity_id, given);
  return entity_id;
}

const isNew = ({ entity_id: id }: InvoiceItem | InvoiceComment) => !id;

async function addParts(db: Db, parent_id: number, { items, comments }: Invoice): Promise<void> {
  const newItems = (items ?? []).filter(isNew).map((item) => ({
    ...givenColumns("salesInvoiceItem", item),
    order_item_id: item.order_item_id ?? 0,
    parent_id,
  }));
  const newComments = (comments ?? []).filter(isNew).map((comment) => ({
    ...givenColumns("salesInvoiceComment", comment),
    is_customer_notified: comment.is_customer_notified ?? 0,
    is_visible_on_front: comment.is_visible_on_front ?? 0,
    parent_id,
  }));
  if (newItems.length > 0) {
    const data = newItems as Prisma.SalesInvoiceItemCreateManyInput[];
    await db.models.salesInvoiceItem.createMany({ data });
  }
  if (newComments.length > 0) await db.models.salesInvoiceComment.createMany({ data: newComments });
}

async function changeParts(db: Db, invoice: StoredInvoice, { items, comments }: Invoice): Promise<void> {
  for (const item of (items ?? []).filter((one) => !isNew(one))) {
    const entity_id = knownId(invoice.items, item);
    const data = givenColumns("salesInvoiceItem", item) as Prisma.SalesInvoiceItemUncheckedUpdateInput;
    await db.models.salesInvoiceItem.update({ where: { entity_id }, data });
  }
  for (const comment of (comments ?? []).filter((one) => !isNew(one))) {
    const entity_id = knownId(invoice.comments, comment);
    const data = givenColumns("salesInvoiceComment", comment) as Prisma.SalesInvoiceCommentUncheckedUpdateInput;
    await db.models.salesInvoiceComment.update({ where: { entity_id }, data });
  }
}

/** Returns the id of a part of an invoice. Throws 404 for one of another invoice. */
function knownId(known: readonly { readonly entity_id: number }[], { entity_id: id }: InvoiceItem | InvoiceComment) {
  if (!known.some(({ entity_id }) => entity_id === id)) throw entityNotFound();
  return id ?? 0;
}
