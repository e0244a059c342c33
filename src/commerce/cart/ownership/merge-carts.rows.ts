import type { Db } from "../../../platform/db/database.js";
import { now } from "../../../platform/db/models.js";

/** Returns the visible lines of a cart with the values that distinguish them. */
export const readLineKeys = (db: Db, cart_id: number) =>
  db.models.cartItem.findMany({
    where: { cart_id, parent_item_id: null },
    select: { item_id: true, product_id: true, options_key: true, qty: true },
    orderBy: { item_id: "asc" },
  });

/** Sets the quantity of a line. */
export const addToLine = (db: Db, item_id: number, qty: string): Promise<unknown> =>
  db.models.cartItem.updateMany({ where: { item_id }, data: { qty, updated_at: now } });

/** Deletes lines with their parts and gift messages. */
export async function deleteLines(db: Db, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  const ids = { in: [...itemIds] };
  await db.models.cartGiftMessage.deleteMany({ where: { item_id: ids } });
  await db.models.cartItem.deleteMany({ where: { item_id: ids } });
}

/** Moves lines with their parts and gift messages to another cart. */
export async function moveLines(db: Db, itemIds: readonly number[], cart_id: number): Promise<void> {
  if (itemIds.length === 0) return;
  const ids = { in: [...itemIds] };
  const where = { OR: [{ item_id: ids }, { parent_item_id: ids }] };
  await db.models.cartItem.updateMany({ where, data: { cart_id, updated_at: now } });
  await db.models.cartGiftMessage.updateMany({ where: { item_id: ids }, data: { cart_id } });
}
