import { picturesOf } from "../../catalog/published.sale.js";
import { fromJson, toJson } from "../../../platform/db/models.js";
import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";
import { absolute, equals, isLess } from "../../../platform/money/arithmetic.js";
import type { CartCall, CartDependencies } from "../cart-dependencies.js";
import type { CartLine, CartState } from "./cart-state.rows.js";
import { updateCart } from "../carts.rows.js";
import { emptyAddresses } from "../addresses/addresses.rows.js";
import { chosenOf } from "../facts/chosen.js";
import { type ChosenLabel, chosenLabels } from "../facts/chosen-labels.js";
import { addressOf, cartFacts } from "../facts/line-facts.js";
import { type Facts, readFacts } from "../facts/read-facts.js";
import { refreshLines } from "../facts/refreshed-lines.js";
import {
  deleteLines,
  type OtherColumns,
  saveCartColumns,
  saveLines,
  saveShippingDescription,
} from "./save-cart.sql.js";
import { collectTotals } from "../totals/collect-totals.js";
import type { LineTotals, Totals } from "../totals/totals.js";
import { basisOf, isBasisOf, type TotalsBasis } from "./totals-basis.js";

/** Totals as a cart stores them. */
export interface StoredTotals extends Totals {
  /** Labels of the choices of lines, by line id. */
  readonly labels: Readonly<Record<string, readonly ChosenLabel[]>>;
  /** Absent in totals that an older release stored. */
  readonly basis?: TotalsBasis;
}

/** A cart with its totals. */
export interface CollectedCart {
  readonly cart: CartState;
  readonly totals: StoredTotals;
}

/** A cart with its totals, and the pictures of its products: paths of files by product id. */
export interface PicturedCart extends CollectedCart {
  readonly pictures: ReadonlyMap<number, string>;
}

/**
 * Computes the totals of a changed cart and stores them with the values that depend on them: prices, names and SKUs of
 * lines, the coupon if it still applies, and the shipping description. Lines of products that are no longer sold are
 * removed. The caller must lock the cart and write its own changes, except the coupon code and the use of balances and gift
 * cards.
 */
