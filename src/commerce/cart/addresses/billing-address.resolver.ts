import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { billingAddress } from "./address-answer.js";
import { CartAddress } from "./addresses.types.js";
import { assignBilling } from "./assign-billing.js";
import type { CartDependencies } from "../cart-dependencies.js";
import { manage } from "../cart-errors.js";
import { readOpenCart } from "../ownership/open-cart.js";
import { guestCart, ownCart } from "../ownership/whose-cart.js";

const cart = "Id of the cart, or the masked id of a guest's cart.";

@Contract("Quote", "BillingAddressManagement", { aggregate: "cart" })
@Resolver()
export class BillingAddressManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId/billing-address", manage)
  @Rest("GET /V1/carts/mine/billing-address", "self", { bind: { cartId: ownCart } })
  @Rest("GET /V1/guest-carts/:cartId/billing-address", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestBillingAddressManagement.get",
  })
  @Query(() => CartAddress, {
    name: "cartBillingAddress",
    description: "The billing address of a cart; required fields are null until they are set.",
  })
  async get(
    @Arg("cartId", () => Int, { description: cart }) cartId: number,
    @Ctx() ctx: Context,
  ): Promise<CartAddress> {
    return billingAddress(await readOpenCart(ctx, cartId));
  }

  @Rest("POST /V1/carts/:cartId/billing-address", manage)
  @Rest("POST /V1/carts/mine/billing-address", "self", { bind: { cartId: ownCart }, keys: ["cartId"] })
  @Rest("POST /V1/guest-carts/:cartId/billing-address", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestBillingAddressManagement.assign",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => String, {
    name: "setCartBillingAddress",
    description: "Replaces the billing address of a cart and returns the id of the new one.",
  })
  async assign(
    @Arg("cartId", () => Int, { description: cart }) cartId: number,
    @Arg("address", () => CartAddress, { description: "The address." }) address: CartAddress,
    @Arg("useForShipping", () => Boolean, {
      defaultValue: false,
      description: "Whether it is also the shipping address.",
    })
    useForShipping: boolean,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return String(await assignBilling(ctx, { cartId, address, useForShipping }, this.dependencies));
  }
}
