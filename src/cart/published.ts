// Everything that other domains may import from here, besides shapes.

export { addressOf, noAddress } from "./addresses.rows.js";
export { quoteIdFor } from "./cart-item.js";
export { updateCart } from "./carts.rows.js";
export { findCartKeys } from "./cart-keys.sql.js";
export { cartNotFound, manage } from "./cart-errors.js";
export { type CartLine, type CartState, readCart } from "./cart-state.rows.js";
export { lockCart } from "./cart-state.sql.js";
export { createAttemptLimiter, type LimitedCartDependencies } from "./code-guesses.js";
export { cartExpiry } from "./expire-carts.js";
export { giftMessageOf, writeGiftMessage, writeLineWrapping } from "./gift-messages.rows.js";
export { openCart, readOpenCart } from "./open-cart.js";
export type { CartDependencies, Carriers, Commerce } from "./cart-dependencies.js";
export type { CommerceFacts } from "./totals/commerce-facts.js";
export {
  type CollectedCart,
  collectCart,
  collectWithoutSaving,
  computeTotals,
  readTotals,
  saveCollectedCart,
  storedTotals,
  type StoredTotals,
} from "./collect-cart.js";
export { paymentColumns } from "./save-cart.js";
export { completeAddress, saveAddress, withAddress } from "./save-address.js";
export { withShippingMethod, writeShippingMethod } from "./shipping-method.rows.js";
export type { AddressFacts } from "./totals/cart-facts.js";
export type { ShippingRequest } from "./totals/facts.js";
export { toChargeFields, wrappingAmounts } from "./totals/wrapping-amounts.js";
export { activeSpecial, bestTier, finalPrice, reachedTiers, tierAmount } from "./totals/final-price.js";
export { currenciesIn } from "./cart-currencies.js";
export { priceFacts, type StoredPrices } from "./facts/product-facts.js";
export { priceTime, timeZone as priceTimeZone } from "./facts/settings-facts.js";
export type { PriceFacts, TierPrice as TierFacts } from "./totals/cart-facts.js";
export type { AppliedTax, LineTotals, Totals } from "./totals/totals.js";
export { readCartStock, type CartStockChange, computeStockChange } from "./line-errors.js";
export { toCartTotals } from "./totals-shape.js";
export { actsForOthers, checkOwner, guestCart, ownCart } from "./whose-cart.js";
