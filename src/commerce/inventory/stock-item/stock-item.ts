import { inputError, invalid } from "../../../api/call/errors.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { isLess } from "../../../platform/money/arithmetic.js";
import { fitOrThrow } from "../../../api/call/arguments/decimal-fields.js";
import { countColumn, stockColumn } from "../../../platform/money/columns.js";
import type { Db } from "../../../platform/db/database.js";
import { sentColumns, tableOf } from "../../../platform/db/models.js";
import type { SavedProduct } from "../../catalog/published.js";
import { compositeTypes } from "../../catalog/published.terms.js";
import { deriveStockColumns, utcNow } from "./stock-rules.js";
import { defaultStock } from "../stocks/stocks.types.js";
import { copyStockItemToRow, removeEmptyRow, copyRowToStockItem } from "./default-source.sql.js";
import { insertOrLockRow, insertStock, writeDefaultNotification } from "./stock-item.rows.js";
import {
  changedColumns,
  insertStockAndRow,
  lockStock,
  type StockColumns,
  type StockItemRow,
  toStockItem,
  updateStock,
  updateStockAndRow,
} from "./stock-item.sql.js";
import type { StockItem } from "./stock-item.types.js";

/** Quantities that may be negative: `qty` if more was sold than in stock, and `min_qty` as the limit of that. */
const signed: ReadonlySet<string> = new Set(["qty", "min_qty"]);

/** The fields of a product that its stock depends on. */
export type StockOwner = Pick<SavedProduct, "id" | "sku" | "typeId">;

/**
 * Saves the given stock data of a product. Every product has a stock item. Throws 400 for a value that does not fit its
 * column, for another stock, and for the id of another stock item.
 */
export async function saveStockItem(product: SavedProduct, given: StockItem | undefined, db: Db): Promise<void> {
  if (given?.stock_id != null && given.stock_id !== defaultStock) throw wrongStock(given.stock_id);
  if (product.isNew) return createStock(product, given ?? {}, db);
  if (!given || Object.keys(given).length === 0) return;
  const itemId = await changeStock(product, given, db);
  if (given.item_id != null && given.item_id !== itemId) throw wrongItem(given.item_id, itemId);
}

const wrongStock = (id: number) =>
  inputError('The "%1" value is invalid for stock ID. Enter stock with a default value of %2 to try again.', [
    id,
    String(defaultStock),
  ]);

const wrongItem = (id: number, own: number) =>
  inputError(
    'The "%1" value is invalid for stock item ID. Use the stock item ID\'s assigned "%2" value and try again.',
    [id, String(own)],
  );

/**
 * Changes the given stock data of a product and the values derived from it, also at the default source. Returns the id of
 * the stock item. Throws 400 for a value that does not fit its column.
 */
export async function changeStock(product: StockOwner, given: StockItem, db: Db): Promise<number> {
  const { stock, settings } = await lockStock(db, product.id);
  const sent = settableColumns(given);
  if (Object.keys(sent).length === 0) return stock.item_id;
  const isComposite = compositeTypes.has(product.typeId);
  const settled = isComposite ? { qty: "0" } : deriveStockColumns(stock, toStockItem({ ...stock, ...sent }, settings));
  const changed = changedColumns(stock, { ...sent, ...settled });
  if (isComposite) await updateStock(db, stock.item_id, changed);
  else await updateStockAndRow(db, { itemId: stock.item_id, sku: product.sku }, changed);
  if (!isComposite) await saveNotification(product.sku, { stock, changed }, db);
  return stock.item_id;
}

/**
 * Creates the stock item of a new product. The product is in stock only if the request says so, whatever its quantity, as
 * in Magento; the quantity decides from the first change on.
 */
async function createStock(product: StockOwner, given: StockItem, db: Db): Promise<void> {
  const { qty: sentQty, is_in_stock: isInStock, ...sent } = settableColumns(given);
  const isComposite = compositeTypes.has(product.typeId);
  const qty = isComposite ? "0" : sentQty === undefined || sentQty === null ? null : String(sentQty);
  const isLow = !isComposite && isLess(asQuantity(qty ?? 0), firstNotification(sent));
  const first = { qty, is_in_stock: isInStock ?? false, low_stock_date: isLow ? utcNow() : null };
  if (isComposite) await insertStock(db, product.id, first);
  const hasInserted = isComposite || (await insertStockAndRow(db, { ...first, id: product.id, sku: product.sku }));
  const isRowNew = hasInserted || (await insertOrLockRow(db, product.sku));
  const isGiven = qty !== null || isInStock !== undefined;
  if (Object.keys(sent).length > 0) await setStock(product, sent, db);
  if (!hasInserted && isGiven) await copyStockItemToRow(db, product);
  if (!isRowNew && !isGiven) await copyRowToStockItem(db, product.sku);
  if (isRowNew && !isComposite && qty === null) await removeEmptyRow(db, product.sku);
}

/** The low-stock threshold that counts when a product is created: its own or 0, never that of the settings, as in Magento. */
const firstNotification = ({ use_config_notify_stock_qty: isOfSettings, notify_stock_qty: own }: StockColumns) =>
  asQuantity(isOfSettings === true ? 0 : (own ?? 0));

/** Sets columns of the stock item of a new product that its status does not depend on. */
async function setStock(product: StockOwner, sent: StockColumns, db: Db): Promise<void> {
  const { stock } = await lockStock(db, product.id);
  const changed = changedColumns(stock, sent);
  await updateStock(db, stock.item_id, changed);
  if (!compositeTypes.has(product.typeId)) await saveNotification(product.sku, { stock, changed }, db);
}

/** Saves the low-stock threshold of the product at the default source if it has changed. */
async function saveNotification(
  sku: string,
  { stock, changed }: { readonly stock: StockItemRow; readonly changed: StockColumns },
  db: Db,
): Promise<void> {
  if (!("notify_stock_qty" in changed || "use_config_notify_stock_qty" in changed)) return;
  const { use_config_notify_stock_qty: isOfSettings, notify_stock_qty: quantity } = { ...stock, ...changed };
  await writeDefaultNotification(db, sku, isOfSettings ? null : quantity);
}

/** Returns the given columns that callers may set. Throws 400 for a value that does not fit. */
function settableColumns(given: StockItem): StockColumns {
  const {
    product_id: _product,
    stock_id: _stock,
    stock_status_changed_auto: auto,
    low_stock_date: _date,
    ...others
  } = given;
  const own = auto == null ? others : { ...others, stock_status_changed_auto: auto };
  const { use_config_min_sale_qty: usesConfig, ...sent } = sentColumns("stockItem", own);
  if (sent.backorders !== undefined) checkBackorders(sent.backorders);
  const stored = Object.entries(sent).map(([name, value]) => [
    name,
    isQuantity(name) ? quantityOf(name, value) : value,
  ]);
  return {
    ...(Object.fromEntries(stored) as StockColumns),
    // Null clears the quantity, and nothing else.
    ...(given.qty === null ? { qty: null } : {}),
    ...(usesConfig === undefined ? {} : { use_config_min_sale_qty: usesConfig !== 0 }),
  };
}

const isQuantity = (name: string) => tableOf("stockItem").columns[name]?.type === "Decimal";

const quantityOf = (name: string, value: unknown) =>
  fitOrThrow(name, String(value), signed.has(name) ? stockColumn : countColumn);

function checkBackorders(given: number): void {
  if (given < 0 || given > 2) throw invalid("backorders", given);
}
