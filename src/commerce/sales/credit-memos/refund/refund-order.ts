import type { Context } from "../../../../api/call/context.js";
import { asAmount, zeroQuantity, type Quantity, asQuantity } from "../../../../platform/money/amount.js";
import { add, isPositive, isZero, max, min, subtract } from "../../../../platform/money/arithmetic.js";
import type { Db } from "../../../../platform/db/database.js";
import type { DocumentNote } from "../../documents/comments.types.js";
import type { DocumentListener } from "../../documents/document-listener.js";
import { balancesOf, storedAmount } from "../../documents/commerce-shares.js";
import { withFailureMessage, throwMessages } from "../../documents/validation.js";
import { invoiceStates, type StoredInvoice } from "../../invoices/invoices.rows.js";
import { lockInvoice } from "../../invoices/lock-invoice.js";
import { amountIn, columnsOfOrder, sharesOf } from "../../documents/document-columns.js";
import { lockOrder } from "../../orders/lock-order.js";
import type { StoredOrder } from "../../orders/stored-order.js";
import { requestedUnits } from "../../shipments/lines-to-ship.js";
import { type OrderGateway, readGateway } from "../../transactions/gateway-payment.js";
import { readRefundedLines } from "../credit-memos.rows.js";
import { linesToRefund } from "./lines-to-refund.js";
import { balanceAmount, checkCreditAmount } from "./money-to-credit.js";
import { inCurrency, refundAmounts, type RefundExtras, remainingShipping, totalShipping } from "./refund-amounts.js";
import { parseExtras, type NewRefund, refundErrors } from "./refund-errors.js";
import { type GivenAdjustments, itemColumns, memoColumns } from "./refund-rows.js";
import { readRefundSettings } from "./refund-settings.js";
import type { CreditmemoCreationArguments, CreditmemoItemCreation } from "./refund.types.js";
import { balancesRefunded, writeRefund } from "./write-refund.js";

/** A request to refund an order or an invoice. */
export interface RefundRequest extends DocumentNote {
  readonly items?: readonly CreditmemoItemCreation[] | null | undefined;
  readonly creation?: CreditmemoCreationArguments | null | undefined;
}

type RefundContext = Context & { readonly listener: DocumentListener };

export const failure = "Could not save a Creditmemo, see error log for details";

/**
 * Refunds lines of an order offline, or all that is invoiced and not refunded. Returns the id of the credit memo. Throws
 * 404 for an unknown order, and 400 with all rules that the credit memo breaks.
 */
export async function refundOrder(ctx: RefundContext, orderId: number, request: RefundRequest): Promise<number> {
  return refund(ctx, { order: await lockOrder(ctx.db, orderId), request, isOnline: false });
}

/**
 * Refunds lines of an invoice, or all that is left of it. `isOnline`: the gateway that captured the money refunds it.
 * Returns the id of the credit memo. Throws 404 for an unknown invoice, and 400 with all rules that the credit memo
 * breaks, for example if the invoice is not paid.
 */
export async function refundInvoice(
  ctx: RefundContext,
  invoiceId: number,
  request: RefundRequest & { readonly isOnline?: boolean | null | undefined },
): Promise<number> {
  return refund(ctx, { ...(await lockInvoice(ctx.db, invoiceId)), request, isOnline: Boolean(request.isOnline) });
}

interface Refund {
  readonly order: StoredOrder;
  readonly invoice?: StoredInvoice;
  readonly request: RefundRequest;
  readonly isOnline: boolean;
}

