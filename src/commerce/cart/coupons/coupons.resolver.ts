import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { manage } from "../cart-errors.js";
import type { LimitedCartDependencies } from "./code-guesses.js";
import { applyCoupon, removeCoupon } from "./coupons.js";
import { readOpenCart } from "../ownership/open-cart.js";
import { guestCart, ownCart } from "../ownership/whose-cart.js";

const cart = "Id of the cart, or the masked id of a guest's cart.";

@Contract("Quote", "CouponManagement", { aggregate: "cart" })
@Resolver()
export class CouponManagement {
  constructor(private readonly dependencies: LimitedCartDependencies) {}

  @Rest("GET /V1/carts/:cartId/coupons", manage)
  @Rest("GET /V1/carts/mine/coupons", "self", { bind: { cartId: ownCart } })
  @Rest("GET /V1/guest-carts/:cartId/coupons", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCouponManagement.get",
  })
  @Query(() => String, {
    nullable: true,
    name: "cartCoupon",
    description: "The coupon code of a cart; the response is empty if it has none.",
  })
  async get(
    @Arg("cartId", () => Int, { description: cart }) cartId: number,
    @Ctx() ctx: Context,
  ): Promise<string | undefined> {
    return (await readOpenCart(ctx, cartId)).coupon_code ?? undefined;
  }

  @Rest("PUT /V1/carts/:cartId/coupons/:couponCode", manage)
  @Rest("PUT /V1/carts/mine/coupons/:couponCode", "self", { bind: { cartId: ownCart }, keys: ["cartId"] })
  @Rest("PUT /V1/guest-carts/:cartId/coupons/:couponCode", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCouponManagement.set",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "applyCartCoupon",
    description:
      "Applies a coupon to a cart and replaces any other coupon. 404 for a code that does not apply, which changes nothing; 429 after too many such codes.",
  })
  async set(
    @Arg("cartId", () => Int, { description: cart }) cartId: number,
    @Arg("couponCode", () => String, { description: "The code; case is ignored." }) couponCode: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await applyCoupon(ctx, { cartId, code: couponCode.trim() }, this.dependencies);
    return true;
  }

  @Rest("DELETE /V1/carts/:cartId/coupons", manage)
  @Rest("DELETE /V1/carts/mine/coupons", "self", { bind: { cartId: ownCart }, keys: ["cartId"] })
  @Rest("DELETE /V1/guest-carts/:cartId/coupons", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCouponManagement.remove",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "removeCartCoupon",
    description: "Removes the coupon from a cart. Returns true even if there was none.",
  })
  async remove(@Arg("cartId", () => Int, { description: cart }) cartId: number, @Ctx() ctx: Context): Promise<boolean> {
    await removeCoupon(ctx, cartId, this.dependencies);
    return true;
  }
}
