import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { inputError, WebapiError } from "../../../api/call/errors.js";
import { CartAddress } from "../../cart/addresses/addresses.types.js";
import {
  actsForOthers,
  type CartState,
  guestCart,
  type LimitedCartDependencies,
  manage,
  openCart,
  ownCart,
} from "../../cart/published.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import type { SalesMails } from "../../sales/published.mails.js";
import { checkAgreements } from "../agreements/required-agreements.js";
import { CartPayment } from "../payment/payment.types.js";
import { checkGuestCheckout, saveBilling, saveGuestBilling } from "../payment/save-payment.js";
import { type CartToOrder, type OrderDependencies, placeOrder } from "./place-order.js";
import { countOrderAttempt } from "./placing-rate.js";

interface PlacingDependencies extends LimitedCartDependencies, OrderDependencies {
  /** Confirms orders. It is passed in, because most calls of a cart load no emails. */
  readonly salesMails: SalesMails;
}

const own = { bind: { cartId: ownCart } };
const cartId = { description: "Id of the cart, or the masked id of a guest's cart." };
const payment = { description: "The payment method with its details." };
const billing = { nullable: true, description: "Billing address; omit it to keep the stored one." };
const orderDescription =
  "Returns the id of the order. The order closes the cart, so that a cart is ordered only once. 429 if the shopper exceeds the shop's limit of attempts.";

@Contract("Quote", "CartManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class OrderPlacement {
  constructor(private readonly dependencies: PlacingDependencies) {}

  @Rest("PUT /V1/carts/:cartId/order", manage)
  @Rest("PUT /V1/carts/mine/order", "self", own)
  @Rest("PUT /V1/guest-carts/:cartId/order", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartManagement.placeOrder",
  })
  @Writes("order", { id: "result" })
  @Mutation(() => Int, { name: "placeOrder", description: `Places the order of a cart. ${orderDescription}` })
  async placeOrder(
    @Arg("cartId", () => Int, cartId) id: number,
    @Arg("paymentMethod", () => CartPayment, {
      nullable: true,
      description: `${payment.description} Omit it to use the one chosen for the cart.`,
    })
    given: CartPayment | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const { dependencies } = this;
    const cart = await openCart(ctx, id);
    const isGuests = cart.customer_id === null && !actsForOthers(ctx.actor);
    const check = () =>
      Promise.all([
        isGuests ? checkGuestCheckout(ctx, cart) : undefined,
        countOrderAttempt(ctx, cart, dependencies.limits),
      ]);
    const payment = given ?? undefined;
    return placeOrder(ctx, { cart, before: cart, payment, check, dependencies }, this.dependencies.salesMails);
  }
}

@Contract("Checkout", "PaymentInformationManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class OrderPayment {
  constructor(private readonly dependencies: PlacingDependencies) {}

  @Rest("POST /V1/carts/mine/payment-information", "self", own)
  @Writes("order", { id: "result" })
  @Mutation(() => Int, {
    name: "payAndPlaceOrder",
    description: `Saves the billing address and the payment method of a cart and places its order. ${orderDescription}`,
  })
  async savePaymentInformationAndPlaceOrder(
    @Arg("cartId", () => Int, cartId) id: number,
    @Arg("paymentMethod", () => CartPayment, payment) given: CartPayment,
    @Arg("billingAddress", () => CartAddress, billing) billingAddress: CartAddress | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const { dependencies } = this;
    const cart = await openAgreedCart(ctx, id, { given, dependencies });
    const billed = await saveBilling(ctx, cart, { billingAddress });
    return placeOrThrowInputError(
      ctx,
      { cart: billed, before: cart, payment: given, dependencies },
      this.dependencies.salesMails,
    );
  }

  @Rest("POST /V1/guest-carts/:cartId/payment-information", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestPaymentInformationManagement.savePaymentInformationAndPlaceOrder",
  })
  @Writes("order", { id: "result" })
  @Mutation(() => Int, {
    name: "payAndPlaceGuestOrder",
    description: `Saves the email address, billing address and payment method of a guest's cart and places its order. ${orderDescription}`,
  })
  async saveGuestPaymentInformationAndPlaceOrder(
    @Arg("cartId", () => Int, cartId) id: number,
    @Arg("email", () => String, { description: "Email address of the guest." }) email: string,
    @Arg("paymentMethod", () => CartPayment, payment) given: CartPayment,
    @Arg("billingAddress", () => CartAddress, billing) billingAddress: CartAddress | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const { dependencies } = this;
    const cart = await openAgreedCart(ctx, id, { given, dependencies });
    const billed = await saveGuestBilling(ctx, cart, { email, billingAddress });
    return placeOrThrowInputError(
      ctx,
      { cart: billed, before: cart, payment: given, dependencies },
      this.dependencies.salesMails,
    );
  }
}

interface OrderRequest {
  readonly given: CartPayment;
  readonly dependencies: LimitedCartDependencies;
}

async function openAgreedCart(ctx: Context, id: number, { given, dependencies }: OrderRequest): Promise<CartState> {
  const cart = await openCart(ctx, id);
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  await Promise.all([
    checkAgreements(ctx.db, scope, given.extension_attributes?.agreement_ids ?? []),
    countOrderAttempt(ctx, cart, dependencies.limits),
  ]);
  return cart;
}

/** Places an order. Every error below 500 becomes a 400 with its message, as in Magento on these routes. */
async function placeOrThrowInputError(ctx: Context, cart: CartToOrder, mails: SalesMails): Promise<number> {
  try {
    return await placeOrder(ctx, cart, mails);
  } catch (error) {
    if (!(error instanceof WebapiError) || error.status >= 500) throw error;
    throw inputError(error.message, undefined, error);
  }
}
