import { StockRegistry } from "./stock-registry.resolver.js";

export const resolvers = [StockRegistry];
