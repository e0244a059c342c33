// Everything that other domains may import from here, besides shapes.

export {
  type PriceOrigin,
  type PriceWrite,
  startSpecialPrices,
  writePrices,
  writePricesBySku,
} from "./price-writes.sql.js";
export {
  deleteTierPricesOfGroup,
  lockProductsOfGroup,
  replaceTierPrices,
  type TierPriceWrite,
  writeTierPrices,
} from "./tier-price-writes.sql.js";
