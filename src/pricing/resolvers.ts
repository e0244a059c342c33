import { BasePriceStorage } from "./base-price-storage.resolver.js";
import { CostStorage } from "./cost-storage.resolver.js";
import { LowestPrices } from "./history/lowest-price.resolver.js";
import { PriceExplanations } from "./history/price-explanation.resolver.js";
import { PriceHistory } from "./history/price-history.resolver.js";
import { PricesAsOf } from "./history/prices-as-of.resolver.js";
import { ProductTierPriceManagement } from "./product-tier-price-management.resolver.js";
import { SpecialPriceStorage } from "./special-price-storage.resolver.js";
import { TierPriceStorage } from "./tier-price-storage.resolver.js";

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
