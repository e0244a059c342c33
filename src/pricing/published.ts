// Everything that other domains may import from here, besides shapes.

export { importCleanup, scheduledPrices } from "./schedules/apply-schedules.js";
export { originOf, type PriceOrigin } from "./price-origin.js";
export { type PriceWrite, startSpecialPrices, writePrices, writePricesBySku } from "./price-writes.sql.js";
export {
  deleteTierPricesOfGroup,
  lockProductsOfGroup,
  replaceTierPrices,
  type TierPriceWrite,
  writeTierPrices,
} from "./tier-price-writes.sql.js";
