import { type Amount, asAmount, asQuantity, zero } from "../../../../platform/money/amount.js";
import { add, isPositive, multiply, subtract, sum } from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import { currencyPrefixes, orderColumn, type Shares, storedAmount } from "../../documents/commerce-shares.js";
import {
  addToColumn,
  amountColumns,
  amountIn,
  type Columns,
  columnsOfLine,
  type InBothCurrencies,
  inBothCurrencies,
  lineColumns,
  shippingColumns,
} from "../../documents/document-columns.js";
import type { ItemRow, OrderColumns, PaymentRow, StoredOrder } from "../../orders/stored-order.js";
import type { DocumentNote } from "../../documents/comments.types.js";
import type { RefundedLine } from "./lines-to-refund.js";
import type { MoneyToCredit } from "./money-to-credit.js";
import type { RefundAmounts } from "./refund-amounts.js";

/** The amounts of a credit memo in both currencies. */
export type BothRefunds = InBothCurrencies<RefundAmounts>;

/** Adjustments that a request has. Others have no column. */
export type GivenAdjustments = ReadonlySet<"adjustment_positive" | "adjustment_negative">;

/** Returns the amounts of a credit memo as its columns. */
export const memoColumns = (amounts: BothRefunds, given: GivenAdjustments): Columns =>
  inBothCurrencies(amounts, (of, prefix) => ({
    ...amountColumns(of, prefix),
    ...shippingColumns(of, prefix),
    ...(given.has("adjustment_positive") ? { [`${prefix}adjustment_positive`]: of.adjustmentPositive } : {}),
    ...(given.has("adjustment_negative") ? { [`${prefix}adjustment_negative`]: of.adjustmentNegative } : {}),
    [`${prefix}adjustment`]: subtract(of.adjustmentPositive, of.adjustmentNegative),
  }));

/** Columns of fixed product taxes, which a credit memo writes for lines with amounts. The service has no such taxes. */
const weeeColumns = {
  weee_tax_applied: "[]",
  weee_tax_applied_row_amount: "0",
  weee_tax_row_disposition: "0",
  base_weee_tax_row_disposition: "0",
};

/** Returns the columns of a line of a credit memo. */
export function itemColumns({ row, quantity, isWithoutAmounts }: RefundedLine, { own, base }: BothRefunds) {
  return {
    order_item_id: row.item_id,
    qty: quantity,
    ...columnsOfLine(row),
    ...(isWithoutAmounts ? {} : weeeColumns),
    ...lineColumns(own.lines.get(row.item_id), ""),
    ...lineColumns(base.lines.get(row.item_id), "base_"),
  };
}

/** The columns of a credit memo, or of one of its lines, that change the order or the order line. */
export type RefundedColumns = Readonly<Record<string, unknown>>;

const names = [
  ["amount_refunded", "row_total"],
  ["tax_refunded", "tax_amount"],
  ["discount_refunded", "discount_amount"],
  ["discount_tax_compensation_refunded", "discount_tax_compensation_amount"],
] as const;

/** Returns the columns of an order line after a refund, given the columns of the credit memo's line. */
export function changedItem(row: ItemRow, refunded: RefundedColumns) {
  const sums = currencyPrefixes.flatMap((prefix) =>
    names.map(([column, of]) => [
      `${prefix}${column}`,
      addToColumn(row, prefix + column, amountIn(refunded, prefix, of)),
    ]),
  );
  return {
    item_id: row.item_id,
    qty_refunded: add(asQuantity(row.qty_refunded ?? 0), asQuantity(String(refunded["qty"] ?? 0))),
    ...Object.fromEntries(sums),
  } as Partial<ItemRow> & Pick<ItemRow, "item_id">;
}

const totals = [
  ["total_refunded", "grand_total"],
  ["subtotal_refunded", "subtotal"],
  ["tax_refunded", "tax_amount"],
  ["discount_refunded", "discount_amount"],
  ["shipping_refunded", "shipping_amount"],
  ["shipping_tax_refunded", "shipping_tax_amount"],
  ["discount_tax_compensation_refunded", "discount_tax_compensation_amount"],
  ["adjustment_positive", "adjustment_positive"],
  ["adjustment_negative", "adjustment_negative"],
] as const;

