// SQL: relations for the statements of other domains, which models cannot join.

export {
  currentPrice,
  foundPriceTables,
  globalPrices,
  guestTierPriceColumns,
  hiddenStoreView,
  priceColumns,
  priceOf,
  type PriceReading,
  priceTables,
  priceVersions,
  shownTierPrices,
  storeView,
  type TierPriceRow,
  tierPricesColumn,
} from "./product-prices.sql.js";
