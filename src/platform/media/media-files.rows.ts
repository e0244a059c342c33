import type { Db } from "../db/database.js";
import { type Row, now } from "../db/models.js";

/** The properties of a file that its response headers contain. */
export type ServedFile = Readonly<Pick<Row<"mediaFile">, "media_type" | "size" | "hash">>;

/** Returns the file at a path, or undefined if it is unknown or removed. */
export async function readServed(db: Db, path: string): Promise<ServedFile | undefined> {
  const found = await db.models.mediaFile.findUnique({
    where: { path, removed_at: null },
    select: { media_type: true, size: true, hash: true },
  });
  return found ?? undefined;
}

/** Releases reserved paths. */
export async function releasePaths(db: Db, paths: readonly string[]): Promise<void> {
  await db.models.mediaFile.deleteMany({ where: { path: { in: [...paths] }, number: -1 } });
}

/** Marks removed files as deleted from the storage. */
export async function markDeleted(db: Db, paths: readonly string[]): Promise<void> {
  await db.models.mediaFile.updateMany({ where: { path: { in: [...paths] } }, data: { gone_at: now } });
}

/** SQL of the shop that owns the images. */
export interface ImageOwner {
  /** Returns the condition that a path is in use. */
  readonly isUsed: (path: string) => string;
  /**
   * Returns the statement that sets a setting to the current time if it is at least `$1` days old or was never set. It
   * affects a row if the setting was old.
   */
  readonly restartedTime: (path: string) => string;
}

/** An image that has no file name yet. */
export interface UnnamedImage {
  /** `/p/h/photo` */
  readonly base: string;
  /** `.jpg` */
  readonly extension: string;
  readonly media_type: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
}

/** An image with its file name. */
type NamedImage = Readonly<Pick<Row<"mediaFile">, "path" | "base" | "extension" | "hash">>;

/**
 * Skips a name that another transaction is reserving: two transactions that wait for each other's names would
 * deadlock. `on conflict` covers names that are taken under another base or in another case.
 */
const insertFreeNames = `with given as (
    select f.*, coalesce((select max(m.number) + 1 from media_file m where m.base = f.base and m.extension = f.extension), 0)
      + row_number() over (partition by f.base, f.extension order by f.place) - 1 + $2::int as number
    from jsonb_to_recordset($1::text::jsonb) as f (place int, base text, extension text, media_type text, size int,
      width int, height int, hash text)
  ), named as (
    select *, base || case when number = 0 then '' else '_' || number end || extension as path from given
  ), keyed as (
    select *, name_key(path) as path_key from named
  )
  insert into media_file (path, path_key, base, extension, number, media_type, size, width, height, hash, created_at)
  select path, path_key, base, extension, number, media_type, size, width, height, hash, now() at time zone 'utc'
  from keyed where pg_try_advisory_xact_lock(hashtextextended('media ' || path_key, 0)) order by path
  on conflict do nothing returning path, base, extension, hash`;

/**
 * Inserts images under the first free names, shifted by `attempt`, in one statement. Returns only the images whose name
 * was free.
 */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export const insertNamed = (db: Db, images: readonly UnnamedImage[], attempt: number): Promise<NamedImage[]> =>
  db.query<NamedImage>(insertFreeNames, [
    JSON.stringify(images.map((image, index) => ({ ...image, place: index }))),
    attempt,
  ]);

/** An image that is already stored. */
interface StoredImage extends NamedImage {
  /** Whether its bytes may be gone from the storage, because nothing referred to it. */
  readonly was_removed: boolean;
}

/**
 * Finds stored images with the same bytes and name, and locks them against removal until the transaction ends. Removed
 * images become current again. If several match, current images come first, then the lowest number.
 */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export const reuseStored = (db: Db, images: readonly UnnamedImage[]): Promise<StoredImage[]> =>
  db.query<StoredImage>(
    `with given as (
       select distinct f.base, f.extension, f.hash
       from jsonb_to_recordset($1::text::jsonb) as f (base text, extension text, hash text)
     ), found as (
       select distinct on (m.base, m.extension, m.hash) m.path from media_file m
       join given g on g.base = m.base and g.extension = m.extension and g.hash = m.hash
       where m.number >= 0
       order by m.base, m.extension, m.hash, m.removed_at is not null, m.number
     ), locked as (
       select m.path, m.base, m.extension, m.hash, m.removed_at is not null as was_removed
       from media_file m where m.path in (select path from found) order by m.path for share
     ), current as (
       update media_file m set removed_at = null, gone_at = null
       from locked l where m.path = l.path and l.was_removed
     )
     select * from locked`,
    [JSON.stringify(images)],
  );

/** Locks removed images whose bytes are marked as deleted from the storage, and returns their paths. */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export async function lockDeleted(db: Db, paths: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ path: string }>(
    "select path from media_file where path = any($1::text[]) and gone_at is not null order by path for update",
    [paths],
  );
  return rows.map(({ path }) => path);
}

/**
 * Reserves the paths that no image has or is about to get. Until the transaction ends, no image can get these names.
 */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export async function reserveFreePaths(db: Db, paths: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ path: string }>(
    `insert into media_file (path, path_key, base, extension, number, media_type, size, width, height, hash)
    select path, name_key(path), path, '', -1, '', 0, 0, 0, '' from unnest($1::text[]) as given (path)
    where pg_try_advisory_xact_lock(hashtextextended('media ' || name_key(path), 0))
    on conflict do nothing returning path`,
    [paths],
  );
  return rows.map(({ path }) => path);
}

/** Setting with the time of the last search for files without a row. */
const sweptPath = "portico/media/swept";

/**
 * Returns whether the given number of days have passed since the last search for files without a row, or since the first
 * call. The search then counts as done, so only one of several processes does it.
 */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export async function beginSweep(db: Db, days: number, { restartedTime }: ImageOwner): Promise<boolean> {
  const found = await db.execute(restartedTime(sweptPath), [days]);
  return found > 0;
}

/**
 * Deletes some of the rows of images that left the storage more than 400 days ago. Until then, a row keeps its name from
 * being given to other bytes, because caches may keep an image for a year. Returns the number of deleted rows.
 */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export const forgetGone = (db: Db, limit: number): Promise<number> =>
  db.execute(
    `delete from media_file where path in (
      select path from media_file where gone_at < now() - interval '400 days' limit $1::int for update skip locked)`,
    [limit],
  );

/** Locks some removed files that are still in the storage. Other processes skip them. */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export async function lockDue(db: Db, limit: number, { isUsed }: ImageOwner): Promise<string[]> {
  const rows = await db.query<{ path: string }>(
    `select path from media_file where removed_at is not null and gone_at is null
      and not ${isUsed("media_file.path")}
    order by removed_at limit $1::int for update skip locked`,
    [limit],
  );
  return rows.map(({ path }) => path);
}

/** Locks some files to remove from the storage and returns their keys. Other processes skip them. */
// SQL: locks and a queue: names of files are reserved under a lock, and files to delete are claimed with `skip
// locked`.
export async function lockRemoved(db: Db, limit: number): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(
    `select storage_key from private_file where removed_at is not null order by removed_at, storage_key
      limit $1::int for update skip locked`,
    [limit],
  );
  return rows.map((row) => row.storage_key);
}
