import type { Actor } from "../../../api/auth/actor.js";
import type { Db } from "../../../platform/db/database.js";
import { type Amount, asAmount, asQuantity, zero } from "../../../platform/money/amount.js";
import {
  add,
  isPositive,
  max,
  min,
  multiply,
  negate,
  proportion,
  subtract,
  truncate,
} from "../../../platform/money/arithmetic.js";
import { readSettings } from "../../store/published.js";
import { changeBalances, lockBalances, openBalance } from "../ledger/balances.rows.js";
import { expiryIn, expiryPaths } from "./expiry-settings.js";
import { readPointsOfOrder } from "./points-of-order.rows.js";
import { readRateFor, toPoints } from "./rates.rows.js";

const isEnabled = "magento_reward/general/is_enabled";
const maxPointsPath = "magento_reward/general/max_points_balance";
const byOrder = "magento_reward/points/order";
const deductPath = "magento_reward/general/deduct_automatically";

/** The data of a customer's order that points depend on. */
interface EarningOrder {
  readonly orderId: number;
  readonly incrementId: string;
  readonly customerId: number;
  readonly groupId: number;
  readonly websiteId: number;
}

/** The amounts and rules that an order earns points for. */
export interface Earning extends EarningOrder {
  /** Amount paid in money for goods, without tax, in base currency. */
  readonly amount: Amount;
  /** Points awarded by cart price rules. */
  readonly byRules: number;
}

/**
 * Credits the points of a locked order to its customer, once: whole groups of the rate for the amount paid, and points from
 * price rules. The balance never rises above the shop's maximum.
 */
export async function earnPoints(db: Db, actor: Actor, given: Earning): Promise<void> {
  const { orderId, customerId, websiteId } = given;
  const settings = await readSettings(db, [isEnabled, maxPointsPath, byOrder, ...expiryPaths]);
  const scope = { storeId: 0, websiteId };
  if (!settings.isOn(isEnabled, scope)) return;
  const paid = settings.isOn(byOrder, scope) ? await computePoints(db, given) : { points: zero, rate: "" };
  const earned = add(paid.points, asAmount(given.byRules));
  if (!isPositive(earned)) return;
  const accountId = await openBalance(db, { kind: "reward", customerId, websiteId });
  const [locked] = await lockBalances(db, [accountId]);
  const cap = settings.number(maxPointsPath, scope);
  const room = cap > 0 ? max(subtract(asAmount(cap), locked?.balance ?? zero), zero) : earned;
  const change = min(earned, room);
  if (!isPositive(change)) return;
  const comment = [`Order #${given.incrementId}.`, paid.rate].filter(Boolean).join(" ");
  const expiresIn = expiryIn(settings, websiteId).days || undefined;
  const entry = { accountId, change, action: "earned" as const, cause: `order:${orderId}`, orderId, comment };
  await changeBalances(db, actor, [{ ...entry, expiresIn }]);
}

/** Returns the points for an amount, in whole groups, and the rate as text. */
async function computePoints(db: Db, { amount, websiteId, groupId }: Earning) {
  const rate = await readRateFor(db, { websiteId, groupId }, toPoints);
  if (!rate || !isPositive(amount)) return { points: zero, rate: "" };
  const groups = truncate(proportion(amount, asQuantity(1), asQuantity(rate.amount)));
  return { points: multiply(groups, asQuantity(rate.points)), rate: `${rate.amount} = ${rate.points} points.` };
}

/** A refund of an order that earned points. */
export interface RefundOfEarning extends EarningOrder {
  /** The credit memo, for example `creditmemo:3`. */
  readonly cause: string;
  /** Total amount refunded for the order and the amount paid, both in base currency. */
  readonly refunded: Amount;
  readonly paid: Amount;
}

/**
 * Deducts points that a locked order earned, in proportion to its refunded amount, unless the shop is configured to keep
 * them. The balance never falls below zero.
 */
export async function deductEarnedPoints(db: Db, actor: Actor, given: RefundOfEarning): Promise<void> {
  const { orderId, customerId, websiteId, cause, refunded, paid } = given;
  const earning = await readPointsOfOrder(db, orderId);
  if (!earning || !isPositive(earning.earned)) return;
  const settings = await readSettings(db, [deductPath]);
  if (!settings.isOn(deductPath, { storeId: 0, websiteId })) return;
  const share = isPositive(paid) ? proportion(earning.earned, min(refunded, paid), paid) : earning.earned;
  const wanted = subtract(truncate(share), earning.deducted);
  const accountId = await openBalance(db, { kind: "reward", customerId, websiteId });
  const [locked] = await lockBalances(db, [accountId]);
  const change = min(wanted, locked?.balance ?? zero);
  if (!isPositive(change)) return;
  const comment = `Order #${given.incrementId}.`;
  const entry = { accountId, change: negate(change), action: "deducted" as const, cause, orderId, comment };
  await changeBalances(db, actor, [entry]);
}
