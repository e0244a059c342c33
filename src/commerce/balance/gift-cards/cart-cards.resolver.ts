import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { guestCart, type LimitedCartDependencies, ownCart } from "../../cart/published.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { applyCards, readCartCards, checkCard, removeCard } from "./cart-cards.js";
import { CartGiftCards } from "./cart-cards.types.js";

const permission = "Magento_GiftCardAccount::giftcardaccount";
const edition = "commerce";
const own = { bind: { cartId: ownCart }, keys: ["cartId"], edition } as const;
const guest = { bind: { cartId: guestCart }, edition } as const;
const cart = { description: "Id of the cart, or the masked id of a guest's cart." };
const code = { description: "Code of the gift card; case is ignored." };

@Contract("GiftCardAccount", "GiftCardAccountManagement", { aggregate: "cart" })
@Resolver()
export class GiftCardAccountManagement {
  constructor(private readonly dependencies: LimitedCartDependencies) {}

  @Rest("GET /V1/carts/:quoteId/giftCards", permission, { edition })
  @Query(() => CartGiftCards, {
    name: "cartGiftCards",
    description: "The gift cards of a cart, with the sum of their balances and the amount that the cart uses.",
  })
  getListByQuoteId(@Arg("quoteId", () => Int, cart) quoteId: number, @Ctx() ctx: Context): Promise<CartGiftCards> {
    return readCartCards(ctx, quoteId, this.dependencies);
  }

  @Rest("PUT /V1/carts/:cartId/giftCards", permission, { edition })
  @Rest("POST /V1/carts/mine/giftCards", "self", own)
  @Rest("POST /V1/carts/guest-carts/:cartId/giftCards", "anonymous", {
    ...guest,
    as: "GuestGiftCardAccountManagement.addGiftCard",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "applyCartGiftCards",
    description:
      "Adds gift cards to a cart: all of the codes or none. Their balances are charged when the order is placed. 429 " +
      "after ten rejected codes of a shopper in ten minutes.",
  })
  async saveByQuoteId(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("giftCardAccountData", () => CartGiftCards, { description: "The codes." }) given: CartGiftCards,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await applyCards(ctx, { cartId, codes: given.gift_cards ?? [] }, this.dependencies);
    return true;
  }

  @Rest("DELETE /V1/carts/:cartId/giftCards/:giftCardCode", permission, { edition })
  @Rest("DELETE /V1/carts/mine/giftCards/:giftCardCode", "self", own)
  @Rest("DELETE /V1/carts/guest-carts/:cartId/giftCards/:giftCardCode", "anonymous", {
    ...guest,
    as: "GuestGiftCardAccountManagement.deleteByQuoteId",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "removeCartGiftCard",
    description: "Removes a gift card from a cart; the card keeps its balance.",
  })
  async deleteByQuoteId(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("giftCardCode", () => String, code) giftCardCode: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await removeCard(ctx, { cartId, codes: [giftCardCode] }, this.dependencies);
    return true;
  }

  @Rest("GET /V1/carts/mine/checkGiftCard/:giftCardCode", "self", { bind: { cartId: ownCart }, edition })
  @Rest("GET /V1/carts/guest-carts/:cartId/checkGiftCard/:giftCardCode", "anonymous", {
    ...guest,
    as: "GuestGiftCardAccountManagement.checkGiftCard",
  })
  @Query(() => Money, {
    name: "giftCardBalance",
    description: "Balance of a gift card that a cart can use, in the currency of the cart.",
  })
  checkGiftCard(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("giftCardCode", () => String, code) giftCardCode: string,
    @Ctx() ctx: Context,
  ): Promise<DecimalText> {
    return checkCard(ctx, { cartId, codes: [giftCardCode] }, this.dependencies);
  }
}
