import type { AppliedTax, ItemTax, Totals } from "../../cart/published.js";
import type { Amount, Percent } from "../../../platform/money/amount.js";
import { isZero, proportion } from "../../../platform/money/arithmetic.js";
import type { NewOrderTax } from "../../sales/published.orders.js";

type Rate = AppliedTax["rates"][number];

/**
 * Returns the taxes of an order, one for each rate, with the tax of each line and of shipping. Rates that apply together
 * share an amount, of which each has a real amount in proportion to its percentage. `places` are the indexes of the lines of
 * the order by the ids of the lines of the cart.
 */
export function orderTaxes({ appliedTaxes, itemTaxes }: Totals, places: ReadonlyMap<number, number>): NewOrderTax[] {
  return appliedTaxes.flatMap((tax) => {
    const ofGroup = itemTaxes.filter(({ id }) => id === tax.id);
    return tax.rates.map((rate) => ({
      columns: taxColumns(tax, rate),
      entries: ofGroup.map((own) => ({
        columns: entryColumns(own, rate),
        line: own.itemId === undefined ? undefined : places.get(own.itemId),
      })),
    }));
  });
}

const taxColumns = ({ amount, percent }: AppliedTax, rate: Rate): NewOrderTax["columns"] => ({
  ...rate,
  amount: amount.quote,
  base_amount: amount.base,
  base_real_amount: shareOf(amount.base, rate.percent, percent),
  priority: 0,
  position: 0,
  process: 0,
});

/** An only rate has the percentage of its group, which includes compounding. */
function entryColumns({ itemType, amount, percent, rates }: ItemTax, rate: Rate): Entry["columns"] {
  const isOnly = rates.length === 1;
  const real = (whole: Amount) => (isOnly ? whole : shareOf(whole, rate.percent, percent));
  return {
    tax_percent: isOnly ? percent : rate.percent,
    amount: amount.quote,
    base_amount: amount.base,
    real_amount: real(amount.quote),
    real_base_amount: real(amount.base),
    taxable_item_type: itemType,
  };
}

type Entry = NewOrderTax["entries"][number];

const shareOf = (amount: Amount, part: Percent, whole: Percent): Amount =>
  isZero(whole) ? amount : proportion(amount, part, whole);
