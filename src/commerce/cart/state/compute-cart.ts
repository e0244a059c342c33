import type { CartState, CartLine } from "./cart-state.rows.js";
import { fromJson } from "../../../platform/db/models.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";
import { absolute, isLess } from "../../../platform/money/arithmetic.js";
import { chosenOf } from "../facts/chosen.js";
import { type ChosenLabel, chosenLabels } from "../facts/chosen-labels.js";
import { cartFacts } from "../facts/line-facts.js";
import type { Facts } from "../facts/read-facts.js";
import { refreshLines } from "../facts/refreshed-lines.js";
import { collectTotals } from "../totals/collect-totals.js";
import type { LineTotals, Totals } from "../totals/totals.js";
import { basisOf, type TotalsBasis } from "./totals-basis.js";

/** Totals as a cart stores them. */
export interface StoredTotals extends Totals {
  /** Labels of the choices of lines, by line id. */
  readonly labels: Readonly<Record<string, readonly ChosenLabel[]>>;
  /** Absent in totals that an older release stored. */
  readonly basis?: TotalsBasis;
}

/** What a cart stores in place of totals that the next read must collect. */
export interface TotalsToCollect {
  /** The version of the facts that the currency of the cart was read with. */
  readonly basis: Pick<TotalsBasis, "facts">;
  /** Nothing. Processes of the release before this one look for a rate in it, in a search for carts. */
  readonly shipping: Readonly<Record<string, never>>;
}

/** Returns what a cart stores until its totals are collected. */
export const toCollect = ({ facts_version }: Pick<CartState, "facts_version">): TotalsToCollect => ({
  basis: { facts: facts_version ?? "" },
  shipping: {},
});

/** A cart with its totals. */
export interface CollectedCart {
  readonly cart: CartState;
  readonly totals: StoredTotals;
}

type WithTotals = Pick<CartState, "totals">;

/** Stored totals without those of lines, which a locked cart is read without. */
export type StoredCartTotals = Omit<StoredTotals, "lines" | "itemTaxes">;

/** Returns the stored totals of a cart, locked or only read, or undefined. */
export function storedCartTotals(cart: WithTotals): StoredCartTotals | undefined {
  const stored = contentOf(cart);
  return stored && "quote" in stored ? stored : undefined;
}

/** Returns the stored totals of a cart that was read without a lock, with those of its lines, or undefined. */
export function storedTotals(cart: WithTotals): StoredTotals | undefined {
  const stored = contentOf(cart);
  return stored && "lines" in stored ? stored : undefined;
}

const contentOf = ({ totals }: WithTotals): StoredTotals | TotalsToCollect | undefined =>
  totals === null ? undefined : fromJson(totals);

/** Returns the version of the facts that a cart was last written with, or undefined. */
export const storedFactsVersion = (cart: WithTotals): string | undefined => contentOf(cart)?.basis?.facts;

/** Computes the totals of a cart from facts, with the current names and prices of its lines. Nothing is stored. */
export function computeCart(cart: CartState, facts: Facts): CollectedCart {
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

/** Whether the columns of a cart can store its totals. */
export const isInRange = ({ base, quote }: Totals): boolean =>
  areInRange([base.subtotal, base.grandTotal, quote.subtotal, quote.grandTotal]);

/** Whether columns of a cart can store amounts. */
export const areInRange = (amounts: readonly Amount[]): boolean =>
  amounts.every((amount) => isLess(absolute(amount), amountLimit));

/** Returns the columns of a cart that depend on its totals, and those for its balances and gift cards. */
export const cartColumns = ({ coupon_code: code, ...cart }: CartState, { base, quote, ...totals }: Totals) => ({
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
