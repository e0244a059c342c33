import type { Db } from "../db/database.js";

/** Pages and blocks, whose rows are handled alike. */
export interface ContentTable {
  readonly name: "cms_page" | "cms_block";
  readonly stores: "cms_page_store" | "cms_block_store";
  /** The column of the store relation that references the content. */
  readonly key: "page_id" | "block_id";
  /** The columns that callers write. */
  readonly columns: readonly string[];
}

export type ContentValues = Readonly<Record<string, unknown>>;

/** Locks a page or block until the transaction ends. */
export async function lockRecord(db: Db, { name }: ContentTable, id: number): Promise<void> {
  await db.execute(`select 1 from ${name} where id = $1::int for update`, [id]);
}

/** Returns the store view ids of a page or block; 0 stands for all. */
export async function readStoreIds(db: Db, { stores, key }: ContentTable, id: number): Promise<number[]> {
  const rows = await db.query<{ store_id: number }>(`select store_id from ${stores} where ${key} = $1::int`, [id]);
  return rows.map(({ store_id }) => store_id);
}

export interface IdentifierClaim {
  /** The page or block to be saved; 0 for a new one. */
  readonly id: number;
  readonly identifier: string;
  readonly storeIds: readonly number[];
}

/**
 * Whether the identifier is free in all of the store views, locked until the transaction ends. Content of all store
 * views conflicts with content of any.
 */
export async function claimIdentifier(db: Db, table: ContentTable, claim: IdentifierClaim): Promise<boolean> {
  const { name, stores, key } = table;
  const { id, identifier, storeIds } = claim;
  await db.query(`select pg_advisory_xact_lock(hashtext($1::text), hashtext(lower($2::text)))`, [name, identifier]);
  const taken = await db.query(
    `select 1 from ${name} t join ${stores} s on s.${key} = t.id
     where lower(t.identifier) = lower($1::text) and t.id <> $2::int
       and (s.store_id = 0 or s.store_id = any($3::int[]) or 0 = any($3::int[])) limit 1`,
    [identifier, id, storeIds],
  );
  return taken.length === 0;
}

/** Inserts a page or block for a store view (0 for all) and returns its id. */
export async function insertRecord(
  db: Db,
  { name, stores, key, columns }: ContentTable,
  { values, storeId }: { readonly values: ContentValues; readonly storeId: number },
): Promise<number> {
  const list = columns.join(", ");
  const row = await db.one<{ id: number }>(
    `with added as (
       insert into ${name} (${list}, creation_time, update_time)
       select ${list}, now() at time zone 'UTC', now() at time zone 'UTC' from jsonb_populate_record(null::${name}, $1::jsonb)
       returning id),
     placed as (insert into ${stores} (${key}, store_id) select id, $2::int from added)
     select id from added`,
    [JSON.stringify(values), storeId],
  );
  return row?.id ?? 0;
}

/** Updates all caller-writable columns of a page or block. */
export async function updateRecord(db: Db, { name, columns }: ContentTable, values: ContentValues): Promise<void> {
  const list = columns.join(", ");
  await db.execute(
    `update ${name} t set (${list}) = (select ${list} from jsonb_populate_record(null::${name}, $1::jsonb)),
       update_time = now() at time zone 'UTC'
     where t.id = ($1::jsonb ->> 'id')::int`,
    [JSON.stringify(values)],
  );
}

/** Deletes a page or block. */
export const removeRecord = (db: Db, { name }: ContentTable, id: number): Promise<number> =>
  db.execute(`delete from ${name} where id = $1::int`, [id]);
