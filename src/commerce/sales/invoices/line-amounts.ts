import { type Amount, asQuantity, zero } from "../../../platform/money/amount.js";
import { equals, isPositive, isZero, negate, proportion, subtract } from "../../../platform/money/arithmetic.js";
import { currencyDigits, roundWithCarry } from "../../../platform/money/rounding.js";
import type { CurrencyPrefix } from "../documents/commerce-shares.js";
import { amountIn, type LineAmounts } from "../documents/document-columns.js";
import { isWithoutAmounts, linesOf } from "../orders/items/item-quantities.js";
import type { ItemRow, OrderColumns } from "../orders/stored-order.js";
import { type InvoicedLine, orderedQuantity } from "./requested-lines.js";

/** Returns the units that are not invoiced, including canceled ones. */
const uninvoicedQuantity = (row: ItemRow) => subtract(orderedQuantity(row), asQuantity(row.qty_invoiced ?? 0));
const isRestInvoiced = ({ row, quantity }: InvoicedLine) => equals(quantity, uninvoicedQuantity(row));

/** Whether an invoice contains the rest of every line. An order with canceled units has no last invoice. */
export function isLastInvoice(items: readonly ItemRow[], invoiced: readonly InvoicedLine[]): boolean {
  const last = new Set(invoiced.filter(isRestInvoiced).map(({ row }) => row.item_id));
  return linesOf(items)
    .filter((line) => !isWithoutAmounts(line) && isPositive(uninvoicedQuantity(line.row)))
    .every(({ row }) => last.has(row.item_id));
}

/** Rounds the amounts of a document one after the other, and carries the rounding error of each over to the next. */
export class CarryRounder {
  private carry = zero;

  constructor(private readonly digits: number) {}

  round(amount: Amount): Amount {
    const { amount: rounded, carry } = roundWithCarry(amount, this.digits, this.carry);
    this.carry = carry;
    return rounded;
  }

  /** Rounds an amount that is subtracted. */
  roundNegative = (amount: Amount): Amount => negate(this.round(negate(amount)));
}

/**
 * Returns the amounts of the lines of an invoice by the ids of the order lines: of each line the proportion of the amount
 * that is not invoiced yet, or all of it with the last units. Totals of lines are rounded first, then discounts, then
 * taxes. Source: behavior of Magento 2.4.
 */
export function lineAmounts(
  order: InvoiceableOrder,
  invoiced: readonly InvoicedLine[],
  prefix: CurrencyPrefix,
): ReadonlyMap<number, LineAmounts> {
  const lines = invoiced.filter((line) => !line.isWithoutAmounts);
  const digits = currencyDigits((prefix ? order.base_currency_code : order.order_currency_code) ?? "");
  const regular = new CarryRounder(digits);
  const remainingAmount = ({ row }: InvoicedLine, whole: string, part: string) =>
    subtract(amountIn(row, prefix, whole), amountIn(row, prefix, part));
  const share = (line: InvoicedLine, rest: Amount, round: (amount: Amount) => Amount) =>
    isRestInvoiced(line) ? rest : round(proportion(rest, line.quantity, uninvoicedQuantity(line.row)));
  const rounded = (amount: Amount) => regular.round(amount);
  const rowTotals = lines.map((line) => share(line, remainingAmount(line, "row_total", "row_invoiced"), rounded));
  const discounts = lines.map((line) =>
    share(line, remainingAmount(line, "discount_amount", "discount_invoiced"), regular.roundNegative),
  );
  const inclTax = totalsInclTax(lines, prefix, digits);
  const taxes = lines.map((line) => ({
    tax: share(line, remainingAmount(line, "tax_amount", "tax_invoiced"), rounded),
    compensation: share(
      line,
      remainingAmount(line, "discount_tax_compensation_amount", "discount_tax_compensation_invoiced"),
      rounded,
    ),
  }));
  return new Map(
    lines.map(({ row }, at) => [
      row.item_id,
      {
        rowTotal: rowTotals[at] ?? zero,
        rowTotalInclTax: inclTax[at],
        discount: discounts[at] ?? zero,
        ...(taxes[at] ?? { tax: zero, compensation: zero }),
      },
    ]),
  );
}

/** Returns the proportions of the totals with tax, which have a rounding error of their own. */
function totalsInclTax(lines: readonly InvoicedLine[], prefix: CurrencyPrefix, digits: number) {
  const carry = new CarryRounder(digits);
  return lines.map(({ row, quantity }) => {
    const whole = amountIn(row, prefix, "row_total_incl_tax");
    return isZero(whole) ? undefined : carry.round(proportion(whole, quantity, orderedQuantity(row)));
  });
}

/** The values of an order that the amounts of its invoices depend on. */
export type InvoiceableOrder = OrderColumns & { readonly items: readonly ItemRow[] };
