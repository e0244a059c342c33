// What other domains may import about whether and how products can be sold.

export { normalizeQuantity, isStockOpen, lineQuantityError } from "./salability/requested-quantity.js";
export {
  readSalability,
  readSaleFacts,
  readWebsiteSaleFacts,
  type Salability,
  type SaleFacts,
  type StockedFacts,
} from "./salability/salability.sql.js";
