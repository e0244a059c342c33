import type { Context } from "../../../api/call/context.js";
import { zeroQuantity } from "../../../platform/money/amount.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import type { DocumentNote } from "../documents/comments.types.js";
import type { DocumentListener } from "../documents/document-listener.js";
import { wrappedLines } from "../documents/commerce-shares.js";
import { drawNumberAtCommit, drawDocumentId } from "../documents/document-numbers.sql.js";
import { toNotification, commentRows } from "../documents/comments.js";
import { saveOrderChange } from "../documents/state-after-document.js";
import { updateRows } from "../documents/update-rows.sql.js";
import { withFailureMessage, throwMessages } from "../documents/validation.js";
import { insertRows } from "../orders/save/new-order.sql.js";
import { linesOf, unitsToInvoice } from "../orders/items/item-quantities.js";
import { canInvoice } from "../orders/states/order-states.js";
import { lockOrder } from "../orders/lock-order.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { capturePayment, readGateway } from "../transactions/gateway-payment.js";
import { deliverVirtual } from "./deliver-virtual.js";
import { invoiceAmounts } from "./invoice-amounts.js";
import {
  type BothAmounts,
  changedItem,
  changedOrder,
  changedPayment,
  invoiceColumns,
  itemColumns,
  paidOf,
} from "./invoice-rows.js";
import { invoiceStates } from "./invoices.rows.js";
import { type InvoicedLine, linesToInvoice, type RequestedLine } from "./requested-lines.js";

/** A request for an invoice. */
export interface InvoiceRequest extends DocumentNote {
  /** Whether the gateway of the order captures the money; otherwise it counts as received. */
  readonly capture?: boolean | null | undefined;
  readonly items?: readonly RequestedLine[] | null | undefined;
}

/** A new invoice. */
interface NewInvoice {
  readonly order: StoredOrder;
  /** Id of the invoice. */
  readonly entity_id: number;
  readonly lines: readonly InvoicedLine[];
  readonly amounts: BothAmounts;
  readonly request: InvoiceRequest;
}

/**
 * Creates a paid invoice for the requested lines of an order, or for all that is left, and returns its id. Locks are taken
 * in the order: order, stock, number. Throws 404 for an unknown order, and 400 with every rule that the invoice would
 * break.
 */
export async function createInvoice(
  ctx: Context & { readonly listener: DocumentListener },
  orderId: number,
  request: InvoiceRequest,
): Promise<number> {
  const [order, entity_id] = await Promise.all([lockOrder(ctx.db, orderId), drawDocumentId(ctx.db, "invoice")]);
  const lines = linesToInvoice(order.items, request.items ?? []);
  throwMessages("Invoice Document Validation Error(s):", brokenRules(order, lines));
  const amounts = { own: invoiceAmounts(order, lines, ""), base: invoiceAmounts(order, lines, "base_") };
  return withFailureMessage("Could not save an invoice, see error log for details", () =>
    saveInvoice(ctx, { order, entity_id, lines, amounts, request }),
  );
}

const statesWithoutInvoice = ["payment_review", "holded", "canceled", "complete", "closed"];

/** Returns the errors of an invoice and of its order. */
function brokenRules(order: StoredOrder, lines: readonly InvoicedLine[]): string[] {
  const isEmpty = lines.every((line) => line.isWithoutAmounts);
  const empty = isEmpty ? ["The invoice can't be created without products. Add products and try again."] : [];
  if (statesWithoutInvoice.includes(order.state ?? "")) {
    return [...empty, `An invoice cannot be created when an order has a status of ${order.status ?? ""}`];
  }
  return canInvoice(order) ? empty : [...empty, "The order does not allow an invoice to be created."];
}

async function saveInvoice(ctx: Context & { readonly listener: DocumentListener }, made: NewInvoice): Promise<number> {
  const { listener, ...context } = ctx;
  const { db } = context;
  const { order, entity_id, lines, amounts, request } = made;
  const transactionId = request.capture ? await captureOnline(context, made) : undefined;
  const taken = await deliverVirtual(db, order, { lines, documentId: entity_id });
  const columns = invoiceColumns(order, lines, amounts);
  const after = await saveOrderChange(db, order, {
    columns: changedOrder(order, lines, amounts),
    items: [...lines, ...otherLines(order, lines)].map((line) => changedItem(line, amounts)),
    payment: changedPayment(order, paidOf(amounts), transactionId !== undefined),
    state: { beginsProcessing: true, keepsStatus: false },
    writes: db.atCommit,
  });
  await updateRows(db.atCommit, [{ model: "salesOrderItem", rows: wrappedLines(order.items, "invoiced") }]);
  await listener.orderChanged(context, { cause: `invoice:${entity_id}`, order: after });
  const increment_id = drawNumberAtCommit(db, "invoice", order.store_id);
  const state = { state: invoiceStates.paid, transaction_id: transactionId ?? null };
  const items = lines.map((line) => ({
    ...itemColumns(line, amounts),
    taken_from: [...(taken.get(line.row.item_id) ?? [])],
    parent_id: entity_id,
  }));
  const written = { ...columns, ...state, entity_id, increment_id };
  await insertRows(db.atCommit, [
    { model: "salesInvoice", rows: [written] },
    { model: "salesInvoiceItem", rows: items },
    { model: "salesInvoiceComment", rows: commentRows(request, entity_id) },
  ]);
  const document = { kind: "invoice", orderId: order.entity_id, documentId: entity_id, columns: written } as const;
  await listener.documentCreated(context, { ...document, ...toNotification(request) });
  return entity_id;
}

/** Returns the lines that can be invoiced later. Magento notes for them, too, which fixed product taxes they have. */
const otherLines = (order: StoredOrder, lines: readonly InvoicedLine[]): InvoicedLine[] =>
  linesOf(order.items)
    .filter((line) => isPositive(unitsToInvoice(line)) && !lines.some(({ row }) => row === line.row))
    .map(({ row, hasParts }) => ({
      ...{ row, hasParts, isWithoutAmounts: false },
      ...{ quantity: zeroQuantity, counted: zeroQuantity },
    }));

/** Captures the money of an invoice through the gateway of its order; undefined for an order without a gateway. */
async function captureOnline(ctx: Context, { order, amounts }: NewInvoice): Promise<string | undefined> {
  const gateway = await readGateway(ctx.db, order);
  return gateway && capturePayment(ctx, order, { gateway, amount: amounts.base.grandTotal });
}
