import { zero } from "../../../../platform/money/amount.js";
import { subtract, sum } from "../../../../platform/money/arithmetic.js";
import { type Collector, emptyRow, type Row, type Run, type State, withRows } from "../state.js";
import { TaxCalculation } from "./tax-calculation.js";
import { oneUnit, shippingRow } from "./tax-shipping.js";

/** Computes the tax of discounted items and of shipping. */
export const tax: Collector = (state, run) => {
  const { algorithm } = run.facts.settings.tax;
  const calculation = new TaxCalculation(algorithm, run.currency.digits, state.taxCarries);
  const changed = new Map(
    run.items.priced.map((item) => [item.index, taxedRow(item.index, state, { run, calculation })]),
  );
  for (const bundle of run.items.sums) {
    const children = bundle.children.map(({ index }) => changed.get(index) ?? emptyRow);
    changed.set(bundle.index, {
      ...(state.rows[bundle.index] ?? emptyRow),
      tax: sum([zero, ...children.map((row) => row.tax)]),
      compensation: sum([zero, ...children.map(({ compensation }) => compensation)]),
    });
  }
  const rows = withRows(state.rows, changed);
  const shipping = taxedShipping(state, run, calculation);
  const of = (pick: (row: Row) => Row["tax"]) =>
    sum(run.items.priced.map(({ index }) => pick(rows[index] ?? emptyRow)));
  return {
    ...state,
    rows,
    shipping,
    tax: sum([of((row) => row.tax), shipping.tax]),
    compensation: of(({ compensation }) => compensation),
  };
};

function taxedRow(
  index: number,
  state: State,
  { run, calculation }: { readonly run: Run; readonly calculation: TaxCalculation },
): Row {
  const { isAfterDiscount, pricesIncludeTax: includesTax } = run.facts.settings.tax;
  const item = run.items.all[index];
  const row = state.rows[index] ?? emptyRow;
  if (!item) return row;
  const { tax: amount, taxes } = calculation.afterDiscount({
    taxedPrice: row.taxedPrice,
    discount: isAfterDiscount ? row.discount : zero,
    qty: item.totalQty,
    rates: run.rates(item.line.product.taxClassId),
    includesTax,
  });
  return { ...row, tax: amount, taxes, compensation: includesTax ? subtract(row.taxBefore, amount) : zero };
}

function taxedShipping(state: State, run: Run, calculation: TaxCalculation): State["shipping"] {
  const { isAfterDiscount, shippingIncludesTax: includesTax, shippingTaxClassId } = run.facts.settings.tax;
  const shipping = shippingRow(state.shipping, run, calculation);
  const { tax: amount, taxes } = calculation.afterDiscount({
    taxedPrice: includesTax ? shipping.inclTax : shipping.amount,
    discount: isAfterDiscount ? shipping.discount : zero,
    qty: oneUnit,
    rates: run.rates(shippingTaxClassId),
    includesTax,
  });
  return { ...shipping, tax: amount, taxes, compensation: includesTax ? subtract(shipping.taxBefore, amount) : zero };
}
