import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import type { Row } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { readSalesChannels } from "./sales-channels.rows.js";
import { InventoryStock, type InventoryStockSearchResults, type SalesChannel, defaultStock } from "./stocks.types.js";
import { keyOf } from "../../../platform/db/models.js";

type StockRow = Row<"inventoryStock">;

const fields = modelFields("inventoryStock", InventoryStock);

/**
 * Locks the stocks and their sales channels until the transaction ends. Saves of stocks run one after another, because
 * each may move websites away from other stocks.
 */
export async function lockStocks(db: Db): Promise<void> {
  await lock(db, "inventoryStock", { stock_id: [defaultStock], for: "no key update" });
}

/** Returns a stock with its sales channels, or undefined. */
export async function readStock(db: Db, stockId: number): Promise<InventoryStock | undefined> {
  const row = await db.models.inventoryStock.findUnique({ where: { stock_id: stockId } });
  return row ? toStock(row, await readSalesChannels(db)) : undefined;
}

/** Returns the stocks that match the criteria, with their sales channels. */
export async function searchStocks(db: Db, searchCriteria: SearchCriteria): Promise<InventoryStockSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.inventoryStock.findMany(query),
  });
  const channels = await readSalesChannels(db);
  return { ...page, items: page.items.map((row) => toStock(row, channels)) };
}

/** Returns whether a stock has the name, case-insensitive. */
export const hasStock = (db: Db, name: string): Promise<boolean> => isNameTaken(db, name, undefined);

/** Returns whether another stock has the name, case-insensitive. */
export async function isNameTaken(db: Db, name: string, stockId: number | undefined): Promise<boolean> {
  const found = await db.models.inventoryStock.findUnique({ where: { name_key: keyOf(name) } });
  return found !== null && found.stock_id !== stockId;
}

/** Creates or renames the stock with the id. Without an id, creates a stock. Returns the id. */
export async function writeStock(db: Db, stockId: number | undefined, name: string): Promise<number> {
  const values = { name, name_key: keyOf(name) };
  if (stockId === undefined) return insertStock(db, values);
  await db.models.inventoryStock.upsert({
    where: { stock_id: stockId },
    create: { stock_id: stockId, ...values },
    update: values,
  });
  return stockId;
}

/** Inserts a stock. Skips ids that callers have already used although the sequence has not reached them. */
async function insertStock(db: Db, values: { readonly name: string; readonly name_key: string }): Promise<number> {
  for (;;) {
    const [created] = await db.models.inventoryStock.createManyAndReturn({ data: [values], skipDuplicates: true });
    if (created) return created.stock_id;
  }
}

/** Removes a stock with its links to sources. Returns whether it existed. */
export async function removeStock(db: Db, stockId: number): Promise<boolean> {
  const { count } = await db.models.inventoryStock.deleteMany({ where: { stock_id: stockId } });
  return count > 0;
}

function toStock({ stock_id, name }: StockRow, channels: ReadonlyMap<number, readonly SalesChannel[]>): InventoryStock {
  return { stock_id, name, extension_attributes: { sales_channels: [...(channels.get(stock_id) ?? [])] } };
}
