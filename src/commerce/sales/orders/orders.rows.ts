import { inputError, notFound } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../api/search-criteria/search-page.sql.js";
import { Order } from "./orders.types.js";
import { shownAs } from "../required-keys.js";
import { findOrder, findOrders, lockOrderRow } from "./read-order.sql.js";
import type { StoredOrder } from "./stored-order.js";
import type { OrderComment } from "./order-comments.types.js";

/** The names of the shape and of columns that only searches use. */
const fields = modelFields("salesOrder", Order, {
  shipping_method: "shipping_method",
  shipping_address_id: "shipping_address_id",
  total_due: { sql: "greatest(coalesce(t.grand_total, 0) - coalesce(t.total_paid, 0), 0)", type: "decimal" },
});

/** 400 for a missing id. */
export const missingId = () => inputError("An ID is needed. Set the ID and try again.");
/** 404 for an order or a part of one that does not exist. */
export const entityNotFound = () =>
  notFound("The entity that was requested doesn't exist. Verify the entity and try again.");

/** Throws 400 for the id 0. */
export function requireId(id: number): void {
  if (id === 0) throw missingId();
}

/** Returns an order. Throws 404 for an unknown one, and 400 for the id 0. */
export async function readOrder(db: Db, entity_id: number): Promise<StoredOrder> {
  requireId(entity_id);
  const order = await findOrder(db, entity_id);
  if (!order) throw entityNotFound();
  return order;
}

/**
 * Locks an order until the transaction ends and returns it. Everything that changes an order or its parts locks it first.
 * Throws as `readOrder` does.
 */
export async function lockOrder(db: Db, entity_id: number): Promise<StoredOrder> {
  requireId(entity_id);
  const [, order] = await Promise.all([lockOrderRow(db, entity_id), findOrder(db, entity_id)]);
  if (!order) throw entityNotFound();
  return order;
}

/** Returns the orders that match the criteria. */
export const searchOrders = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<StoredOrder>> =>
  searchModel<"salesOrder", StoredOrder>(db, searchCriteria, {
    fields,
    read: (_, ids) => findOrders(db, ids),
  });

/** Returns the status of an order, or null. Throws as `readOrder` does. */
export async function readStatus(db: Db, entity_id: number): Promise<string | null> {
  requireId(entity_id);
  const order = await db.models.salesOrder.findUnique({ where: { entity_id }, select: { status: true } });
  if (!order) throw entityNotFound();
  return order.status;
}

/** Whether an order exists. */
export const hasOrder = async (db: Db, entity_id: number): Promise<boolean> =>
  (await db.models.salesOrder.count({ where: { entity_id } })) > 0;

/** Returns the comments on an order, the oldest first. */
export async function readComments(db: Db, parent_id: number): Promise<OrderComment[]> {
  const rows = await db.models.salesOrderHistory.findMany({ where: { parent_id }, orderBy: { entity_id: "asc" } });
  return rows.map(shownAs("comment"));
}