export async function collectCart(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<CollectedCart> {
  const call = { ctx, cart, dependencies };
  return storeTotals(call, { cart, facts: await readFacts(call) });
}

/** Computes the totals of a cart without storing anything. */
export async function computeTotals(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<CollectedCart> {
  return computeCart(cart, await readFacts({ ctx, cart, dependencies }));
}

/**
 * Returns a cart, as it was just read, with the current names and prices of its products, which no coupon or balance changes,
 * and with the totals they belong to.
 */
export async function ensureTotals(ctx: Context, cart: CartState, dependencies: CartDependencies): Promise<CartState> {
  if (cart.items.length === 0 || !cart.is_active || holdsTotals(cart, dependencies)) return cart;
  const { cart: collected, totals } = await computeTotals(ctx, cart, dependencies);
  return { ...collected, totals: toJson(totals) };
}

/** Returns a cart, as it was just read, with its current totals: the stored ones if nothing that they depend on has changed. */
export async function withTotals(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<CollectedCart> {
  const stored = storedTotals(cart);
  const isCurrent = holdsTotals(cart, dependencies) && !dependsOnMore(cart);
  return stored && isCurrent ? { cart, totals: stored } : computeTotals(ctx, cart, dependencies);
}

/** Whether a cart, as it was just read, has stored totals, and nothing of their basis has changed. */
const holdsTotals = (cart: CartState, { config }: CartDependencies): boolean =>
  isBasisOf(storedTotals(cart)?.basis, cart, config.PORTICO_PRICE_SCOPE);

/** Whether totals depend on what a basis does not tell: the billing address, the uses of a coupon, and balances that pay. */
const dependsOnMore = (cart: CartState): boolean =>
  cart.is_virtual ||
  cart.coupon_code !== null ||
  cart.use_store_credit ||
  cart.use_reward_points ||
  cart.gift_card_ids.length > 0;

/** Returns the totals of a cart in the same way. */
export const readTotals = async (ctx: Context, cart: CartState, dependencies: CartDependencies) =>
  (await withTotals(ctx, cart, dependencies)).totals;

/** Returns the stored totals of a cart, or undefined. */
export const storedTotals = ({ totals }: Pick<CartState, "totals">): StoredTotals | undefined =>
  totals === null ? undefined : fromJson<StoredTotals>(totals);

/** A changed cart and the facts to compute its totals from. */
export interface ChangedCart {
  readonly cart: CartState;
  readonly facts: Facts;
}

/** Computes the totals of a changed cart and stores them with its lines. `call` contains the stored cart. */
export async function storeTotals({ ctx, cart: before }: CartCall, changed: ChangedCart): Promise<CollectedCart> {
  const result = computeChangedCart(changed);
  await saveCollectedCart(ctx, before, result);
  return result;
}

/** Computes the same as `collectCart` without storing it, for callers that pass it to `saveCollectedCart` with other columns. */
export async function collectWithoutSaving(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<PicturedCart> {
  const facts = await readFacts({ ctx, cart, dependencies });
  const pictures = picturesOf([...facts.products.values()]);
  return { ...computeChangedCart({ cart, facts }), pictures };
}

function computeChangedCart({ cart, facts }: ChangedCart): CollectedCart {
  const { cart: computed, totals } = computeCart(cart, facts);
  checkTotalsRange(totals);
  return { cart: { ...computed, ...cartColumns(computed, totals) }, totals };
}

/** Stores a cart with its totals, its lines and other columns. `before` is the stored cart. */
export async function saveCollectedCart(
  ctx: Context,
  before: CartState,
  { cart, totals, ...collected }: CollectedCart & { readonly columns?: OtherColumns },
): Promise<void> {
  const { db } = ctx;
  const kept = new Set(cart.items.map(({ item_id }) => item_id));
  await Promise.all([
    deleteLines(
      db,
      before.items.map(({ item_id }) => item_id).filter((id) => !kept.has(id)),
    ),
    saveLines(db, changedLines(before.items, cart.items)),
    saveCartColumns(db, cart.id, { ...cartColumns(cart, totals), ...collected.columns, totals }),
    ...shippingDescriptionChange(ctx, cart, totals),
  ]);
  if (before.items.length > 0 && cart.items.length === 0) {
    await emptyAddresses(db, cart.id);
    if (cart.gw_id !== null || cart.gw_add_card) await updateCart(db, cart.id, noWrappingColumns);
  }
}

/** Columns of a cart without gift wrapping, set when a cart is emptied. */
const noWrappingColumns = { gw_id: null, gw_add_card: false, gw_allow_gift_receipt: false };

function computeCart(cart: CartState, facts: Facts): CollectedCart {
  const kept = { ...cart, items: refreshLines(cart.items, facts) };
  const totals = collectTotals(cartFacts(kept, facts.customer, facts), facts.totals);
  const byId = new Map(totals.lines.map((line) => [line.itemId, line]));
  const items = kept.items.map((line) => ({ ...line, price: byId.get(line.item_id)?.base.price ?? line.price }));
  const visible = items.filter(({ parent_item_id }) => parent_item_id === null);
  const labels = visible.map((line) => {
    const selectionPrices = selectionPricesOf(line, items, byId);
    return [String(line.item_id), chosenLabels({ line, selectionPrices }, facts)] as const;
  });
  const worded = Object.fromEntries(labels.filter(([, words]) => words.length > 0));
  return { cart: { ...kept, items }, totals: { ...totals, labels: worded, basis: basisOf(cart, items, facts) } };
}

/** Returns the unit prices of the parts of a bundle, by the ids of the selections. */
function selectionPricesOf(
  bundle: CartLine,
  lines: readonly CartLine[],
  totals: ReadonlyMap<number, LineTotals>,
): ReadonlyMap<number, Amount> {
  const prices = new Map<number, Amount>();
  for (const line of lines) {
    if (line.parent_item_id !== bundle.item_id) continue;
    const [id] = chosenOf(line).bundle_options?.[0]?.option_selections ?? [];
    const price = totals.get(line.item_id)?.selectionPrice;
    if (id !== undefined && price !== undefined) prices.set(id, price);
  }
  return prices;
}

/** The smallest amount that is too large for the columns. */
const amountLimit = asAmount("1e16");

function checkTotalsRange({ base, quote }: Totals): void {
  const amounts = [base.subtotal, base.grandTotal, quote.subtotal, quote.grandTotal];
  if (amounts.every((amount) => isLess(absolute(amount), amountLimit))) return;
  throw inputError("This item price or quantity is not valid for checkout.");
}

const cartColumns = ({ coupon_code: code, ...cart }: CartState, { base, quote, ...totals }: Totals) => ({
  is_virtual: totals.isVirtual,
  items_count: totals.itemsCount,
  items_qty: totals.itemsQty,
  coupon_code: totals.coupon?.status === "applied" ? code : null,
  applied_rule_ids: totals.appliedRuleIds.length > 0 ? totals.appliedRuleIds.join(",") : null,
  subtotal: quote.subtotal,
  base_subtotal: base.subtotal,
  subtotal_with_discount: quote.subtotalWithDiscount,
  base_subtotal_with_discount: base.subtotalWithDiscount,
  grand_total: quote.grandTotal,
  base_grand_total: base.grandTotal,
  use_store_credit: cart.use_store_credit,
  use_reward_points: cart.use_reward_points,
  gift_card_ids: cart.gift_card_ids,
});

/** Returns the lines that are new or differ from the stored ones. Parent lines come before their children. */
function changedLines(before: readonly CartLine[], after: readonly CartLine[]): CartLine[] {
  const stored = new Map(before.map((line) => [line.item_id, line]));
  return after.filter((line) => {
    const old = stored.get(line.item_id);
    if (!old || comparedColumns.some((name) => old[name] !== line[name])) return true;
    return !equals(asAmount(old.price), asAmount(line.price));
  });
}

const comparedColumns = ["sku", "name", "qty", "options_key", "is_virtual"] as const;

function shippingDescriptionChange({ db }: Context, cart: CartState, { shipping }: Totals): Promise<unknown>[] {
  const address = addressOf(cart, "shipping");
  const description = shipping.description ?? null;
  if (!address || address.shipping_description === description) return [];
  return [saveShippingDescription(db, address.id, description)];
}
