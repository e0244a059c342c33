import { zero } from "../../../platform/money/amount.js";
import { divide, isZero, multiply, sum } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import type { Item } from "./items.js";
import { type Collector, emptyRow, type Row, type Run, type State, withRows } from "./state.js";
import { TaxCalculation } from "./taxes/tax-calculation.js";

/** Sets the price and row total of every item, before tax is separated. */
export const subtotal: Collector = (state, run) => {
  const rows = run.items.all.map(() => emptyRow);
  for (const item of run.items.priced) {
    const unit = run.prices[item.index];
    if (!unit) continue;
    const price = run.currency.convert(unit.price);
    const originalPrice = unit.original === unit.price ? price : run.currency.convert(unit.original);
    const rowTotal = round(multiply(round(price, run.currency.digits), item.totalQty), run.currency.digits);
    rows[item.index] = { ...emptyRow, price, originalPrice, rowTotal };
  }
  return sumRows({ ...state, rows }, run);
};

/** Separates price and tax of every item, before any discount is known. */
export const taxSubtotal: Collector = (state, run) => {
  const { tax } = run.facts.settings;
  const calculation = new TaxCalculation(tax.algorithm, run.currency.digits);
  const changed = new Map<number, Row>();
  for (const item of run.items.priced) {
    const row = state.rows[item.index] ?? emptyRow;
    const { taxedPrice, ...taxed } = calculation.row({
      price: row.price,
      ...(tax.taxesOriginalPrice && { taxedPrice: row.originalPrice }),
      qty: item.totalQty,
      rates: run.rates(item.line.product.taxClassId),
      includesTax: tax.pricesIncludeTax,
    });
    const originalPrice = round(row.originalPrice, run.currency.digits);
    const discountPrice = tax.discountsIncludeTax ? taxed.priceInclTax : taxed.price;
    changed.set(item.index, { ...row, ...taxed, taxedPrice, originalPrice, discountPrice });
  }
  return sumRows({ ...state, rows: withRows(state.rows, changed), taxCarries: calculation.carries }, run);
};

/** Sums up the rows of bundles and of the cart. */
function sumRows(state: State, run: Run): State {
  const rows = withRows(
    state.rows,
    new Map(run.items.sums.map((item) => [item.index, sumChildren(item, state.rows, run)])),
  );
  const of = (items: readonly Item[], pick: (row: Row) => Row["rowTotal"]) =>
    sum(items.map(({ index }) => pick(rows[index] ?? emptyRow)));
  return {
    ...state,
    rows,
    subtotal: of(run.items.priced, ({ rowTotal }) => rowTotal),
    subtotalInclTax: of(run.items.priced, ({ rowTotalInclTax }) => rowTotalInclTax),
    virtualAmount: of(
      run.items.priced.filter(({ line }) => line.product.isVirtual),
      ({ rowTotal }) => rowTotal,
    ),
  };
}

function sumChildren(bundle: Item, rows: readonly Row[], run: Run): Row {
  const children = bundle.children.map(({ index }) => rows[index] ?? emptyRow);
  const total = (pick: (row: Row) => Row["rowTotal"]) => sum(children.map(pick));
  const perUnit = (amount: Row["rowTotal"]) =>
    isZero(bundle.totalQty) ? zero : round(divide(amount, bundle.totalQty), run.currency.digits);
  const rowTotal = total((row) => row.rowTotal);
  const rowTotalInclTax = total((row) => row.rowTotalInclTax);
  const price = perUnit(rowTotal);
  const priceInclTax = perUnit(rowTotalInclTax);
  return {
    ...emptyRow,
    price,
    priceInclTax,
    originalPrice: perUnit(
      sum(bundle.children.map((child, index) => multiply(children[index]?.originalPrice ?? zero, child.totalQty))),
    ),
    rowTotal,
    rowTotalInclTax,
    discountPrice: run.facts.settings.tax.discountsIncludeTax ? priceInclTax : price,
    taxBefore: total((row) => row.taxBefore),
  };
}
