import type { Db } from "../db/database.js";
import { lineQuantityError, readWebsiteSaleFacts, type StockChange } from "../inventory/published.js";
import { asQuantity, asRatio, type Quantity } from "../money/amount.js";
import { multiply, sum } from "../money/arithmetic.js";
import type { CartLine, CartState } from "./cart-state.rows.js";
import { partsByLine } from "./facts/refreshed-lines.js";

/** What an order of a cart takes from stock, and why it cannot. */
interface StockedLines extends StockChange {
  /** Texts of what stands in the way of the lines, each once. */
  readonly errors: readonly string[];
}

interface SoldLine {
  readonly line: CartLine;
  readonly qty: Quantity;
  readonly isPart: boolean;
}

/**
 * Reads the stock of all lines of a cart and returns what they take from it: of composite products their parts take it. The
 * stock is that of the website; a cart whose products have none takes from stock 1, the default.
 */
export async function readStockedLines(
  db: Db,
  { items, store, customer_group_id: groupId }: CartState,
): Promise<StockedLines> {
  const sold = soldLines(items);
  const ids = [...new Set(sold.map(({ line }) => line.product_id))];
  const stock = await readWebsiteSaleFacts(db, store.website_id, { ids, skuKeys: [] });
  const inAll = (id: number) => sum(sold.filter(({ line }) => line.product_id === id).map(({ qty }) => qty));
  const errors = sold.flatMap(({ line, qty, isPart }) => {
    const facts = stock.get(line.product_id);
    if (!facts) return ["Product that you are trying to add is not available."];
    const partName = isPart ? line.name : undefined;
    return lineQuantityError(facts, { qty, inAll: inAll(line.product_id), groupId, partName }) ?? [];
  });
  const [first] = stock.values();
  return {
    errors: [...new Set(errors)],
    stockId: first?.stock_id ?? 1,
    items: sold.map(({ line, qty }) => ({ sku: stock.get(line.product_id)?.sku ?? line.sku, quantity: qty })),
  };
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
