import { inputError } from "../../../api/call/errors.js";
import { getJson } from "../../../platform/outbound/outside-get.js";
import type { Address, DistanceProvider, Place, ProviderDependencies } from "./distance-provider.js";
import { textOf } from "./offline.js";

/** Timeout of a request in milliseconds. */
const timeout = 10_000;

const keyPath = "cataloginventory/source_selection_distance_based_google/api_key";
const modePath = "cataloginventory/source_selection_distance_based_google/mode";
const measurePath = "cataloginventory/source_selection_distance_based_google/value";

/** The settings of the provider. */
export const googlePaths: readonly string[] = [keyPath, modePath, measurePath];

/** The used fields of the answers of the two services. All are unknown, because another host may answer anything. */
interface Matrix {
  readonly status?: unknown;
  readonly rows?: readonly { readonly elements?: readonly MatrixElement[] }[];
}
interface MatrixElement {
  readonly status?: unknown;
  readonly distance?: { readonly value?: unknown };
  readonly duration?: { readonly value?: unknown };
}
interface GeocodingResult {
  readonly geometry?: { readonly location?: { readonly lat?: unknown; readonly lng?: unknown } };
}
interface Geocoding {
  readonly status?: unknown;
  readonly results?: readonly (GeocodingResult | null)[];
}

/**
 * Locates addresses with Google's Geocoding API and measures with its Distance Matrix API. Throws 400 with Magento's
 * messages.
 */
export function googleProvider({ config, setting }: ProviderDependencies): DistanceProvider {
  const ask = async <Answer>(path: string, query: Readonly<Record<string, string>>, purpose: string) => {
    const key = setting(keyPath);
    if (key === "") throw inputError("Google API key is not defined");
    const url = new URL(`maps/api/${path}/json`, `${config.PORTICO_GOOGLE_MAPS_URL.replace(/\/+$/, "")}/`);
    url.search = new URLSearchParams({ key, ...query }).toString();
    try {
      return ((await getJson(url, timeout)) ?? {}) as Answer;
    } catch (error) {
      throw inputError(`Unable to connect google API for ${purpose}`, undefined, error);
    }
  };
  const geocode = async (address: Address): Promise<readonly [Place, ...Place[]]> => {
    const [first, ...others] = placesOf(await ask<Geocoding>("geocode", geocodingQuery(address), "geocoding"));
    if (!first) throw inputError("Unable to geocode address %1", [textOf(address)]);
    return [first, ...others];
  };
  return {
    distance: async (source, destination) => {
      const [origins, destinations] = [pairOf(source), pairOf(destination)];
      const query = { origins, destinations, mode: setting(modePath) };
      const answer = await ask<Matrix>("distancematrix", query, "distance matrix");
      const element = answer.status === "OK" ? answer.rows?.[0]?.elements?.[0] : undefined;
      const measure = setting(measurePath) === "time" ? element?.duration : element?.distance;
      if (element?.status === "OK" && typeof measure?.value === "number") return measure.value;
      throw inputError("Unable to get distance between %1 and %2", [origins, destinations]);
    },
    locate: async (address) => (await geocode(address))[0],
    locateAll: geocode,
  };
}

/** Returns the positions in an answer of the geocoding service. */
function placesOf({ status, results }: Geocoding): Place[] {
  if (status !== "OK" || !Array.isArray(results)) return [];
  return (results as readonly (GeocodingResult | null)[]).flatMap((result) => {
    const { lat, lng } = result?.geometry?.location ?? {};
    return typeof lat === "number" && typeof lng === "number" ? [{ lat, lng }] : [];
  });
}

const pairOf = ({ lat, lng }: Place) => `${lat},${lng}`;

const geocodingQuery = (address: Address) => ({
  components: `country:${address.country}|postal_code:${address.postcode}|locality:${address.city}`,
  address: textOf(address),
});
