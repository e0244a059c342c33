import { UserType } from "../../api/auth/actor.js";
import { type DomainGraph, edge } from "../../api/contract/graph.js";
import { readProductMap } from "../catalog/published.pages.js";
import type { CartItem } from "./items/items.types.js";
import { listActiveCarts } from "./ownership/active-carts.js";
import { priceRange } from "./price-ranges/price-range-edge.js";
import { PriceRange } from "./price-ranges/price-range.types.js";
import { toAdminCarts } from "./cart-answer.js";
import { manage } from "./cart-errors.js";
import { readCarts, readProductIdsOfLines } from "./state/cart-state.rows.js";

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

const productOfItem = edge<CartItem, number>({
  on: "CartItem",
  name: "product",
  type: "Product",
  description:
    "The product that was added: of a configurable product not the chosen variation, whose SKU the item has.",
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["item_id"],
  key: ({ item_id: id }) => id ?? undefined,
  load: async (ids, _args, ctx) => {
    const productIds = await readProductIdsOfLines(ctx.db, ids);
    const byId = await readProductMap(
      [...productIds.values()].map((id) => ({ id })),
      ctx,
    );
    return ids.map((id) => byId.get(productIds.get(id) ?? 0));
  },
});

export const graph: DomainGraph = {
  edges: [cartOfCustomer, productOfItem, priceRange],
  types: [PriceRange],
};
