import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import type { Address } from "../distances/distance-provider.js";
import { openLocator, findOrUndefined } from "../distances/open-distance-provider.js";
import type { InventorySource } from "./sources.types.js";

/** Returns the address of a source, with empty text for missing parts. */
export const addressOf = (source: InventorySource): Address => ({
  country: source.country_id ?? "",
  postcode: source.postcode ?? "",
  street: source.street ?? "",
  region: source.region ?? "",
  city: source.city ?? "",
});

/**
 * Adds the coordinates of its address to a source that is saved without any. Leaves a source whose address is not found
 * unchanged.
 */
export async function withCoordinates(
  db: Db,
  config: Pick<Config, "PORTICO_GOOGLE_MAPS_URL">,
  source: InventorySource,
): Promise<InventorySource> {
  if (Number(source.latitude ?? 0) !== 0 || Number(source.longitude ?? 0) !== 0) return source;
  const place = await findOrUndefined(async () => (await openLocator(db, config)).locate(addressOf(source)));
  if (!place) return source;
  return { ...source, latitude: place.lat.toFixed(decimalPlaces), longitude: place.lng.toFixed(decimalPlaces) };
}

/** Decimal places of stored coordinates; the last one is about ten centimeters. */
const decimalPlaces = 6;
