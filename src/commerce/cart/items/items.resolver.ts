import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import type { CartDependencies } from "../cart-dependencies.js";
import { manage } from "../cart-errors.js";
import { quoteIdFor, visibleItems } from "./cart-item.js";
import { cartIdOf, removeItem, saveItem } from "./items.js";
import { CartItem } from "./items.types.js";
import { readOpenCart } from "../ownership/open-cart.js";
import { ensureTotals } from "../state/read-totals.js";
import { guestCart, ownCart } from "../ownership/whose-cart.js";

const cartDescription = { description: "Id of the cart; guests use its masked id." };
const own = { bind: { cartId: ownCart } };
const ownItem = { bind: { "cartItem.quote_id": ownCart }, keys: ["cartItem.quote_id"] };
const guestItem = { bind: { "cartItem.quote_id": guestCart }, as: "GuestCartItemRepository.save" };
const itemPath = { cartId: "cartItem.quote_id", itemId: "cartItem.item_id" };

@Contract("Quote", "CartItemRepository", { aggregate: "cart" })
@Resolver()
export class CartItemRepository {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId/items", manage)
  @Rest("GET /V1/carts/mine/items", "self", own)
  @Rest("GET /V1/guest-carts/:cartId/items", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartItemRepository.getList",
  })
  @Query(() => [CartItem], {
    name: "cartItems",
    description: "The items of a cart; parts of bundles and configurable products are not listed.",
  })
  async getList(@Arg("cartId", () => Int, cartDescription) cartId: number, @Ctx() ctx: Context): Promise<CartItem[]> {
    const cart = await ensureTotals(ctx, await readOpenCart(ctx, cartId), this.dependencies);
    return visibleItems(cart, quoteIdFor(ctx, cart));
  }

  @Rest("POST /V1/carts/:quoteId/items", manage, { path: { quoteId: "cartItem.quote_id" } })
  @Rest("POST /V1/carts/mine/items", "self", ownItem)
  @Rest("POST /V1/guest-carts/:cartId/items", "anonymous", { ...guestItem, path: { cartId: "cartItem.quote_id" } })
  @Rest("PUT /V1/carts/:cartId/items/:itemId", manage, { path: itemPath })
  @Rest("PUT /V1/carts/mine/items/:itemId", "self", { ...ownItem, path: { itemId: "cartItem.item_id" } })
  @Rest("PUT /V1/guest-carts/:cartId/items/:itemId", "anonymous", { ...guestItem, path: itemPath })
  @Mutation(() => CartItem, {
    name: "saveCartItem",
    description:
      "Adds a product to a cart, or changes an item if an item id is sent. A product with the same choices as an item of the cart is added to that item.",
  })
  save(
    @Arg("cartItem", () => CartItem, { description: "The product with its quantity and choices." }) cartItem: CartItem,
    @Ctx() ctx: Context,
  ): Promise<CartItem> {
    return saveItem(ctx, { cartId: cartIdOf(cartItem), item: cartItem }, this.dependencies);
  }

  @Rest("DELETE /V1/carts/:cartId/items/:itemId", manage)
  @Rest("DELETE /V1/carts/mine/items/:itemId", "self", { ...own, keys: ["cartId"] })
  @Rest("DELETE /V1/guest-carts/:cartId/items/:itemId", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartItemRepository.deleteById",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, { name: "deleteCartItem", description: "Removes an item from a cart. Returns true." })
  deleteById(
    @Arg("cartId", () => Int, cartDescription) cartId: number,
    @Arg("itemId", () => Int, { description: "Id of the item." }) itemId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return removeItem(ctx, { cartId, itemId }, this.dependencies);
  }
}
