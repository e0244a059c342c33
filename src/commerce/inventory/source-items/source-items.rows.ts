import { products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { fieldsByCode } from "../../../api/search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchPage } from "../../../api/search-criteria/search-page.sql.js";
import type { SourceItem, SourceItemSearchResults } from "./source-items.types.js";

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
