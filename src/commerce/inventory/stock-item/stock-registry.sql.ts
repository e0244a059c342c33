// SQL: models cannot join stock items with products and with the settings that replace their columns.
import { isSoldOn, products } from "../../catalog/published.sql.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import type { Db } from "../../../platform/db/database.js";
import { type StockItemRow, stockItemColumns, type StockSettings, stockSettingsColumn } from "./stock-item.sql.js";
import { keyOf } from "../../../platform/db/models.js";

export interface StockRow {
  readonly stock: StockItemRow;
  readonly stock_settings: StockSettings | null;
}

/** Returns a product's stock, or undefined if no product has the SKU, case-insensitive. */
export const readStock = (db: Db, sku: string): Promise<StockRow | undefined> =>
  db.one<StockRow>(`select ${stockItemColumns} from ${products} p where p.sku_key = $1`, [keyOf(sku)]);

/** Uses a separate condition for a website, which the planner then joins as a whole instead of looking up each item. */
const lowOf = (websiteId: number) =>
  `select i.* from stock_item i where i.qty <= $1::numeric ${
    websiteId === 0 ? "and $2::int = 0" : `and ${isSoldOn("i.product_id", "$2::int")}`
  }`;

/** A page of low stock. */
export interface LowStockPage {
  /** 0 for all websites. */
  readonly websiteId: number;
  readonly qty: DecimalText;
  readonly page: number;
  /** 0 for all items on one page. */
  readonly size: number;
}

/** Returns a page of the stock items whose quantity is at most a given one, and the number of all, with one statement. */
export async function readLowStock(
  db: Db,
  { websiteId, qty, page, size }: LowStockPage,
): Promise<{ readonly items: StockItemRow[]; readonly total: number; readonly settings: StockSettings | null }> {
  const row = await db.one<{ items: StockItemRow[] | null; total: number; stock_settings: StockSettings | null }>(
    `with low as not materialized (${lowOf(websiteId)})
    select (select json_agg(to_json(page) order by page.item_id)
        from (select * from low order by item_id limit nullif($3::int, 0) offset ($4::bigint - 1) * $3::int) as page) as items,
      (select count(*) from low) as total, ${stockSettingsColumn}`,
    [qty, websiteId, size, page],
  );
  return { items: row?.items ?? [], total: row?.total ?? 0, settings: row?.stock_settings ?? null };
}
