import {
  type Amount,
  asRatio,
  hundredPercent,
  type Percent,
  type Quantity,
  zero,
} from "../../../../platform/money/amount.js";
import {
  add,
  divide,
  isZero,
  max,
  min,
  multiply,
  percent,
  proportion,
  subtract,
  sum,
} from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import { SeriesRounder, type Carries } from "../carries.js";
import type { TaxAlgorithm } from "../facts.js";
import type { ClassRates } from "./tax-rates.js";

/** The tax of a group of rates; `group` is the index of the group. */
export interface GroupTax {
  readonly group: number;
  readonly amount: Amount;
}

/** A taxed amount: a row of units, or shipping. */
export interface Taxable {
  /** Unrounded unit price in the currency. */
  readonly price: Amount;
  /** Unit price that tax is computed from, if it differs. */
  readonly taxedPrice?: Amount;
  readonly qty: Quantity;
  readonly rates: ClassRates;
  readonly includesTax: boolean;
}

/** A row with the tax before discounts. */
export interface TaxedRow {
  readonly price: Amount;
  readonly priceInclTax: Amount;
  readonly rowTotal: Amount;
  readonly rowTotalInclTax: Amount;
  /** Rounded unit price that tax is computed from. */
  readonly taxedPrice: Amount;
  readonly taxBefore: Amount;
}

/** The tax of a discounted row. */
export interface RowTax {
  readonly tax: Amount;
  readonly taxes: readonly GroupTax[];
}

/** The values of a discounted row that its tax depends on. */
export interface DiscountedRow {
  readonly taxedPrice: Amount;
  readonly discount: Amount;
  readonly qty: Quantity;
  readonly rates: ClassRates;
  readonly includesTax: boolean;
}

/**
 * Computes taxes with one of Magento's three algorithms. The total algorithm carries rounding errors from row to row, the
 * others only within a row. Taxes before and after discounts are separate series.
 */
export class TaxCalculation {
  readonly #shared: SeriesRounder;
  readonly #split: SeriesRounder;

  constructor(
    private readonly algorithm: TaxAlgorithm,
    private readonly digits: number,
    carries: Carries = new Map(),
  ) {
    this.#shared = new SeriesRounder(digits, carries);
    this.#split = new SeriesRounder(digits);
  }

  get carries(): Carries {
    return this.#shared.carries;
  }

  /** Returns the row with its tax before discounts. */
  row(taxable: Taxable): TaxedRow {
    const price = this.#unitPrice(taxable, taxable.price);
    const taxedPrice = taxable.taxedPrice === undefined ? price : this.#unitPrice(taxable, taxable.taxedPrice);
    const { qty, includesTax, rates } = taxable;
    const { tax: taxBefore, unitTax } = this.#tax("before", { taxedPrice, discount: zero, qty, rates, includesTax });
    const given = this.#times(price, qty);
    const rowTotal = includesTax ? subtract(given, taxBefore) : given;
    const rowTotalInclTax = includesTax ? given : add(given, taxBefore);
    if (unitTax !== undefined) {
      return includesTax
        ? { price: subtract(price, unitTax), priceInclTax: price, rowTotal, rowTotalInclTax, taxedPrice, taxBefore }
        : { price, priceInclTax: add(price, unitTax), rowTotal, rowTotalInclTax, taxedPrice, taxBefore };
    }
    const other = isZero(taxBefore) ? price : this.#perUnit(includesTax ? rowTotal : rowTotalInclTax, qty);
    return includesTax
      ? { price: other, priceInclTax: price, rowTotal, rowTotalInclTax, taxedPrice, taxBefore }
      : { price, priceInclTax: other, rowTotal, rowTotalInclTax, taxedPrice, taxBefore };
  }

  /** Returns the tax of a row after its discount, by groups of rates. */
  afterDiscount(row: DiscountedRow): RowTax {
    const { tax, taxes } = this.#tax("after", row);
    return { tax, taxes: taxes ?? this.#splitTax(tax, row.rates) };
  }

  #tax(purpose: "before" | "after", row: DiscountedRow): RowTaxes {
    const { rates, includesTax, qty } = row;
    if (rates.groups.length === 0) return { tax: zero, taxes: [] };
    const isUnit = this.algorithm === "UNIT_BASE_CALCULATION";
    const book = this.algorithm === "TOTAL_BASE_CALCULATION" ? this.#shared : new SeriesRounder(this.digits);
    const base = isUnit ? unitBase(row) : max(subtract(this.#times(row.taxedPrice, qty), row.discount), zero);
    const all = (amount: Amount) => (isUnit ? this.#times(amount, qty) : amount);
    if (includesTax) {
      const exact = proportion(base, rates.percent, add(hundredPercent, rates.percent));
      const part = book.round(`${purpose} incl ${rates.percent}`, exact);
      return { tax: all(part), ...(isUnit && { unitTax: part }) };
    }
    const parts = rates.groups.map((group) => book.round(`${purpose} excl ${group.id}`, percent(base, group.percent)));
    const taxes = parts.map((part, group) => ({ group, amount: all(part) }));
    const tax = taxes.length === 1 ? all(parts[0] ?? zero) : sum(taxes.map(({ amount }) => amount));
    return { tax, taxes, ...(isUnit && { unitTax: sum(parts) }) };
  }

  /** Divides a tax among groups of rates. The last group gets the rest, so that no cent is lost. */
  #splitTax(tax: Amount, { percent: whole, groups }: ClassRates): GroupTax[] {
    const last = groups.length - 1;
    let left = tax;
    return groups.map(({ id, percent: part }, group) => {
      const share = group === last ? left : this.#share(tax, { id, part, whole });
      const amount = min(share, left);
      left = subtract(left, amount);
      return { group, amount };
    });
  }

  #share(tax: Amount, { id, part, whole }: { readonly id: string; readonly part: Percent; readonly whole: Percent }) {
    return isZero(whole) ? zero : this.#split.round(id, proportion(tax, part, whole));
  }

  /** Returns the rounded price. A price with the store's tax is converted to the customer's tax. */
  #unitPrice({ includesTax, rates }: Taxable, given: Amount): Amount {
    const price = round(given, this.digits);
    if (!includesTax || rates.isPriceKept) return price;
    const { percent: rate, storePercent } = rates;
    return round(proportion(price, add(hundredPercent, rate), add(hundredPercent, storePercent)), this.digits);
  }

  #times = (amount: Amount, qty: Quantity): Amount => round(multiply(amount, qty), this.digits);

  #perUnit = (amount: Amount, qty: Quantity): Amount =>
    isZero(qty) ? amount : round(divide(amount, qty), this.digits);
}

interface RowTaxes {
  readonly tax: Amount;
  /** By group of rates, if each group has its own tax. */
  readonly taxes?: readonly GroupTax[];
  /** Tax of a unit, if rows are multiples of it. */
  readonly unitTax?: Amount;
}

const unitBase = ({ taxedPrice, discount, qty }: DiscountedRow): Amount =>
  isZero(discount) || isZero(qty) ? taxedPrice : max(subtract(taxedPrice, divide(discount, asRatio(qty))), zero);
