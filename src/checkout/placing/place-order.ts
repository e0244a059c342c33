import type { Context } from "../../call/context.js";
import { chargeOrder, lockCharges } from "../../balance/published.js";
import { notFound } from "../../call/errors.js";
import { readBundleTraits } from "../../catalog/published.js";
import { type CartState, closeCart, storedTotals, type StoredTotals } from "../../cart/published.js";
import { lockStock, reserve } from "../../inventory/published.js";
import { type AppliedCoupon, type OrderUses, readAppliedCoupon, useRules } from "../../promotion/published.js";
import { createOrder, type SalesMails } from "../../sales/published.js";
import { readStoreNames } from "../../store/published.js";
import { keepAddresses } from "./address-book.js";
import { authorizePayment } from "./authorize-payment.js";
import { chargesOf, refuseLostBalance } from "./snapshot-commerce.js";
import { orderSnapshot } from "./order-snapshot.js";
import { checkPlacing, readPlacingFacts } from "./placing-rules.js";

/** A locked cart that is to be ordered. */
export interface CartToOrder {
  /** The cart with the totals of now. */
  readonly cart: CartState;
  readonly totals: StoredTotals;
  /** The cart before its totals were collected: as the shopper saw it. */
  readonly before: CartState;
}

/**
 * Places the order of a locked cart and returns its id. Order, reservations, charges to gift cards, store credit and points,
 * uses of coupons, the end of the cart and the confirmation are one transaction. Locks are taken in the order cart, stock by
 * SKU, balances, coupons, order number. Throws 404 for a coupon that fell away and 400 for every rule that the order would break.
 */
export async function placeOrder(
  ctx: Context,
  { cart, totals, before }: CartToOrder,
  mails: SalesMails,
): Promise<number> {
  const { db } = ctx;
  if (before.coupon_code !== null && cart.coupon_code === null) throw invalidCoupon();
  refuseLostBalance(storedTotals(before), totals);
  const [facts, coupon, storeName, bundles, confirmation] = await Promise.all([
    readPlacingFacts(ctx, cart),
    cart.coupon_code === null ? undefined : readAppliedCoupon(db, cart.coupon_code, cart.customer_id),
    readStoreNames(db, cart.store_id),
    readBundleTraits(db, bundlesOf(cart)),
    mails.prepareConfirmation(db, { id: cart.store_id, ...cart.store }),
  ]);
  const method = checkPlacing(ctx, { cart, totals }, facts);
  const { stocked } = facts;
  const uses = usesOf(cart, totals, coupon);
  const authorization = await authorizePayment(db, cart, { method: method.method, amount: totals.base.grandTotal });
  const charges = chargesOf(totals);
  await lockStock(db, stocked);
  await lockCharges(db, charges);
  await useRules(db, uses);
  const { emailSent } = confirmation;
  const shown = { storeName, emailSent, status: method.orderStatus, title: method.title };
  const placing = { ...shown, bundles, authorization, ...clientOf(ctx) };
  await keepAddresses(db, cart);
  const snapshot = orderSnapshot(cart, totals, placing);
  const order = await createOrder(db, snapshot);
  await chargeOrder(db, ctx.actor, { ...order, charges });
  await reserve(db, { type: "order_placed", orderId: order.orderId, orderIncrementId: order.incrementId }, stocked);
  await closeCart(db, cart.id, order.incrementId);
  await confirmation.queue(ctx, snapshot, order);
  return order.orderId;
}

const invalidCoupon = () => notFound("The coupon code isn't valid. Verify the code and try again.");

function usesOf(
  cart: CartState,
  { appliedRuleIds: ruleIds }: StoredTotals,
  coupon: AppliedCoupon | undefined,
): OrderUses {
  const customerId = cart.customer_id ?? undefined;
  if (cart.coupon_code === null) return { ruleIds, customerId };
  if (!coupon) throw invalidCoupon();
  return { ruleIds, customerId, couponId: coupon.coupon_id, couponCode: coupon.code };
}

const bundlesOf = ({ items }: CartState): number[] =>
  items.flatMap(({ product_type, product_id }) => (product_type === "bundle" ? product_id : []));

function clientOf({ address, exchange }: Context) {
  const forwarded = exchange?.request.headers["x-forwarded-for"];
  return { remoteIp: address, forwardedFor: Array.isArray(forwarded) ? forwarded.join(", ") : forwarded };
}
