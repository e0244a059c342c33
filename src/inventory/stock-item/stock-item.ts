import { invalid } from "../../call/errors.js";
import { asQuantity } from "../../money/amount.js";
import { isPositive, isZero } from "../../money/arithmetic.js";
import { countColumn, fitOrThrow, stockColumn } from "../../money/columns.js";
import type { Db } from "../../db/database.js";
import { compositeTypes, type SavedProduct } from "../../catalog/published.js";
import { deriveStockColumns } from "./stock-rules.js";
import { copyStockItemToRow, removeEmptyRow, copyRowToStockItem } from "./default-source.sql.js";
import { insertStock, writeDefaultNotification } from "./stock-item.rows.js";
import {
  changedColumns,
  insertStockAndRow,
  lockStock,
  type StockColumns,
  toStockItem,
  updateStock,
  updateStockAndRow,
} from "./stock-item.sql.js";
import type { StockItem } from "./stock-item.types.js";

const quantities = ["qty", "min_qty", "min_sale_qty", "max_sale_qty", "notify_stock_qty", "qty_increments"] as const;
/** Quantities that may be negative: `qty` if more was sold than in stock, and `min_qty` as the limit of that. */
const signed: ReadonlySet<string> = new Set(["qty", "min_qty"]);
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

/** The fields of a product that its stock depends on. */
export type StockOwner = Pick<SavedProduct, "id" | "sku" | "typeId">;

/**
 * Saves the given stock data of a product, sent as `stock_item` or as `quantity_and_stock_status`. Every product has a
 * stock item. Throws 400 for a value that does not fit its column.
 */
export async function saveStockItem(product: SavedProduct, given: StockItem | undefined, db: Db): Promise<void> {
  const isInStock = given?.is_in_stock ?? statusOf(product.values.get("quantity_and_stock_status"));
  const stock: StockItem = isInStock === undefined ? (given ?? {}) : { ...given, is_in_stock: isInStock };
  if (product.isNew) await createStock(product, stock, db);
  else if (Object.keys(stock).length > 0) await changeStock(product, stock, db);
}

/** Returns the status. Older clients send a list of the status and the quantity. */
function statusOf(value: unknown): boolean | undefined {
  const status: unknown = Array.isArray(value) ? value[0] : value;
  return status == null ? undefined : Number(status) === 1;
}

/**
 * Changes the given stock data of a product and the values derived from it, also at the default source. Returns the id of
 * the stock item. Throws 400 for a value that does not fit its column.
 */
export async function changeStock(product: StockOwner, given: StockItem, db: Db): Promise<number> {
  const { stock, settings } = await lockStock(db, product.id);
  const sent = sentColumns(given);
  if (Object.keys(sent).length === 0) return stock.item_id;
  const isComposite = compositeTypes.has(product.typeId);
  const settled = isComposite ? { qty: "0" } : deriveStockColumns(stock, toStockItem({ ...stock, ...sent }, settings));
  const changed = changedColumns(stock, { ...sent, ...settled });
  if (isComposite) await updateStock(db, stock.item_id, changed);
  else await updateStockAndRow(db, { itemId: stock.item_id, sku: product.sku }, changed);
  const concernsNotification = "notify_stock_qty" in changed || "use_config_notify_stock_qty" in changed;
  if (!isComposite && concernsNotification) {
    const { use_config_notify_stock_qty: isOfSettings, notify_stock_qty: quantity } = { ...stock, ...changed };
    await writeDefaultNotification(db, product.sku, isOfSettings ? null : quantity);
  }
  return stock.item_id;
}

/**
 * Creates the stock item of a new product. By default, a product is in stock if its quantity is positive, and a composite
 * one is out of stock, as in Magento.
 */
async function createStock(product: StockOwner, given: StockItem, db: Db): Promise<void> {
  const sent = sentColumns(given);
  const isComposite = compositeTypes.has(product.typeId);
  const qty = isComposite ? "0" : String(sent.qty ?? 0);
  const isInStock = !isComposite && isPositive(asQuantity(qty));
  const first = {
    ...{ qty, is_in_stock: sent.is_in_stock ?? isInStock },
    stock_status_changed_auto: isComposite || isInStock ? 0 : 1,
  };
  if (isComposite) await insertStock(db, product.id, first);
  const isRowNew = isComposite || (await insertStockAndRow(db, product, first));
  const isGiven = sent.qty !== undefined || sent.is_in_stock !== undefined;
  if (!isRowNew && !isGiven) await copyRowToStockItem(db, product.sku);
  if (Object.keys(sent).length > 0) await changeStock(product, given, db);
  if (!isRowNew && isGiven) await copyStockItemToRow(db, product);
  if (isRowNew && !isComposite && isZero(asQuantity(qty))) await removeEmptyRow(db, product.sku);
}

function sentColumns(given: StockItem): StockColumns {
  const columns: Record<string, string | number | boolean> = {};
  for (const name of quantities) {
    const value = given[name];
    if (value != null) columns[name] = fitOrThrow(name, value, signed.has(name) ? stockColumn : countColumn);
  }
  for (const name of flags) {
    const value = given[name];
    if (value != null) columns[name] = value;
  }
  if (given.use_config_min_sale_qty != null) columns["use_config_min_sale_qty"] = given.use_config_min_sale_qty !== 0;
  if (given.backorders != null) columns["backorders"] = checkedBackorders(given.backorders);
  return columns;
}

function checkedBackorders(given: number): number {
  if (given < 0 || given > 2) throw invalid("backorders", given);
  return given;
}
