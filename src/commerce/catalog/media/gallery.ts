import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { forEachConcurrently } from "../../../platform/media/at-once.js";
import type { CatalogContext } from "../catalog-context.js";
import { inputError, notFound } from "../../../api/call/errors.js";
import { readScope } from "../products/find/find-products.js";
import { productNotFound } from "../products/product-errors.js";
import type { ProductRow } from "../products/product.sql.js";
import { readProduct } from "../products/products-by-sku.sql.js";
import { lockKnownProduct } from "../products/save/lock-product.js";
import { touchProduct } from "../products/save/stored-product.sql.js";
import {
  entryNotFound,
  type GalleryOwner,
  checkEntries,
  removeEntries,
  unusedElsewhere,
  writeEntries,
} from "./product-media.js";
import { readEntries, readFirstRoles, toMediaEntry } from "./product-media.sql.js";
import type { ImageContent, MediaGalleryEntry } from "./product-media.types.js";
import { mediaTypeOf } from "./sent-image.js";

/** Number of images read into memory at once. */
const maxParallelReads = 4;

const galleryOnly = {
  websites: false,
  categories: false,
  tierPrices: false,
  media: true,
  options: false,
  links: false,
  stock: false,
  added: false,
};

/**
 * Returns the gallery of a product with the values of the store view, and the image contents if requested. Throws 404
 * for an unknown product.
 */
export async function listEntries(sku: string, ctx: CatalogContext): Promise<MediaGalleryEntry[]> {
  const product = await readGallery(sku, ctx);
  if (!product) throw productNotFound();
  const entries = entriesOf(product);
  await addContent(entries, ctx);
  return entries;
}

/** Returns one gallery entry of a product in the same form. Throws 404 for an unknown product or entry. */
export async function readEntry(sku: string, entryId: number, ctx: CatalogContext): Promise<MediaGalleryEntry> {
  const product = await readGallery(sku, ctx);
  if (!product) throw notFound("The product doesn't exist. Verify and try again.");
  const entry = entriesOf(product).find(({ id }) => id === entryId);
  if (!entry) throw notFound("The image doesn't exist. Verify and try again.");
  await addContent([entry], ctx);
  return entry;
}

/**
 * Adds a gallery entry to a product and returns its id. The first image gets all roles if it has no types. Throws 404 for
 * an unknown product, 400 for content that is not an image.
 */
export async function addEntry(sku: string, entry: MediaGalleryEntry, ctx: CatalogContext): Promise<number> {
  const [sent] = checkEntries([{ ...entry, id: null }], [], ctx);
  const owner = await lockOwner(sku, ctx);
  const types = entry.types?.length ? entry.types : await readFirstRoles(ctx.db, owner.id);
  const [id] = sent ? await writeEntries(owner, [{ ...sent, entry: { ...sent.entry, types } }], ctx) : [];
  if (id === undefined) throw new Error("the entry that was just added has no id");
  await touchProduct(ctx.db, owner.id);
  return id;
}

/**
 * Updates the given fields of a gallery entry. Throws 404 for an unknown product or entry, 400 for content that is not
 * an image.
 */
export async function changeEntry(sku: string, entry: MediaGalleryEntry, ctx: CatalogContext): Promise<void> {
  const owner = await lockOwner(sku, ctx);
  if (entry.id == null) throw entryNotFound();
  await writeEntries(owner, checkEntries([entry], await readEntries(ctx.db, owner.id), ctx), ctx);
  await touchProduct(ctx.db, owner.id);
}

/**
 * Deletes a gallery entry, its roles, and its file if nothing else uses it. Throws 404 for an unknown product or entry,
 * 400 if the image has a role in another store view.
 */
export async function removeEntry(sku: string, entryId: number, ctx: CatalogContext): Promise<void> {
  const owner = await lockOwner(sku, ctx);
  const removed = (await readEntries(ctx.db, owner.id)).filter(({ id }) => id === entryId);
  if (removed.length === 0) throw entryNotFound();
  if ((await unusedElsewhere(owner, removed, ctx)).length === 0) {
    throw inputError("The image cannot be removed as it has been assigned to the other image role");
  }
  await removeEntries(owner, removed, ctx);
  await touchProduct(ctx.db, owner.id);
}

const readGallery = (sku: string, ctx: CatalogContext) =>
  readProduct(ctx.db, { sku, scope: readScope(ctx.scope.storeId, ctx), wanted: galleryOnly });

async function lockOwner(sku: string, { db, scope }: CatalogContext): Promise<GalleryOwner> {
  const { id } = await lockKnownProduct(db, sku);
  return { id, storeId: scope.storeId };
}

function entriesOf({ media, global_values: global, view_values: view }: ProductRow): MediaGalleryEntry[] {
  const values = { ...global, ...view };
  return (media ?? []).map((row) => toMediaEntry(row, values));
}

/** Adds the image contents, as newer Magento releases do, unless the requested fields leave out `content`. */
async function addContent(entries: readonly MediaGalleryEntry[], ctx: CatalogContext): Promise<void> {
  if (ctx.selection && !ctx.selection.has("content")) return;
  await forEachConcurrently(entries, maxParallelReads, async (entry) => {
    const content = entry.file == null ? undefined : await readContent(entry.file, ctx);
    if (content) entry.content = content;
  });
}

async function readContent(file: string, { media, log }: CatalogContext): Promise<ImageContent | undefined> {
  const opened = await media.read(file);
  if (!opened) {
    log.error({ path: file }, "image is missing from the storage");
    return undefined;
  }
  const bytes = await buffer(opened.content);
  return { base64_encoded_data: bytes.toString("base64"), type: mediaTypeOf(bytes) ?? null, name: basename(file) };
}
