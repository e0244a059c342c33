import { notFound } from "../../../api/call/errors.js";
import type { Address, DistanceProvider, Place, ProviderDependencies } from "./distance-provider.js";
import { findGeonames } from "./geonames.rows.js";

/** Locates addresses by the imported postal codes, and measures distances along great circles. */
export const offlineProvider = ({ db }: ProviderDependencies): DistanceProvider => {
  const find = async (address: Address, most?: number) => {
    const [first, ...others] = await findGeonames(db, address, most);
    if (!first) throw notFound("Unknown geoname for %1", [textOf(address)]);
    return [first, ...others] as const;
  };
  return {
    distance: (source, destination) => Promise.resolve(greatCircle(source, destination)),
    locate: async (address) => (await find(address, 1))[0],
    locateAll: (address) => find(address),
  };
};

/** Formats an address as in Magento's messages. */
export const textOf = ({ street, postcode, city, region, country }: Address): string =>
  [street, postcode, city, region, country].join(" ").replace(/\s+/g, " ").trim();

const earthRadius = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the distance in meters on a sphere with the earth's mean radius, by the haversine formula. */
export function greatCircle(one: Place, other: Place): number {
  const latitude = Math.sin(radians(other.lat - one.lat) / 2) ** 2;
  const longitude = Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  const chord = latitude + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * longitude;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
