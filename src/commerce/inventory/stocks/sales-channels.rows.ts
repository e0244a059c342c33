import type { Db } from "../../../platform/db/database.js";
import { readWebsites } from "../../store/published.js";
import { type KnownChannel, removeChannels } from "./sales-channels.sql.js";
import { type SalesChannel, defaultStock } from "./stocks.types.js";

/** Type of channels that are websites. */
export const websiteType = "website";
/** Website of the administration, which sells nothing. */
const adminWebsite = { id: 0, code: "admin" };

/** Returns the sales channels of every stock, by type and code. */
export async function readSalesChannels(db: Db): Promise<ReadonlyMap<number, readonly SalesChannel[]>> {
  const channels = [...(await readWebsiteChannels(db)), ...(await db.models.inventorySalesChannel.findMany())];
  const byStock = new Map<number, SalesChannel[]>();
  for (const { type, code, stock_id } of channels.sort(byTypeAndCode)) {
    const ofStock = byStock.get(stock_id) ?? [];
    ofStock.push({ type, code });
    byStock.set(stock_id, ofStock);
  }
  return byStock;
}

/** Returns the websites as channels. Those without a row, such as new ones, sell from the default stock. */
async function readWebsiteChannels(db: Db) {
  const rows = await db.models.inventoryWebsiteStock.findMany();
  const stocks = new Map(rows.map(({ website_id, stock_id }) => [website_id, stock_id]));
  return (await readWebsites(db)).flatMap(({ id, code }) => {
    const stock_id = stocks.get(id) ?? defaultStock;
    return id === adminWebsite.id && !stocks.has(id) ? [] : [{ type: websiteType, code, stock_id }];
  });
}

function byTypeAndCode(one: KnownChannel, other: KnownChannel): number {
  if (one.type !== other.type) return one.type < other.type ? -1 : 1;
  return one.code < other.code ? -1 : 1;
}

/** Returns the id of the stock that a channel sells from, or undefined for an unknown channel. */
export async function readStockOfChannel(db: Db, { type, code }: KnownChannel): Promise<number | undefined> {
  if (type !== websiteType) {
    const channel = await db.models.inventorySalesChannel.findUnique({ where: { type_code: { type, code } } });
    return channel?.stock_id;
  }
  if (code === adminWebsite.code) return defaultStock;
  const website = (await readWebsites(db)).find((one) => one.code === code);
  return website && readStockOfWebsite(db, website.id);
}

/** Returns the id of the stock that a website sells from. */
export async function readStockOfWebsite(db: Db, websiteId: number): Promise<number> {
  const row = await db.models.inventoryWebsiteStock.findUnique({ where: { website_id: websiteId } });
  return row?.stock_id ?? defaultStock;
}

/** Replaces the channels of a stock, which `lockStocks` has locked. */
export async function replaceSalesChannels(db: Db, stockId: number, channels: readonly KnownChannel[]): Promise<void> {
  const isWebsite = ({ type }: KnownChannel) => type === websiteType;
  await replaceWebsites(
    db,
    stockId,
    channels.filter(isWebsite).map(({ code }) => code),
  );
  await replaceOthers(
    db,
    stockId,
    channels.filter((channel) => !isWebsite(channel)),
  );
}

/**
 * Moves websites from their former stocks to a stock. Dropped websites have no row and therefore sell from the default
 * stock.
 */
async function replaceWebsites(db: Db, stock_id: number, codes: readonly string[]): Promise<void> {
  const named = new Set(codes);
  const ids = (await readWebsites(db)).filter(({ code }) => named.has(code)).map(({ id }) => id);
  await db.models.inventoryWebsiteStock.deleteMany({ where: { OR: [{ stock_id }, { website_id: { in: ids } }] } });
  if (stock_id === defaultStock) return;
  await db.models.inventoryWebsiteStock.createMany({ data: ids.map((website_id) => ({ website_id, stock_id })) });
}

async function replaceOthers(db: Db, stock_id: number, channels: readonly KnownChannel[]): Promise<void> {
  await removeChannels(db, stock_id, channels);
  const distinct = new Map(channels.map(({ type, code }) => [JSON.stringify([type, code]), { type, code, stock_id }]));
  await db.models.inventorySalesChannel.createMany({ data: [...distinct.values()] });
}
