import { type DistanceProvider, type Place, unlessUnknown } from "../distances/distance-provider.js";
import { addressOf } from "../sources/locate-source.js";
import type { InventorySource } from "../sources/sources.types.js";
import type { SourceSelectionAddress } from "./source-selection.types.js";

/** Sorts sources, which come by priority, by their distance to an address. Those without a distance come last. */
export async function byDistance(
  sources: readonly InventorySource[],
  address: SourceSelectionAddress,
  provider: DistanceProvider,
): Promise<InventorySource[]> {
  const destination = await unlessUnknown(() => provider.locate(address));
  const measured = await Promise.all(
    sources.map(async (source) => {
      const distance =
        destination &&
        (await unlessUnknown(async () => provider.distance(await placeOf(source, provider), destination)));
      return { source, distance: distance ?? Infinity };
    }),
  );
  return measured.sort(byMeasure).map(({ source }) => source);
}

/** Sorting keeps the order of equals, which is that of priority. */
const byMeasure = (one: { readonly distance: number }, other: { readonly distance: number }) =>
  one.distance === other.distance ? 0 : one.distance - other.distance;

/** A source without coordinates is where its address is. */
async function placeOf(source: InventorySource, provider: DistanceProvider): Promise<Place> {
  const [lat, lng] = [Number(source.latitude ?? 0), Number(source.longitude ?? 0)];
  if (lat !== 0 && lng !== 0) return { lat, lng };
  return provider.locate(addressOf(source));
}
