// SQL: a part of products (measured by `GET /V1/products/:sku`), and set-based writes.
import { toDecimal } from "../../../api/contract/scalars.js";
import { batched } from "../../../platform/db/batched.js";
import type { Db } from "../../../platform/db/database.js";
import type { DecimalColumnName, Row } from "../../../platform/db/models.js";
import { hiddenLists } from "../../../platform/db/statements/parameters.js";
import { fit, requestedColumn } from "../../../platform/money/columns.js";
import { defaultSetting, defaultSettings } from "../../store/published.sql.js";
import { defaultSource } from "../sources/source-rules.js";
import type { StockItem } from "./stock-item.types.js";
import { keyOf } from "../../../platform/db/models.js";

type Quantity = DecimalColumnName<"stockItem">;

/**
 * A row of `stock_item` as JSON. Quantities are numbers of at most twelve digits, which JSON holds exactly, or text if
 * they come from a request.
 */
export type StockItemRow = Readonly<Omit<Row<"stockItem">, Quantity>> & {
  readonly [Name in Quantity]: Row<"stockItem">[Name] | number;
};

/** The stored settings that `use_config_…` refers to. */
export type StockSettings = Readonly<Partial<Record<keyof typeof settingDefaults, string>>>;

/** Defaults of the settings, as in a fresh installation. */
const settingDefaults = {
  manage_stock: "1",
  backorders: "0",
  min_qty: "0",
  min_sale_qty: "1",
  max_sale_qty: "10000",
  notify_stock_qty: "1",
  enable_qty_increments: "0",
  qty_increments: "1",
};

const settingGroup = "cataloginventory/item_options";
const settingPath = (name: string) => `${settingGroup}/${name}`;

/** SQL column with the settings, under the names of the columns that they replace. */
export const stockSettingsColumn = `${defaultSettings(settingGroup)} as stock_settings`;

/** SQL columns with the stock item of product `p` and the settings that it refers to. */
export const stockItemColumns = `(select to_json(si) from stock_item si where si.product_id = p.id) as stock,
  ${stockSettingsColumn}`;

/** SQL of a setting's number: the stored value if it is a number, otherwise the default. PostgreSQL evaluates it once. */
export const stockSettingColumn = (name: keyof typeof settingDefaults): string =>
  `(select coalesce(substring(${defaultSetting(settingPath(name))} from '^\\s*[+-]?(?:\\d+\\.?\\d*|\\.\\d+)\\s*$')::numeric, ${settingDefaults[name]}))`;

const managesByDefault = `coalesce(${defaultSetting(settingPath("manage_stock"))}, '1') = '1'`;

/** SQL of whether a stock item is in stock. Stock that is not managed never runs out. */
export const isInStock = (item: string): string => `(${item}.is_in_stock
    or not case when ${item}.use_config_manage_stock then ${managesByDefault} else ${item}.manage_stock end)`;

/** SQL of the stock status of a product: 1 in stock, 0 out of stock. */
export const stockStatusOf = (productId: string): string =>
  `(select ${isInStock("i")}::int from stock_item i where i.product_id = ${productId})`;

/** Key for all customer groups in a setting that differs by group. */
const allGroups = "32000";
/** Customer group of guests, the default for settings that differ by group. */
const guestGroup = "0";

/** Returns a setting's value: the stored value if it is a number in range, otherwise the default. */
function stockSetting(
  settings: StockSettings | null,
  name: keyof typeof settingDefaults,
  group: string = guestGroup,
): string {
  const stored = settings?.[name];
  const value = toDecimal(stored?.startsWith("{") ? ofGroup(stored, group) : stored);
  return fit(value, requestedColumn) ?? settingDefaults[name];
}

/**
 * Returns the value of a customer group. The minimum quantity in a cart may differ by group: an object of quantities by
 * group.
 */
function ofGroup(stored: string, group: string): unknown {
  try {
    const byGroup = JSON.parse(stored) as Readonly<Record<string, unknown>>;
    return byGroup[group] ?? byGroup[allGroups];
  } catch {
    return undefined;
  }
}

