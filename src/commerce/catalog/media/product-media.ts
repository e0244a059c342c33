import type { NewImage } from "../../../platform/media/media-library.js";
import type { CatalogContext } from "../catalog-context.js";
import { invalid, notFound } from "../../../api/call/errors.js";
import { writeValues } from "../products/find/product-values.sql.js";
import type { SavedProduct } from "../products/save/saved-product.js";
import { withOwnValues } from "../products/find/store-values.js";
import { changedRoles } from "./media-roles.js";
import {
  deleteEntries,
  type EntryValues,
  insertEntries,
  moveRoles,
  readEntries,
  readFilesUsedElsewhere,
  readRoles,
  type StoredEntry,
  updateEntries,
} from "./product-media.sql.js";
import type { MediaGalleryEntry } from "./product-media.types.js";
import { readImage } from "./sent-image.js";
import { mediaType } from "../closed-sets.types.js";

/** The product of the gallery, and the store view whose values are written; 0 for the global values. */
export type GalleryOwner = Pick<SavedProduct, "id" | "storeId">;

/** The part of the call context that writing a gallery needs. */
export type GalleryContext = Pick<CatalogContext, "db" | "media" | "config">;

/** 404 for an entry that the product does not have. */
export const entryNotFound = () => notFound("No image with the provided ID was found. Verify the ID and try again.");

/**
 * Saves the gallery of a product: an entry with an id is updated, an entry without one needs content and is created. If
 * the product already has that image, its entry is updated instead, so that a repeated call changes nothing. A list of
 * entries that all have ids removes the entries left out, unless their images have a role in another store view. Throws
 * 404 for an id of another product, 400 for content that is not an image.
 */
export async function saveMedia(
  product: SavedProduct,
  entries: readonly MediaGalleryEntry[],
  ctx: GalleryContext,
): Promise<void> {
  const stored = product.isNew ? [] : await readEntries(ctx.db, product.id);
  const sent = matchStoredImages(await storeImages(checkEntries(entries, stored, ctx), ctx), stored);
  if (!entries.some(({ id }) => !id)) {
    const leftOut = stored.filter(({ id }) => !sent.some(({ before }) => before?.id === id));
    await removeEntries(product, await unusedElsewhere(product, leftOut, ctx), ctx);
  }
  await writeStored(product, sent, ctx);
}

/** Returns the entries whose images have no role in another store view than that of the save. */
export async function unusedElsewhere(
  product: GalleryOwner,
  entries: readonly StoredEntry[],
  { db }: GalleryContext,
): Promise<StoredEntry[]> {
  if (entries.length === 0) return [];
  const files = entries.map(({ file }) => file);
  const used = await readFilesUsedElsewhere(db, product, files);
  return entries.filter(({ file }) => !used.has(file));
}

/** An entry of the request, with the path of its file. */
type StoredSentEntry = Omit<SentEntry, "image"> & { readonly file: string };

/** Stores the images of entries. */
async function storeImages(
  sent: readonly SentEntry[],
  { db, media }: Pick<GalleryContext, "db" | "media">,
): Promise<StoredSentEntry[]> {
  const images = sent.flatMap(({ image }) => image ?? []);
  const paths = images.length > 0 ? await media.save(db, images) : [];
  const fileOf = new Map(images.map((image, index) => [image, paths[index] ?? ""]));
  return sent.map(({ entry, before, image }) => ({
    entry,
    before,
    file: (image && fileOf.get(image)) ?? before?.file ?? "",
  }));
}

/** Matches entries without an id to stored entries with the same file, unless another entry of the request has matched. */
function matchStoredImages(sent: readonly StoredSentEntry[], stored: readonly StoredEntry[]): StoredSentEntry[] {
  const used = new Set(sent.flatMap(({ before }) => before?.id ?? []));
  return sent.map((one) => {
    const shown = one.before ?? stored.find(({ id, file }) => file === one.file && !used.has(id));
    if (!shown) return one;
    used.add(shown.id);
    return { ...one, before: shown };
  });
}

/** A gallery entry of the request, with the stored entry and the new image. */
export interface SentEntry {
  readonly entry: MediaGalleryEntry;
  readonly before: StoredEntry | undefined;
  readonly image: NewImage | undefined;
}

