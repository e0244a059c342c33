// SQL: measured by `invoice-and-ship`: the stock is read for every order that is shipped, invoiced or canceled. And models cannot
// select by a set of pairs of any size: they would send two parameters for each pair.
import type { Db } from "../../../platform/db/database.js";
import { websiteOfStoreView } from "../../store/published.sql.js";
import { defaultSource } from "../sources/source-rules.js";
import { defaultStock } from "./stocks.types.js";

/** A sales channel that the rules have checked. */
export type KnownChannel = { readonly type: string; readonly code: string };

/** The stock that a store view sells from. */
export interface SellingStock {
  readonly stockId: number;
  /** Source of a shipment by default: the source of the stock if there is exactly one, otherwise the default source. */
  readonly usualSource: string;
}

const usualSource = (
  stockId: string,
) => `coalesce((select l.source_code from inventory_stock_source_link l where l.stock_id = ${stockId}
    order by l.source_code = '${defaultSource}' desc, l.priority, l.source_code limit 1), '${defaultSource}')`;

/** Returns the stock that a store view sells from; the default one for an unknown store view. */
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
export async function readUsualSource(db: Db, stockId: number): Promise<string> {
  const row = await db.one<{ code: string }>(`select ${usualSource("$1::int")} as code`, [stockId]);
  return row?.code ?? defaultSource;
}

/** Removes the channels of a stock, and the given ones from other stocks. None of them is a website. */
export async function removeChannels(db: Db, stockId: number, channels: readonly KnownChannel[]): Promise<void> {
  await db.execute(
    `delete from inventory_sales_channel channel where channel.stock_id = $1::int
      or (channel.type, channel.code) in (select * from unnest($2::text[], $3::text[]))`,
    [stockId, channels.map(({ type }) => type), channels.map(({ code }) => code)],
  );
}