/**
 * Returns the stock item as its shape, with the values of settings where `use_config_…` says so: those of a customer
 * group, by default of guests.
 */
export function toStockItem(row: StockItemRow, settings: StockSettings | null, groupId?: number): StockItem {
  const group = String(groupId ?? guestGroup);
  const number = (own: number | string, useConfig: boolean, name: keyof typeof settingDefaults) =>
    useConfig ? stockSetting(settings, name, group) : String(own);
  const flag = (own: boolean, useConfig: boolean, name: keyof typeof settingDefaults) =>
    useConfig ? Number(stockSetting(settings, name)) === 1 : own;
  const increments = flag(row.enable_qty_increments, row.use_config_enable_qty_inc, "enable_qty_increments");
  const backorders = row.use_config_backorders
    ? Math.trunc(Number(stockSetting(settings, "backorders")))
    : row.backorders;
  const minQty = number(row.min_qty, row.use_config_min_qty, "min_qty");
  const isManaged = flag(row.manage_stock, row.use_config_manage_stock, "manage_stock");
  return {
    ...row,
    qty: row.qty === null ? null : String(row.qty),
    // Stock that is not managed never runs out.
    is_in_stock: row.is_in_stock || !isManaged,
    show_default_notification_message: false,
    // With backorders, stock does not run out above zero.
    min_qty: backorders !== 0 && Number(minQty) > 0 ? "0" : minQty,
    use_config_min_sale_qty: row.use_config_min_sale_qty ? 1 : 0,
    min_sale_qty: number(row.min_sale_qty, row.use_config_min_sale_qty, "min_sale_qty"),
    max_sale_qty: number(row.max_sale_qty, row.use_config_max_sale_qty, "max_sale_qty"),
    backorders,
    notify_stock_qty: number(row.notify_stock_qty, row.use_config_notify_stock_qty, "notify_stock_qty"),
    // Without increments enabled, their quantity is 0.
    qty_increments: increments ? number(row.qty_increments, row.use_config_qty_increments, "qty_increments") : "0",
    enable_qty_increments: increments,
    manage_stock: isManaged,
    low_stock_date: row.low_stock_date?.replace("T", " ") ?? null,
  };
}

/** Returns the values of settings that decide when stock runs out or is low. */
export const stockDefaults = (settings: StockSettings | null) => ({
  managesStock: Number(stockSetting(settings, "manage_stock")) === 1,
  backorders: Math.trunc(Number(stockSetting(settings, "backorders"))),
  minQty: stockSetting(settings, "min_qty"),
  notifyQty: stockSetting(settings, "notify_stock_qty"),
});

/** Values of columns of `stock_item`, quantities as text. */
export type StockColumns = { readonly [Name in keyof StockItemRow]?: StockItemRow[Name] };

/** Initial stock of a new product. */
export type FirstStock = Readonly<Pick<Row<"stockItem">, "qty" | "is_in_stock" | "low_stock_date">>;

/** A new product and its initial stock. */
export interface NewStock extends FirstStock {
  readonly id: number;
  readonly sku: string;
}

/**
 * Inserts the stock item of a new product, and a row at the default source. Returns false if the source already has a row
 * of the SKU, which stays unchanged. Concurrent saves in one transaction share a statement.
 */
export const insertStockAndRow: (db: Db, stock: NewStock) => Promise<boolean> = batched({
  groupBy: () => "",
  load: async (db: Db, stocks: readonly NewStock[]) => {
    const inserted = await db.query<{ sku_key: string }>(insertStocksAndRows, [
      stocks.map(({ id }) => id),
      stocks.map(({ qty }) => qty),
      stocks.map(({ is_in_stock }) => is_in_stock),
      stocks.map(({ low_stock_date }) => low_stock_date),
      stocks.map(({ sku }) => sku),
      stocks.map(({ sku }) => keyOf(sku)),
    ]);
    const keys = new Set(inserted.map(({ sku_key }) => sku_key));
    return stocks.map(({ sku }) => keys.has(keyOf(sku)));
  },
});

