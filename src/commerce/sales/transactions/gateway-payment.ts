import { randomUUID } from "node:crypto";
import type { Context } from "../../../api/call/context.js";
import {
  askGateway,
  findPaymentMethod,
  type GatewayStep,
  type PaymentMethod,
  readGatewaySettings,
} from "../../checkout/published.js";
import { readStoreViews } from "../../store/published.js";
import type { Db } from "../../../platform/db/database.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";
import { add, isLess, isPositive } from "../../../platform/money/arithmetic.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { insertTransaction, readTransactionsOf, type TransactionRow } from "./transactions.rows.js";

/** The gateway of an order, with its transactions for the order. */
export interface OrderGateway {
  readonly method: PaymentMethod;
  readonly paymentId: number;
  readonly transactions: readonly TransactionRow[];
  /** Returns a setting of the gateway in the store view of the order. */
  readonly setting: (path: string) => string;
}

/** Returns the gateway of an order; undefined if its payment method has none, or if it has no payment. */
export async function readGateway(
  db: Db,
  { entity_id, store_id, payment }: StoredOrder,
): Promise<OrderGateway | undefined> {
  const method = findPaymentMethod(payment?.method);
  const paymentId = payment?.entity_id;
  if (!method?.gateway || paymentId === undefined) return undefined;
  const setting = await readGatewaySettings(db, method, await scopeOf(db, store_id, method));
  return { method, paymentId, transactions: await readTransactionsOf(db, [entity_id]), setting };
}

/** Returns the scope of an order's settings. Its store view may no longer exist, and then the settings are those of all. */
async function scopeOf(db: Db, storeId: number | null | undefined, { settingPaths = [] }: PaymentMethod) {
  const views = settingPaths.length > 0 ? await readStoreViews(db) : [];
  const view = views.find(({ id }) => id === storeId);
  return { storeId: view?.id ?? 0, websiteId: view?.website_id ?? 0 };
}

/** Returns the open authorization; undefined if there is none. */
export const openAuthorization = ({ transactions }: OrderGateway): TransactionRow | undefined =>
  transactions.find(({ txn_type, is_closed }) => txn_type === "authorization" && is_closed === 0);

/**
 * Captures an amount in base currency through the gateway of an order, and records it. If the database transaction is
 * rolled back, the amount is refunded. Returns the id of the gateway's transaction. Throws 400 if the gateway declines or
 * cannot be reached.
 */
export async function capturePayment(
  { db, log }: Pick<Context, "db" | "log">,
  order: StoredOrder,
  { gateway, amount }: { readonly gateway: OrderGateway; readonly amount: Amount },
): Promise<string | undefined> {
  if (!isPositive(amount)) return undefined;
  const parent = openAuthorization(gateway);
  const id = await requestStep(order, gateway, { step: "capture", amount, parent });
  if (id === undefined) return undefined;
  db.afterRollback(async () => {
    await requestStep(order, gateway, { step: "refund", amount, parent: { txn_id: id } }).catch((error: unknown) => {
      log.error({ err: error, order: order.increment_id, transaction: id }, "failed to refund a rolled-back capture");
    });
  });
  const paid = add(asAmount(order.payment?.base_amount_paid_online ?? 0), amount);
  const isUsedUp = !isLess(paid, asAmount(order.payment?.base_amount_authorized ?? 0));
  const txn_id = recordedId(id, "capture", gateway);
  const row = { order_id: order.entity_id, payment_id: gateway.paymentId, txn_id, txn_type: "capture", is_closed: 0 };
  await insertTransaction(db, row, parent && { row: parent, isClosed: isUsedUp });
  return txn_id;
}

/**
 * Voids the open authorization of an order, and records it. Returns false if there is none. Throws 400 if the gateway
 * declines or cannot be reached.
 */
export async function voidAuthorization(db: Db, order: StoredOrder, gateway: OrderGateway): Promise<boolean> {
  const parent = openAuthorization(gateway);
  if (!parent) return false;
  const amount = asAmount(order.payment?.base_amount_authorized ?? 0);
  // The same key if the database transaction is retried: a gateway may decline to void an authorization twice.
  const key = `void-${order.protect_code ?? order.entity_id}-${parent.txn_id ?? parent.transaction_id}`;
  const id = await requestStep(order, gateway, { step: "void", amount, parent, key });
  const row = { order_id: order.entity_id, payment_id: gateway.paymentId, txn_type: "void", is_closed: 1 };
  const txn_id = recordedId(id ?? "", "void", gateway);
  await insertTransaction(db, { ...row, txn_id }, { row: parent, isClosed: true });
  return true;
}

/**
 * Refunds an amount in base currency through the gateway that captured it, and records it. `captureId` is the gateway's id
 * of the capture. Returns the id of the gateway's transaction. Throws 400 if the gateway declines or cannot be reached.
 */
export async function refundPayment(
  db: Db,
  order: StoredOrder,
  { gateway, amount, captureId }: { gateway: OrderGateway; amount: Amount; captureId: string | null | undefined },
): Promise<string | undefined> {
  const captures = gateway.transactions.filter(({ txn_type }) => txn_type === "capture");
  const parent = captures.find(({ txn_id }) => txn_id === captureId) ?? captures.at(-1);
  const earlier = gateway.transactions.filter(({ txn_type }) => txn_type === "refund").length;
  // The same key if the database transaction is retried, so that the money is refunded only once.
  const key = `refund-${order.protect_code ?? order.entity_id}-${earlier + 1}-${amount}`;
  const id = await requestStep(order, gateway, { step: "refund", amount, parent, key });
  if (id === undefined) return undefined;
  const txn_id = recordedId(id, "refund", gateway);
  const row = { order_id: order.entity_id, payment_id: gateway.paymentId, txn_id, txn_type: "refund", is_closed: 1 };
  await insertTransaction(db, row, parent && { row: parent, isClosed: false });
  return txn_id;
}

interface StepRequest {
  readonly step: GatewayStep;
  readonly amount: Amount;
  readonly parent: Pick<TransactionRow, "txn_id"> | undefined;
  /** The same for all attempts of the step; by default unique per call. */
  readonly key?: string;
}

/** Requests a step from a gateway. */
function requestStep(
  order: StoredOrder,
  { method, setting }: OrderGateway,
  { step, amount, parent, key = randomUUID() }: StepRequest,
) {
  return askGateway(method, step, {
    key,
    reference: order.increment_id,
    amount,
    currency: order.base_currency_code ?? "",
    data: [],
    setting,
    ...(parent?.txn_id == null ? {} : { parent: parent.txn_id }),
  });
}

/** Returns the id to record a transaction under, because a gateway may use one id for several steps of a payment. */
function recordedId(id: string, step: GatewayStep, { transactions }: OrderGateway): string {
  const taken = new Set(transactions.map(({ txn_id }) => txn_id));
  if (!taken.has(id)) return id;
  const withStep = `${id}-${step}`;
  return taken.has(withStep) ? `${withStep}-${transactions.length}` : withStep;
}
