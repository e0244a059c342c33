import { lazily } from "../../../../api/call/answer/lazy-list.js";
import type { CatalogContext } from "../../catalog-context.js";
import type { Configured } from "../../../../config.js";
import { compileSearch } from "../../../../api/search-criteria/compile-sql.js";
import { totalOfPage } from "../../../../api/search-criteria/count-rows.sql.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { isOfGlobalPrices, productFields } from "./product-fields.sql.js";
import { toProduct, partsToRead } from "./product-output.js";
import {
  countGlobalPrices,
  countProducts,
  type ListedProduct,
  parseProduct,
  readProducts,
  readProductsCounted,
  type ReadScope,
} from "../product.sql.js";
import { readProduct } from "../products-by-sku.sql.js";
import type { Found } from "../../../../api/search-criteria/search-results.js";
import type { Product } from "../product.types.js";
import { addTypeParts, putTypeParts, readTypeParts } from "../save/type-parts.js";
import type { ConfiguredContext } from "../../../../api/call/context.js";

/** Returns the scope of a read: the values of a store view, with prices in the configured scope. */
export const readScope = (storeId: number, { config }: Configured): ReadScope => ({
  storeId,
  priceScope: config.PORTICO_PRICE_SCOPE,
});

/** Returns a product with the values of a store view, or undefined for an unknown SKU. */
export async function readOneProduct(sku: string, storeId: number, ctx: CatalogContext): Promise<Product | undefined> {
  const { db, selection } = ctx;
  const scope = readScope(storeId, ctx);
  const row = await readProduct(db, { sku, scope, wanted: partsToRead(selection, "one") });
  if (!row) return undefined;
  return addTypeParts(toProduct(row), scope, { db, selection });
}

const nothing = { rows: [], total: undefined };

async function read(
  page: Parameters<typeof readProducts>[2],
  isCounted: boolean,
  { within, db }: { readonly within: ReadScope; readonly db: CatalogContext["db"] },
) {
  if (isCounted && page.search.isIndexed && page.search.limit !== "") return readProductsCounted(db, within, page);
  return { rows: await readProducts(db, within, page), total: undefined };
}

/** Returns a page of products, with the total count if requested. */
export async function listProducts(criteria: SearchCriteria, ctx: CatalogContext): Promise<Found<Product>> {
  const { db, scope, selection } = ctx;
  const within = readScope(scope.storeId, ctx);
  const field = await productFields(criteria, within, db);
  const compile = (of: SearchCriteria, values: readonly unknown[]) =>
    compileSearch(of, { field, tieBreaker: "p.id", ignoresUnknownSorts: true, values });
  const search = compile(criteria, [scope.storeId]);
  const items = selection?.at("items");
  const isRead = !selection || selection.has("items");
  const isCounted = !selection || selection.has("total_count");
  const page = { search, wanted: partsToRead(items, "list") };
  const { rows, total } = isRead ? await read(page, isCounted, { within, db }) : nothing;
  const products = await productsOf(rows, within, { db, selection: items });
  const known = isRead ? (total ?? totalOfPage(criteria, rows.length)) : undefined;
  const count = () => {
    const all = { ...criteria, sort_orders: null, page_size: null };
    return isOfGlobalPrices(all, within)
      ? countGlobalPrices(db, compile(all, []))
      : countProducts(db, compile(all, [scope.storeId]));
  };
  return {
    items: products,
    search_criteria: search.criteria,
    total_count: known ?? (isCounted ? await count() : 0),
  };
}

/** Returns products by id with the values of the store view, in id order. */
export async function readProductsByIds(
  ids: readonly number[],
  ctx: Pick<CatalogContext, "db" | "scope" | "selection" | "config">,
): Promise<Iterable<Product>> {
  if (ids.length === 0) return [];
  const { db, scope, selection } = ctx;
  const search = {
    where: "p.id = any($2::int[])",
    orderBy: "order by p.id",
    limit: "",
    values: [scope.storeId, ids],
    criteria: {},
  };
  const within = readScope(scope.storeId, ctx);
  const rows = await readProducts(db, within, { search, wanted: partsToRead(selection, "list") });
  return productsOf(rows, within, { db, selection });
}

/** Returns the products of a page with the parts of their types. Each product is made when it is written. */
async function productsOf(
  rows: readonly ListedProduct[],
  scope: ReadScope,
  wanted: Pick<CatalogContext, "db" | "selection">,
): Promise<Iterable<Product>> {
  const parts = await readTypeParts(rows, scope, wanted);
  return lazily(rows, (row) => putTypeParts(toProduct(parseProduct(row)), parts));
}

/** Returns products by id, each read once. */
export async function readProductMap(
  wanted: readonly { readonly id: number }[],
  ctx: ConfiguredContext,
): Promise<ReadonlyMap<number, Product>> {
  const found = await readProductsByIds([...new Set(wanted.map(({ id }) => id))], ctx);
  const byId = new Map<number, Product>();
  for (const product of found) if (product.id != null) byId.set(product.id, product);
  return byId;
}
