import type { NewImage } from "../../media/media-library.js";
import type { Context } from "../../call/context.js";
import { invalid, notFound } from "../../call/errors.js";
import { writeValues } from "../products/find/product-values.sql.js";
import type { SavedProduct } from "../products/save/saved-product.js";
import { withOwnValues } from "../products/find/store-values.js";
import { changedRoles, type ShownEntry } from "./media-roles.js";
import {
  deleteEntries,
  type EntryValues,
  insertEntries,
  moveRoles,
  readEntries,
  readRoles,
  type StoredEntry,
  updateEntries,
} from "./product-media.sql.js";
import type { MediaGalleryEntry } from "./product-media.types.js";
import { readImage } from "./sent-image.js";

/** Whose gallery it is, and the store view whose values are written, 0 for the global ones. */
export type GalleryOwner = Pick<SavedProduct, "id" | "storeId">;

/** What writing a gallery needs of the call. */
export type GalleryContext = Pick<Context, "db" | "media" | "config">;

const mediaTypes: ReadonlySet<string> = new Set(["image", "external-video"]);

/** 404 for an entry that the product does not have. */
export const entryNotFound = () => notFound("No image with the provided ID was found. Verify the ID and try again.");

/**
 * Gives the product these images and videos and no others: an entry with an id is changed, one without needs content and
 * is added. Throws a 404 for an id that is not the product's, a 400 for content that is no image.
 */
export async function saveMedia(
  product: SavedProduct,
  entries: readonly MediaGalleryEntry[],
  ctx: GalleryContext,
): Promise<void> {
  const stored = product.isNew ? [] : await readEntries(ctx.db, product.id);
  const sent = readSent(entries, stored, ctx);
  const gone = stored.filter(({ id }) => !sent.some(({ before }) => before?.id === id));
  await removeEntries(product, gone, ctx);
  await writeEntries(product, sent, ctx);
}

/** An entry that was sent: what it changes, and the image that came with it. */
export interface SentEntry {
  readonly entry: MediaGalleryEntry;
  readonly before: StoredEntry | undefined;
  readonly image: NewImage | undefined;
}

/** Reads and checks what was sent, before anything is written. Of two with one id the later one counts. Throws 400 and 404. */
export function readSent(
  entries: readonly MediaGalleryEntry[],
  stored: readonly StoredEntry[],
  { config }: GalleryContext,
): SentEntry[] {
  const last = new Map(entries.map((entry) => [entry.id, entry]));
  return entries
    .filter((entry) => entry.id == null || last.get(entry.id) === entry)
    .map((entry) => {
      const { id, media_type: type, content } = entry;
      const before = id == null ? undefined : stored.find((candidate) => candidate.id === id);
      if (id != null && !before) throw entryNotFound();
      if (type != null && !mediaTypes.has(type)) throw invalid("media_type", type);
      return { entry, before, image: before && !content ? undefined : readImage(content, config) };
    });
}

/** Removes entries of the product, with the roles that their files have in any store view. */
export async function removeEntries(
  { id }: GalleryOwner,
  gone: readonly StoredEntry[],
  { db, media }: GalleryContext,
): Promise<void> {
  if (gone.length === 0) return;
  await deleteEntries(
    db,
    id,
    gone.map((entry) => entry.id),
  );
  await moveRoles(
    db,
    id,
    gone.map(({ file }) => ({ before: file, now: null })),
  );
  media.removed(db);
}

/** Adds and changes entries, and sets their roles; gives the ids of those that were added. Six statements, however many. */
export async function writeEntries(
  product: GalleryOwner,
  sent: readonly SentEntry[],
  ctx: GalleryContext,
): Promise<number[]> {
  const { db, media } = ctx;
  const images = sent.flatMap(({ image }) => image ?? []);
  const paths = images.length > 0 ? await media.keep(db, images) : [];
  const fileOf = new Map(images.map((image, index) => [image, paths[index] ?? ""]));
  const placed = sent.map(({ entry, before, image }) => {
    const file = (image && fileOf.get(image)) ?? before?.file ?? "";
    return { entry, before, after: { ...entryAfter(entry, before, product.storeId), file } };
  });
  const added = placed.filter(({ before }) => !before).map(({ after }) => after);
  const changed = placed.flatMap(({ before, after }) =>
    before ? [{ ...after, id: before.id, was: before.file }] : [],
  );
  const ids = added.length > 0 ? await insertEntries(db, product.id, added) : [];
  if (changed.length > 0) await updateEntries(db, product.id, changed);
  const replaced = changed.filter(({ was, file }) => was !== file);
  if (replaced.length > 0) {
    await moveRoles(
      db,
      product.id,
      replaced.map(({ was, file }) => ({ before: was, now: file })),
    );
    media.removed(db);
  }
  const shown = placed.map(({ entry, after }) => ({ file: after.file, types: entry.types }));
  await setRoles(product, shown, ctx);
  return ids;
}

/** The stored values after the save. In a store view they are that view's own, and a new entry has no global ones. */
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

async function setRoles({ id, storeId }: GalleryOwner, shown: readonly ShownEntry[], { db }: GalleryContext) {
  if (shown.every(({ types }) => types == null)) return;
  const changes = changedRoles(await readRoles(db, id, storeId), shown, storeId);
  if (Object.keys(changes).length > 0) await writeValues(db, id, new Map([[storeId, changes]]));
}
