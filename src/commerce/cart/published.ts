// Everything that other domains may import from here, besides shapes.

export { addressOf, noAddress, withShippingMethod, writeShippingMethod } from "./addresses/addresses.rows.js";
export { isAtPickupLocation, isPickedUp } from "./addresses/pickup-address.js";
export { quoteIdFor } from "./items/cart-item.js";
export { paymentColumns, updateCart } from "./carts.rows.js";
export { cartNotFound, manage } from "./cart-errors.js";
export { type CartLine, type CartState } from "./state/cart-state.rows.js";
export { lockCart, readCart } from "./state/cart-state.rows.js";
export { type LimitedCartDependencies } from "./coupons/code-guesses.js";
export { giftMessageOf, writeGiftMessage, writeLineWrapping } from "./gift-messages.rows.js";
export { openCart, readOpenCart } from "./ownership/open-cart.js";
export type { CartDependencies, Carriers, Commerce } from "./cart-dependencies.js";
export type { CommerceFacts } from "./totals/commerce/commerce-facts.js";
export { collectCart, collectWithoutSaving, type PicturedCart, saveCollectedCart } from "./state/collect-cart.js";
export { type StoredCartTotals, storedCartTotals, type StoredTotals } from "./state/compute-cart.js";
export { computeTotals, readTotals, withTotals } from "./state/read-totals.js";
export { isSameAddress } from "./addresses/address-fields.js";
export {
  completeAddress,
  markSameAsBilling,
  mergeAddresses,
  saveAddress,
  withAddress,
} from "./addresses/save-address.js";
export { addTotal, type AddedTotalCart, totalPlaces } from "./totals/added/added-facts.js";
export type { AddressFacts } from "./totals/cart-facts.js";
export type { ShippingRequest } from "./totals/facts.js";
export { toChargeFields, wrappingAmounts } from "./totals/commerce/wrapping-amounts.js";
export { activeSpecial, bestTier, finalPrice, reachedTiers, tierAmount } from "./totals/final-price.js";
export { shopperArguments, shopperOf } from "./price-ranges/shopper-arguments.js";
export { readCartCurrencies } from "./state/cart-currencies.js";
export { SharedFacts } from "./facts/shared-facts.sql.js";
export { priceFacts, type StoredPrices } from "./facts/product-facts.js";
export { priceTime, timeZone as priceTimeZone } from "./facts/settings-facts.js";
export type { PriceFacts, TierPrice as TierFacts } from "./totals/cart-facts.js";
export type { AppliedTax, ItemTax, LineTotals, Totals } from "./totals/totals.js";
export { readCartStock, type CartStockChange, computeStockChange } from "./items/line-errors.js";
export { toStoredTotals, toCollectedTotals } from "./totals/output/totals-shape.js";
export { actsForOthers, checkOwner, estimatedGuestCart, guestCart, ownCart } from "./ownership/whose-cart.js";
