import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { type CartDependencies, guestCart, ownCart } from "../../cart/published.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { GiftMessage } from "./gift-messages.types.js";
import { readGiftMessage, saveGiftMessage } from "./save-gift-message.js";

const permission = "Magento_Sales::create";
const own = { bind: { cartId: ownCart } };
const cart = { description: "Id of the cart." };
const item = { description: "Id of the item." };
const text = { description: "The message; a blank text removes it." };

@Contract("GiftMessage", "CartRepository", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class CartRepository {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId/gift-message", permission)
  @Rest("GET /V1/carts/mine/gift-message", "self", own)
  @Rest("GET /V1/guest-carts/:cartId/gift-message", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartRepository.get",
  })
  @Query(() => GiftMessage, { name: "cartGiftMessage", nullable: true, description: "The gift message of a cart." })
  get(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<GiftMessage | undefined> {
    return readGiftMessage(ctx, cartId, null);
  }

  @Rest("POST /V1/carts/:cartId/gift-message", permission)
  @Rest("POST /V1/carts/mine/gift-message", "self", own)
  @Rest("POST /V1/guest-carts/:cartId/gift-message", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartRepository.save",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "saveCartGiftMessage",
    description: "Saves the gift message of a cart. A blank text removes it.",
  })
  async save(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("giftMessage", () => GiftMessage, text) given: GiftMessage,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await saveGiftMessage(ctx, cartId, { itemId: null, given, dependencies: this.dependencies });
    return true;
  }
}

@Contract("GiftMessage", "ItemRepository", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class ItemRepository {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId/gift-message/:itemId", permission)
  @Rest("GET /V1/carts/mine/gift-message/:itemId", "self", own)
  @Rest("GET /V1/guest-carts/:cartId/gift-message/:itemId", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestItemRepository.get",
  })
  @Query(() => GiftMessage, {
    name: "cartItemGiftMessage",
    nullable: true,
    description: "The gift message of an item of a cart.",
  })
  get(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("itemId", () => Int, item) itemId: number,
    @Ctx() ctx: Context,
  ): Promise<GiftMessage | undefined> {
    return readGiftMessage(ctx, cartId, itemId);
  }

  @Rest("POST /V1/carts/:cartId/gift-message/:itemId", permission)
  @Rest("POST /V1/carts/mine/gift-message/:itemId", "self", own)
  @Rest("POST /V1/guest-carts/:cartId/gift-message/:itemId", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestItemRepository.save",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "saveCartItemGiftMessage",
    description: "Saves the gift message of an item of a cart. A blank text removes it.",
  })
  async save(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("itemId", () => Int, item) itemId: number,
    @Arg("giftMessage", () => GiftMessage, text) given: GiftMessage,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await saveGiftMessage(ctx, cartId, { itemId, given, dependencies: this.dependencies });
    return true;
  }
}
