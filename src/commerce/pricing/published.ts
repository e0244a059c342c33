// Everything that other domains may import from here, besides shapes.

export { priceFailures } from "./failure-codes.js";
export { noPriceChecks, type PriceCheck, type PriceChecks, type PriceDependencies } from "./writes/price-checks.js";
export { originOf, type PriceOrigin } from "./writes/price-origin.js";
export { type PriceWrite, recordDeletedPrices, writePrices, writePricesTogether } from "./writes/price-writes.sql.js";
export {
  deleteTierPricesOfGroup,
  lockProductsOfGroup,
  replaceTierPrices,
  type TierPriceReplacement,
  type TierPriceWrite,
  writeTierPrices,
} from "./tier-prices/tier-price-writes.sql.js";
export { duplicateTierPrice, websiteOfPrices } from "./tier-prices/group-price-rules.js";
export { priceHistoryMaintenance } from "./history/maintenance.js";
export { startSpecialPrices } from "./special-prices/special-price-updates.sql.js";
