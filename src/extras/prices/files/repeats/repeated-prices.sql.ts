// SQL: models cannot compare all prices of a file, perhaps a million, with each other, nor append to stored texts.
import type { Db } from "../../../../platform/db/database.js";

/** The rows of a part whose price a later part sets too: their indexes, and for each the part and the index of the last one. */
export interface RepeatedRows {
  readonly part: number;
  readonly rows: readonly number[];
  readonly winner_parts: readonly number[];
  readonly winner_rows: readonly number[];
}

/** Returns the rows whose price a later part sets too, by their part. */
export const readRepeatedRows = (db: Db, id: string): Promise<RepeatedRows[]> =>
  db.query<RepeatedRows>(
    `with given as (
       select p.part, price.key, price.row, p.part::bigint << 32 | price.row as place
       from price_import_part p cross join unnest(p.price_keys, p.price_rows) as price (key, row)
       where p.import_id = $1::uuid),
     repeated as (select key, max(place) as winner from given group by key having count(*) > 1)
     select part, array_agg(row order by row) as rows,
       array_agg((winner >> 32)::int order by row) as winner_parts,
       array_agg((winner & 4294967295)::int order by row) as winner_rows
     from given join repeated using (key) where place < winner group by part order by part`,
    [id],
  );

/** Whether all parts of an import have been applied, and their prices are still to be compared. */
export async function isComparable(db: Db, id: string): Promise<boolean> {
  const row = await db.one<{ comparable: boolean }>(
    `select coalesce(bool_and(written is not null) and bool_or(price_keys is not null), false) as comparable
     from price_import_part where import_id = $1::uuid`,
    [id],
  );
  return row?.comparable ?? false;
}

/** Adds rows to the warnings of a part. */
export const addWarnings = (db: Db, id: string, { part, count, lines }: AddedWarnings) =>
  db.execute(
    `update price_import_part set warned = coalesce(warned, 0) + $3::int, warnings = coalesce(warnings, '') || $4
     where import_id = $1::uuid and part = $2::int`,
    [id, part, count, lines],
  );

interface AddedWarnings {
  readonly part: number;
  readonly count: number;
  /** The rows in the format of the file. */
  readonly lines: string;
}

/** Deletes what was kept to compare the parts of an import. */
export const forgetPrices = (db: Db, id: string) =>
  db.execute(
    `update price_import_part set content = null, price_keys = null, price_rows = null
     where import_id = $1::uuid and price_keys is not null`,
    [id],
  );
