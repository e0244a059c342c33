import type { Db } from "../../../platform/db/database.js";
import { lineQuantityError, readWebsiteSaleFacts, type StockedFacts } from "../../inventory/published.salability.js";
import type { StockChange } from "../../inventory/published.reservations.js";
import { asQuantity, asRatio, type Quantity, zeroQuantity } from "../../../platform/money/amount.js";
import { add, isPositive, max, min, multiply, subtract, sum } from "../../../platform/money/arithmetic.js";
import type { CartLine, CartState } from "../state/cart-state.rows.js";
import { partsByLine } from "../facts/refreshed-lines.js";

/** The stock change of an order of a cart, and the errors that prevent the order. */
export interface CartStockChange extends StockChange {
  /** Error messages of the lines, without duplicates. */
  readonly errors: readonly string[];
  /** Units that are sold beyond the stock, by line id. */
  readonly backordered: ReadonlyMap<number, Quantity>;
}

interface SoldLine {
  readonly line: CartLine;
  readonly qty: Quantity;
  readonly isPart: boolean;
}

/** The stock of products, by product id. */
type CartStock = ReadonlyMap<number, StockedFacts>;

/** Reads the stock of the products of a cart on its website. */
export const readCartStock = (db: Db, { items, store }: CartState): Promise<CartStock> =>
  readWebsiteSaleFacts(db, store.website_id, {
    ids: [...new Set(items.map(({ product_id }) => product_id))],
    skuKeys: [],
  });

/**
 * Returns the quantities that the lines of a cart take from stock; for composite products, those of their parts. If the
 * products have no stock, stock 1, the default, is used.
 */
export function computeStockChange(
  { items, customer_group_id: groupId }: CartState,
  stock: CartStock,
): CartStockChange {
  const sold = soldLines(items);
  const inAll = (id: number) => sum(sold.filter(({ line }) => line.product_id === id).map(({ qty }) => qty));
  const errors = sold.flatMap(({ line, qty, isPart }) => {
    const facts = stock.get(line.product_id);
    if (!facts) return ["Product that you are trying to add is not available."];
    const partName = isPart ? line.name : undefined;
    return lineQuantityError(facts, { qty, totalQty: inAll(line.product_id), groupId, partName }) ?? [];
  });
  const [first] = stock.values();
  const backordered = sold.flatMap(({ line, qty }) => {
    const units = backorderedUnits(stock.get(line.product_id), qty, inAll(line.product_id));
    return isPositive(units) ? [[line.item_id, units] as const] : [];
  });
  return {
    backordered: new Map(backordered),
    errors: [...new Set(errors)],
    stockId: first?.stock_id ?? 1,
    items: sold.map(({ line, qty }) => ({ sku: stock.get(line.product_id)?.sku ?? line.sku, quantity: qty })),
  };
}

/**
 * Returns the units of a line that exceed the stock, given the units of its product in all lines. What a negative `min_qty`
 * lets orders exceed it by is backordered, too.
 */
function backorderedUnits(facts: StockedFacts | undefined, qty: Quantity, inAll: Quantity): Quantity {
  if (!facts?.is_managed || !facts.has_backorders) return zeroQuantity;
  const present = add(facts.quantity, facts.minimum);
  return min(qty, subtract(inAll, max(present, zeroQuantity)));
}

function soldLines(items: readonly CartLine[]): SoldLine[] {
  const parts = partsByLine(items);
  return items.flatMap((line): SoldLine[] => {
    if (line.parent_item_id !== null) return [];
    const below = parts.get(line.item_id) ?? [];
    if (below.length === 0) return [{ line, qty: asQuantity(line.qty), isPart: false }];
    const units = asRatio(line.qty);
    return below.map((part) => ({ line: part, qty: multiply(asQuantity(part.qty), units), isPart: true }));
  });
}
