import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import {
  actsForOthers,
  type CartDependencies,
  guestCart,
  manage,
  openCart,
  ownCart,
  toCollectedTotals,
} from "../../cart/published.js";
import { CartTotals } from "../../cart/totals/output/totals.types.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { calculateTotals } from "./calculate-totals.js";
import { PaymentDetails, ShippingInformation, TotalsInformation } from "./information.types.js";
import { readPaymentDetails } from "./payment-details.js";
import { checkGuestCheckout } from "../payment/save-payment.js";
import { saveShipping } from "./save-shipping.js";

const own = { bind: { cartId: ownCart } };
const cart = { description: "Id of the cart." };

@Contract("Checkout", "ShippingInformationManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class ShippingInformationManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("POST /V1/carts/:cartId/shipping-information", manage)
  @Rest("POST /V1/carts/mine/shipping-information", "self", own)
  @Rest("POST /V1/guest-carts/:cartId/shipping-information", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestShippingInformationManagement.saveAddressInformation",
  })
  @Mutation(() => PaymentDetails, {
    name: "saveShippingInformation",
    description: "Saves the addresses and the shipping method of a cart. Returns its payment methods and totals.",
  })
  async saveAddressInformation(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("addressInformation", () => ShippingInformation, { description: "Addresses and shipping method." })
    given: ShippingInformation,
    @Ctx() ctx: Context,
  ): Promise<PaymentDetails> {
    const opened = await openCart(ctx, cartId);
    if (opened.customer_id === null && !actsForOthers(ctx.actor)) await checkGuestCheckout(ctx, opened);
    return readPaymentDetails(ctx.db, await saveShipping(ctx, opened, { given, dependencies: this.dependencies }));
  }
}

@Contract("Checkout", "TotalsInformationManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class TotalsInformationManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("POST /V1/carts/:cartId/totals-information", manage)
  @Rest("POST /V1/carts/mine/totals-information", "self", own)
  @Rest("POST /V1/guest-carts/:cartId/totals-information", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestTotalsInformationManagement.calculate",
  })
  @Mutation(() => CartTotals, {
    name: "calculateCartTotals",
    description:
      "Stores an address of a cart and returns the totals with a shipping method. The shipping method is not stored.",
  })
  async calculate(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("addressInformation", () => TotalsInformation, { description: "Address and shipping method." })
    given: TotalsInformation,
    @Ctx() ctx: Context,
  ): Promise<CartTotals> {
    const opened = await openCart(ctx, cartId);
    const result = await calculateTotals(ctx, opened, { given, dependencies: this.dependencies });
    return toCollectedTotals(result.cart, result.totals);
  }
}
