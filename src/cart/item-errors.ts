import { inputError, notFound } from "../call/errors.js";

/** 400 for a product that is not sold on the website of the cart, or not at all. */
export const notAvailable = () => inputError("Product that you are trying to add is not available.");

/** 404 for a line that is not in the cart. Both ids are the ones that the caller sent. */
export const noSuchItem = (cartId: string, itemId: number) =>
  notFound("The %1 Cart doesn't contain the %2 item.", [cartId, itemId]);
