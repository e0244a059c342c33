import type { CatalogContext } from "../catalog-context.js";
import { inputError } from "../../../api/call/errors.js";
import { productNotFound } from "../products/product-errors.js";
import { lockProduct } from "../products/save/lock-product.js";
import { findProduct } from "../products/save/stored-product.sql.js";
import { saveOneLink } from "./downloadable-links.js";
import { saveOneSample } from "./downloadable-samples.js";
import {
  readOwner,
  removeDownload,
  type DownloadableParts,
  type DownloadTable,
  readDownloadableParts,
} from "./downloadable.rows.js";
import { type Downloadable, downloadNotFound } from "./downloads.js";
import type { DownloadableLink, DownloadableSample } from "./product-downloadable.types.js";
import { removeUnusedFiles } from "./product-files.js";

const typeId = "downloadable";

/**
 * Returns the links and samples of a product in the store view; other product types have none. Throws 404 for an
 * unknown SKU.
 */
export async function listDownloads(
  sku: string,
  { db, scope }: CatalogContext,
): Promise<Pick<DownloadableParts, "links" | "samples">> {
  const product = await findProduct(db, sku);
  if (!product) throw productNotFound();
  const ids = product.type_id === typeId ? [product.id] : [];
  const [parts] = await readDownloadableParts(db, scope.storeId, ids);
  return parts ?? { links: [], samples: [] };
}

/** Whether titles and prices are saved globally; true by default. */
type IsGlobal = boolean | null | undefined;

/**
 * Creates a link of a downloadable product or updates the link with the given id. Returns its id. Throws 404 for an
 * unknown SKU or id, 400 for another product type, a link of another product and an invalid link.
 */
export async function saveLinkOf(
  sku: string,
  { link, isGlobal }: { readonly link: DownloadableLink; readonly isGlobal: IsGlobal },
  ctx: CatalogContext,
): Promise<number> {
  const product = await lockDownloadable(sku, isGlobal, ctx);
  return saveOneLink(product, link, ctx);
}

/** Like `saveLinkOf`, for a sample. */
export async function saveSampleOf(
  sku: string,
  { sample, isGlobal }: { readonly sample: DownloadableSample; readonly isGlobal: IsGlobal },
  ctx: CatalogContext,
): Promise<number> {
  return saveOneSample(await lockDownloadable(sku, isGlobal, ctx), sample, ctx);
}

async function lockDownloadable(sku: string, isGlobal: IsGlobal, { db, scope }: CatalogContext): Promise<Downloadable> {
  const product = await lockProduct(db, { sku });
  if (!product) throw productNotFound();
  if (product.type_id !== typeId) {
    throw inputError("The product needs to be the downloadable type. Verify the product and try again.");
  }
  return { id: product.id, storeId: (isGlobal ?? true) ? 0 : scope.storeId };
}

/** Deletes a link or sample, and its files if nothing else uses them. Throws 404 for an unknown id. */
export async function deleteDownload(table: DownloadTable, id: number, ctx: CatalogContext): Promise<true> {
  const { db } = ctx;
  const productId = await readOwner(db, table, id);
  // Locks the product first, as all saves do, to avoid deadlocks.
  if (productId !== undefined) await lockProduct(db, { id: productId, sku: "" });
  if (productId === undefined || !(await removeDownload(db, table, id))) throw downloadNotFound(table);
  await removeUnusedFiles(productId, ctx);
  return true;
}
