import type { Db } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { StockSourceLink, type StockSourceLinkSearchResults } from "./stock-source-links.types.js";
import { sourceKey } from "../sources/source-rules.js";

/** The names of the shape and the id, which the shape lacks but Magento's clients search by. */
const fields = modelFields("inventoryStockSourceLink", StockSourceLink, { link_id: "link_id" });

/** Returns the links that match the criteria. */
export async function searchLinks(db: Db, searchCriteria: SearchCriteria): Promise<StockSourceLinkSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.inventoryStockSourceLink.findMany(query),
  });
  return { ...page, items: page.items.map(({ link_id: _id, ...link }) => link) };
}

/** A link of a stock and a source, whose code is case-insensitive. */
export interface LinkedPair {
  readonly stockId: number;
  readonly code: string;
}

export interface LinkWrite extends LinkedPair {
  readonly priority: number;
}

/**
 * Creates links or sets their priorities. Returns the number of written links, which excludes unknown stocks and sources.
 */
// SQL: set-based writes: many links in one statement.
export function writeLinks(db: Db, links: readonly LinkWrite[]): Promise<number> {
  return db.execute(
    `insert into inventory_stock_source_link (stock_id, source_code, priority)
    select stock.stock_id, source.source_code, given.priority
    from unnest($1::int[], $2::text[], $3::int[]) as given (stock_id, code_key, priority)
    join inventory_stock stock on stock.stock_id = given.stock_id
    join inventory_source source on source.source_code_key = given.code_key
    order by given.stock_id, given.code_key
    on conflict (stock_id, source_code) do update set priority = excluded.priority`,
    [
      links.map(({ stockId }) => stockId),
      links.map(({ code }) => sourceKey(code)),
      links.map(({ priority }) => priority),
    ],
  );
}

/** Removes the links of pairs. Unknown pairs are ignored. */
// SQL: set-based writes: many links in one statement.
export async function removeLinks(db: Db, pairs: readonly LinkedPair[]): Promise<void> {
  await db.execute(
    `delete from inventory_stock_source_link link
    using unnest($1::int[], $2::text[]) as given (stock_id, code_key), inventory_source source
    where link.stock_id = given.stock_id and link.source_code = source.source_code
      and source.source_code_key = given.code_key`,
    [pairs.map(({ stockId }) => stockId), pairs.map(({ code }) => sourceKey(code))],
  );
}
