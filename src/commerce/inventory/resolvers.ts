import {
  GetDistance,
  GetDistanceProviderCode,
  GetLatLngFromAddress,
  GetLatsLngsFromAddress,
} from "./distances/distances.resolver.js";
import {
  AreProductsSalable,
  AreProductsSalableForRequestedQty,
  GetProductSalableQty,
  IsProductSalable,
  IsProductSalableForRequestedQty,
} from "./salability/salability.resolver.js";
import { LowQuantityNotifications } from "./low-quantity/low-quantity.resolver.js";
import { GetPickupLocations } from "./pickup/pickup-locations.resolver.js";
import { ExportStockIndexData, ExportStockSalableQty } from "./stock-export/stock-export.resolver.js";
import { BulkSources } from "./source-items/bulk-sources.resolver.js";
import { SourceItems } from "./source-items/source-items.resolver.js";
import {
  GetSourceSelectionAlgorithmList,
  SourceSelectionService,
} from "./source-selection/source-selection.resolver.js";
import { GetSourcesAssignedToStockOrderedByPriority, SourceRepository } from "./sources/sources.resolver.js";
import { StockRegistry } from "./stock-item/stock-registry.resolver.js";
import { StockSourceLinks } from "./stocks/stock-source-links.resolver.js";
import { StockRepository, StockResolver } from "./stocks/stocks.resolver.js";

export const resolvers = [
  AreProductsSalable,
  AreProductsSalableForRequestedQty,
  BulkSources,
  ExportStockIndexData,
  ExportStockSalableQty,
  GetDistance,
  GetDistanceProviderCode,
  GetLatLngFromAddress,
  GetLatsLngsFromAddress,
  GetPickupLocations,
  GetProductSalableQty,
  GetSourceSelectionAlgorithmList,
  GetSourcesAssignedToStockOrderedByPriority,
  IsProductSalable,
  IsProductSalableForRequestedQty,
  LowQuantityNotifications,
  SourceRepository,
  SourceItems,
  SourceSelectionService,
  StockRegistry,
  StockRepository,
  StockResolver,
  StockSourceLinks,
];
