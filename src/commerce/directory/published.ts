// Everything that other domains may import from here, besides shapes.

export { readCountryOptions, readRegionOptions } from "./country-options.js";
export { currencyPaths } from "./rate-rules.js";
export { readRates } from "./rates.rows.js";
export {
  type AddressCountries,
  isCountry,
  readAddressCountries,
  readCountries,
  readRegion,
  type Region,
} from "./regions.rows.js";
export { readCountry, readRegions } from "./regions.rows.js";
