import type { Db } from "../../../../platform/db/database.js";
import { now, type Row, written } from "../../../../platform/db/models.js";
import type { AddressRow, CommentRow, ItemRow, OrderColumns, PaymentRow } from "../stored-order.js";

/** Writes columns of an order. Returns the time of the change. */
export async function updateOrder(db: Db, entity_id: number, columns: OrderColumns): Promise<string> {
  const data = { ...written(columns), updated_at: now };
  const { updated_at } = await db.models.salesOrder.update({
    where: { entity_id },
    data,
    select: { updated_at: true },
  });
  return updated_at;
}

/** Writes columns of a line. */
export async function updateItem(db: Db, item_id: number, columns: Partial<ItemRow>): Promise<void> {
  const data = { ...written(columns), updated_at: now };
  await db.models.salesOrderItem.update({ where: { item_id }, data, select: { item_id: true } });
}

/** Inserts a line and returns its id. */
export async function insertItem(
  db: Db,
  columns: Partial<ItemRow> & Pick<Row<"salesOrderItem">, "sku" | "order_id">,
): Promise<number> {
  const data = written(columns);
  return (await db.models.salesOrderItem.create({ data, select: { item_id: true } })).item_id;
}

/** Inserts an address, or writes the columns of the one with the id. Returns it. */
export function writeAddress(db: Db, id: number | undefined, columns: Partial<AddressRow>): Promise<AddressRow> {
  return id === undefined
    ? db.models.salesOrderAddress.create({ data: { street: [], ...columns } })
    : db.models.salesOrderAddress.update({ where: { entity_id: id }, data: columns });
}

/** Writes the payment of an order. */
export async function writePayment(db: Db, parent_id: number, columns: PaymentRow): Promise<void> {
  const update = written(columns);
  await db.models.salesOrderPayment.upsert({ where: { parent_id }, update, create: { ...update, parent_id } });
}

/** Inserts a history entry, or writes the columns of the one with the id. */
export async function writeComment(db: Db, id: number | undefined, columns: CommentRow): Promise<number> {
  const data = written(columns);
  const { entity_id } =
    id === undefined
      ? await db.models.salesOrderHistory.create({ data })
      : await db.models.salesOrderHistory.update({ where: { entity_id: id }, data });
  return entity_id;
}
