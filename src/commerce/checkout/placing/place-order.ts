import type { Context } from "../../../api/call/context.js";
import { chargeOrder, lockBalancesToCharge } from "../../balance/published.charges.js";
import { readBundleTraits } from "../../catalog/published.sale.js";
import {
  type CartDependencies,
  type CartState,
  collectWithoutSaving,
  readCartStock,
  saveCollectedCart,
  computeStockChange,
  storedCartTotals,
  type StoredTotals,
} from "../../cart/published.js";
import { now } from "../../../platform/db/models.js";
import { lockStock, reserve } from "../../inventory/published.reservations.js";
import {
  type AppliedCoupon,
  couponNotValid,
  type OrderUses,
  readAppliedCoupon,
  useRules,
} from "../../promotion/published.js";
import { createOrder, drawOrder, orderValues } from "../../sales/published.orders.js";
import { writeAddedValues } from "../../../api/search-criteria/added-values.sql.js";
import type { SalesMails } from "../../sales/published.mails.js";
import { readStoreName } from "../../store/published.js";
import { payCart } from "../payment/choose-payment.js";
import type { CartPayment } from "../payment/payment.types.js";
import { saveToAddressBook } from "./address-book.js";
import { authorizePayment } from "./authorize-payment.js";
import { type OrderChecks, orderToPlace } from "./order-checks.js";
import { chargesOf, checkBalances } from "./snapshot-commerce.js";
import { orderSnapshot, withSavedAddresses } from "./order-snapshot.js";
import { checkOrderRules, readRuleFacts } from "./placing-rules.js";

/** A locked cart to order. */
export interface CartToOrder {
  /** The stored cart, with the addresses that were sent with the order. */
  readonly cart: CartState;
  /** The payment method with its details; by default the one that the cart stores. */
  readonly payment?: CartPayment | undefined;
  /** What the cart stored before the call: the coupon that the shopper saw last, the totals if there are any, the payment. */
  readonly before: Pick<CartState, "coupon_code" | "totals" | "payment_id">;
  /** Throws errors that do not depend on the content of the cart. Runs together with the reads of the order. */
  readonly check?: () => Promise<unknown>;
  readonly dependencies: OrderDependencies;
}

/** Dependencies of orders. */
export interface OrderDependencies extends CartDependencies {
  /** Absent without extensions that check orders. */
  readonly orderChecks?: OrderChecks | undefined;
}

/**
 * Places the order of a locked cart and returns its id. One transaction covers the order, reservations, charges to gift
 * cards, store credit and points, coupon uses, closing the cart and queueing the confirmation. Locks are taken in the order
 * cart, stock by SKU, balances, coupons, order number: statements that are sent together run in sequence. The order number
 * is drawn at the end of the transaction, and the writes are sent with the commit. Throws 404 for a coupon that no longer
 * applies, and 400 for every rule that the order would break.
 */
export async function placeOrder(ctx: Context, wanted: CartToOrder, mails: SalesMails): Promise<number> {
  const { db } = ctx;
  const { before } = wanted;
  const reading = Promise.all([collect(ctx, wanted), readFacts(ctx, wanted.cart, mails)]);
  // Errors of the check take precedence over errors of the reads.
  void reading.catch(() => undefined);
  await wanted.check?.();
  const [collected, facts] = await reading;
  const { cart, totals } = collected;
  if (before.coupon_code !== null && cart.coupon_code === null) throw couponNotValid();
  checkBalances(storedCartTotals(before), totals);
  const stocked = computeStockChange(cart, facts.stock);
  const method = checkOrderRules(ctx, { cart, totals, stocked }, facts.rules);
  await wanted.dependencies.orderChecks?.(ctx, orderToPlace(cart, totals));
  const uses = usesOf(cart, totals, facts.coupon);
  const authorization = await authorizePayment(db, cart, { method: method.method, amount: totals.base.grandTotal });
  const { storeName, bundles, confirmation } = facts;
  const { emailSent } = confirmation;
  const hadPayment = before.payment_id !== null;
  const shown = { storeName, emailSent, method, hadPayment, backordered: stocked.backordered };
  const snapshot = orderSnapshot(cart, totals, { ...shown, bundles, authorization, ...clientOf(ctx) });
  const charges = chargesOf(totals);
  const [locked, , , savedAddresses, ids] = await Promise.all([
    lockStock(db, stocked),
    lockBalancesToCharge(db, charges),
    useRules(db, uses),
    saveToAddressBook(db, cart),
    drawOrder(db, snapshot),
  ]);
  const order = await createOrder(db, withSavedAddresses(snapshot, savedAddresses), ids);
  await writeAddedValues(db, orderValues, { id: order.orderId, given: cart.added });
  await chargeOrder(db, ctx.actor, { ...order, charges });
  const event = { type: "order_placed", orderId: order.orderId, orderIncrementId: order.incrementId } as const;
  await reserve(db, event, { ...stocked, locked });
  const columns = { ...collected.columns, is_active: false, reserved_order_id: order.incrementId, converted_at: now };
  await saveCollectedCart(ctx, wanted.cart, { cart, totals, columns });
  await confirmation.queue(ctx, snapshot, { ...order, pictures: collected.pictures });
  return order.orderId;
}

/** Computes the current totals without storing them. */
async function collect(ctx: Context, { cart, payment, dependencies }: CartToOrder) {
  if (payment) return payCart(ctx, cart, { payment, dependencies });
  return { ...(await collectWithoutSaving(ctx, cart, dependencies)), columns: {} };
}

/** Reads the data that an order needs besides its totals, in statements that are sent together. */
async function readFacts(ctx: Context, cart: CartState, mails: SalesMails) {
  const { db } = ctx;
  const [rules, stock, coupon, storeName = "", bundles, confirmation] = await Promise.all([
    readRuleFacts(ctx, cart),
    readCartStock(db, cart),
    cart.coupon_code === null ? undefined : readAppliedCoupon(db, cart.coupon_code, cart.customer_id),
    readStoreName(db, cart.store_id),
    readBundleTraits(db, bundlesOf(cart)),
    mails.prepareConfirmation(db, { id: cart.store_id, ...cart.store }),
  ]);
  return { rules, stock, coupon, storeName, bundles, confirmation };
}

function usesOf(
  cart: CartState,
  { appliedRuleIds: ruleIds }: StoredTotals,
  coupon: AppliedCoupon | undefined,
): OrderUses {
  const customerId = cart.customer_id ?? undefined;
  if (cart.coupon_code === null) return { ruleIds, customerId };
  if (!coupon) throw couponNotValid();
  return { ruleIds, customerId, couponId: coupon.coupon_id, couponCode: coupon.code };
}

const bundlesOf = ({ items }: CartState): number[] =>
  items.flatMap(({ product_type, product_id }) => (product_type === "bundle" ? product_id : []));

function clientOf({ address, exchange }: Context) {
  const forwarded = exchange?.request.headers["x-forwarded-for"];
  return { remoteIp: address, forwardedFor: Array.isArray(forwarded) ? forwarded.join(", ") : forwarded };
}
