// SQL that other domains may put into their statements.

export {
  costOf,
  currentPrice,
  foundPriceTables,
  guestTierPriceColumns,
  priceColumns,
  priceOf,
  type PriceReading,
  priceTables,
  type TierPriceRow,
  tierPricesColumn,
} from "./product-prices.sql.js";
