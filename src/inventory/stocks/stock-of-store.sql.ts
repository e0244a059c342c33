// SQL: measured by `invoice-and-ship`: read for every order that is shipped, invoiced or canceled.
import type { Db } from "../../db/database.js";
import { websiteOfStoreView } from "../../store/published.sql.js";
import { defaultSource } from "../sources/source-code.js";
import { defaultStock } from "./stock-id.js";

/** The stock that a store view sells from. */
export interface SellingStock {
  readonly stockId: number;
  /** Source of a shipment by default: the source of the stock if there is exactly one, otherwise the default source. */
  readonly usualSource: string;
}

const usualSource = (
  stockId: string,
) => `(select case when count(*) = 1 then min(l.source_code) else '${defaultSource}' end
    from inventory_stock_source_link l where l.stock_id = ${stockId})`;

/** Returns the stock that a store view sells from; the default one for an unknown store view. */
export async function readStockOfStore(db: Db, storeId: number): Promise<SellingStock> {
  const stock = await db.one<SellingStock>(
    `select s.stock_id as "stockId", ${usualSource("s.stock_id")} as "usualSource"
    from (select coalesce((select w.stock_id from inventory_website_stock w
      where w.website_id = coalesce(${websiteOfStoreView("$1::int")}, 0)), ${defaultStock}) as stock_id) as s`,
    [storeId],
  );
  return stock ?? { stockId: defaultStock, usualSource: defaultSource };
}

/** Returns the default source of shipments from a stock. */
export async function readUsualSource(db: Db, stockId: number): Promise<string> {
  const row = await db.one<{ code: string }>(`select ${usualSource("$1::int")} as code`, [stockId]);
  return row?.code ?? defaultSource;
}
