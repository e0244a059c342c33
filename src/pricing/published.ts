// Everything that other domains may import from this one, besides its shapes.

export {
  deleteTierPricesOfGroup,
  holdProductsOfGroup,
  type PriceOrigin,
  type PriceWrite,
  replaceTierPrices,
  startSpecialPrices,
  type TierPriceWrite,
  writePrices,
  writeTierPrices,
} from "./price-writes.sql.js";
