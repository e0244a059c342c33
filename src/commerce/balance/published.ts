// Everything that other domains may import from here, besides shapes.

export type { Charge } from "./ledger/balances.rows.js";
export { findWrongBalances, openBalance } from "./ledger/balances.rows.js";
export {
  balanceSpent,
  cardSpent,
  chargeOrder,
  lockChargedBalances,
  lockBalancesToCharge,
  returnCharges,
} from "./ledger/order-charges.js";
export { earnPoints, deductEarnedPoints } from "./reward-points/earn-points.js";
export { pointsExpiry } from "./reward-points/expire-points.js";
export { payAsCredit } from "./store-credit/refund-to-credit.js";
export { balancePaths, prepareBalances } from "./cart-balances.js";
