import { inputError, noSuchEntity, notFound } from "../../api/call/errors.js";

/** Permission to change the carts of all shoppers. */
export const manage = "Magento_Cart::manage";

/**
 * 404 for a cart that does not exist, is closed, or that the caller may not see, by the id that the caller knows. The id is
 * null if a mask leads to no cart.
 */
export const cartNotFound = (cartId: number | string | null) => noSuchEntity("cartId", cartId);

/** 404 for a customer without an active cart. */
export const noActiveCart = () => notFound("Current customer does not have an active cart.");

/** 400 for a write to somebody else's cart. Source: behavior of Magento 2.4. */
export const notYourCart = () => inputError("Invalid state change requested");

/** 400 for a product that is not sold on the website of the cart, or not at all. */
export const notAvailable = () => inputError("Product that you are trying to add is not available.");

/** 404 for a line that is not in the cart. Both ids are the ones that the caller sent. */
export const noSuchItem = (cartId: string, itemId: number) =>
  notFound("The %1 Cart doesn't contain the %2 item.", [cartId, itemId]);

/** Magento's error for totals that no column can store. */
export const amountTooLarge = () => inputError("This item price or quantity is not valid for checkout.");
