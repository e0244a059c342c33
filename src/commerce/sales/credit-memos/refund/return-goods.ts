import type { Db } from "../../../../platform/db/database.js";
import { type ReturnedUnits, returnToStock } from "../../../inventory/published.js";
import { asQuantity, zeroQuantity, type Quantity } from "../../../../platform/money/amount.js";
import { add, isPositive, max, subtract, sum } from "../../../../platform/money/arithmetic.js";
import { documentEvent, hasOwnStock } from "../../documents/document-stock.js";
import { linesOf, unitsToReserve } from "../../orders/items/item-quantities.js";
import type { ItemRow, StoredOrder } from "../../orders/stored-order.js";
import { readStockOfOrder } from "../../orders/stock-of-order.js";
import { leavingUnits } from "../../shipments/lines-to-ship.js";
import { refundedProducts } from "./lines-to-refund.js";
import { readShippedLines } from "../../shipments/shipments.rows.js";
import { readReturnedUnits, readTakenUnits } from "./moved-units.rows.js";

/** Goods of a credit memo. */
export interface ReturnedGoods {
  readonly memoId: number;
  /** Refunded units by the id of the order line. */
  readonly units: ReadonlyMap<number, Quantity>;
  /** Returns whether the units of a line go back to stock. */
  readonly isReturned: (row: ItemRow, parent: ItemRow | undefined) => boolean;
}

/**
 * Returns the goods of a credit memo: ends their reservations, and puts those that go back to stock into the sources that
 * they left. Returns the units that went back by the id of the order line.
 */
export async function returnGoods(
  db: Db,
  order: StoredOrder,
  { memoId, units, isReturned }: ReturnedGoods,
): Promise<ReadonlyMap<number, ReturnedUnits>> {
  const products = refundedProducts(order.items, units).filter(({ row }) => hasOwnStock(row));
  if (products.length === 0) return new Map();
  const returned = products.map(({ row, parent }) => isReturned(row, parent));
  const away = returned.includes(true) ? await readUnreturnedUnits(db, order) : new Map<number, SourceUnits>();
  const reserved = new Map(linesOf(order.items).map((line) => [line.row.item_id, unitsToReserve(line)]));
  const { stockId, items } = await readStockOfOrder(db, order, products);
  const event = documentEvent(order, "creditmemo_created", memoId);
  const back = await returnToStock(db, event, {
    stockId,
    items: items.map((item, at) => ({
      ...item,
      isReturned: returned[at] ?? false,
      reserved: reserved.get(products[at]?.row.item_id ?? 0) ?? zeroQuantity,
      unshipped: unshippedUnits(products[at]?.row, away.get(products[at]?.row.item_id ?? 0)),
      shipped: [...(away.get(products[at]?.row.item_id ?? 0) ?? [])]
        .map(([source, quantity]) => ({ source, quantity }))
        .filter(({ quantity }) => isPositive(quantity)),
    })),
  });
  return new Map(products.map(({ row }, at) => [row.item_id, back[at] ?? []]));
}

/**
 * Returns the units of a line that are invoiced and neither refunded nor shipped. `away`: the shipped units that did not
 * return; undefined if they are not known.
 */
function unshippedUnits(row: ItemRow | undefined, away: SourceUnits | undefined): Quantity {
  const units = (name: "qty_invoiced" | "qty_refunded" | "qty_shipped") => asQuantity(row?.[name] ?? 0);
  const shipped = away ? sum([zeroQuantity, ...away.values()]) : units("qty_shipped");
  return max(subtract(subtract(units("qty_invoiced"), units("qty_refunded")), shipped), zeroQuantity);
}

/** Units by the code of their source. */
type SourceUnits = Map<string, Quantity>;

/** Returns units as stored in the columns `returned_to` and `taken_from`. */
const asReturnedUnits = (kept: unknown): ReturnedUnits => (Array.isArray(kept) ? (kept as ReturnedUnits) : []);

/** Returns the units that left each source and did not return yet, by the id of the order line. */
async function readUnreturnedUnits(db: Db, order: StoredOrder): Promise<ReadonlyMap<number, SourceUnits>> {
  const { entity_id: order_id, items: rows } = order;
  const [shipments, invoiced, returned] = await Promise.all([
    readShippedLines(db, order_id),
    readTakenUnits(db, order_id),
    readReturnedUnits(db, order_id),
  ]);
  const away = new Map<number, SourceUnits>();
  const move = (id: number, source: string, units: Quantity) => {
    const ofLine = away.get(id) ?? new Map<string, Quantity>();
    away.set(id, ofLine.set(source, add(ofLine.get(source) ?? zeroQuantity, units)));
  };
  for (const { source_code, items } of shipments) {
    const units = new Map(items.map(({ order_item_id: id, qty }) => [id, asQuantity(qty)]));
    for (const { row, quantity } of leavingUnits(rows, units)) move(row.item_id, source_code ?? "", quantity);
  }
  for (const { order_item_id: id, taken_from } of invoiced) {
    for (const { source, quantity } of asReturnedUnits(taken_from)) move(id, source, asQuantity(quantity));
  }
  for (const { order_item_id: id, returned_to } of returned) {
    for (const { source, quantity } of asReturnedUnits(returned_to)) {
      move(id, source, subtract(zeroQuantity, asQuantity(quantity)));
    }
  }
  return away;
}
