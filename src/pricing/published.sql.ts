// SQL for use in statements of other domains.

export {
  costOf,
  currentPrice,
  foundPriceTables,
  guestTierPriceColumns,
  hiddenStoreView,
  priceColumns,
  priceOf,
  type PriceReading,
  priceTables,
  storeView,
  type TierPriceRow,
  tierPricesColumn,
} from "./product-prices.sql.js";
