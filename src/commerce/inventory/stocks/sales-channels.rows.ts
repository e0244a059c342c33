import type { Db } from "../../../platform/db/database.js";
import { readWebsites } from "../../store/published.js";
import { type SalesChannel, defaultStock } from "./stocks.types.js";
import { websiteOfStoreView } from "../../store/published.sql.js";
import { defaultSource } from "../sources/source-rules.js";

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

/** A sales channel that the rules have checked. */
export type KnownChannel = { readonly type: string; readonly code: string };

/** The stock that a store view sells from. */
interface SellingStock {
  readonly stockId: number;
  /** Source of a shipment by default: the source of the stock if there is exactly one, otherwise the default source. */
  readonly usualSource: string;
}

const usualSource = (
  stockId: string,
) => `coalesce((select l.source_code from inventory_stock_source_link l where l.stock_id = ${stockId}
    order by l.source_code = '${defaultSource}' desc, l.priority, l.source_code limit 1), '${defaultSource}')`;

/** Returns the stock that a store view sells from; the default one for an unknown store view. */
// SQL: measured by `invoice-and-ship`: the stock is read for every order that is shipped, invoiced or canceled. And models cannot
// select by a set of pairs of any size: they would send two parameters for each pair.
export async function readStockOfStore(db: Db, storeId: number): Promise<SellingStock> {
  const stock = await db.one<SellingStock>(
    `select s.stock_id as "stockId", ${usualSource("s.stock_id")} as "usualSource"
    from (select coalesce((select w.stock_id from inventory_website_stock w
      where w.website_id = coalesce(${websiteOfStoreView("$1::int")}, 0)), ${defaultStock}) as stock_id) as s`,
    [storeId],
  );
  return stock ?? { stockId: defaultStock, usualSource: defaultSource };
}

/** Returns the default source of shipments from a stock. */
// SQL: measured by `invoice-and-ship`: the stock is read for every order that is shipped, invoiced or canceled. And models cannot
// select by a set of pairs of any size: they would send two parameters for each pair.
export async function readUsualSource(db: Db, stockId: number): Promise<string> {
  const row = await db.one<{ code: string }>(`select ${usualSource("$1::int")} as code`, [stockId]);
  return row?.code ?? defaultSource;
}

/** Removes the channels of a stock, and the given ones from other stocks. None of them is a website. */
// SQL: measured by `invoice-and-ship`: the stock is read for every order that is shipped, invoiced or canceled. And models cannot
// select by a set of pairs of any size: they would send two parameters for each pair.
async function removeChannels(db: Db, stockId: number, channels: readonly KnownChannel[]): Promise<void> {
  await db.execute(
    `delete from inventory_sales_channel channel where channel.stock_id = $1::int
      or (channel.type, channel.code) in (select * from unnest($2::text[], $3::text[]))`,
    [stockId, channels.map(({ type }) => type), channels.map(({ code }) => code)],
  );
}
