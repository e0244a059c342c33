// SQL: measured by `GET /V1/products/:sku` and `list-products`.
import type { Row } from "../../../platform/db/models.js";
import type { Db } from "../../../platform/db/database.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { type StoredValues, type ValueOwner, valuesColumn } from "../../../api/search-criteria/added-values.sql.js";
import type { CompiledSearch } from "../../../api/search-criteria/compile-sql.js";
import { countRows } from "../../../api/search-criteria/count-rows.sql.js";
import { stockItemColumns, type StockItemRow, type StockSettings } from "../../inventory/published.sql.js";
import {
  globalPrices,
  priceColumns,
  priceOf,
  type PriceReading,
  shownTierPrices,
  type TierPriceRow,
} from "../../pricing/published.sql.js";
import { type MediaRow, mediaColumn } from "../media/product-media.sql.js";
import { optionsColumn } from "../options/product-option.rows.js";
import type { CustomOption } from "../options/product-option.types.js";
import { linksColumn } from "../links/product-link.sql.js";
import type { ProductLink } from "../links/product-link.types.js";
import type { ValueDocument } from "../value-documents.sql.js";
import { foundValueTables, valueTables } from "./value-tables.sql.js";

/** The values of the attributes that extensions add to products. */
export const productValues: ValueOwner = { shape: "Product", table: "product_added_value", column: "product_id" };

/** The parts of a product that each need a lookup; unrequested parts are not read. */
export interface PartsToRead {
  readonly websites: boolean;
  readonly categories: boolean;
  readonly tierPrices: boolean;
  readonly media: boolean;
  readonly options: boolean;
  readonly links: boolean;
  readonly stock: boolean;
  /** Attributes that extensions added. */
  readonly added: boolean;
}

/** A product as one statement reads it; unrequested parts are absent. */
export interface ProductRow extends Readonly<Omit<Row<"product">, "sku_key" | "has_fixed_price">> {
  readonly global_values: ValueDocument | null;
  readonly view_values: ValueDocument | null;
  readonly price: DecimalText | null;
  readonly special_price: DecimalText | null;
  readonly special_from: string | null;
  readonly special_to: string | null;
  readonly cost: DecimalText | null;
  readonly website_ids?: readonly number[] | null;
  readonly categories?: readonly (readonly [id: number, position: number])[] | null;
  readonly tier_prices?: readonly TierPriceRow[] | null;
  readonly media?: readonly MediaRow[] | null;
  readonly options?: CustomOption[] | null;
  readonly links?: ProductLink[] | null;
  readonly stock?: StockItemRow | null;
  readonly stock_settings?: StockSettings | null;
  readonly added?: StoredValues | null;
}

/** The store view whose values are read, and whether prices can differ by website. */
export interface ReadScope extends PriceReading {
  readonly storeId: number;
}

const ownColumns = (scope: ReadScope) => `p.id, p.sku, p.attribute_set_id, p.type_id, p.has_options, p.required_options,
  p.created_at::text, p.updated_at::text,
  g.data as global_values, v.data as view_values,
  ${priceColumns(scope)},
  ${priceOf("cost", scope)}::text as cost`;

const partColumns = (scope: ReadScope): Readonly<Record<keyof PartsToRead, string>> => ({
  websites: `array(select w.website_id from product_website w where w.product_id = p.id order by w.website_id)
    as website_ids`,
  categories: `array(select json_build_array(c.category_id, c.position)
    from product_category c where c.product_id = p.id order by c.category_id) as categories`,
  tierPrices: shownTierPrices(scope),
  media: mediaColumn,
  options: optionsColumn,
  links: linksColumn,
  stock: stockItemColumns,
  added: `${valuesColumn(productValues, "p.id")} as added`,
});

export const partNames = [
  "websites",
  "categories",
  "tierPrices",
  "media",
  "options",
  "links",
  "stock",
  "added",
] as const;

/** Returns the product as one JSON column, which takes a third of the time of reading two dozen columns. */
const productColumn = (wanted: PartsToRead, scope: ReadScope) => `${documentOf(wanted, scope)} as product`;
const listedColumns = (wanted: PartsToRead, scope: ReadScope) =>
  `p.id, p.type_id, ${documentOf(wanted, scope)}::text as product`;

function documentOf(wanted: PartsToRead, scope: ReadScope): string {
  const parts = partColumns(scope);
  const columns = [ownColumns(scope), ...partNames.filter((part) => wanted[part]).map((part) => parts[part])];
  return `(select row_to_json(whole) from (select ${columns.join(",\n  ")}) as whole)`;
}

/** Caches the text of each variant of a statement, which is prepared under its text: new texts are slow to look up. */
export function cacheTexts(statement: (column: string) => string): (wanted: PartsToRead, scope: ReadScope) => string {
  const texts = new Map<string, string>();
  return (wanted, scope) => {
    const key = [scope.priceScope, ...partNames.filter((part) => wanted[part])].join(" ");
    const text = texts.get(key) ?? statement(productColumn(wanted, scope));
    texts.set(key, text);
    return text;
  };
}

interface ProductPageQuery {
  /** The first parameter is the store view. */
  readonly search: CompiledSearch;
  readonly wanted: PartsToRead;
}

/** A product of a page, as text, so that a long page need not be parsed at once. */
export interface ListedProduct extends Pick<ProductRow, "id" | "type_id"> {
  /** JSON text of the row. */
  readonly product: string;
}

/** Parses the row of a listed product. */
export const parseProduct = ({ product }: ListedProduct): ProductRow => JSON.parse(product) as ProductRow;

/** Reads a page of products. Parts are read only for the products of the page. */
export function readProducts(db: Db, scope: ReadScope, { search, wanted }: ProductPageQuery): Promise<ListedProduct[]> {
  return db.query<ListedProduct>(
    `select ${listedColumns(wanted, scope)}
    from unnest(array(select p.id from product p ${valueTables} where ${search.where} ${search.orderBy} ${search.limit}))
      with ordinality as page (id, place)
    join product p on p.id = page.id ${foundValueTables}
    order by page.place`,
    search.values,
  );
}

/**
 * Like `readProducts`, but with the total count, for indexed searches: the matches are found once for both. The count
 * is unknown if the page is empty.
 */
export async function readProductsCounted(
  db: Db,
  scope: ReadScope,
  { search, wanted }: ProductPageQuery,
): Promise<{ readonly rows: ListedProduct[]; readonly total: number | undefined }> {
  const place = search.orderBy === "order by p.id" ? "p.id" : `row_number() over (${search.orderBy})`;
  const rows = await db.query<ListedProduct & { total: number }>(
    `with found as materialized (
      select p.id, ${place} as place from product p ${valueTables} where ${search.where})
    select ${listedColumns(wanted, scope)}, (select count(*) from found) as total
    from unnest(array(select id from found order by place ${search.limit})) with ordinality as page (id, place)
    join product p on p.id = page.id ${foundValueTables}
    order by page.place`,
    search.values,
  );
  return { rows, total: rows[0]?.total };
}

/** Counts the matches of a search. The first parameter is the store view. */
export const countProducts = (db: Db, { where, values }: CompiledSearch): Promise<number> =>
  countRows(db, `from product p ${valueTables} where ${where}`, values);

/**
 * Counts the matches of a search for which `isOfGlobalPrices` is true and whose parameters begin at `$1`. Joining the
 * products would take most of the time.
 */
export const countGlobalPrices = (db: Db, { where, values }: CompiledSearch): Promise<number> =>
  countRows(db, `from ${globalPrices} gp where ${where}`, values);
