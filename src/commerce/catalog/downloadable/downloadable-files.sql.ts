// SQL: set-based writes of all files of a product in one statement.
import type { Db } from "../../../platform/db/database.js";

/** A file of a product: the path in links and samples, and its key in the storage. */
export interface DownloadableFile {
  readonly path: string;
  readonly key: string;
}

/** Returns the paths of a product's files. */
export async function readFilePaths(db: Db, productId: number): Promise<string[]> {
  const rows = await db.query<{ path: string }>("select path from downloadable_file where product_id = $1::int", [
    productId,
  ]);
  return rows.map(({ path }) => path);
}

/** Assigns stored files to a product. */
export async function insertFiles(db: Db, productId: number, files: readonly DownloadableFile[]): Promise<void> {
  await db.execute(
    `insert into downloadable_file (product_id, path, storage_key)
      select $1::int, path, storage_key from unnest($2::text[], $3::text[]) as given (path, storage_key)`,
    [productId, files.map(({ path }) => path), files.map(({ key }) => key)],
  );
}

/** Removes the files of a product that are no longer used by a link or sample. Returns whether there were any. */
export async function deleteUnusedFileRows(db: Db, productId: number): Promise<boolean> {
  const dropped = await db.execute(
    `delete from downloadable_file f where f.product_id = $1::int
      and not exists (select from downloadable_link l where l.product_id = $1::int and f.path in (l.link_file, l.sample_file))
      and not exists (select from downloadable_sample s where s.product_id = $1::int and s.sample_file = f.path)`,
    [productId],
  );
  return dropped > 0;
}
