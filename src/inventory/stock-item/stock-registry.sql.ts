import type { Db } from "../../db/database.js";
import {
  isInStock,
  type StockItemRow,
  stockItemColumns,
  type StockSettings,
  stockSettingsColumn,
} from "./stock-item.sql.js";
import type { LowStockPage } from "./stock-registry.js";

/** Whether the product of the given id is enabled and, by its own stock, can be bought. */
const canBeBought = (id: string) => `exists (select from stock_item i
    join product_values g on g.product_id = i.product_id and g.store_id = 0
    where i.product_id = ${id} and g.data ->> 'status' = '1' and ${isInStock("i")})`;

/** Of products that are made of others: whether there is one of each that the buyer cannot do without. */
const hasParts = `case p.type_id
    when 'configurable' then exists (
      select from configurable_link l where l.parent_id = p.id and ${canBeBought("l.child_id")})
    when 'grouped' then exists (
      select from product_link l where l.product_id = p.id and l.link_type = 3 and ${canBeBought("l.linked_product_id")})
    when 'bundle' then exists (
      select from bundle_option o join bundle_selection s on s.option_id = o.option_id
      where o.product_id = p.id and ${canBeBought("s.product_id")})
    and not exists (
      select from bundle_option o where o.product_id = p.id and o.required and not exists (
        select from bundle_selection s where s.option_id = o.option_id and ${canBeBought("s.product_id")}))
    else true end`;

export interface StockRow {
  readonly stock: StockItemRow;
  readonly stock_settings: StockSettings | null;
  readonly is_available: boolean;
}

/** A product's stock and whether it can be bought, or undefined where no product has the SKU, in any case. */
export async function readStock(db: Db, sku: string): Promise<StockRow | undefined> {
  const row = await db.one<StockRow>(
    `select ${stockItemColumns}, ${canBeBought("p.id")} and ${hasParts} as is_available
    from product p where p.sku_key = $1`,
    [sku.toLowerCase()],
  );
  return row;
}

/** A condition of its own for a website, which the planner then joins as a whole instead of looking each item up. */
const lowOf = (websiteId: number) =>
  `select i.* from stock_item i where i.qty <= $1::numeric ${
    websiteId === 0
      ? "and $2::int = 0"
      : "and exists (select from product_website w where w.product_id = i.product_id and w.website_id = $2::int)"
  }`;

/** Stock of no more than a quantity, with the number on all pages, in one statement. */
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
