// SQL: set-based reads of whole catalogs, over relations that models cannot join.
import type { ConfiguredContext } from "../../../api/call/context.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchPage, type SearchPage } from "../../../api/search-criteria/search-page.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { productFields } from "../../catalog/published.pages.js";
import { isSoldOn, products, valueTables } from "../../catalog/published.sql.js";
import { isStocked, type Salability, stockOfProduct } from "../salability/salability.sql.js";

interface StockedProduct extends Pick<Salability, "sku" | "type_id" | "is_managed" | "is_salable"> {
  /** Quantity at enabled sources, reserved ones included. */
  readonly present: Salability["quantity"];
}

/** Returns the products of a website that a stock can have, by id. */
export const readStockOfProducts = (
  db: Db,
  { websiteId, stockId }: { readonly websiteId: number; readonly stockId: number },
): Promise<StockedProduct[]> =>
  db.query<StockedProduct>(
    `select p.sku, p.type_id, held.present, held.is_managed, held.is_salable
    from ${products} p cross join lateral ${stockOfProduct("$2::int")} as held
    where ${isSoldOn("p.id", "$1::int")} and ${isStocked("$2::int")}
    order by p.id`,
    [websiteId, stockId],
  );

type StockedSku = Pick<Salability, "sku" | "sku_key">;

/** Searches the products that a stock can have, by the fields of products. */
export async function searchStockedSkus(
  criteria: SearchCriteria,
  stockId: number,
  { db, scope: { storeId }, config }: ConfiguredContext,
): Promise<SearchPage<StockedSku>> {
  return searchPage<StockedSku>(db, criteria, {
    columns: "p.sku, p.sku_key",
    from: `${products} p ${valueTables}`,
    condition: isStocked("$2::int"),
    field: await productFields(criteria, { storeId, priceScope: config.PORTICO_PRICE_SCOPE }, db),
    tieBreaker: "p.id",
    ignoresUnknownSorts: true,
    values: [storeId, stockId],
  });
}
