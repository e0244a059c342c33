// SQL: set-based write of the ids of a page.
import type { Db } from "../../../platform/db/database.js";
import type { IdPair } from "./ids.js";

/** Stores ids; a later one replaces an earlier one. */
export async function writeIds(db: Db, source: string, pairs: readonly IdPair[]): Promise<void> {
  if (pairs.length === 0) return;
  const column = (of: keyof IdPair) => pairs.map((pair) => pair[of]);
  await db.execute(
    `insert into magento_import_id (source, kind, source_id, target_id)
     select $1::text, given.kind, given.source_id, given.target_id
     from unnest($2::text[], $3::text[], $4::text[]) as given (kind, source_id, target_id)
     on conflict (source, kind, source_id) do update set target_id = excluded.target_id`,
    [source, column("kind"), column("source"), column("target")],
  );
}
