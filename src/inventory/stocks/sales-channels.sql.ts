// Set-based writes: the channels of a stock in a few statements, however many there are.
import type { Db } from "../../db/database.js";
import { readWebsites } from "../../store/published.js";
import { type KnownChannel, websiteType } from "./sales-channels.rows.js";
import { defaultStock } from "./stock-id.js";

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
async function replaceWebsites(db: Db, stockId: number, codes: readonly string[]): Promise<void> {
  const named = new Set(codes);
  const ids = (await readWebsites(db)).filter(({ code }) => named.has(code)).map(({ id }) => id);
  await db.execute("delete from inventory_website_stock where stock_id = $1::int or website_id = any($2::int[])", [
    stockId,
    ids,
  ]);
  if (stockId === defaultStock) return;
  await db.execute(
    "insert into inventory_website_stock (website_id, stock_id) select id, $1::int from unnest($2::int[]) as given (id)",
    [stockId, ids],
  );
}

async function replaceOthers(db: Db, stockId: number, channels: readonly KnownChannel[]): Promise<void> {
  const given = [stockId, channels.map(({ type }) => type), channels.map(({ code }) => code)];
  await db.execute(
    `delete from inventory_sales_channel channel where channel.stock_id = $1::int
      or (channel.type, channel.code) in (select * from unnest($2::text[], $3::text[]))`,
    given,
  );
  await db.execute(
    `insert into inventory_sales_channel (type, code, stock_id)
    select distinct type, code, $1::int from unnest($2::text[], $3::text[]) as given (type, code)`,
    given,
  );
}