/** The values of a credit memo that change its order. */
export interface RefundedMemo {
  readonly columns: RefundedColumns;
  readonly items: readonly { readonly row: ItemRow; readonly columns: RefundedColumns }[];
  readonly note: DocumentNote;
  /** Whether a gateway refunded it, or the client counts it as such. */
  readonly isOnline: boolean;
  /** Gift wrapping, and amounts returned to balances. */
  readonly shares: Shares;
  /** The part of the grand total that becomes store credit instead of going through a gateway. */
  readonly toCredit: MoneyToCredit;
}

/** Returns the totals of an order after a credit memo. */
export function changedOrder(order: OrderColumns, memo: RefundedMemo): OrderColumns {
  const { columns, items, shares, toCredit, note } = memo;
  const sums = currencyPrefixes.flatMap((prefix) =>
    totals.map(([column, of]) => [
      `${prefix}${column}`,
      addToColumn(order, prefix + column, amountIn(columns, prefix, of)),
    ]),
  );
  const costs = items.map(({ row, columns: item }) =>
    multiply(asAmount(row.base_cost ?? 0), asQuantity(String(item["qty"] ?? 0))),
  );
  const { base_total_invoiced_cost: cost } = order;
  const left = cost == null ? null : round(subtract(asAmount(cost), sum(costs)), 4);
  return {
    ...Object.fromEntries([...sums, ...refundSums(order, memo)]),
    base_total_invoiced_cost: left,
    // As in Magento, later emails of the order follow the last refund.
    ...(note.notify == null ? {} : { customer_note_notify: Number(note.notify) }),
    ...creditedColumn(orderColumn(order.commerce, "refunded", shares).commerce ?? order.commerce, toCredit),
  } as OrderColumns;
}

/** Returns the columns with the amounts refunded online and offline. Store credit counts as offline. */
function refundSums(order: OrderColumns, { columns, isOnline, toCredit }: RefundedMemo): [string, Amount][] {
  return currencyPrefixes.flatMap((prefix): [string, Amount][] => {
    const total = amountIn(columns, prefix, "grand_total");
    const credit = prefix ? toCredit.base : toCredit.own;
    const [online, offline] = [`${prefix}total_online_refunded`, `${prefix}total_offline_refunded`];
    const byGateway = isOnline ? subtract(total, credit) : zero;
    const outside = subtract(total, byGateway);
    return [
      ...(isOnline ? [[online, addToColumn(order, online, byGateway)] as [string, Amount]] : []),
      ...(!isOnline || isPositive(outside)
        ? [[offline, addToColumn(order, offline, outside)] as [string, Amount]]
        : []),
    ];
  });
}

/** Returns the column of an order with the amounts that credit memos refunded to store credit; nothing if there are none. */
function creditedColumn(commerce: OrderColumns["commerce"] | object | undefined, { own, base }: MoneyToCredit) {
  if (!isPositive(base)) return commerce ? { commerce } : {};
  const increaseBy = (name: string, more: Amount) => ({ [name]: add(storedAmount(commerce, name), more) });
  return {
    commerce: {
      ...(commerce as object | null | undefined),
      ...increaseBy("customer_balance_total_refunded", own),
      ...increaseBy("base_customer_balance_total_refunded", base),
    },
  };
}

/** Returns the payment of an order after a credit memo. */
export function changedPayment({ payment }: StoredOrder, { columns, isOnline, toCredit }: RefundedMemo): PaymentRow {
  if (!payment) return {};
  const sums = currencyPrefixes.flatMap((prefix) => [
    [
      `${prefix}amount_refunded`,
      addToColumn(payment, `${prefix}amount_refunded`, amountIn(columns, prefix, "grand_total")),
    ],
    [
      `${prefix}shipping_refunded`,
      addToColumn(payment, `${prefix}shipping_refunded`, amountIn(columns, prefix, "shipping_amount")),
    ],
  ]);
  const online = subtract(amountIn(columns, "base_", "grand_total"), toCredit.base);
  const name = "base_amount_refunded_online";
  return {
    ...Object.fromEntries(sums),
    ...(isOnline ? { [name]: addToColumn(payment, name, online) } : {}),
  } as PaymentRow;
}
