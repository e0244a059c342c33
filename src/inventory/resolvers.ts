import { GetSourcesAssignedToStockOrderedByPriority, SourceRepository } from "./sources/sources.resolver.js";
import { StockRegistry } from "./stock-item/stock-registry.resolver.js";
import { StockSourceLinks } from "./stocks/stock-source-links.resolver.js";
import { StockRepository, StockResolver } from "./stocks/stocks.resolver.js";

export const resolvers = [
  GetSourcesAssignedToStockOrderedByPriority,
  SourceRepository,
  StockRegistry,
  StockRepository,
  StockResolver,
  StockSourceLinks,
];
