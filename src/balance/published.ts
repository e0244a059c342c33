// Everything that other domains may import from here, besides shapes.

export type { Charge } from "./ledger/balances.sql.js";
export { findWrongBalances } from "./ledger/balances.sql.js";
export {
  balanceSpent,
  cardSpent,
  chargeOrder,
  lockCharged,
  lockCharges,
  returnCharges,
} from "./ledger/order-charges.js";
export { balancePaths, prepareBalances } from "./cart-balances.js";
