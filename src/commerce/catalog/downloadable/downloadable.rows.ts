import type { Db } from "../../../platform/db/database.js";
import type { DownloadTable } from "./downloadable.sql.js";

/** Returns the id of the product of a link or sample, or undefined for an unknown id. */
export async function readOwner({ models }: Db, table: DownloadTable, id: number): Promise<number | undefined> {
  const query = { where: { id }, select: { product_id: true } };
  const found = await (table === "downloadable_link"
    ? models.downloadableLink.findUnique(query)
    : models.downloadableSample.findUnique(query));
  return found?.product_id;
}

/** Deletes a link or sample. Returns whether it existed. */
export async function removeDownload({ models }: Db, table: DownloadTable, id: number): Promise<boolean> {
  const { count } = await (table === "downloadable_link"
    ? models.downloadableLink.deleteMany({ where: { id } })
    : models.downloadableSample.deleteMany({ where: { id } }));
  return count > 0;
}
