import { inputError } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import type { Row } from "../../db/models.js";
import { recordOrderEvent } from "./order-events.js";
import { drawOrderIds, insertRows, type NewRows } from "./new-order.sql.js";
import { hasOrderWithNumber } from "./orders.rows.js";

type Columns<Model extends "salesOrder" | "salesOrderItem" | "salesOrderAddress" | "salesOrderPayment"> = Partial<
  Omit<Row<Model>, "entity_id" | "item_id" | "parent_id" | "order_id" | "parent_item_id">
>;

/** A line of an order that is placed. Every line has the same columns. */
export interface NewOrderItem {
  readonly columns: Columns<"salesOrderItem">;
  /** Place in the list of the line that it is a part of. */
  readonly parent?: number | undefined;
}

/** An order that is placed: a snapshot of the cart. */
export interface NewOrder {
  readonly columns: Columns<"salesOrder"> & { readonly store_id: number };
  readonly items: readonly NewOrderItem[];
  readonly billingAddress: Columns<"salesOrderAddress">;
  /** Absent where nothing is shipped. */
  readonly shippingAddress?: Columns<"salesOrderAddress"> | undefined;
  readonly payment: Columns<"salesOrderPayment">;
  /** Id of the transaction with which a gateway reserved the amount; absent where there is none. */
  readonly authorization?: string | undefined;
  /** The entry of the history with which it begins, if there is one. */
  readonly comment?: string | undefined;
}

/** An order that was placed. */
export interface CreatedOrder {
  readonly orderId: number;
  readonly incrementId: string;
}

/** Digits of numbers, at least. */
export const numberDigits = 9;

/** Returns a number as documents show it: nine digits, preceded by the id of every store view but the first. */
export const incrementIdOf = (storeId: number, number: number): string =>
  `${storeId > 1 ? storeId : ""}${String(number).padStart(numberDigits, "0")}`;

/**
 * Writes an order with its lines, addresses and payment, and gives it the next number of its store view. Numbers have no gaps:
 * they are drawn under a lock that lasts until the transaction ends, so it is called last. An imported order may have a number
 * that is still to come, which is skipped then.
 */
export const createOrder = (db: Db, order: NewOrder): Promise<CreatedOrder> =>
  db.transaction(async (tx) => {
    const { items, shippingAddress, columns } = order;
    const counts = { storeId: columns.store_id, items: items.length, addresses: shippingAddress ? 2 : 1, payments: 1 };
    const ids = await freeIds(tx, counts);
    await insertRows(tx, rowsOf(order, ids));
    const placed = { ...columns, entity_id: ids.order_id, increment_id: ids.incrementId };
    await recordOrderEvent(tx, "order.placed", placed);
    return { orderId: ids.order_id, incrementId: ids.incrementId };
  });

/** Numbers in a row that may be taken by imported orders. */
const mostTaken = 1000;

/**
 * Draws the ids of an order and its parts, and the next number of its store view that no order has; without drawing one if
 * the order has a number.
 */
export async function freeIds(db: Db, counts: Parameters<typeof drawOrderIds>[1], number?: string) {
  if (number) return { ...(await drawOrderIds(db, { ...counts, hasNumber: true })), incrementId: number };
  for (let tried = 0; tried < mostTaken; tried += 1) {
    const ids = await drawOrderIds(db, counts);
    const incrementId = incrementIdOf(counts.storeId, ids.number);
    if (!(await hasOrderWithNumber(db, counts.storeId, incrementId))) return { ...ids, incrementId };
  }
  throw inputError("The next %1 order numbers of the store view are taken.", [mostTaken]);
}

function rowsOf(order: NewOrder, ids: Awaited<ReturnType<typeof freeIds>>): NewRows[] {
  const { order_id, incrementId, items, addresses } = ids;
  const [billing_address_id = 0, shipping_address_id = null] = addresses;
  const sent = [order.billingAddress, ...(order.shippingAddress ? [order.shippingAddress] : [])];
  const { columns, comment } = order;
  const entry = { parent_id: order_id, comment, status: columns.status ?? null, is_customer_notified: 0 };
  return [
    {
      model: "salesOrder",
      rows: [
        {
          ...columns,
          item_applied_taxes: taxesByItem(order, items),
          is_placed: true,
          ...{ entity_id: order_id, increment_id: incrementId, billing_address_id, shipping_address_id },
        },
      ],
    },
    {
      model: "salesOrderItem",
      rows: order.items.map(({ columns: line, parent }, at) => ({
        ...line,
        item_id: items[at] ?? 0,
        order_id,
        parent_item_id: parent === undefined ? null : (items[parent] ?? null),
      })),
    },
    {
      model: "salesOrderAddress",
      rows: sent.map((address, at) => ({
        ...address,
        entity_id: addresses[at] ?? 0,
        parent_id: order_id,
        address_type: at === 0 ? "billing" : "shipping",
      })),
    },
    ...paymentRows(order, ids),
    { model: "salesOrderHistory", rows: comment === undefined ? [] : [{ ...entry, entity_name: "order" }] },
  ];
}

/** Returns the payment, and what its gateway did. */
function paymentRows({ payment, authorization }: NewOrder, ids: Awaited<ReturnType<typeof freeIds>>): NewRows[] {
  const { order_id } = ids;
  const [payment_id = 0] = ids.payments;
  const authorized = { order_id, payment_id, txn_id: authorization ?? null, txn_type: "authorization" };
  return [
    { model: "salesOrderPayment", rows: [{ ...payment, entity_id: payment_id, parent_id: order_id }] },
    { model: "salesPaymentTransaction", rows: authorization === undefined ? [] : [authorized] },
  ];
}

/** A tax of a line or of shipping; a line is named by its line of the cart. */
interface ItemTax {
  readonly item_id: number | null;
}

/** Returns the taxes of an order by line, which the order's own lines name. */
function taxesByItem({ columns, items }: NewOrder, ids: readonly number[]) {
  const taxes = (columns.item_applied_taxes ?? []) as unknown as readonly ItemTax[];
  const idOf = new Map(items.map(({ columns: line }, at) => [line.quote_item_id, ids[at] ?? null]));
  return taxes.map((tax) => ({ ...tax, item_id: tax.item_id === null ? null : (idOf.get(tax.item_id) ?? null) }));
}
