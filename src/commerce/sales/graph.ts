import { invalid } from "../../api/call/errors.js";
import { type DomainGraph, edge } from "../../api/contract/graph.js";
import { listsOf } from "../../api/contract/related.js";
import type { Db } from "../../platform/db/database.js";
import { readMemosOf } from "./credit-memos/credit-memos.rows.js";
import { readLatestOrders } from "./graph.sql.js";
import { readInvoicesOf, toInvoice } from "./invoices/invoices.rows.js";
import { UserType } from "../../api/auth/actor.js";
import { orderFormFor } from "./orders/own/own-orders.js";
import { findOrders } from "./orders/read-order.sql.js";
import type { Order } from "./orders/orders.types.js";
import { readShipmentsOf } from "./shipments/shipments.rows.js";

/** Maximum number of orders of one customer. */
const maxOrders = 100;

const ordersOfCustomer = edge<{ readonly id?: number | null }, number>({
  on: "Customer",
  name: "orders",
  type: "[Order!]",
  description: "The latest orders of the customer, the latest first. Customers see only their own.",
  args: { first: { type: "Int!", defaultValue: 10, description: "Maximum number of orders, from 1 to 100." } },
  permission: ["Magento_Sales::actions_view"],
  isOwner: ({ id }, actor) => actor.type === UserType.customer && id != null && id === actor.id,
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, { first }, { db, actor }) => {
    const limit = Number(first);
    if (limit < 1 || limit > maxOrders) throw invalid("first", limit);
    const links = await readLatestOrders(db, ids, limit);
    const orders = await findOrders(
      db,
      links.map(({ entity_id: id }) => id),
    );
    const toOrder = orderFormFor(actor);
    const byId = new Map(orders.map((order) => [order.entity_id, toOrder(order)]));
    return listsOf(
      ids,
      links.map(({ customer_id: key, entity_id: id }) => ({ key, value: byId.get(id) })),
    );
  },
});

interface DocumentsField<Document> {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly permission: string;
  readonly read: (db: Db, orderIds: readonly number[]) => Promise<Document[]>;
}

/** Returns the field with the documents of one kind of an order. */
const documents = <Document extends { order_id?: number | null }>({
  permission,
  read,
  ...field
}: DocumentsField<Document>) =>
  edge<Order, number>({
    ...field,
    on: "Order",
    permission: [permission],
    needs: ["entity_id"],
    key: ({ entity_id: id }) => id ?? undefined,
    load: async (ids, _args, { db }) => {
      const found = await read(db, ids);
      return listsOf(
        ids,
        found.map((value) => ({ key: value.order_id ?? 0, value })),
      );
    },
  });

export const graph: DomainGraph = {
  edges: [
    ordersOfCustomer,
    documents({
      name: "invoices",
      type: "[Invoice!]",
      description: "The invoices of the order, the oldest first.",
      permission: "Magento_Sales::sales_invoice",
      read: async (db, ids) => (await readInvoicesOf(db, ids)).map(toInvoice),
    }),
    documents({
      name: "shipments",
      type: "[Shipment!]",
      description: "The shipments of the order, the oldest first.",
      permission: "Magento_Sales::shipment",
      read: readShipmentsOf,
    }),
    documents({
      name: "credit_memos",
      type: "[Creditmemo!]",
      description: "The credit memos of the order, the oldest first.",
      permission: "Magento_Sales::sales_creditmemo",
      read: readMemosOf,
    }),
  ],
  nodes: {
    Order: { field: "entity_id", query: "order", argument: "id" },
    Invoice: { field: "entity_id", query: "invoice", argument: "id" },
    Shipment: { field: "entity_id", query: "shipment", argument: "id" },
    Creditmemo: { field: "entity_id", query: "creditmemo", argument: "id" },
  },
  cursors: { Order: { filter: "entity_id", field: "entity_id" } },
};
