import { products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { fieldsByCode } from "../../../api/search-criteria/sql-field.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchPage } from "../../../api/search-criteria/search-page.sql.js";
import type { SourceItem, SourceItemSearchResults } from "./source-items.types.js";
import { sourceKey } from "../sources/source-rules.js";
import { keyOf } from "../../../platform/db/models.js";

const field = fieldsByCode({
  source_item_id: { sql: "item.source_item_id", type: "integer" },
  sku: { sql: "item.sku_key", type: "key" },
  source_code: { sql: "item.source_code", type: "text" },
  quantity: { sql: "item.quantity", type: "decimal" },
  status: { sql: "item.status", type: "integer" },
});

/** Returns the quantities at sources that match the criteria. SKUs are spelled as in their products. */
export const searchSourceItems = (db: Db, searchCriteria: SearchCriteria): Promise<SourceItemSearchResults> =>
  searchPage<SourceItem>(db, searchCriteria, {
    columns: "coalesce(p.sku, item.sku) as sku, item.source_code, item.quantity, item.status",
    from: `inventory_source_item item left join ${products} p on p.sku_key = item.sku_key`,
    field,
    tieBreaker: "item.source_item_id",
  });

/** A SKU at a source, both case-insensitive. */
export interface SourceItemKey {
  readonly sku: string;
  readonly code: string;
}

export interface SourceItemWrite extends SourceItemKey {
  readonly quantity: string;
  readonly status: number;
}

/** Returns the keys of SKUs and of sources as parameters of a statement. */
export const keysOf = (items: readonly SourceItemKey[]) => [
  items.map(({ sku }) => keyOf(sku)),
  items.map(({ code }) => sourceKey(code)),
];

/**
 * Sets quantities and statuses, in the order of their keys, as every statement does; each pair must occur once. Returns
 * the number of written rows, which excludes unknown sources.
 */
// SQL: set-based writes: thousands of quantities in one statement (measured by `save-source-items`).
export function writeSourceItems(db: Db, items: readonly SourceItemWrite[]): Promise<number> {
  return db.execute(
    `insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
    select source.source_code, given.sku, given.sku_key, given.quantity, given.status
    from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::int[])
      as given (sku_key, code_key, sku, quantity, status)
    join inventory_source source on source.source_code_key = given.code_key
    order by given.sku_key, source.source_code
    on conflict (sku_key, source_code) do update set quantity = excluded.quantity, status = excluded.status`,
    [
      ...keysOf(items),
      items.map(({ sku }) => sku),
      items.map(({ quantity }) => quantity),
      items.map(({ status }) => status),
    ],
  );
}

/** Removes source items with their low-stock thresholds. Unknown pairs are ignored. */
// SQL: set-based writes: thousands of quantities in one statement (measured by `save-source-items`).
export async function removeSourceItems(db: Db, items: readonly SourceItemKey[]): Promise<void> {
  await db.query(
    `select count(*) from (
      select from inventory_source_item item
      join inventory_source source on source.source_code = item.source_code
      join unnest($1::text[], $2::text[]) as given (sku_key, code_key)
        on given.sku_key = item.sku_key and given.code_key = source.source_code_key
      order by item.sku_key, item.source_code for update of item) as locked`,
    keysOf(items),
  );
  for (const table of ["inventory_source_item", "inventory_low_stock_notification"]) {
    await db.execute(
      `delete from ${table} item
      using unnest($1::text[], $2::text[]) as given (sku_key, code_key), inventory_source source
      where item.sku_key = given.sku_key and item.source_code = source.source_code
        and source.source_code_key = given.code_key`,
      keysOf(items),
    );
  }
}
