// What other domains may import about what a process runs for carts.

export { findCartKeys } from "./state/cart-keys.sql.js";
export { createAttemptLimiter } from "./coupons/code-guesses.js";
export { cartExpiry } from "./state/expire-carts.js";
