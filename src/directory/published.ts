// Everything that other domains may import from here, besides shapes.

export { countryOptions } from "./country-options.js";
export { readCountries, readRates } from "./directory.rows.js";
export { type AddressCountries, isCountry, readAddressCountries, readRegion, type Region } from "./regions.rows.js";
export { readRegions } from "./regions.sql.js";
