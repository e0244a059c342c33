import { toDecimal } from "../webapi/scalars.js";
import type { Db } from "../db/database.js";
import { Decimal } from "decimal.js";
import { invalidValue } from "./product-errors.js";
import { compositeTypes } from "./product-types.js";
import type { SavedProduct } from "./saved-product.js";
import { type StockItemRow, stockItemColumns, type StockSettings, toStockItem } from "./stock-item.rows.js";
import type { StockItem } from "./stock-item.types.js";

const quantities = ["qty", "min_qty", "min_sale_qty", "max_sale_qty", "notify_stock_qty", "qty_increments"] as const;
const flags = [
  "is_in_stock",
  "is_qty_decimal",
  "use_config_min_qty",
  "use_config_max_sale_qty",
  "use_config_backorders",
  "use_config_notify_stock_qty",
  "use_config_qty_increments",
  "use_config_enable_qty_inc",
  "enable_qty_increments",
  "use_config_manage_stock",
  "manage_stock",
  "is_decimal_divided",
] as const;

type Columns = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Saves what was sent of a product's stock, by `stock_item` or as `quantity_and_stock_status`; every product has a stock
 * item. Throws a 400 for a quantity that does not fit.
 */
export async function saveStockItem(product: SavedProduct, given: StockItem | undefined, db: Db): Promise<void> {
  const status = product.values.get("quantity_and_stock_status");
  const sent = {
    ...sentColumns(given ?? {}),
    ...(status == null || given ? {} : { is_in_stock: Number(status) === 1 }),
  };
  if (!product.isNew && Object.keys(sent).length === 0) return;
  await write(product.id, product.isNew ? { ...firstColumns(product.typeId, sent), ...sent } : sent, db);
  if (!compositeTypes.has(product.typeId) && given) await settle(product.id, db);
}

/** What is made of other products is in stock as they are. */
function firstColumns(typeId: string, sent: Columns): Columns {
  const quantity = Number(sent["qty"] ?? 0);
  return { is_in_stock: compositeTypes.has(typeId) || quantity > 0 };
}

function sentColumns(given: StockItem): Columns {
  const columns: Record<string, string | number | boolean | null> = {};
  for (const name of quantities) {
    const value = given[name];
    if (value !== undefined && value !== null) columns[name] = quantity(name, value);
  }
  for (const name of flags) {
    const value = given[name];
    if (value !== undefined && value !== null) columns[name] = value;
  }
  if (given.use_config_min_sale_qty != null) columns["use_config_min_sale_qty"] = given.use_config_min_sale_qty !== 0;
  if (given.backorders != null) columns["backorders"] = given.backorders;
  return columns;
}

/** As `numeric(12, 4)` keeps it; only what is in stock may be below 0. */
function quantity(name: string, given: string): string {
  const exact = new Decimal(toDecimal(given) ?? NaN).toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
  if (exact.isNaN() || exact.abs().gte(1e8) || (exact.isNegative() && name !== "qty" && !exact.isZero())) {
    throw invalidValue(name, given);
  }
  return exact.toFixed();
}

/** The columns' names are this file's own. */
async function write(productId: number, columns: Columns, db: Db): Promise<void> {
  const names = Object.keys(columns);
  await db.execute(
    `insert into stock_item (product_id${names.map((name) => `, ${name}`).join("")})
    values ($1${names.map((_, index) => `, $${index + 2}`).join("")})
    on conflict (product_id) do ${names.length === 0 ? "nothing" : `update set ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`}`,
    [productId, ...Object.values(columns)],
  );
}

/** What has run out is out of stock, unless it may be ordered all the same; and stock that is low has a date. */
async function settle(productId: number, db: Db): Promise<void> {
  const [row] = await db.query<{ stock: StockItemRow; stock_settings: StockSettings | null }>(
    `select ${stockItemColumns} from product p where p.id = $1`,
    [productId],
  );
  if (!row) return;
  const item = toStockItem(row.stock, row.stock_settings);
  const amount = Number(item.qty ?? 0);
  const hasRunOut = item.manage_stock === true && item.backorders === 0 && amount <= Number(item.min_qty);
  const isLow = item.manage_stock === true && amount < Number(item.notify_stock_qty);
  await db.execute(
    `update stock_item set is_in_stock = is_in_stock and not $2::boolean,
      stock_status_changed_auto = case when is_in_stock and $2::boolean then 1 else 0 end,
      low_stock_date = case when $3::boolean then coalesce(low_stock_date, now() at time zone 'utc') end
    where product_id = $1`,
    [productId, hasRunOut, isLow],
  );
}
