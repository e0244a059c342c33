import {
  type Amount,
  asAmount,
  asPercent,
  asRatio,
  hundredPercent,
  type Percent,
  zero,
} from "../../../../platform/money/amount.js";
import {
  add,
  isPositive,
  isZero,
  max,
  min,
  multiply,
  proportion,
  subtract,
  sum,
} from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import { SeriesRounder } from "../carries.js";
import type { Item } from "../items.js";
import { emptyRow, type Row, type RowDiscount, type Run } from "../state.js";

const noPercent = asPercent(0);
/** The initial carry when the discount of a bundle is divided among its children. */
const spreadCarry = asAmount("0.0000001");

interface Entry {
  readonly row: Row;
  readonly item: Item;
  /** The maximum that rules may discount. */
  readonly limit: Amount;
  discount: Amount;
  percent: Percent;
  readonly discounts: RowDiscount[];
}

/** Records the discounts of rules on each item in one currency and limits them to the price of the item. */
export class DiscountLedger {
  readonly #entries: readonly Entry[];
  readonly #digits: number;
  readonly #percentCarries: SeriesRounder;
  /** Discounts of all items so far. */
  total: Amount = zero;

  constructor(rows: readonly Row[], run: Run) {
    this.#digits = run.currency.digits;
    this.#percentCarries = new SeriesRounder(this.#digits, undefined, zero);
    this.#entries = run.items.all.map((item) => {
      const row = rows[item.index] ?? emptyRow;
      const limit = item.priced === "own" ? limitOf(row, item, run) : zero;
      return { row, item, limit, discount: zero, percent: noPercent, discounts: [] };
    });
  }

  /** Returns the price of all units of an item that rules are applied to. */
  value = (item: Item): Amount => round(multiply(this.price(item), item.totalQty), this.#digits);

  price = (item: Item): Amount => this.#entry(item).row.discountPrice;

  /** Returns the discount of an item so far; for a dynamic bundle, that of its children. */
  discounted = (item: Item): Amount => this.#over(item, ({ discount }) => discount);

  limit = (item: Item): Amount => this.#over(item, ({ limit }) => limit);

  left = (item: Item): Amount => subtract(this.limit(item), this.discounted(item));

  /** Adds to the discount percentage of an item, up to 100. */
  addPercent(item: Item, percent: Percent): void {
    for (const of of [item, ...(item.priced === "sum" ? item.children : [])]) {
      const entry = this.#entry(of);
      entry.percent = min(hundredPercent, add(entry.percent, percent));
    }
  }

  /** Rounds a discount. Items with the same percentage share a carry. */
  round(item: Item, amount: Amount): Amount {
    const { percent } = this.#entry(item);
    return isZero(percent) ? round(amount, this.#digits) : this.#percentCarries.round(percent, amount);
  }

  /** Discounts an item by a rounded amount, at most by the amount left. */
  addDiscount(item: Item, ruleId: number, { amount, original }: Omit<RowDiscount, "ruleId">): void {
    const capped = max(min(amount, this.left(item)), zero);
    if (item.priced === "sum") return this.#spread(item, { ruleId, amount: capped, original });
    const entry = this.#entry(item);
    entry.discounts.push({ ruleId, amount: capped, original });
    if (isZero(capped)) return;
    entry.discount = add(entry.discount, capped);
    this.total = add(this.total, capped);
  }

  /** Returns the rows with their discounts. */
  rows(): Row[] {
    return this.#entries.map(({ row, discount, percent, discounts }) =>
      discounts.length === 0 && isZero(percent) ? row : { ...row, discount, discountPercent: percent, discounts },
    );
  }

  /** Divides the discount of a bundle among its children in proportion to their amounts left. */
  #spread(bundle: Item, { ruleId, amount, original }: RowDiscount): void {
    const left = this.left(bundle);
    if (!isPositive(left)) return;
    const rounder = new SeriesRounder(this.#digits, undefined, spreadCarry);
    const shares = bundle.children.map((child) => ({ child, weight: this.left(child) }));
    for (const { child, weight } of shares) {
      const share = rounder.round("", proportion(amount, weight, left));
      this.addDiscount(child, ruleId, { amount: share, original: proportion(original, weight, left) });
    }
  }

  #over(item: Item, pick: (entry: Entry) => Amount): Amount {
    if (item.priced !== "sum") return pick(this.#entry(item));
    return sum(item.children.map((child) => pick(this.#entry(child))));
  }

  #entry(item: Item): Entry {
    const entry = this.#entries[item.index];
    if (!entry) throw new RangeError(`no amounts for item ${item.line.itemId}`);
    return entry;
  }
}

/**
 * Returns the maximum that rules may discount on an item: the amount that the customer would pay for it. If a discount
 * reduces the tax on a price without tax, the limit is the price without tax; otherwise more would be paid back.
 */
function limitOf(row: Row, item: Item, { currency, facts }: Run): Amount {
  const { discountsIncludeTax, pricesIncludeTax, isAfterDiscount } = facts.settings.tax;
  const isWithTax = discountsIncludeTax && (pricesIncludeTax || !isAfterDiscount);
  const price = round(multiply(row.discountPrice, asRatio(item.totalQty)), currency.digits);
  return min(price, isWithTax ? row.rowTotalInclTax : row.rowTotal);
}