/**
 * Reads and checks all entries before anything is written. An entry with the id 0 is new. If two entries have the same
 * id, the later one wins. Throws 404 for an id of another product, 400 for an unknown media type and for an invalid
 * image.
 */
export function checkEntries(
  entries: readonly MediaGalleryEntry[],
  stored: readonly StoredEntry[],
  { config }: GalleryContext,
): SentEntry[] {
  const last = new Map(entries.map((entry) => [entry.id, entry]));
  return entries
    .filter((entry) => !entry.id || last.get(entry.id) === entry)
    .map((entry) => {
      const { id, media_type: type, content } = entry;
      const before = id ? stored.find((candidate) => candidate.id === id) : undefined;
      if (id && !before) throw entryNotFound();
      if (type != null && !mediaType.has(type)) throw invalid("media_type", type);
      return { entry, before, image: before && !content ? undefined : readImage(content, config) };
    });
}

/** Deletes entries of the product, with the roles of their files in all store views. */
export async function removeEntries(
  { id }: GalleryOwner,
  removed: readonly StoredEntry[],
  { db, media }: GalleryContext,
): Promise<void> {
  if (removed.length === 0) return;
  await deleteEntries(
    db,
    id,
    removed.map((entry) => entry.id),
  );
  await moveRoles(
    db,
    id,
    removed.map(({ file }) => ({ before: file, now: null })),
  );
  media.scheduleRemoval(db);
}

/**
 * Creates and updates entries and sets their roles. Returns the ids of the created entries. Usually at most seven
 * statements.
 */
export const writeEntries = async (
  product: GalleryOwner,
  sent: readonly SentEntry[],
  ctx: GalleryContext,
): Promise<number[]> => writeStored(product, await storeImages(sent, ctx), ctx);

async function writeStored(
  product: GalleryOwner,
  sent: readonly StoredSentEntry[],
  ctx: GalleryContext,
): Promise<number[]> {
  const { db, media } = ctx;
  const placed = sent.map(({ entry, before, file }) => {
    return { entry, before, after: { ...entryAfter(entry, before, product.storeId), file } };
  });
  const added = placed.filter(({ before }) => !before).map(({ after }) => after);
  const changed = placed.flatMap(({ before, after }) =>
    before ? [{ ...after, id: before.id, was: before.file }] : [],
  );
  const ids = added.length > 0 ? await insertEntries(db, product, added) : [];
  if (changed.length > 0) await updateEntries(db, product.id, changed);
  const replaced = changed.filter(({ was, file }) => was !== file);
  if (replaced.length > 0) {
    await moveRoles(
      db,
      product.id,
      replaced.map(({ was, file }) => ({ before: was, now: file })),
    );
    media.scheduleRemoval(db);
  }
  if (placed.some(({ entry }) => entry.types != null || entry.label !== undefined)) {
    const shown = placed.map(({ entry, after }) => {
      return { file: after.file, types: entry.types, label: after.label, ownLabel: ownLabel(product.storeId, after) };
    });
    await writeValues(db, product.id, changedRoles(await readRoles(db, product), shown));
  }
  return ids;
}

/**
 * Returns the values of an entry after the save. In a store view, label, position and `disabled` are saved for that
 * view only; the global values of a new entry are then the defaults.
 */
function entryAfter(
  entry: MediaGalleryEntry,
  before: StoredEntry | undefined,
  storeId: number,
): Omit<EntryValues, "file"> {
  const { label, position, disabled } = entry;
  const video = entry.extension_attributes?.video_content;
  const isGlobal = storeId === 0;
  return {
    media_type: entry.media_type ?? before?.media_type ?? "image",
    label: (isGlobal && label !== undefined ? label : before?.label) ?? null,
    position: (isGlobal ? position : undefined) ?? before?.position ?? null,
    disabled: (isGlobal ? disabled : undefined) ?? before?.disabled ?? false,
    video: video ? { ...video } : (before?.video ?? null),
    by_store: isGlobal
      ? (before?.by_store ?? {})
      : withOwnValues(before?.by_store, storeId, { label, position, disabled }),
  };
}

/** Returns the label that a store view has for an entry. */
function ownLabel(storeId: number, { by_store: byStore }: Pick<EntryValues, "by_store">): string | null {
  const own = new Map(Object.entries(byStore)).get(String(storeId)) as { readonly label?: string } | undefined;
  return own?.label ?? null;
}
