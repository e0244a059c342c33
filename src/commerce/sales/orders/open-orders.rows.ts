import type { Db } from "../../../platform/db/database.js";
import type { Compensation, OpenOrders } from "../../inventory/published.js";
import { add } from "../../../platform/money/arithmetic.js";
import { type Line, linesOf, unitsToReserve } from "./items/item-quantities.js";
import type { ItemRow } from "./stored-order.js";
import { readStockOfOrder } from "./stock-of-order.js";
import { keyOf } from "../../../platform/db/models.js";

/** States of orders that no longer need stock. */
const finished = ["complete", "closed", "canceled"];

/** Reads the units that placed orders still need, for the comparison with their reservations. */
export const openOrders: OpenOrders = {
  readOpen: async (db, numbers) => {
    const orders = await db.models.salesOrder.findMany({
      where: { increment_id: { in: [...numbers] }, is_placed: true },
      select: { increment_id: true, store_id: true, state: true, items: true },
    });
    const needed = new Map<string, Compensation[]>(orders.map(({ increment_id: number }) => [number, []]));
    const open = orders.filter(({ state }) => !finished.includes(state ?? ""));
    for (const storeId of new Set(open.map(({ store_id: id }) => id))) {
      const ofStore = open.filter(({ store_id: id }) => id === storeId);
      const lines = ofStore.flatMap(({ increment_id: order, items }) =>
        linesOf(items)
          .filter((line) => !line.hasParts)
          .map((line) => ({ order, line })),
      );
      for (const one of await computeNeeded(db, storeId, lines)) addTo(needed.get(one.order) ?? [], one);
    }
    return needed;
  },
};

interface OrderLine {
  readonly order: string;
  readonly line: Line<ItemRow>;
}

async function computeNeeded(db: Db, store_id: number, lines: readonly OrderLine[]): Promise<Compensation[]> {
  const units = lines.map(({ line }) => ({ row: line.row, quantity: unitsToReserve(line) }));
  const { stockId, items } = await readStockOfOrder(db, { store_id }, units);
  return items.flatMap(({ sku, quantity }, at) => {
    const order = lines[at]?.order;
    return order === undefined ? [] : [{ order, sku, stockId, quantity }];
  });
}

/** Adds units to those with the same SKU. */
function addTo(sums: Compensation[], one: Compensation): void {
  const at = sums.findIndex(({ sku }) => keyOf(sku) === keyOf(one.sku));
  const before = sums[at];
  if (before) sums[at] = { ...before, quantity: add(before.quantity, one.quantity) };
  else sums.push(one);
}
