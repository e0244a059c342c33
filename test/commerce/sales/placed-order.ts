import { reserve } from "../../../src/commerce/inventory/published.reservations.js";
import { asQuantity } from "../../../src/platform/money/amount.js";
import type { NewOrder } from "../../../src/commerce/sales/published.orders.js";
import type { TestApp } from "../../support/app.js";
import { address } from "./support.js";
import { writeOrder } from "./write-order.js";

/** A line of an order that is placed; the parts of a composite line follow it. */
export interface PlacedLine {
  readonly sku: string;
  readonly qty: number;
  readonly columns?: NewOrder["items"][number]["columns"];
  readonly parts?: readonly PlacedLine[];
}

/** An order that was placed, with the ids of its lines in the order in which they were given. */
export interface PlacedOrder {
  readonly id: number;
  readonly incrementId: string;
  readonly items: readonly number[];
}

/** Places an order that reserves stock, as carts do. */
export async function placeOrder(
  app: TestApp,
  lines: readonly PlacedLine[],
  columns: Partial<NewOrder["columns"]> = {},
): Promise<PlacedOrder> {
  const products = await app.db.models.product.findMany({ select: { id: true, sku: true } });
  const idOf = new Map(products.map(({ id, sku }) => [sku, id]));
  const items = lines.flatMap((line) => [line, ...(line.parts ?? [])]);
  const sold = items.filter(({ parts, columns: more }) => !parts && !more?.is_virtual);
  const { orderId, incrementId } = await app.db.transaction(async (tx) => {
    const placed = await writeOrder(tx, {
      columns: { store_id: 1, state: "new", status: "pending", base_currency_code: "USD", ...columns },
      items: sameColumns(
        items.map((line) => ({
          ...{ sku: line.sku, product_id: idOf.get(line.sku) ?? null, qty_ordered: String(line.qty) },
          product_type: line.parts ? "bundle" : "simple",
          ...line.columns,
        })),
      ).map((row, at) => ({ columns: row, parent: parentOf(lines, items[at]) })),
      billingAddress: { ...address },
      shippingAddress: { ...address },
      payment: { method: "checkmo" },
    });
    const event = { type: "order_placed", orderId: placed.orderId, orderIncrementId: placed.incrementId } as const;
    const reserved = sold.map(({ sku, qty }) => ({ sku, quantity: asQuantity(qty) }));
    if (reserved.length > 0) await reserve(tx, event, { stockId: 1, items: reserved });
    return placed;
  });
  const rows = await app.db.models.salesOrderItem.findMany({
    where: { order_id: orderId },
    orderBy: { item_id: "asc" },
    select: { item_id: true },
  });
  return { id: orderId, incrementId, items: rows.map(({ item_id: id }) => id) };
}

function parentOf(lines: readonly PlacedLine[], part: PlacedLine | undefined): number | undefined {
  const all = lines.flatMap((line) => [line, ...(line.parts ?? [])]);
  const parent = lines.find(({ parts }) => part && parts?.includes(part));
  return parent && all.indexOf(parent);
}

function sameColumns<Given extends object>(rows: readonly Given[]): Given[] {
  const empty = Object.fromEntries(rows.flatMap(Object.keys).map((name) => [name, null]));
  return rows.map((row) => ({ ...empty, ...row }));
}
