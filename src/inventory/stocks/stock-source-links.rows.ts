import type { Db } from "../../db/database.js";
import type { SqlField } from "../../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchPage } from "../../search-criteria/search-page.sql.js";
import type { StockSourceLink, StockSourceLinkSearchResults } from "./stock-source-links.types.js";

const fields: Readonly<Record<string, SqlField>> = {
  link_id: { sql: "link_id", type: "integer" },
  stock_id: { sql: "stock_id", type: "integer" },
  source_code: { sql: "source_code", type: "text" },
  priority: { sql: "priority", type: "integer" },
};

/** Returns the links that the criteria select. */
export const searchLinks = (db: Db, searchCriteria: SearchCriteria): Promise<StockSourceLinkSearchResults> =>
  searchPage<StockSourceLink>(db, searchCriteria, {
    columns: "stock_id, source_code, priority",
    from: "inventory_stock_source_link",
    field: (name) => fields[name],
    tieBreaker: "link_id",
  });
