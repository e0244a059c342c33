import type { Context } from "../../../api/call/context.js";
import { type Amount, asAmount, asQuantity, asRatio, zero, zeroQuantity } from "../../../platform/money/amount.js";
import { add, multiply, subtract, sum } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import type { CartCall } from "../cart-dependencies.js";
import { amountTooLarge } from "../cart-errors.js";
import { readCartRules } from "../facts/common-facts.js";
import type { Facts } from "../facts/read-facts.js";
import type { CartLine, CartState } from "./cart-state.rows.js";
import { saveChangedLines } from "./collect-cart.js";
import { areInRange, computeCart, toCollect } from "./compute-cart.js";
import { dependsOnMore } from "./read-totals.js";
import { saveCartColumns } from "./save-cart.sql.js";

/**
 * Whether a changed line can be answered without the totals of its cart, which the next read then collects: no cart price
 * rule, coupon or balance applies, so the price of a line does not depend on other lines.
 */
export async function canWait(call: CartCall): Promise<boolean> {
  if (dependsOnMore(call.cart)) return false;
  const { rules } = await readCartRules(call);
  return rules.length === 0;
}

/** Returns the lines of a cart, with the current names and prices of some lines and their parts. */
export function priceLines(cart: CartState, facts: Facts, ids: ReadonlySet<number>): CartLine[] {
  const isWanted = (line: CartLine) => ids.has(line.item_id) || ids.has(line.parent_item_id ?? 0);
  const { items } = computeCart({ ...cart, items: cart.items.filter(isWanted) }, facts).cart;
  const priced = new Map(items.map((line) => [line.item_id, line]));
  return cart.items.map((line) => priced.get(line.item_id) ?? line);
}

/** Stores the lines of a cart and marks its totals to be collected by the next read. `before` is the stored cart. */
export async function storeLines({ db }: Context, before: CartState, lines: readonly CartLine[]): Promise<void> {
  const columns = columnsOf(before, lines);
  await Promise.all([
    saveChangedLines(db, before.items, lines),
    saveCartColumns(db, before.id, { ...columns, totals: toCollect(before) }),
  ]);
}

/** Returns the columns of a cart that its lines tell. Throws 400 if no column can store the subtotal. */
function columnsOf(before: CartState, lines: readonly CartLine[]) {
  const visible = lines.filter(({ parent_item_id }) => parent_item_id === null);
  const rows = visible.map(({ price, qty }) => multiply(asAmount(price), asQuantity(qty)));
  const subtotal = round(sum([zero, ...rows]), digits);
  const base = amountsOf(subtotal, before.base_grand_total, before.base_subtotal_with_discount);
  const inQuote = round(multiply(subtotal, asRatio(before.base_to_quote_rate)), digits);
  const quote = amountsOf(inQuote, before.grand_total, before.subtotal_with_discount);
  if (!areInRange([...Object.values(base), ...Object.values(quote)])) throw amountTooLarge();
  return {
    is_virtual: visible.every(({ is_virtual }) => is_virtual),
    items_count: visible.length,
    items_qty: sum([zeroQuantity, ...visible.map(({ qty }) => asQuantity(qty))]),
    applied_rule_ids: null,
    subtotal: quote.subtotal,
    base_subtotal: base.subtotal,
    subtotal_with_discount: quote.subtotal,
    base_subtotal_with_discount: base.subtotal,
    grand_total: quote.grandTotal,
    base_grand_total: base.grandTotal,
  };
}

/** Decimals of the columns. */
const digits = 4;

/** The amounts that a search finds until the totals are collected: tax and shipping are those of the last totals. */
function amountsOf(subtotal: Amount, grandTotal: string, discounted: string) {
  const charges = subtract(asAmount(grandTotal), asAmount(discounted));
  return { subtotal, grandTotal: add(subtotal, charges) };
}
