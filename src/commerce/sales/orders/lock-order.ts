import type { Db } from "../../../platform/db/database.js";
import { requireEntity } from "../require-entity.js";
import { findOrder, lockOrderRow } from "./read-order.sql.js";
import type { StoredOrder } from "./stored-order.js";

/** Returns an order. Throws 404 for an unknown one, and 400 for the id 0. */
export const readOrder = (db: Db, id: number): Promise<StoredOrder> => requireEntity(findOrder, db, id);

/**
 * Locks an order until the transaction ends and returns it. Everything that changes an order or its parts locks it first.
 * Throws as `readOrder` does.
 */
export const lockOrder = (db: Db, id: number): Promise<StoredOrder> => requireEntity(lockAndFind, db, id);

async function lockAndFind(db: Db, id: number): Promise<StoredOrder | undefined> {
  const [, order] = await Promise.all([lockOrderRow(db, id), findOrder(db, id)]);
  return order;
}
