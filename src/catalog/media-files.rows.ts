import type { Db } from "../db/database.js";
import { dispersedPath, numberedName } from "./sent-files.js";

/** The bytes of an image. */
export interface MediaFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Keeps an image and gives its path below the product media folder; a name that is taken gets a number. */
export async function keepMediaFile(db: Db, { fileName, mediaType, content }: MediaFile): Promise<string> {
  const base = dispersedPath(fileName);
  const [row] = await db.query<{ taken: string[] }>(
    "select array(select path from media_file where starts_with(path, $1)) as taken",
    [base.replace(/\.[^.]*$/, "")],
  );
  const taken = new Set(row?.taken);
  for (let number = 0; ; number += 1) {
    const path = numberedName(base, number);
    if (taken.has(path)) continue;
    const written = await db.execute(
      "insert into media_file (path, media_type, content, created_at) " +
        "values ($1, $2, $3, now() at time zone 'utc') on conflict (path) do nothing",
      [path, mediaType, content],
    );
    if (written === 1) return path;
  }
}

/** Drops images that no product shows any more. */
export async function dropMediaFiles(db: Db, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await db.execute(
    `delete from media_file where path = any($1::text[])
      and not exists (select from product_media where product_media.file = media_file.path)`,
    [paths],
  );
}
