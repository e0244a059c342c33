import type { Db } from "../db/database.js";
import { notFound } from "../webapi/errors.js";
import { dropMediaFiles, keepMediaFile } from "./media-files.rows.js";
import type { MediaGalleryEntry } from "./product-media.types.js";
import { invalidValue } from "./product-errors.js";
import { dropValues, writeValues } from "./product-values.rows.js";
import type { SavedProduct } from "./saved-product.js";
import { readImage } from "./sent-image.js";
import { withOwnValues } from "./store-values.js";

const mediaTypes: ReadonlySet<string> = new Set(["image", "external-video"]);

interface StoredEntry {
  readonly id: number;
  readonly file: string;
  readonly by_store: unknown;
}

/** An entry as it is after the save. */
interface Shown {
  readonly file: string;
  readonly types: readonly string[];
}

/**
 * Gives the product these images and videos and no others: an entry with an id is changed, one without needs content and
 * is added; roles are set anew. Throws a 404 for an id that is not the product's, a 400 for content that is no image.
 */
export async function saveMedia(product: SavedProduct, entries: readonly MediaGalleryEntry[], db: Db): Promise<void> {
  const stored = await db.models.productMedia.findMany({ where: { product_id: product.id } });
  const kept = entries.flatMap(({ id }) => (id == null ? [] : [id]));
  if (kept.some((id) => !stored.some((entry) => entry.id === id))) {
    throw notFound("No image with the provided ID was found. Verify the ID and try again.");
  }
  const wrong = entries.find(({ media_type }) => media_type != null && !mediaTypes.has(media_type))?.media_type;
  if (wrong != null) throw invalidValue("media_type", wrong);
  await removeEntries(
    product.id,
    stored.filter(({ id }) => !kept.includes(id)),
    db,
  );
  const shown: Shown[] = [];
  for (const entry of entries) {
    const before = stored.find(({ id }) => id === entry.id);
    const file = before ? await changeEntry(product, { entry, before }, db) : await addEntry(product.id, entry, db);
    shown.push({ file, types: entry.types ?? [] });
  }
  await setRoles(product, shown, db);
}

async function removeEntries(productId: number, gone: readonly StoredEntry[], db: Db): Promise<void> {
  if (gone.length === 0) return;
  const files = gone.map(({ file }) => file);
  await db.models.productMedia.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  await dropValues(db, productId, files);
  await dropMediaFiles(db, files);
}

async function addEntry(productId: number, entry: MediaGalleryEntry, db: Db): Promise<string> {
  const file = await keepMediaFile(db, readImage(entry.content));
  await db.models.productMedia.create({
    data: {
      product_id: productId,
      file,
      media_type: entry.media_type ?? "image",
      label: entry.label ?? null,
      position: entry.position ?? 0,
      disabled: entry.disabled ?? false,
      ...video(entry),
    },
  });
  return file;
}

interface Change {
  readonly entry: MediaGalleryEntry;
  readonly before: StoredEntry;
}

async function changeEntry({ storeId }: SavedProduct, { entry, before }: Change, db: Db): Promise<string> {
  const { media_type, label, position, disabled } = entry;
  const file = entry.content ? await keepMediaFile(db, readImage(entry.content)) : before.file;
  const own =
    storeId === 0
      ? {
          ...(label === undefined ? {} : { label }),
          ...(position == null ? {} : { position }),
          ...(disabled == null ? {} : { disabled }),
        }
      : { by_store: withOwnValues(before.by_store, storeId, { label, position, disabled }) };
  await db.models.productMedia.update({
    where: { id: before.id },
    data: { ...own, file, ...(media_type == null ? {} : { media_type }), ...video(entry) },
  });
  if (file !== before.file) await dropMediaFiles(db, [before.file]);
  return file;
}

function video({ extension_attributes: extension }: MediaGalleryEntry) {
  return extension?.video_content ? { video: { ...extension.video_content } } : {};
}

/** A role is an attribute that holds the image's path; in a store view `no_selection` hides the global one. */
async function setRoles(product: SavedProduct, shown: readonly Shown[], db: Db): Promise<void> {
  const roles = await db.query<{ code: string; is_global: boolean }>(
    `select a.code, coalesce(v.data ? a.code, false) as is_global
    from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product'
    left join product_values v on v.product_id = $1 and v.store_id = 0
    where a.frontend_input = 'media_image'`,
    [product.id],
  );
  const values: Record<string, string | null> = {};
  for (const { code, is_global: isGlobal } of roles) {
    const file = shown.findLast(({ types }) => types.includes(code))?.file;
    values[code] = file ?? (product.storeId !== 0 && isGlobal ? "no_selection" : null);
  }
  await writeValues(db, product.id, new Map([[product.storeId, values]]));
}
