import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { type CartDependencies, guestCart, openCart, ownCart, toCollectedTotals } from "../../cart/published.js";
import { CartTotals } from "../../cart/totals/output/totals.types.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { CartPayment } from "../payment/payment.types.js";
import { saveAndCollect } from "./collect-totals.js";
import { TotalsAdditionalData } from "./collect-totals.types.js";

@Contract("Quote", "CartTotalManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class CartTotalManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("PUT /V1/carts/mine/collect-totals", "self", { bind: { cartId: ownCart } })
  @Rest("PUT /V1/guest-carts/:cartId/collect-totals", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartTotalManagement.collectTotals",
  })
  @Mutation(() => CartTotals, {
    name: "collectCartTotals",
    description:
      "Saves the shipping method, the payment method and the gift messages of a cart, and returns its totals.",
  })
  async collectTotals(
    @Arg("cartId", () => Int, { description: "Id of the cart." }) cartId: number,
    @Arg("paymentMethod", () => CartPayment, { description: "The payment method with its details." })
    payment: CartPayment,
    @Arg("shippingCarrierCode", () => String, { nullable: true, description: "Code of the carrier." })
    carrier: string | null | undefined,
    @Arg("shippingMethodCode", () => String, { nullable: true, description: "Code of the shipping method." })
    method: string | null | undefined,
    @Arg("additionalData", () => TotalsAdditionalData, { nullable: true, description: "Gift messages." })
    more: TotalsAdditionalData | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CartTotals> {
    const giftMessages = more?.extension_attributes?.gift_messages ?? [];
    const request = { payment, carrier, method, giftMessages, dependencies: this.dependencies };
    const { cart, totals } = await saveAndCollect(ctx, await openCart(ctx, cartId), request);
    return toCollectedTotals(cart, totals);
  }
}
