// What other domains may import about what orders charge to balances.

export type { Charge } from "./ledger/balances.rows.js";
export {
  balanceSpent,
  cardSpent,
  chargeOrder,
  lockChargedBalances,
  lockBalancesToCharge,
  returnCharges,
} from "./ledger/order-charges.js";
