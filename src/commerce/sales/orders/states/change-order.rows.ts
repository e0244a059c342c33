import type { Db } from "../../../../platform/db/database.js";
import { type Prisma, now } from "../../../../platform/db/models.js";
import type { AddressRow, CommentRow, ItemRow, OrderColumns, PaymentRow } from "../stored-order.js";

/** Writes columns of an order. Returns the time of the change. */
export async function updateOrder(db: Db, entity_id: number, columns: OrderColumns): Promise<string> {
  // The columns come from the shapes, which leave JSON as it is.
  const data = { ...columns, updated_at: now } as Prisma.SalesOrderUncheckedUpdateInput;
  const { updated_at } = await db.models.salesOrder.update({
    where: { entity_id },
    data,
    select: { updated_at: true },
  });
  return updated_at;
}

/** Writes columns of a line. */
export async function updateItem(db: Db, item_id: number, columns: Partial<ItemRow>): Promise<void> {
  const data = { ...columns, updated_at: now } as Prisma.SalesOrderItemUncheckedUpdateInput;
  await db.models.salesOrderItem.update({ where: { item_id }, data, select: { item_id: true } });
}

/** Inserts a line and returns its id. */
export async function insertItem(db: Db, columns: Partial<ItemRow>): Promise<number> {
  const data = columns as Prisma.SalesOrderItemUncheckedCreateInput;
  return (await db.models.salesOrderItem.create({ data, select: { item_id: true } })).item_id;
}

/** Inserts an address, or writes the columns of the one with the id. Returns it. */
export function writeAddress(db: Db, id: number | undefined, columns: Partial<AddressRow>): Promise<AddressRow> {
  const given = columns as Prisma.SalesOrderAddressUncheckedCreateInput;
  return id === undefined
    ? db.models.salesOrderAddress.create({ data: { street: [], ...given } })
    : db.models.salesOrderAddress.update({ where: { entity_id: id }, data: given });
}

/** Writes the payment of an order. */
export async function writePayment(db: Db, parent_id: number, columns: PaymentRow): Promise<void> {
  const given = columns as Prisma.SalesOrderPaymentUncheckedUpdateInput;
  const create = { ...columns, parent_id } as Prisma.SalesOrderPaymentUncheckedCreateInput;
  await db.models.salesOrderPayment.upsert({ where: { parent_id }, update: given, create });
}

/** Inserts a history entry, or writes the columns of the one with the id. */
export async function writeComment(db: Db, id: number | undefined, columns: CommentRow): Promise<number> {
  const data = columns as Prisma.SalesOrderHistoryUncheckedCreateInput;
  const { entity_id } =
    id === undefined
      ? await db.models.salesOrderHistory.create({ data })
      : await db.models.salesOrderHistory.update({ where: { entity_id: id }, data });
  return entity_id;
}
