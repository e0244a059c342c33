import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";

/** A geographic position, in degrees. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** An address to locate. */
export interface Address {
  readonly country: string;
  readonly postcode: string;
  readonly street: string;
  readonly region: string;
  readonly city: string;
}

/** Locates addresses and measures distances between positions. */
export interface DistanceProvider {
  /** Returns the distance in meters, or in seconds if the provider measures time. */
  readonly distance: (source: Place, destination: Place) => Promise<number>;
  /** Returns the position of an address. */
  readonly locate: (address: Address) => Promise<Place>;
  /** Returns all positions that an address may mean, the best one first. */
  readonly locateAll: (address: Address) => Promise<readonly [Place, ...Place[]]>;
}

/** Dependencies of a provider. */
export interface ProviderDependencies {
  readonly db: Db;
  readonly config: Pick<Config, "PORTICO_GOOGLE_MAPS_URL">;
  /** Returns a setting of the default scope by its path. */
  readonly setting: (path: string) => string;
}
