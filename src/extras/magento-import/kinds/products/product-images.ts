import { MediaGalleryEntry } from "../../../../commerce/catalog/media/product-media.types.js";
import { type Entity, entitiesOf, numberOf, pickFields, textOf, without } from "../../entity.js";
import type { ReadContext, WriteContext } from "../../kind.js";

/** Returns the fields of an image that are the same in every shop. */
const sharedFields = (entry: Entity) => pickFields(entry, MediaGalleryEntry, "id", "file", "content");

/**
 * Returns the images of a product for an import with their files, for a comparison with the ids of Portico, or
 * unchanged if images are left out.
 */
export async function imagesOf(
  product: Entity,
  present: ReadonlySet<number>,
  reading: ReadContext,
): Promise<readonly Entity[]> {
  if (reading.images === "read") return downloadImages(product, present, reading);
  const entries = entitiesOf(product["media_gallery_entries"]);
  if (reading.images === "left out") return entries;
  return entries.map((entry) => ({
    ...entry,
    type: "not read",
    target: reading.ids.find("images", numberOf(entry, "id")),
  }));
}

/** Returns the images of a product, each with its content unless Portico has it, or with the reason why it could not be read. */
function downloadImages(
  product: Entity,
  present: ReadonlySet<number>,
  { source, mediaUrl, ids }: ReadContext,
): Promise<readonly Entity[]> {
  return Promise.all(
    entitiesOf(product["media_gallery_entries"]).map(async (entry) => {
      const target = ids.find("images", numberOf(entry, "id"));
      if (target !== undefined && present.has(target)) return { ...entry, target };
      try {
        const bytes = await source.file(`${mediaUrl}catalog/product${encodeURI(textOf(entry, "file"))}`);
        return { ...entry, bytes: bytes.toString("base64"), type: typeOf(bytes) };
      } catch (error) {
        return { ...entry, failure: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

const signatures: readonly (readonly [type: string, from: number, text: string])[] = [
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/png", 0, "\x89PNG"],
  ["image/gif", 0, "GIF8"],
  ["image/webp", 8, "WEBP"],
];

const typeOf = (bytes: Buffer): string =>
  signatures.find(([, from, text]) => bytes.toString("latin1", from, from + text.length) === text)?.[0] ?? "";

/**
 * Returns the gallery of a product for a request; nothing if all images are left out, so that Portico keeps its own. An
 * image without content is left out and noted.
 */
export function gallery(product: Entity, to: WriteContext): Entity {
  noteFailures(product, to);
  return galleryOf(product, (entry) => {
    const shown = sharedFields(entry);
    if (entry["target"] !== undefined) return { ...shown, id: entry["target"] };
    const name = textOf(entry, "file").split("/").pop() ?? "";
    return { ...shown, content: { base64_encoded_data: entry["bytes"], type: entry["type"], name } };
  });
}

/** Returns the gallery that Portico should return, with its own ids; nothing if all images are left out. */
export const expectedGallery = (product: Entity): Entity =>
  galleryOf(product, (entry) => ({
    ...without(sharedFields(entry), "extension_attributes"),
    ...(entry["target"] === undefined ? {} : { id: entry["target"] }),
  }));

function galleryOf(product: Entity, imageOf: (entry: Entity) => Entity): Entity {
  const images = imagesToSend(product);
  const areLeftOut = images.length === 0 && entitiesOf(product["images"]).length > 0;
  return areLeftOut ? {} : { media_gallery_entries: images.map(imageOf) };
}

/** The images to send, ordered by id. */
export const imagesToSend = (product: Entity): readonly Entity[] =>
  entitiesOf(product["images"])
    .filter(({ target, type }) => target !== undefined || (type !== undefined && type !== ""))
    .sort((one, other) => numberOf(one, "id") - numberOf(other, "id"));

function noteFailures(product: Entity, { note }: WriteContext): void {
  for (const entry of entitiesOf(product["images"])) {
    const { failure, type, target } = entry;
    const reason =
      typeof failure === "string" ? failure : type === "" ? "it is not a JPEG, PNG, GIF or WebP file" : undefined;
    if (target === undefined && reason !== undefined)
      note("partly", `without the image ${textOf(entry, "file")}: ${reason}`);
    else if (target === undefined && type === undefined) note("partly", "without images, because of --no-images");
  }
}
