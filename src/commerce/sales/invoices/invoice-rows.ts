import { asQuantity, type Quantity } from "../../../platform/money/amount.js";
import { add, isPositive, min, multiply, sum, truncate } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import { type CurrencyPrefix, documentColumn, orderColumn } from "../documents/commerce-shares.js";
import {
  addToColumn,
  amountColumns,
  amountIn,
  columnsOfLine,
  columnsOfOrder,
  type InBothCurrencies,
  inBothCurrencies,
  type LineAmounts,
  lineColumns,
  sharesOf,
  shippingColumns,
  shippingCompensationColumn,
} from "../documents/document-columns.js";
import type { ItemRow, OrderColumns, PaymentRow, StoredOrder } from "../orders/stored-order.js";
import type { InvoiceAmounts } from "./invoice-amounts.js";
import type { InvoicedLine } from "./requested-lines.js";

/** The amounts of an invoice in both currencies. */
export type BothAmounts = InBothCurrencies<InvoiceAmounts>;

const places = 4;

/** Returns the columns of an invoice that come from its amounts and from its order. */
export function invoiceColumns(order: StoredOrder, lines: readonly InvoicedLine[], amounts: BothAmounts) {
  return {
    ...inBothCurrencies(amounts, (of, prefix) => ({
      ...amountColumns(of, prefix),
      ...(of.hasShipping ? shippingColumns(of, prefix) : {}),
      ...(of.hasShipping ? { [shippingCompensationColumn(prefix)]: of.shippingCompensation } : {}),
    })),
    ...documentColumn(sharesOf(amounts)),
    ...columnsOfOrder(order),
    total_qty: round(sum(lines.map(({ counted }) => counted)), places),
    can_void_flag: 0,
  };
}

/** Returns the columns of a line of an invoice. */
export function itemColumns({ row, counted }: InvoicedLine, { own, base }: BothAmounts) {
  return {
    order_item_id: row.item_id,
    qty: round(row.is_qty_decimal ? counted : truncate(counted), places),
    ...columnsOfLine(row),
    ...lineColumns(own.lines.get(row.item_id), ""),
    ...lineColumns(base.lines.get(row.item_id), "base_"),
  };
}

/** Returns the columns of an order line after some of its units were invoiced. */
export function changedItem({ row, quantity, isWithoutAmounts }: InvoicedLine, { own, base }: BothAmounts) {
  const whole = asQuantity(row.qty_ordered ?? 0);
  // Each invoice of parts of a bundle can list the bundle with all its units.
  const invoiced = min(add(asQuantity(row.qty_invoiced ?? 0), quantity), whole);
  return {
    item_id: row.item_id,
    qty_invoiced: round(invoiced, places),
    // The service has no fixed product taxes.
    weee_tax_applied: row.weee_tax_applied ?? (isWithoutAmounts ? null : "[]"),
    ...increasedColumns(row, quantity, { of: own.lines.get(row.item_id), prefix: "" }),
    ...increasedColumns(row, quantity, { of: base.lines.get(row.item_id), prefix: "base_" }),
  } as Partial<ItemRow> & Pick<ItemRow, "item_id">;
}

interface LineShare {
  readonly of: LineAmounts | undefined;
  readonly prefix: CurrencyPrefix;
}

/** Returns the invoiced amounts of a line. Those of a line that is not invoiced stay as they are. */
function increasedColumns(
  row: ItemRow,
  quantity: Quantity,
  { of, prefix }: LineShare,
): Readonly<Record<string, unknown>> {
  const added = {
    [`${prefix}row_invoiced`]: of?.rowTotal,
    [`${prefix}tax_invoiced`]: of?.tax,
    [`${prefix}discount_invoiced`]: of?.discount,
    [`${prefix}discount_tax_compensation_invoiced`]: of?.compensation,
  };
  const stored: Readonly<Record<string, unknown>> = { ...row };
  const isInvoiced = isPositive(quantity);
  return Object.fromEntries(
    Object.entries(added).map(([name, more]) => [
      name,
      isInvoiced ? addToColumn(row, name, more) : (stored[name] ?? null),
    ]),
  );
}

/** Returns the totals of an order after an invoice. */
export function changedOrder(order: StoredOrder, lines: readonly InvoicedLine[], amounts: BothAmounts): OrderColumns {
  const costs = lines
    .filter(({ hasParts }) => !hasParts)
    .map(({ row, quantity }) => multiply(amountIn(row, "base_", "cost"), quantity));
  return {
    ...inBothCurrencies(amounts, (of, prefix) => ({
      [`${prefix}total_invoiced`]: addToColumn(order, `${prefix}total_invoiced`, of.grandTotal),
      [`${prefix}subtotal_invoiced`]: addToColumn(order, `${prefix}subtotal_invoiced`, of.subtotal),
      [`${prefix}tax_invoiced`]: addToColumn(order, `${prefix}tax_invoiced`, of.tax),
      [`${prefix}discount_invoiced`]: addToColumn(order, `${prefix}discount_invoiced`, of.discount),
      [`${prefix}shipping_invoiced`]: addToColumn(order, `${prefix}shipping_invoiced`, of.shipping),
      [`${prefix}discount_tax_compensation_invoiced`]: addToColumn(
        order,
        `${prefix}discount_tax_compensation_invoiced`,
        of.compensation,
      ),
      [`${prefix}total_paid`]: addToColumn(order, `${prefix}total_paid`, of.grandTotal),
    })),
    ...orderColumn(order.commerce, "invoiced", sharesOf(amounts)),
    base_total_invoiced_cost: round(addToColumn(order, "base_total_invoiced_cost", sum(costs)), places),
  };
}

/** The amounts paid with an invoice, in both currencies. */
export interface PaidInvoice {
  readonly grand_total?: string | null;
  readonly base_grand_total?: string | null;
  readonly shipping_amount?: string | null;
  readonly base_shipping_amount?: string | null;
}

export const paidOf = ({ own, base }: BothAmounts): PaidInvoice => ({
  grand_total: own.grandTotal,
  base_grand_total: base.grandTotal,
  shipping_amount: own.shipping,
  base_shipping_amount: base.shipping,
});

/** Returns the payment of an order after an invoice is paid. `isOnline`: a gateway captured the money. */
export function changedPayment({ payment }: StoredOrder, paid: PaidInvoice, isOnline: boolean): PaymentRow {
  if (!payment) return {};
  const plus = (column: string, more: string | null | undefined) =>
    add(amountIn(payment, "", column), amountIn({ more }, "", "more"));
  return {
    amount_paid: plus("amount_paid", paid.grand_total),
    base_amount_paid: plus("base_amount_paid", paid.base_grand_total),
    shipping_captured: plus("shipping_captured", paid.shipping_amount),
    base_shipping_captured: plus("base_shipping_captured", paid.base_shipping_amount),
    ...(isOnline ? { base_amount_paid_online: plus("base_amount_paid_online", paid.base_grand_total) } : {}),
  };
}
