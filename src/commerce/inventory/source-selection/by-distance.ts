import type { DistanceProvider, Place } from "../distances/distance-provider.js";
import { findOrUndefined } from "../distances/open-distance-provider.js";
import { addressOf } from "../sources/locate-source.js";
import type { InventorySource } from "../sources/sources.types.js";
import type { SourceSelectionAddress } from "./source-selection.types.js";

/**
 * Sorts sources by their distance to an address, and equally distant ones by priority, in which they are given. Sources
 * without a distance come last.
 */
export async function byDistance(
  sources: readonly InventorySource[],
  address: SourceSelectionAddress,
  provider: DistanceProvider,
): Promise<InventorySource[]> {
  const destination = await findOrUndefined(() => provider.locate(address));
  const measured = await Promise.all(
    sources.map(async (source) => {
      const distance =
        destination &&
        (await findOrUndefined(async () => provider.distance(await placeOf(source, provider), destination)));
      return { source, distance: distance ?? Infinity };
    }),
  );
  return measured.sort(byMeasure).map(({ source }) => source);
}

/** Compares distances. Equal ones are 0, so that the stable sort keeps the order of priority. */
const byMeasure = (one: { readonly distance: number }, other: { readonly distance: number }) =>
  one.distance === other.distance ? 0 : one.distance - other.distance;

/** Returns the position of a source: its coordinates or, without any, those of its address. */
async function placeOf(source: InventorySource, provider: DistanceProvider): Promise<Place> {
  const [lat, lng] = [Number(source.latitude ?? 0), Number(source.longitude ?? 0)];
  if (lat !== 0 && lng !== 0) return { lat, lng };
  return provider.locate(addressOf(source));
}
