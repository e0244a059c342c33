import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { CartAddress } from "../../cart/addresses/addresses.types.js";
import { type CartDependencies, guestCart, openCart, ownCart, readOpenCart, withTotals } from "../../cart/published.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { PaymentDetails } from "../information/information.types.js";
import { readPaymentDetails } from "../information/payment-details.js";
import { CartPayment } from "./payment.types.js";
import { saveGuestPayment, savePayment } from "./save-payment.js";

const own = { bind: { cartId: ownCart } };
const cart = { description: "Id of the cart." };
const choice = { description: "The payment method with its details." };
const billing = { nullable: true, description: "Billing address; omit it to keep the stored one." };

@Contract("Checkout", "PaymentInformationManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class PaymentInformationManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/mine/payment-information", "self", own)
  @Rest("GET /V1/guest-carts/:cartId/payment-information", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestPaymentInformationManagement.getPaymentInformation",
  })
  @Query(() => PaymentDetails, { name: "paymentInformation", description: "Payment methods and totals of a cart." })
  async getPaymentInformation(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Ctx() ctx: Context,
  ): Promise<PaymentDetails> {
    return readPaymentDetails(ctx.db, await withTotals(ctx, await readOpenCart(ctx, cartId), this.dependencies));
  }

  @Rest("POST /V1/carts/mine/set-payment-information", "self", own)
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "savePaymentInformation",
    description: "Saves the billing address and the payment method of a cart, without placing the order.",
  })
  async savePaymentInformation(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("paymentMethod", () => CartPayment, choice) payment: CartPayment,
    @Arg("billingAddress", () => CartAddress, billing) billingAddress: CartAddress | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const { dependencies } = this;
    await savePayment(ctx, await openCart(ctx, cartId), { payment, billingAddress, dependencies });
    return true;
  }

  @Rest("POST /V1/guest-carts/:cartId/set-payment-information", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestPaymentInformationManagement.savePaymentInformation",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "saveGuestPaymentInformation",
    description: "Saves the email address, the billing address and the payment method of a guest's cart.",
  })
  async saveGuestPaymentInformation(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("email", () => String, { description: "Email address of the guest." }) email: string,
    @Arg("paymentMethod", () => CartPayment, choice) payment: CartPayment,
    @Arg("billingAddress", () => CartAddress, billing) billingAddress: CartAddress | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const { dependencies } = this;
    await saveGuestPayment(ctx, await openCart(ctx, cartId), { email, payment, billingAddress, dependencies });
    return true;
  }
}
