// SQL for use in statements of other domains.

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
