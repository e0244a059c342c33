// Everything that other domains may import from here, besides shapes.

export { findWrongBalances, openBalance } from "./ledger/balances.rows.js";
export { earnPoints, deductEarnedPoints } from "./reward-points/earn-points.js";
export { pointsExpiry } from "./reward-points/expire-points.js";
export { payAsCredit } from "./store-credit/refund-to-credit.js";
export { balancePaths, prepareBalances } from "./cart-balances.js";
