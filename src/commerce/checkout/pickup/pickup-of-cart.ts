import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { addressOf, type CartState, isAtPickupLocation, isPickedUp, type Totals } from "../../cart/published.js";
import { findPickupLocation, type PickupPlace } from "../../inventory/published.pickup.js";

/** Returns the location where the goods of a cart are picked up; undefined if they are delivered, or if it is none now. */
export async function findPickup(db: Db, cart: CartState): Promise<PickupPlace | undefined> {
  const code = addressOf(cart, "shipping")?.pickup_location_code;
  return code && isPickedUp(cart) ? findPickupLocation(db, { code, websiteId: cart.store.website_id }) : undefined;
}

/** Returns the name of the location where the goods of a cart are picked up, which its shipping description has. */
export async function pickupNameOf(db: Db, cart: CartState): Promise<string | undefined> {
  return (await findPickup(db, cart))?.frontend_name ?? undefined;
}

/** Returns the columns of an order about how its goods get to the customer. */
export function deliveryColumns(cart: CartState, { isVirtual, shipping }: Pick<Totals, "isVirtual" | "shipping">) {
  const address = isVirtual ? undefined : addressOf(cart, "shipping");
  return {
    shipping_method: address?.shipping_method ?? null,
    shipping_description: shipping.description ?? null,
    pickup_location_code: isPickedUp(cart) ? (address?.pickup_location_code ?? null) : null,
  };
}

/** Throws 400 for an order that is picked up without a pickup location, or at one that has moved. */
export function checkPickup(cart: CartState, location: PickupPlace | undefined): void {
  if (cart.is_virtual || !isPickedUp(cart)) return;
  if (!location) throw inputError("Quote does not have Pickup Location assigned.");
  const address = addressOf(cart, "shipping");
  if (address && isAtPickupLocation(address, location)) return;
  throw inputError("Pickup Location Address does not match with Shipping Address for In-Store Pickup Quote.");
}