async function refund(ctx: RefundContext, { order, invoice, request, isOnline }: Refund): Promise<number> {
  const { db } = ctx;
  const settings = await readRefundSettings(db, order);
  const requested = requestedUnits(request.items);
  const ofInvoice = invoice && (await readRefundableUnits(db, invoice));
  const lines = linesToRefund(order.items, { requested, ofInvoice });
  const given = parseExtras(order, request.creation ?? {}, settings);
  const extras = invoice ? limitToInvoice(order, invoice, given) : given;
  const own = refundAmounts(order, { lines, extras }, "");
  const amounts = { own, base: refundAmounts(order, { lines, extras }, "base_") };
  const wanted = request.creation?.extension_attributes;
  const toStock = wanted?.return_to_stock_items ?? [];
  const credit = balanceAmount("customer_balance_amount", wanted?.customer_balance_amount);
  const toCredit = { own: inCurrency(order, credit, ""), base: credit };
  const note = { ...request, notify: Boolean(request.notify) };
  const gateway = isOnline ? await readGateway(db, order) : undefined;
  const hasWrongInvoice = invoice !== undefined && !isRefundable(invoice, { isOnline, gateway });
  const made: NewRefund = { order, requested, lines, amounts, toStock, hasWrongInvoice };
  throwMessages("Creditmemo Document Validation Error(s):", refundErrors(made, settings));
  checkCreditAmount(toCredit, { own: amounts.own.grandTotal, base: amounts.base.grandTotal });
  return withFailureMessage(failure, () =>
    writeRefund(ctx, order, {
      columns: {
        ...columnsOfOrder(order),
        ...memoColumns(amounts, adjustmentsOf(request)),
        invoice_id: invoice?.entity_id ?? null,
      },
      items: lines.map((line) => ({ row: line.row, columns: itemColumns(line, amounts) })),
      ...{ gateway, invoice, settings, note, isOnline: gateway !== undefined, shares: sharesOf(amounts) },
      toCredit,
      returnsPoints: wanted?.refund_reward_points ?? settings.returnsPoints,
      isReturned: (row, parent) =>
        settings.returnsAll ||
        toStock.includes(row.item_id) ||
        (parent !== undefined && toStock.includes(parent.item_id)),
      keepsStatus: invoice === undefined,
    }),
  );
}

/** Returns the adjustments that a request has. */
const adjustmentsOf = ({ creation }: RefundRequest): GivenAdjustments =>
  new Set((["adjustment_positive", "adjustment_negative"] as const).filter((name) => creation?.[name] != null));

/** Returns the units of an invoice that are not refunded, by the id of the order line. */
async function readRefundableUnits(
  db: Db,
  { entity_id, items }: StoredInvoice,
): Promise<ReadonlyMap<number, Quantity>> {
  const refunded = await readRefundedLines(db, entity_id);
  const left = new Map<number, Quantity>();
  const move = (id: number, units: Quantity) => left.set(id, add(left.get(id) ?? zeroQuantity, units));
  for (const { order_item_id: id, qty } of items) move(id, asQuantity(qty));
  for (const { order_item_id: id, qty } of refunded) move(id, subtract(zeroQuantity, asQuantity(qty)));
  return new Map([...left].map(([id, units]) => [id, max(units, zeroQuantity)]));
}

/** Limits the default shipping to the shipping of the invoice that is left. */
function limitToInvoice(order: StoredOrder, invoice: StoredInvoice, extras: RefundExtras): RefundExtras {
  if (extras.shipping || isZero(totalShipping(order, "base_", false))) return extras;
  const amount = min(remainingShipping(order, false), amountIn(invoice, "base_", "shipping_amount"));
  return { ...extras, shipping: { amount, includesTax: false } };
}

interface RefundMode {
  readonly isOnline: boolean;
  readonly gateway: OrderGateway | undefined;
}

/** Whether an invoice is paid and not fully refunded. An online refund also needs a payment method with a gateway. */
function isRefundable(invoice: StoredInvoice, { isOnline, gateway }: RefundMode): boolean {
  if (invoice.state !== invoiceStates.paid || (isOnline && !gateway)) return false;
  const { commerce } = invoice;
  const total = add(asAmount(invoice.base_grand_total ?? 0), balancesOf(commerce, "base_", "amount"));
  const refunded = add(asAmount(invoice.base_total_refunded ?? 0), storedAmount(commerce, balancesRefunded));
  return invoice.is_used_for_refund !== 1 || isZero(total) || isPositive(subtract(total, refunded));
}
