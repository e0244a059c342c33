import { couldNotSave, inputError, notFound, type Reason, validationFailed } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { readWebsites } from "../../store/published.js";
import { cannotBeEmpty } from "../broken-rules.js";
import {
  readSalesChannels,
  readStockOfChannel,
  replaceSalesChannels,
  websiteType,
  type KnownChannel,
} from "./sales-channels.rows.js";
import { isNameTaken, lockStocks, readStock, removeStock, writeStock } from "./stocks.rows.js";
import { type InventoryStock, type SalesChannel, defaultStock } from "./stocks.types.js";
import { isBlank } from "../../../api/call/spelling.js";

const maxTextLength = 255;

/** Returns the stock. Throws 404 for an unknown id. */
export async function requireStock(db: Db, stockId: number): Promise<InventoryStock> {
  const stock = await readStock(db, stockId);
  if (!stock) throw notFound('Stock with id "%value" does not exist.', { value: stockId });
  return stock;
}

/** Returns the stock that a channel sells from. Throws 404 for an unknown channel. */
export async function requireStockOfChannel(db: Db, channel: KnownChannel): Promise<InventoryStock> {
  const stockId = await readStockOfChannel(db, channel);
  const stock = stockId === undefined ? undefined : await readStock(db, stockId);
  if (!stock) throw notFound("No linked stock found");
  return stock;
}

/**
 * Creates a stock, or changes the one with the id, and replaces its sales channels. Returns the id. Throws 400 with every
 * rule that the stock breaks, and for a name that another stock has.
 */
export async function saveStock(db: Db, stock: InventoryStock): Promise<number> {
  await lockStocks(db);
  const given = stock.extension_attributes?.sales_channels ?? [];
  const broken = [
    ...(isBlank(stock.name) ? [cannotBeEmpty("name")] : []),
    ...(await findBrokenChannelRules(db, given)),
  ];
  if (broken.length > 0) throw validationFailed(broken);
  const [name, id] = [stock.name ?? "", stock.stock_id || undefined];
  const channels = given.map(({ type, code }) => ({ type: type ?? "", code: code ?? "" }));
  const texts = [name, ...channels.flatMap(({ type, code }) => [type, code])];
  const isStorable = texts.every((text) => [...text].length <= maxTextLength) && (id ?? 0) >= 0;
  if (!isStorable || (await isNameTaken(db, name, id))) throw couldNotSave("Could not save Stock");
  const saved = await writeStock(db, id, name);
  await replaceSalesChannels(db, saved, channels);
  return saved;
}

async function findBrokenChannelRules(db: Db, channels: readonly SalesChannel[]): Promise<Reason[]> {
  if (channels.length === 0) return [];
  const websites = new Set((await readWebsites(db)).map(({ code }) => code));
  return channels.flatMap(({ type, code }) => [
    ...(isBlank(type) ? [cannotBeEmpty("type")] : []),
    ...(isBlank(code) ? [cannotBeEmpty("code")] : []),
    ...(type === websiteType && !websites.has(code ?? "") ? [unknownWebsite(code ?? "")] : []),
  ]);
}

const unknownWebsite = (code: string): Reason => ({
  message: 'The website with code "%code" does not exist.',
  parameters: { code },
});

/** Deletes a stock. Throws 400 for the default stock or one that a channel sells from, and 404 for an unknown one. */
export async function deleteStock(db: Db, stockId: number): Promise<void> {
  if (stockId === defaultStock) throw inputError("Default Stock could not be deleted.");
  await lockStocks(db);
  if ((await readSalesChannels(db)).has(stockId)) {
    throw inputError("Stock has at least one sale channel and could not be deleted.");
  }
  if (await removeStock(db, stockId)) return;
  throw notFound('There is no stock with "%fieldValue" for "%fieldName". Verify and try again.', {
    fieldName: "stock_id",
    fieldValue: stockId,
  });
}
