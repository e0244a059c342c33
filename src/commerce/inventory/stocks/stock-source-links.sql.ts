// SQL: set-based writes: many links in one statement.
import type { Db } from "../../../platform/db/database.js";
import { sourceKey } from "../sources/source-rules.js";

/** A link of a stock and a source, whose code is case-insensitive. */
export interface LinkedPair {
  readonly stockId: number;
  readonly code: string;
}

export interface LinkWrite extends LinkedPair {
  readonly priority: number;
}

/**
 * Creates links or sets their priorities. Returns the number of written links, which excludes unknown stocks and sources.
 */
export function writeLinks(db: Db, links: readonly LinkWrite[]): Promise<number> {
  return db.execute(
    `insert into inventory_stock_source_link (stock_id, source_code, priority)
    select stock.stock_id, source.source_code, given.priority
    from unnest($1::int[], $2::text[], $3::int[]) as given (stock_id, code_key, priority)
    join inventory_stock stock on stock.stock_id = given.stock_id
    join inventory_source source on source.source_code_key = given.code_key
    order by given.stock_id, given.code_key
    on conflict (stock_id, source_code) do update set priority = excluded.priority`,
    [
      links.map(({ stockId }) => stockId),
      links.map(({ code }) => sourceKey(code)),
      links.map(({ priority }) => priority),
    ],
  );
}

/** Removes the links of pairs. Unknown pairs are ignored. */
export async function removeLinks(db: Db, pairs: readonly LinkedPair[]): Promise<void> {
  await db.execute(
    `delete from inventory_stock_source_link link
    using unnest($1::int[], $2::text[]) as given (stock_id, code_key), inventory_source source
    where link.stock_id = given.stock_id and link.source_code = source.source_code
      and source.source_code_key = given.code_key`,
    [pairs.map(({ stockId }) => stockId), pairs.map(({ code }) => sourceKey(code))],
  );
}
