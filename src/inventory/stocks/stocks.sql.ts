// SQL: a lock. Saves of stocks run one after another, because each may move websites away from other stocks.
import type { Db } from "../../db/database.js";
import { defaultStock } from "./stock-id.js";

/** Locks the stocks and their sales channels until the transaction ends. */
export async function lockStocks(db: Db): Promise<void> {
  await db.query("select 1 from inventory_stock where stock_id = $1 for no key update", [defaultStock]);
}
