import { toOrderItem } from "../items/item-answer.js";
import type { OrderItem } from "../items/order-items.types.js";
import { toAddress, toOrder } from "../order-answer.js";
import type { OrderExtension } from "../order-extension.types.js";
import type { OrderTaxItem } from "../taxes/order-taxes.types.js";
import type { Order } from "../orders.types.js";
import type { ItemRow, StoredOrder } from "../stored-order.js";

/** A saved order with the request that saved it. */
export interface SavedOrder {
  readonly stored: StoredOrder;
  readonly given: Order;
  readonly isNew: boolean;
  /** Ids of the lines of the request. */
  readonly itemIds: readonly (number | undefined)[];
  /** Ids of the history entries of the request. */
  readonly commentIds: readonly (number | undefined)[];
}

const orderKeys = ["entity_id", "billing_address_id", "created_at", "updated_at"];
/** Keys that a save fills in for a new order. */
const newOrderKeys = [
  ...["increment_id", "protect_code", "state", "status", "store_id", "store_name", "total_item_count"],
  "customer_email",
];
const itemKeys = ["item_id", "order_id", "created_at", "updated_at"];
const paymentKeys = ["entity_id", "parent_id"];
const commentKeys = ["entity_id", "parent_id", "entity_name"];

/**
 * Returns the answer of a save: what was sent, with its ids, and those of the lines, the billing address, the payment and
 * the history that were not. Other stored values are left out. Source: behavior of Magento 2.4.
 */
export function toSavedOrder(saved: SavedOrder): Order {
  const { stored, given, isNew } = saved;
  const { items: rows, addresses, payment, taxes: _taxes, tax_items: _entries, history: _history, ...columns } = stored;
  const sent = pick(columns, [...orderKeys, ...(isNew ? newOrderKeys : []), ...Object.keys(given)]);
  const { extension_attributes: _all, ...order } = toOrder({
    ...(sent as Pick<StoredOrder, "entity_id" | "store_id" | "increment_id">),
    addresses,
    payment: payment && given.payment ? pick(payment, [...paymentKeys, ...Object.keys(given.payment)]) : payment,
    history: savedHistory(saved),
    ...{ items: [], taxes: [], tax_items: [] },
  });
  // Reads show null for both, a save only what was sent.
  if (!("state" in sent)) delete order.state;
  if (!("status" in sent)) delete order.status;
  const byId = new Map(rows.map((row) => [row.item_id, row]));
  return {
    ...order,
    items: given.items?.length
      ? savedItems(saved, byId)
      : rows.map((row) => toOrderItem(row, byId.get(row.parent_item_id ?? 0))),
    ...(given.extension_attributes ? { extension_attributes: savedExtension(stored, given.extension_attributes) } : {}),
  };
}

const pick = <Row extends object>(row: Row, names: readonly string[]): Partial<Row> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) as Partial<Row>;

function savedHistory({ stored: { history }, given, commentIds }: SavedOrder): StoredOrder["history"] {
  const entries = given.status_histories;
  if (!entries?.length) return history;
  const byId = new Map(history.map((row) => [row.entity_id, row]));
  return entries.map((entry, at) => pick(byId.get(commentIds[at] ?? 0) ?? {}, [...commentKeys, ...Object.keys(entry)]));
}

function savedItems({ given, itemIds }: SavedOrder, byId: ReadonlyMap<number, ItemRow>): OrderItem[] {
  const rows = (given.items ?? []).map((item, at): ItemRow => {
    const row = byId.get(itemIds[at] ?? 0) ?? { item_id: 0, sku: "" };
    const totals = { row_total: "0", base_row_total: "0" };
    return { ...totals, ...(pick(row, [...itemKeys, ...Object.keys(item)]) as ItemRow) };
  });
  const sent = new Map(rows.map((row) => [row.item_id, row]));
  return rows.map((row, at) => {
    const { extension_attributes: more } = given.items?.[at] ?? {};
    const parentId = byId.get(row.item_id)?.parent_item_id ?? 0;
    const item = toOrderItem(row, sent.get(parentId) ?? byId.get(parentId));
    return { ...item, ...(more ? { extension_attributes: more } : {}) };
  });
}

/**
 * Returns the extension attributes as they were sent, with the ids of the shipping address and of the order, and with those
 * of the taxes to which the entries of shipping belong.
 */
function savedExtension(stored: StoredOrder, given: OrderExtension): OrderExtension {
  const { shipping_assignments: assignments, taxes, additional_itemized_taxes: entries } = given;
  const address = stored.addresses.find(({ entity_id }) => entity_id === stored.shipping_address_id);
  return {
    ...given,
    ...(assignments && {
      shipping_assignments: assignments.map(({ shipping, items = null, ...more }) => ({
        ...more,
        shipping: { ...shipping, ...(shipping?.address && address ? { address: toAddress(address) } : {}) },
        items,
      })),
    }),
    ...(taxes && { taxes: taxes.map((tax) => ({ ...tax, order_id: stored.entity_id })) }),
    ...(entries && { additional_itemized_taxes: entries.map((entry) => ({ ...taxOf(stored, entry), ...entry })) }),
  };
}

/** Returns the id of the tax that an entry names by its code; nothing if there is none. */
function taxOf({ taxes }: StoredOrder, { tax_code }: OrderTaxItem): Pick<OrderTaxItem, "tax_id"> {
  const tax = taxes.find(({ code }) => code === tax_code);
  return tax ? { tax_id: tax.tax_id } : {};
}
