// Everything that other domains may import from this one, besides its shapes.

export { countryOptions } from "./country-options.js";
export { type AddressCountries, isCountry, readAddressCountries, readRegion, type Region } from "./regions.rows.js";
