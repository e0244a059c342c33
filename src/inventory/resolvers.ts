import { StockRegistry } from "./stock-item/stock-registry.resolver.js";

export const resolvers = [StockRegistry];
