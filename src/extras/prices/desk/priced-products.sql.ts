// SQL: models cannot page by a cursor through joined values of documents and prices, nor read single changes of prices.
import { compileSearch } from "../../../api/search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { products, valueOf, valueTables } from "../../../commerce/catalog/published.sql.js";
import { lastChangeOf } from "../../../commerce/pricing/history/changes/read-changes.sql.js";
import { productTierPrices } from "../../../commerce/pricing/prices.sql.js";
import { priceOf, type PriceReading } from "../../../commerce/pricing/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { searchesHistory } from "./history-rights.js";
import { formatCursor, parseCursor } from "./price-cursor.js";
import { marginOf, pricedProductFields, quantityInStock, stockOfAll } from "./priced-product-fields.sql.js";
import type { PricedProduct } from "./priced-products.types.js";
import { type PageOrder, pageOrderOf } from "./page-order.js";

/** A page to read. */
export interface PricedProductsQuery {
  readonly criteria: SearchCriteria;
  /** 0 for the prices of all store views. */
  readonly storeId: number;
  readonly after: string | null | undefined;
  readonly size: number;
  /** Whether the caller may see who changed prices. */
  readonly hasHistory: boolean;
}

export interface StoredPricedProduct extends Omit<PricedProduct, "changed_by"> {
  readonly actor_type: number | null;
  readonly actor_id: number | null;
}

interface FoundProduct extends StoredPricedProduct {
  readonly sort_value: string | null;
  /** Null if the matches must be counted separately. */
  readonly total: number | null;
}

export interface FoundPage {
  readonly items: StoredPricedProduct[];
  readonly criteria: SearchCriteria;
  readonly total: number | null;
  readonly next: string | null;
}

/** The last change of a price of product `p`. The rows have the same types without the right to the history. */
const lastChange = (hasHistory: boolean) => `left join lateral (
    select s.actor_type, s.actor_id, s.changed_at from ${lastChangeOf("p.id")} where ${hasHistory}) change on true`;

const columnsOf = (reading: PriceReading) => `p.id, p.sku, ${valueOf("name")} as name, p.type_id,
  (${valueOf("status")})::int as status, nullif(${valueOf("thumbnail")}, 'no_selection') as thumbnail,
  ${priceOf("price", reading)} as price, ${priceOf("special_price", reading)} as special_price,
  ${priceOf("special_from", reading)} as special_from, ${priceOf("special_to", reading)} as special_to,
  ${priceOf("cost", reading)} as cost, ${marginOf(reading)} as margin_percent, tier.tier_price_count,
  tier.lowest_tier_price, ${quantityInStock} as quantity, change.actor_type, change.actor_id,
  to_char(change.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_at`;

const tiers = `left join lateral (select count(*)::int as tier_price_count, min(t.value) as lowest_tier_price
    from ${productTierPrices} t where t.product_id = p.id) tier on true`;

/**
 * Reads a page in one statement. Without a cursor, matches that an index or the history finds are found once, for the page
 * and to count them; a second statement counts others.
 */
export async function findPricedProducts(
  db: Db,
  { criteria, storeId, after, size, hasHistory }: PricedProductsQuery,
  reading: PriceReading,
): Promise<FoundPage> {
  const field = pricedProductFields(reading);
  const order = pageOrderOf(criteria, field);
  const search = compileSearch(
    { filter_groups: criteria.filter_groups ?? [] },
    { field, tieBreaker: "p.id", values: [storeId] },
  );
  const matching = `from ${products} p ${valueTables} ${stockOfAll} where $1::int is not null and ${search.where}`;
  const values = [...search.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const orderBy = `order by sort_value ${order.direction}, p.id`;
  const isLater = after ? placeCondition(order, parseCursor(after, order.name), bind) : "true";
  const wantsTotal = !after && !criteria.isUncounted;
  const isCounted = wantsTotal && (search.isIndexed === true || searchesHistory(criteria));
  const all = `select p.id, ${order.sql} as sort_value ${matching}`;
  const found = await db.query<FoundProduct>(
    `with ${isCounted ? `found as materialized (${all}), ` : ""}page as materialized (
      select id, sort_value from ${isCounted ? "found" : `(${all} ${order.fence})`} p
      where ${isLater} ${orderBy} limit ${bind(size + 1)}::int)
    select ${columnsOf(reading)}, page.sort_value::text as sort_value,
      ${isCounted ? "(select count(*)::int from found)" : "null::int"} as total
    from page join ${products} p on p.id = page.id ${valueTables} ${tiers} ${lastChange(hasHistory)}
    ${orderBy.replaceAll("sort_value", "page.sort_value")}`,
    values,
  );
  const count = () => db.one<{ total: number }>(`select count(*)::int as total ${matching}`, search.values);
  const total = !wantsTotal ? null : isCounted ? (found[0]?.total ?? 0) : (await count())?.total;
  const last = found.length > size ? found[size - 1] : undefined;
  return {
    items: found.slice(0, size).map(({ sort_value: _, total: __, ...item }) => item),
    criteria: { ...search.criteria, sort_orders: criteria.sort_orders ?? null, page_size: size, current_page: 1 },
    total: total ?? null,
    next: last ? formatCursor({ order: order.name, value: last.sort_value, id: last.id }) : null,
  };
}

/** Filters of products. */
export interface ProductFilter {
  readonly groups: NonNullable<SearchCriteria["filter_groups"]>;
  /** The store view whose values are compared; 0 for all store views. */
  readonly storeId: number;
}

/** SQL of the ids of the products that match filters, with the parameters of the statement. */
export interface FilteredIds {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Returns SQL of the ids of the products that match filters. The first parameter of the statement is the store view. */
export function filteredIds(
  { groups, storeId }: ProductFilter,
  values: readonly unknown[],
  reading: PriceReading,
): FilteredIds {
  const field = pricedProductFields(reading);
  const search = compileSearch({ filter_groups: groups }, { field, tieBreaker: "p.id", values: [storeId, ...values] });
  const sql = `(select p.id from ${products} p ${valueTables} ${stockOfAll} where $1::int is not null and ${search.where})`;
  return { sql, values: search.values };
}

/** Returns the condition that product `p` comes after a place. Products without a value are the last ones. */
function placeCondition(
  { cast, isAscending, isRequired }: PageOrder,
  { value, id }: { readonly value: string | null; readonly id: number },
  bind: (value: unknown) => string,
): string {
  const isNext = `p.id > ${bind(id)}::int`;
  if (value === null) return `(sort_value is null and ${isNext})`;
  const bound = `${bind(value)}::text::${cast}`;
  const further = `(sort_value ${isAscending ? ">" : "<"} ${bound} or (sort_value = ${bound} and ${isNext})`;
  return isRequired ? `${further})` : `${further} or sort_value is null)`;
}
