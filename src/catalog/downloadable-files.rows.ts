import type { Db } from "../db/database.js";
import { dispersedPath, numberedName } from "./sent-files.js";

/** Keeps a file that buyers will download and gives its path; a name that is taken gets a number. */
export async function keepDownloadableFile(
  db: Db,
  productId: number,
  { fileName, content }: { readonly fileName: string; readonly content: Uint8Array },
): Promise<string> {
  for (let number = 0; ; number += 1) {
    const path = numberedName(dispersedPath(fileName), number);
    const written = await db.execute(
      "insert into downloadable_file (path, product_id, content) values ($1, $2, $3) on conflict (path) do nothing",
      [path, productId, content],
    );
    if (written === 1) return path;
  }
}

/** Whether the file was kept for this product. */
export async function ownsFile(db: Db, productId: number, path: string): Promise<boolean> {
  const rows = await db.query("select 1 from downloadable_file where path = $1 and product_id = $2", [path, productId]);
  return rows.length > 0;
}
