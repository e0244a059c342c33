import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { asAmount } from "../../../platform/money/amount.js";
import { add } from "../../../platform/money/arithmetic.js";
import { processingRuleOf, saveOrderChange } from "../documents/state-after-document.js";
import { capturePayment, openAuthorization, readGateway, voidAuthorization } from "../transactions/gateway-payment.js";
import { changedPayment } from "./invoice-rows.js";
import { invoiceStates, updateInvoice } from "./invoices.rows.js";
import { lockInvoice } from "./lock-invoice.js";

/**
 * Captures the payment of an open invoice through the gateway of its order. Throws 400 if it is paid or canceled, if the
 * payment method has no gateway, or if the gateway declines, and 404 for an unknown invoice.
 */
export async function captureInvoice(ctx: Context, id: number): Promise<true> {
  const { db } = ctx;
  const { order, invoice } = await lockInvoice(db, id);
  const gateway = await readGateway(db, order);
  const isOpen = invoice.state !== invoiceStates.paid && invoice.state !== invoiceStates.canceled;
  if (!gateway || !isOpen) throw inputError("The capture action is not available.");
  const amount = asAmount(invoice.base_grand_total ?? 0);
  const transaction_id = await capturePayment(ctx, order, { gateway, amount });
  await updateInvoice(db, id, { state: invoiceStates.paid, transaction_id: transaction_id ?? null });
  const plus = (before: string | null | undefined, more: string | null) =>
    add(asAmount(before ?? 0), asAmount(more ?? 0));
  await saveOrderChange(db, order, {
    columns: {
      total_paid: plus(order.total_paid, invoice.grand_total),
      base_total_paid: plus(order.base_total_paid, invoice.base_grand_total),
    },
    payment: changedPayment(order, invoice, transaction_id !== undefined),
    state: processingRuleOf(order),
  });
  return true;
}

/**
 * Voids the authorization of the order of an invoice at the gateway, and cancels the invoice if it is open. Throws 400 if
 * there is no open authorization or the gateway declines, and 404 for an unknown invoice.
 */
export async function voidInvoice({ db }: Context, id: number): Promise<true> {
  const { order, invoice } = await lockInvoice(db, id);
  const gateway = await readGateway(db, order);
  if (!gateway || !openAuthorization(gateway)) throw inputError("The void action is not available.");
  await voidAuthorization(db, order, gateway);
  if (invoice.state === invoiceStates.open) await updateInvoice(db, id, { state: invoiceStates.canceled });
  return true;
}
