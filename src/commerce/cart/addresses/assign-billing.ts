import type { Context } from "../../../api/call/context.js";
import { inputError, WebapiError } from "../../../api/call/errors.js";
import { addressOf } from "./addresses.rows.js";
import type { CartAddress } from "./addresses.types.js";
import type { CartDependencies } from "../cart-dependencies.js";
import { isPickedUp } from "./pickup-address.js";
import { collectCart } from "../state/collect-cart.js";
import { openCart } from "../ownership/open-cart.js";
import { saveAddress, clearSameAsBilling, shipToBilling } from "./save-address.js";

/** A billing address for a cart. */
export interface GivenBilling {
  readonly cartId: number;
  readonly address: CartAddress;
  readonly useForShipping: boolean;
}

/**
 * Replaces the billing address of a cart and returns the id of the new one. Throws 404 for an unknown cart, and 400 with
 * the same message for all other errors, as Magento does.
 */
export async function assignBilling(
  ctx: Context,
  { cartId, address, useForShipping }: GivenBilling,
  dependencies: CartDependencies,
): Promise<number> {
  const cart = await openCart(ctx, cartId).catch((error: unknown) => {
    throw isUnknown(error) ? error : notSaved(error);
  });
  const billed = await saveAddress(ctx, cart, { type: "billing", address, mode: "replace" }).catch((error: unknown) => {
    throw notSaved(error);
  });
  const shipsThere = useForShipping && !isPickedUp(cart);
  const changed = shipsThere ? await shipToBilling(ctx, billed) : await clearSameAsBilling(ctx, billed);
  await collectCart(ctx, changed, dependencies);
  return addressOf(changed, "billing")?.id ?? 0;
}

const isUnknown = (error: unknown) => error instanceof WebapiError && error.code === "NO_SUCH_ENTITY";

/** Replaces an error for the caller with Magento's general message. */
const notSaved = (error: unknown): unknown =>
  error instanceof WebapiError
    ? inputError("The address failed to save. Verify the address and try again.", undefined, error)
    : error;
