import { inputError, noSuchEntity, notFound } from "../call/errors.js";

/** Permission to change the carts of all shoppers. */
export const manage = "Magento_Cart::manage";

/** 404 for a cart that does not exist or that the caller may not see. The id is null if a mask leads to no cart. */
export const cartNotFound = (cartId: number | null) => noSuchEntity("cartId", cartId);

/** 404 for a customer without an active cart. */
export const noActiveCart = () => notFound("Current customer does not have an active cart.");

/** 400 for a write to somebody else's cart. Source: behavior of Magento 2.4. */
export const notYourCart = () => inputError("Invalid state change requested");
