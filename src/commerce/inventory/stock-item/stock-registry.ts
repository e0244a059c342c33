import { couldNotSave } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { zeroQuantity } from "../../../platform/money/amount.js";
import { max, truncate } from "../../../platform/money/arithmetic.js";
import { fitOrThrow } from "../../../api/call/arguments/decimal-fields.js";
import { stockColumn } from "../../../platform/money/columns.js";
import { lockProduct } from "../../catalog/published.js";
import { compositeTypes, productWithSkuNotFound } from "../../catalog/published.terms.js";
import { readSalability } from "../salability/salability.sql.js";
import { readStockOfWebsite } from "../stocks/sales-channels.rows.js";
import { defaultStock } from "../stocks/stocks.types.js";
import { changeStock } from "./stock-item.js";
import { toStockItem } from "./stock-item.sql.js";
import type { StockItem, StockItemCollection, StockStatus } from "./stock-item.types.js";
import { type LowStockPage, readLowStock, readStock } from "./stock-registry.sql.js";
import { keyOf } from "../../../platform/db/models.js";

/** Returns the stock data of a product. Throws 404 for an unknown SKU. */
export async function requireStockItem(db: Db, sku: string): Promise<StockItem> {
  const row = await readStock(db, sku);
  if (!row) throw productWithSkuNotFound(sku);
  return toStockItem(row.stock, row.stock_settings);
}

/**
 * Returns whether the stock of a website can sell a product, and how many whole units of it; 0 for a composite product.
 * Throws 404 for an unknown SKU.
 */
export async function readStockStatus(db: Db, sku: string, websiteId: number): Promise<StockStatus> {
  const row = await readStock(db, sku);
  const salability = await readSalability(db, await readStockOfWebsite(db, websiteId), [sku]);
  const sale = salability.get(keyOf(sku));
  if (!row || !sale) throw productWithSkuNotFound(sku);
  const { product_id, stock_id } = row.stock;
  const quantity = sale.is_salable && !compositeTypes.has(sale.type_id) ? sale.quantity : zeroQuantity;
  return {
    product_id,
    stock_id,
    qty: Number(truncate(max(quantity, zeroQuantity))),
    stock_status: sale.is_salable ? 1 : 0,
    stock_item: toStockItem(row.stock, row.stock_settings),
  };
}

/**
 * Changes a product's stock data and returns the id of its stock item. Throws 404 for an unknown SKU, and 400 for a
 * quantity that does not fit and for another stock.
 */
export async function updateStockItem(db: Db, sku: string, given: StockItem): Promise<number> {
  const product = await lockProduct(db, { sku });
  if (!product) throw productWithSkuNotFound(sku);
  if (given.stock_id != null && given.stock_id !== defaultStock) {
    throw couldNotSave("The stock item was unable to be saved. Please try again.");
  }
  return changeStock({ id: product.id, sku: product.sku, typeId: product.type_id }, given, db);
}

/** The class that Magento names in the criteria of its answer. */
const mapper = "Magento\\CatalogInventory\\Model\\ResourceModel\\Stock\\Item\\StockItemCriteriaMapper";

/** Returns a page of low stock. Throws 400 for a quantity that does not fit the column. */
export async function listLowStock(db: Db, wanted: LowStockPage): Promise<StockItemCollection> {
  const page = Math.max(wanted.page, 1);
  const size = Math.max(wanted.size, 0);
  const qty = fitOrThrow("qty", wanted.qty, stockColumn);
  const found = await readLowStock(db, { ...wanted, qty, page, size });
  return {
    items: found.items.map((row) => toStockItem(row, found.settings)),
    search_criteria: {
      mapper_interface_name: mapper,
      criteria_list: [],
      filters: [],
      orders: [],
      limit: [String(page), String(size)],
    },
    total_count: found.total,
  };
}
