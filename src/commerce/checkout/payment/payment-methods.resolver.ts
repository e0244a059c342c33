import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { type CartDependencies, guestCart, manage, ownCart, readTotals } from "../../cart/published.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { openAnyCart, readAnyCart } from "../any-cart.js";
import { listAvailableMethods } from "./available.js";
import { choosePayment } from "./choose-payment.js";
import { CartPayment, PaymentMethod } from "./payment.types.js";

const own = { bind: { cartId: ownCart } };
const cart = { description: "Id of the cart." };
const choice = { description: "The payment method with its details." };

@Contract("Quote", "PaymentMethodManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class PaymentMethodManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId/payment-methods", manage)
  @Rest("GET /V1/carts/mine/payment-methods", "self", own)
  @Rest("GET /V1/guest-carts/:cartId/payment-methods", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestPaymentMethodManagement.getList",
  })
  @Query(() => [PaymentMethod], {
    name: "paymentMethods",
    description: "Payment methods that are available for the country and the grand total of a cart.",
  })
  async getList(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<PaymentMethod[]> {
    const found = await readAnyCart(ctx, cartId);
    const { base } = await readTotals(ctx, found, this.dependencies);
    const methods = await listAvailableMethods(ctx.db, found, base.grandTotal);
    return methods.map(({ method, title }) => ({ code: method.code, title }));
  }

  @Rest("GET /V1/carts/:cartId/selected-payment-method", manage)
  @Rest("GET /V1/carts/mine/selected-payment-method", "self", own)
  @Rest("GET /V1/guest-carts/:cartId/selected-payment-method", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestPaymentMethodManagement.get",
  })
  @Query(() => CartPayment, {
    name: "selectedPaymentMethod",
    nullable: true,
    description: "The payment method chosen for a cart; null before one is chosen.",
  })
  async get(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<CartPayment | undefined> {
    const { payment_method: method, po_number } = await readAnyCart(ctx, cartId);
    if (method === null) return undefined;
    return { method, ...(po_number === null ? {} : { po_number }) };
  }

  @Rest("PUT /V1/carts/:cartId/selected-payment-method", manage)
  @Rest("PUT /V1/carts/mine/selected-payment-method", "self", own)
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => String, {
    name: "setPaymentMethod",
    description: "Sets the payment method of a cart. Returns the id of the payment.",
  })
  set(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("method", () => CartPayment, choice) payment: CartPayment,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return this.choose(ctx, cartId, payment);
  }

  @Rest("PUT /V1/guest-carts/:cartId/selected-payment-method", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestPaymentMethodManagement.set",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => String, {
    name: "setGuestPaymentMethod",
    description: "Sets the payment method of a guest's cart. Returns the id of the payment.",
  })
  setByGuest(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("method", () => CartPayment, choice) payment: CartPayment,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return this.choose(ctx, cartId, payment);
  }

  private async choose(ctx: Context, cartId: number, payment: CartPayment): Promise<string> {
    const found = await openAnyCart(ctx, cartId);
    const { cart: paid } = await choosePayment(ctx, found, { payment, dependencies: this.dependencies });
    return String(paid.payment_id);
  }
}
