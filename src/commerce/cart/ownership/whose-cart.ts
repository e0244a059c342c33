import type { Actor } from "../../../api/auth/actor.js";
import { UserType } from "../../../api/auth/actor.js";
import { type LookupRequest, lookup } from "../../../api/contract/bind.js";
import type { Db } from "../../../platform/db/database.js";
import { filterByWebsite } from "./active-carts.js";
import { cartNotFound, noActiveCart, notYourCart } from "../cart-errors.js";
import { readMaskedCarts } from "../state/cart-state.rows.js";
import { readActiveCarts } from "../carts.rows.js";

/** The 404 for an unknown mask has the given id. */
const maskedCart = (missingId: number | null) =>
  lookup({
    load: async (db, requests) => {
      const carts = await readMaskedCarts(
        db,
        requests.map(({ given }) => given ?? ""),
      );
      return requests.map(({ given }) => carts.get(given ?? "") ?? cartNotFound(missingId));
    },
    orderingKey: ({ given }) => given,
  });

/** Provides the id of a guest's cart from the mask in the path. */
export const guestCart = maskedCart(null);

/** The same for estimates, where Magento makes the missing id a number. */
export const estimatedGuestCart = maskedCart(0);

/** Provides the id of the active cart of the calling customer. */
export const ownCart = lookup({ load: loadOwnCarts, orderingKey: ({ actor }) => `customer-${actor.id}` });

async function loadOwnCarts(db: Db, requests: readonly LookupRequest[]): Promise<readonly (number | Error)[]> {
  const customers = requests.flatMap(({ actor }) => actor.id ?? []);
  const carts = await readActiveCarts(db, customers);
  return Promise.all(
    requests.map(async ({ actor, scope }) => {
      const own = carts.filter(({ customer_id }) => customer_id === actor.id);
      const [cart] = await filterByWebsite(db, own, scope);
      return cart?.id ?? noActiveCart();
    }),
  );
}

/** Provides the id of the calling customer. Queued operations run in order with those on the customer's own cart. */
export const ownId = lookup({
  load: (_db, requests) => Promise.resolve(requests.map(({ actor }) => actor.id)),
  orderingKey: ({ actor }) => `customer-${actor.id}`,
});

/** Whether the caller acts for shoppers: administrators and integrations may change every cart. */
export const actsForOthers = ({ type }: Actor): boolean =>
  type === UserType.administrator || type === UserType.integration;

/** Returns the id of a cart as the caller knows it; for shoppers, the mask of a guest's cart. */
export const cartIdFor = (
  actor: Actor,
  { id, mask }: { readonly id: number; readonly mask: string | null },
): number | string => (mask === null || actsForOthers(actor) ? id : mask);

/** Throws 400 if the caller may not change a cart: customers change their own, guests those without an owner. */
export function checkOwner(actor: Actor, { customer_id }: { readonly customer_id: number | null }): void {
  if (!actsForOthers(actor) && customer_id !== actor.id) throw notYourCart();
}
