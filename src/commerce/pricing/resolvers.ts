import { BasePriceStorage } from "./base-prices/base-price-storage.resolver.js";
import { CostStorage } from "./base-prices/cost-storage.resolver.js";
import { LowestPrices } from "./history/lowest-price/lowest-price.resolver.js";
import { PriceExplanations } from "./history/explanation/price-explanation.resolver.js";
import { PriceHistory } from "./history/changes/price-history.resolver.js";
import { PricesAsOf } from "./history/as-of/prices-as-of.resolver.js";
import { ProductTierPriceManagement } from "./tier-prices/product-tier-price-management.resolver.js";
import { SpecialPriceStorage } from "./special-prices/special-price-storage.resolver.js";
import { TierPriceStorage } from "./tier-prices/tier-price-storage.resolver.js";

export const resolvers = [
  BasePriceStorage,
  CostStorage,
  LowestPrices,
  PriceExplanations,
  PriceHistory,
  PricesAsOf,
  ProductTierPriceManagement,
  SpecialPriceStorage,
  TierPriceStorage,
];
