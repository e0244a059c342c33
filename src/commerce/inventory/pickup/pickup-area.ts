import type { ConfiguredContext } from "../../../api/call/context.js";
import { readSettings } from "../../store/published.js";
import type { Address, Place } from "../distances/distance-provider.js";
import { greatCircle } from "../distances/offline.js";
import { openLocator } from "../distances/open-distance-provider.js";
import type { InventorySource } from "../sources/sources.types.js";
import type { PickupLocationArea } from "./pickup-locations.types.js";

const delimiterPath = "advanced/in_store_pickup_api/search_term_delimiter";
const countryPath = "general/country/default";

/** A source with its distance to the place of a search. */
export interface DistantSource {
  readonly source: InventorySource;
  /** In meters. */
  readonly distance: number;
}

/**
 * Returns those of the sources that are in an area. A term can name several places, for example a city: the nearest one
 * counts. Throws 404 for a place that the distance provider does not know.
 */
export async function sourcesInArea(
  sources: readonly InventorySource[],
  { radius, search_term: term }: PickupLocationArea,
  ctx: ConfiguredContext,
): Promise<DistantSource[]> {
  const provider = await openLocator(ctx.db, ctx.config);
  const places = await provider.locateAll(await toAddress(term, ctx));
  return sources.flatMap((source) => {
    const own = placeOf(source);
    if (!own) return [];
    const distance = Math.min(...places.map((place) => greatCircle(own, place)));
    return distance <= radius * 1000 ? [{ source, distance }] : [];
  });
}

function placeOf({ latitude, longitude }: InventorySource): Place | undefined {
  return latitude == null || longitude == null ? undefined : { lat: Number(latitude), lng: Number(longitude) };
}

/** Reads a search term: a postal code, which has digits, or a city, and a country unless it is that of the store view. */
async function toAddress(term: string, { db, scope }: ConfiguredContext): Promise<Address> {
  const settings = await readSettings(db, [delimiterPath, countryPath]);
  const delimiter = settings.value(delimiterPath, scope);
  const parts = delimiter === "" ? [term] : term.split(delimiter);
  const country = parts.length > 1 ? (parts.at(-1) ?? "").trim() : settings.value(countryPath, scope);
  const sought = (parts[0] ?? "").trim();
  const isPostcode = /\d/.test(sought);
  return { country, postcode: isPostcode ? sought : "", city: isPostcode ? "" : sought, region: "", street: "" };
}
