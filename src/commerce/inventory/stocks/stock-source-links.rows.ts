import type { Db } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { StockSourceLink, type StockSourceLinkSearchResults } from "./stock-source-links.types.js";

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
