// SQL: measured by `salability` and `salable-quantity`.
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { hasParts, products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { defaultSetting } from "../../store/published.sql.js";
import {
  isInStock,
  type StockItemRow,
  stockItemColumns,
  stockSettingColumn,
  type StockSettings,
} from "../stock-item/stock-item.sql.js";
import { defaultStock } from "../stocks/stocks.types.js";
import { keyOf } from "../../../platform/db/models.js";

/** Facts that decide whether a stock can sell a product. */
export interface Salability {
  readonly product_id: number;
  readonly sku: Row<"product">["sku"];
  readonly sku_key: string;
  readonly type_id: string;
  /** Whether any quantity can be sold; for a composite product, whether enough of its parts can. */
  readonly is_salable: boolean;
  /** Quantity at enabled sources, less reservations and `min_qty`. Negative if more is promised than in stock. */
  readonly quantity: Quantity;
  /** Whether a source of the stock has a row of the SKU. */
  readonly is_assigned: boolean;
  /** Whether an enabled source of the stock has the SKU in stock. */
  readonly is_in_stock: boolean;
  readonly is_managed: boolean;
  readonly has_backorders: boolean;
  /** The effective `min_qty`. If it is negative, this many units can be sold without being in stock. */
  readonly minimum: Quantity;
  /** Whether backorders are allowed without limit. */
  readonly is_unlimited: boolean;
}

/**
 * The same facts for a product with stock of its own, with the settings of its stock, which limit the quantity of one
 * order.
 */
export interface SaleFacts extends Salability {
  readonly stock: StockItemRow;
  readonly stock_settings: StockSettings | null;
  /** Whether orders reserve stock (`cataloginventory/options/can_subtract`). */
  readonly can_subtract: boolean;
  /** `cataloginventory/options/not_available_message`: 1 shows the quantity that is left. */
  readonly message_setting: string | null;
}

/** The same facts for the stock that a website sells from. */
export interface StockedFacts extends SaleFacts {
  readonly stock_id: number;
}

const isManaged = `case when item.use_config_manage_stock then ${stockSettingColumn("manage_stock")} = 1
    else item.manage_stock end`;
const effectiveSetting = (column: "backorders" | "min_qty") =>
  `case when item.use_config_${column} then ${stockSettingColumn(column)} else item.${column} end`;

// With `offset 0`, PostgreSQL computes the values of a subquery once instead of at every use.
/**
 * SQL of a relation with one row: whether and how much of a product a stock can sell, according to its stock item and the
 * items at its sources. For products with stock of their own; for composite ones, `isSalable` checks the parts.
 */
const ownSalability = ({ id, key }: { readonly id: string; readonly key: string }, stockId: string): string => `(
    select facts.*, facts.present + facts.reserved - facts.minimum as quantity,
      (facts.is_assigned or ${stockId} = ${defaultStock}) and (not facts.is_managed or facts.is_in_stock
        and (facts.is_unlimited or facts.present + facts.reserved - facts.minimum > 0)) as is_salable
    from (
      select held.*, rule.is_managed, rule.backorders > 0 as has_backorders,
        case when rule.backorders > 0 then least(rule.min_qty, 0) else greatest(rule.min_qty, 0) end as minimum,
        rule.backorders > 0 and rule.min_qty >= 0 as is_unlimited,
        coalesce((select quantity from inventory_reserved_quantity reserved
          where reserved.sku_key = ${key} and reserved.stock_id = ${stockId}), 0) as reserved
      from (
        select ${isManaged} as is_managed, trunc(${effectiveSetting("backorders")}) as backorders, ${effectiveSetting("min_qty")} as min_qty
        from stock_item item where item.product_id = ${id} offset 0) as rule
      cross join (
        select count(*) > 0 as is_assigned, coalesce(bool_or(item.status = 1 and source.enabled), false) as is_in_stock,
          coalesce(sum(item.quantity) filter (where item.status = 1 and source.enabled), 0) as present
        from inventory_source_item item
        join inventory_stock_source_link link on link.source_code = item.source_code and link.stock_id = ${stockId}
        join inventory_source source on source.source_code = item.source_code
        where item.sku_key = ${key}) as held offset 0) as facts)`;

const isPartSalable = (stockId: string) => (id: string) => `exists (
    select from ${products} part
    cross join lateral ${ownSalability({ id: "part.id", key: "part.sku_key" }, stockId)} as held
    where part.id = ${id} and held.is_salable)`;

/** SQL of whether a stock can sell product `p`; `held` is the salability of the product itself. */
const isSalable = (stockId: string) => `case when p.type_id in ('configurable', 'bundle', 'grouped')
    then (select ${isInStock("item")} from stock_item item where item.product_id = p.id)
      and ${hasParts(isPartSalable(stockId))}
    else held.is_salable end`;

const salabilityColumns = `held.quantity, held.is_assigned, held.is_in_stock, held.is_managed, held.has_backorders,
      held.minimum, held.is_unlimited`;
const ownSalabilityOfP = (stockId: string) => ownSalability({ id: "p.id", key: "p.sku_key" }, stockId);

/**
 * SQL of a relation for a `cross join lateral` with product `p`: its salability in a stock, as the columns of `Salability`
 * without those of the product.
 */
const salabilityOf = (stockId: string): string => `(
    select ${salabilityColumns}, ${isSalable(stockId)} as is_salable from ${ownSalabilityOfP(stockId)} as held)`;

/** The same, with the quantity at enabled sources instead of what is left of it. */
export const stockOfProduct = (stockId: string): string => `(
    select held.present, held.is_managed, ${isSalable(stockId)} as is_salable from ${ownSalabilityOfP(stockId)} as held)`;

/**
 * SQL condition that a stock can have product `p`: it is composite or not managed, the stock is the default one, or one of the
 * stock's sources has a row of the SKU.
 */
export const isStocked = (stockId: string): string => `(p.type_id in ('configurable', 'bundle', 'grouped')
      or ${stockId} = ${defaultStock}
      or exists (select from stock_item item where item.product_id = p.id and not (${isManaged}))
      or exists (select from inventory_source_item item
        join inventory_stock_source_link link on link.source_code = item.source_code and link.stock_id = ${stockId}
        where item.sku_key = p.sku_key))`;

const givenSkus = `unnest(${hiddenParameter(1, "text[]")}) as given (key) join ${products} p on p.sku_key = given.key`;
const givenProducts = `(select id from ${products} by_id where id = any(${hiddenParameter(1, "int[]")})
      union select id from ${products} by_sku where sku_key = any(${hiddenParameter(3, "text[]")})) as given
    join ${products} p on p.id = given.id`;
const salabilityWith = (
  relation: string,
  columns = "",
  given = givenSkus,
) => `select p.id as product_id, p.sku, p.sku_key,
      p.type_id, ${salabilityColumns}, held.is_salable${columns}
    from ${given} cross join lateral ${relation} as held`;

const givenStock = hiddenParameter(2, "int");
const salabilityOfSkus = salabilityWith(salabilityOf(givenStock));
const option = (name: string) => defaultSetting(`cataloginventory/options/${name}`);
const saleColumns = `, ${stockItemColumns}, coalesce(${option("can_subtract")}, '1') = '1' as can_subtract,
    ${option("not_available_message")} as message_setting`;
const saleFactsOfSkus = salabilityWith(ownSalabilityOfP(givenStock), saleColumns);
const stockOfWebsite = `coalesce((select w.stock_id from inventory_website_stock w where w.website_id = $2::int), ${defaultStock})`;
const websiteSaleFacts = salabilityWith(
  ownSalabilityOfP(stockOfWebsite),
  `${saleColumns}, ${stockOfWebsite} as stock_id`,
  givenProducts,
);

const byKey = <Found extends Salability>(rows: readonly Found[]): ReadonlyMap<string, Found> =>
  new Map(rows.map((row) => [row.sku_key, row]));

/** Returns the salability of SKUs in a stock, by SKU in lower case, with one statement. Unknown SKUs are left out. */
export const readSalability = async (db: Db, stockId: number, skus: readonly string[]) =>
  byKey(await db.query<Salability>(salabilityOfSkus, [skus.map((sku) => keyOf(sku)), stockId]));

/** Returns the salability of SKUs with stock of their own, including the limits of one order, in the same way. */
export const readSaleFacts = async (db: Db, stockId: number, skus: readonly string[]) =>
  byKey(await db.query<SaleFacts>(saleFactsOfSkus, [skus.map((sku) => keyOf(sku)), stockId]));

const managedOfSkus = `select p.sku_key from ${givenSkus} join stock_item item on item.product_id = p.id where ${isManaged}`;

/** Filters SKUs, in lower case, to those whose stock is managed. SKUs of deleted products are left out. */
export async function readManagedKeys(db: Db, skuKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ sku_key: string }>(managedOfSkus, [skuKeys]);
  return new Set(rows.map(({ sku_key }) => sku_key));
}

/** Products to read, by id or by SKU in lower case. */
export interface WantedProducts {
  readonly ids: readonly number[];
  readonly skuKeys: readonly string[];
}

/**
 * Returns the salability of products on a website, by id. Includes composite products, for the sake of their stock items.
 */
export async function readWebsiteSaleFacts(
  db: Db,
  websiteId: number,
  { ids, skuKeys }: WantedProducts,
): Promise<ReadonlyMap<number, StockedFacts>> {
  if (ids.length + skuKeys.length === 0) return new Map();
  const rows = await db.query<StockedFacts>(websiteSaleFacts, [ids, websiteId, skuKeys]);
  return new Map(rows.map((row) => [row.product_id, row]));
}
