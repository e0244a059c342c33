import { UserType } from "../../api/auth/actor.js";
import { type DomainGraph, edge } from "../../api/contract/graph.js";
import { listActiveCarts } from "./ownership/active-carts.js";
import { toAdminCarts } from "./cart-answer.js";
import { manage } from "./cart-errors.js";
import { readCarts } from "./state/cart-state.rows.js";

const cartOfCustomer = edge<{ readonly id?: number | null }, number>({
  on: "Customer",
  name: "cart",
  type: "Cart",
  description:
    "The active cart of the customer on the website of the store view, as returned by a cart search; null if there is none. Customers see only their own.",
  permission: [manage],
  isOwner: ({ id }, actor) => actor.type === UserType.customer && id != null && id === actor.id,
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, _args, { db, scope }) => {
    const active = await listActiveCarts(db, ids, scope);
    // The website's own cart comes first, and then the newest.
    const chosen = new Map(active.toReversed().map(({ id, customer_id: owner }) => [owner, id]));
    const carts = await toAdminCarts(db, await readCarts(db, [...chosen.values()]));
    const byId = new Map(carts.map((cart) => [cart.id, cart]));
    return ids.map((id) => byId.get(chosen.get(id) ?? 0));
  },
});

export const graph: DomainGraph = { edges: [cartOfCustomer] };
