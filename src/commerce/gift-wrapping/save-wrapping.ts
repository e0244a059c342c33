import { serviceUrl } from "../../api/http/address.js";
import { basename } from "node:path";
import type { Context } from "../../api/call/context.js";
import { aggregate, inputError, invalid, noSuchEntity, required, tooLong } from "../../api/call/errors.js";
import { mediaTypeOf, readImage } from "../catalog/published.js";
import type { Configured } from "../../config.js";
import { lock } from "../../platform/db/lock.js";
import type { MediaLibrary } from "../../platform/media/media-library.js";
import { fitOrThrow } from "../../api/call/arguments/decimal-fields.js";
import { chargeColumn } from "../../platform/money/columns.js";
import {
  globalScope,
  readSettings,
  readStoreViews,
  readWebsites,
  storeConfigOf,
  storeConfigPaths,
} from "../store/published.js";
import {
  insertWrapping,
  readWrappings,
  replaceWebsites,
  type StoredWrapping,
  updateWrapping,
  writeDesign,
} from "./wrappings.rows.js";
import type { GiftWrapping } from "./wrappings.types.js";

/** Dependencies of operations on wrappings. */
export interface WrappingDependencies extends Configured {
  readonly media: MediaLibrary;
}

/** A wrapping in a store view. */
interface GivenWrapping {
  readonly id: number | undefined;
  readonly storeId: number;
  readonly data: GiftWrapping;
}

const maxDesignLength = 255;
const baseCurrency = "currency/options/base";
/**
 * Creates a wrapping or, with an id, changes the fields sent. Throws 404 for an unknown wrapping, website or store view, and
 * 400 for missing or invalid values.
 */
export async function saveWrapping(
  ctx: Context,
  given: GivenWrapping,
  dependencies: WrappingDependencies,
): Promise<GiftWrapping> {
  const { db } = ctx;
  const { data, storeId } = given;
  await checkScopes(ctx, given);
  checkFields(given);
  const id = given.id === undefined ? undefined : await lockWrapping(ctx, given.id);
  const columns = {
    ...(data.status == null ? {} : { status: data.status }),
    ...(data.base_price == null ? {} : { base_price: data.base_price }),
    ...(await imageOf(ctx, data, dependencies)),
  };
  const saved = id ?? (await insertWrapping(db, { base_price: "0", ...columns }));
  if (id !== undefined) await updateWrapping(db, saved, columns);
  if (data.design != null) await writeDesign(db, { wrapping_id: saved, store_id: storeId, design: data.design });
  // Every wrapping has a default name, for store views without their own.
  if (id === undefined && storeId !== 0) {
    await writeDesign(db, { wrapping_id: saved, store_id: 0, design: data.design ?? "" });
  }
  const websites =
    data.website_ids ?? (id === undefined ? (await readWebsites(db)).map((one) => one.id).filter(Boolean) : null);
  if (websites) await replaceWebsites(db, saved, websites);
  dependencies.media.scheduleRemoval(db);
  return requireWrapping(ctx, { id: saved, storeId }, dependencies);
}

/** Returns a wrapping with its name in a store view. Throws 404 if it is unknown. */
export async function requireWrapping(
  ctx: Context,
  { id, storeId }: { readonly id: number; readonly storeId: number },
  dependencies: WrappingDependencies,
): Promise<GiftWrapping> {
  const [found] = await readWrappings(ctx.db, [id]);
  if (!found) throw noSuchEntity("wrappingId", id);
  const [shown] = await toWrappings(ctx, [found], { storeId, dependencies });
  if (!shown) throw noSuchEntity("wrappingId", id);
  return shown;
}

/** Returns stored wrappings in the shape of the API, with their names in a store view. */
export async function toWrappings(
  { db }: Context,
  stored: readonly StoredWrapping[],
  { storeId, dependencies }: { readonly storeId: number; readonly dependencies: WrappingDependencies },
): Promise<GiftWrapping[]> {
  const [settings, views] = await Promise.all([
    readSettings(db, [...storeConfigPaths, baseCurrency]),
    readStoreViews(db),
  ]);
  const view = views.find(({ id }) => id === storeId) ?? views[0];
  const media = view && storeConfigOf(view, settings, serviceUrl(dependencies.config)).base_media_url;
  return stored.map(({ designs, websites, image, ...row }) => {
    const design = (id: number) => designs.find(({ store_id }) => store_id === id)?.design;
    return {
      ...row,
      design: design(storeId) ?? design(0) ?? "",
      base_currency_code: settings.value(baseCurrency, globalScope),
      website_ids: websites.map(({ website_id }) => website_id),
      image_name: image === null ? null : basename(image),
      image_base64_content: null,
      image_url: image === null ? null : `${media ?? ""}catalog/product${image}`,
    };
  });
}

async function lockWrapping({ db }: Context, id: number): Promise<number> {
  const [found] = await lock(db, "giftWrapping", { wrapping_id: [id], for: "no key update" });
  if (!found) throw noSuchEntity("wrappingId", id);
  return id;
}

async function checkScopes({ db }: Context, { storeId, data }: GivenWrapping): Promise<void> {
  const [views, websites, settings] = await Promise.all([
    readStoreViews(db),
    readWebsites(db),
    readSettings(db, [baseCurrency]),
  ]);
  if (storeId !== 0 && !views.some(({ id }) => id === storeId)) throw noSuchEntity("storeId", storeId);
  const unknown = data.website_ids?.find((wanted) => wanted === 0 || !websites.some(({ id }) => id === wanted));
  if (unknown !== undefined) throw noSuchEntity("websiteId", unknown);
  const currency = data.base_currency_code;
  if (currency != null && currency !== settings.value(baseCurrency, globalScope))
    throw invalid("base_currency_code", currency);
}

function checkFields({ id, data }: GivenWrapping): void {
  const { design, base_price, status } = data;
  const isNew = id === undefined;
  const lacking = [
    ...((isNew && design == null) || design === "" ? [required("design")] : []),
    ...(isNew && base_price == null ? [required("base_price")] : []),
  ];
  if (lacking.length > 0) throw aggregate(lacking);
  if (design != null && design.length > maxDesignLength) throw tooLong("design", maxDesignLength);
  if (base_price != null) fitOrThrow("base_price", base_price, chargeColumn);
  if (status != null && status !== 0 && status !== 1) throw invalid("status", status);
}

const imageTypes: ReadonlySet<string | undefined> = new Set(["image/gif", "image/jpeg", "image/png"]);

/** Returns the column of the image: a new image, null to remove it, or no column to keep it. */
async function imageOf(
  { db }: Context,
  { image_name: name, image_base64_content: content }: GiftWrapping,
  { media, config }: WrappingDependencies,
): Promise<{ image?: string | null }> {
  if (content == null || content === "") return name === null ? { image: null } : {};
  const type = mediaTypeOf(Buffer.from(content, "base64"));
  if (!imageTypes.has(type)) throw inputError("The image content must be valid base64 encoded data.");
  const image = readImage({ base64_encoded_data: content, type: type ?? null, name: name ?? "" }, config);
  const [path] = await media.save(db, [image]);
  return path === undefined ? {} : { image: path };
}
