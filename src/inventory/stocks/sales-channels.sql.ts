// SQL: models cannot select by a set of pairs of any size: they would send two parameters for each pair.
import type { Db } from "../../db/database.js";
import type { KnownChannel } from "./sales-channels.rows.js";

/** Removes the channels of a stock, and the given ones from other stocks. None of them is a website. */
export async function removeChannels(db: Db, stockId: number, channels: readonly KnownChannel[]): Promise<void> {
  await db.execute(
    `delete from inventory_sales_channel channel where channel.stock_id = $1::int
      or (channel.type, channel.code) in (select * from unnest($2::text[], $3::text[]))`,
    [stockId, channels.map(({ type }) => type), channels.map(({ code }) => code)],
  );
}