const insertStocksAndRows = `with given as (
    select * from unnest(${hiddenLists("int", "numeric", "boolean", "timestamp", "text", "text")}) with ordinality
      as given (product_id, qty, is_in_stock, low_stock_date, sku, sku_key, place)),
  items as (
    insert into stock_item (product_id, qty, is_in_stock, stock_status_changed_auto, low_stock_date)
    select product_id, qty, is_in_stock, 0, low_stock_date from given order by place)
  insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
  select '${defaultSource}', sku, sku_key, coalesce(qty, 0), is_in_stock::int from given order by place
  on conflict (sku_key, source_code) do nothing returning sku_key`;

/** SQL condition: the stock item `i` of a product is low and has no date yet. */
const isUndated = (productId: string): string => `i.product_id = ${productId} and i.low_stock_date is null
      and coalesce(i.qty, 0) < case when i.use_config_notify_stock_qty then ${stockSettingColumn("notify_stock_qty")}
        else i.notify_stock_qty end`;

/** SQL that tells whether the stock of a product is low and has no date yet. */
export const hasUndatedLowStock = (productId: string): string =>
  `exists (select from stock_item i where ${isUndated(productId)})`;

/**
 * SQL that dates the stock of a product with stock of its own that is low and has no date yet. Every save of a product does
 * this, as in Magento.
 */
export const dateLowStock = (productId: string): string => `update stock_item i
    set low_stock_date = (now() at time zone 'utc')::timestamp(0)
    where ${isUndated(productId)}`;

/** Locks the stock item of a product. Returns it with the settings. */
export async function lockStock(
  db: Db,
  productId: number,
): Promise<{ readonly stock: StockItemRow; readonly settings: StockSettings | null }> {
  const row = await db.one<{ stock: StockItemRow; stock_settings: StockSettings | null }>(
    `select to_json(si) as stock, ${stockSettingsColumn} from stock_item si where si.product_id = $1 for no key update`,
    [productId],
  );
  if (!row) throw new Error(`product ${productId} has no stock item`);
  return { stock: row.stock, settings: row.stock_settings };
}

/** Returns the columns that differ from the stock as it was read. */
export const changedColumns = (stock: StockItemRow, columns: StockColumns): StockColumns =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => String(stock[name as keyof StockItemRow]) !== String(value)),
  );

/** Writes columns of the stock item. Their names are not escaped, because they come from this folder. */
export async function updateStock(db: Db, itemId: number, columns: StockColumns): Promise<void> {
  const values = Object.values(columns);
  if (values.length > 0) await db.execute(stockUpdate(Object.keys(columns)), [itemId, ...values]);
}

/**
 * Writes columns of the stock item, and copies its quantity and status to the row at the default source. A missing row is
 * created.
 */
export async function updateStockAndRow(
  db: Db,
  { itemId, sku }: { readonly itemId: number; readonly sku: string },
  columns: StockColumns,
): Promise<void> {
  const values = Object.values(columns);
  if (values.length === 0) return;
  const key = `$${values.length + 3}`;
  await db.execute(
    `with stock as (${stockUpdate(Object.keys(columns))} returning coalesce(qty, 0) as qty, is_in_stock::int as status)
    insert into inventory_source_item as item (source_code, sku, sku_key, quantity, status)
    select '${defaultSource}', $${values.length + 2}, ${key}, qty, status from stock
    on conflict (sku_key, source_code) do update set quantity = excluded.quantity, status = excluded.status
      where (item.quantity, item.status) is distinct from (excluded.quantity, excluded.status)`,
    [itemId, ...values, sku, keyOf(sku)],
  );
}

const stockUpdate = (names: readonly string[]) =>
  `update stock_item set ${names.map((name, index) => `${name} = $${index + 2}`).join(", ")} where item_id = $1`;
