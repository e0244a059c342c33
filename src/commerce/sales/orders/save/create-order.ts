import type { Db } from "../../../../platform/db/database.js";
import { fromJson, type Row } from "../../../../platform/db/models.js";
import { drawNumberAtCommit } from "../../documents/document-numbers.sql.js";
import { recordOrderEvent } from "../states/order-events.js";
import { taxedItem } from "../taxes/given-taxes.js";
import { drawOrderIds, insertRows, type NewRows, type OrderIds } from "./new-order.sql.js";

type Columns<Model extends "salesOrder" | "salesOrderItem" | "salesOrderAddress" | "salesOrderPayment"> = Partial<
  Omit<Row<Model>, "entity_id" | "item_id" | "parent_id" | "order_id" | "parent_item_id">
>;
type TaxColumns = Omit<Row<"salesOrderTax">, "tax_id" | "order_id">;
type TaxItemColumns = Omit<
  Row<"salesOrderTaxItem">,
  "tax_item_id" | "tax_id" | "order_id" | "item_id" | "associated_item_id"
>;

/** A line of a new order. All lines have the same columns. */
export interface NewOrderItem {
  readonly columns: Columns<"salesOrderItem">;
  /** Index in the list of the parent line, of which it is a part. */
  readonly parent?: number | undefined;
}

/** A tax rate of a new order. */
export interface NewOrderTax {
  readonly columns: TaxColumns;
  readonly entries: readonly {
    readonly columns: TaxItemColumns;
    /** Index in the list of the taxed line, or of the line that a taxed fee belongs to; absent for shipping. */
    readonly line?: number | undefined;
  }[];
}

/** A new order: a snapshot of the cart. */
export interface NewOrder {
  readonly columns: Columns<"salesOrder"> & { readonly store_id: number };
  readonly items: readonly NewOrderItem[];
  readonly billingAddress: Columns<"salesOrderAddress">;
  /** Absent if nothing is shipped. */
  readonly shippingAddress?: Columns<"salesOrderAddress"> | undefined;
  readonly payment: Columns<"salesOrderPayment">;
  /** Tax rates with the tax of each line and of shipping. Columns of applied taxes are not needed then. */
  readonly taxes?: readonly NewOrderTax[] | undefined;
  /** Id of the transaction with which a gateway authorized the amount; absent if there is none. */
  readonly authorization?: string | undefined;
  /** Text of the first history entry, which can be without a text; absent if there is no entry. */
  readonly comment?: string | null | undefined;
}

/** An order that was placed. */
export interface CreatedOrder {
  readonly orderId: number;
  /** Placeholder of the order's number for values that the transaction still writes. */
  readonly incrementId: string;
}

/** Draws the ids of a new order and its parts. */
export const drawOrder = (db: Db, { items, shippingAddress, taxes = [] }: NewOrder): Promise<OrderIds> =>
  drawOrderIds(db, {
    items: items.length,
    addresses: shippingAddress ? 2 : 1,
    payments: 1,
    taxes: taxes.length,
    taxItems: taxes.flatMap(({ entries }) => entries).length,
  });

/**
 * Writes an order with its lines, addresses and payment at commit, where the next number of its store view is drawn, too.
 * Numbers therefore have no gaps, and orders hardly wait for each other. A number that an imported order already has is
 * skipped.
 */
export async function createOrder(db: Db, order: NewOrder, ids: OrderIds): Promise<CreatedOrder> {
  const incrementId = drawNumberAtCommit(db, "order", order.columns.store_id);
  await insertRows(db.atCommit, rowsOf(order, ids, incrementId));
  await recordOrderEvent(db, "order.placed", {
    ...order.columns,
    entity_id: ids.order_id,
    increment_id: incrementId,
  });
  return { orderId: ids.order_id, incrementId };
}

function rowsOf(order: NewOrder, ids: OrderIds, increment_id: string): NewRows[] {
  const { order_id, items, addresses } = ids;
  const [billing_address_id = 0, shipping_address_id = null] = addresses;
  const { columns, comment } = order;
  const entry = {
    parent_id: order_id,
    comment,
    status: columns.status ?? null,
    is_customer_notified: columns.customer_note_notify ?? 0,
    is_visible_on_front: 0,
  };
  return [
    {
      model: "salesOrder",
      rows: [
        {
          ...columns,
          item_applied_taxes: taxesByItem(order, items),
          is_placed: true,
          ...{ entity_id: order_id, increment_id, billing_address_id, shipping_address_id },
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
    addressRows(order, ids),
    ...paymentRows(order, ids),
    ...taxRows(order, ids),
    { model: "salesOrderHistory", rows: comment === undefined ? [] : [{ ...entry, entity_name: "order" }] },
  ];
}

function addressRows({ billingAddress, shippingAddress }: NewOrder, { order_id, addresses }: OrderIds): NewRows {
  const rows = [billingAddress, ...(shippingAddress ? [shippingAddress] : [])].map((address, at) => ({
    ...address,
    entity_id: addresses[at] ?? 0,
    parent_id: order_id,
    address_type: at === 0 ? "billing" : "shipping",
  }));
  return { model: "salesOrderAddress", rows };
}

/** Returns the rows of the payment and of its gateway's transaction. */
function paymentRows({ payment, authorization }: NewOrder, ids: OrderIds): NewRows[] {
  const { order_id } = ids;
  const [payment_id = 0] = ids.payments;
  const authorized = { order_id, payment_id, txn_id: authorization ?? null, txn_type: "authorization" };
  return [
    { model: "salesOrderPayment", rows: [{ ...payment, entity_id: payment_id, parent_id: order_id }] },
    { model: "salesPaymentTransaction", rows: authorization === undefined ? [] : [authorized] },
  ];
}

/** Returns the rows of the taxes and of their entries. */
function taxRows({ taxes = [] }: NewOrder, ids: OrderIds): NewRows[] {
  const { order_id } = ids;
  const entries = taxes.flatMap(({ entries: own }, at) =>
    own.map((entry) => ({ ...entry, tax_id: ids.taxes[at] ?? 0 })),
  );
  return [
    {
      model: "salesOrderTax",
      rows: taxes.map(({ columns }, at) => ({ ...columns, tax_id: ids.taxes[at] ?? 0, order_id })),
    },
    {
      model: "salesOrderTaxItem",
      rows: entries.map(({ columns, line, tax_id }, at) => {
        const itemId = line === undefined ? null : (ids.items[line] ?? null);
        return { ...columns, ...taxedItem(columns, itemId), tax_item_id: ids.taxItems[at] ?? 0, tax_id, order_id };
      }),
    },
  ];
}

/** A tax of a line or of shipping. A line is identified by its cart line. */
interface ItemTax {
  readonly item_id: number | null;
}

/** Returns the taxes of an order with the ids of order lines instead of cart lines. */
function taxesByItem({ columns, items }: NewOrder, ids: readonly number[]) {
  const taxes = fromJson<readonly ItemTax[]>(columns.item_applied_taxes ?? []);
  const idOf = new Map(items.map(({ columns: line }, at) => [line.quote_item_id, ids[at] ?? null]));
  return taxes.map((tax) => ({ ...tax, item_id: tax.item_id === null ? null : (idOf.get(tax.item_id) ?? null) }));
}
