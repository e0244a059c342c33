import type { Context } from "../../../../api/call/context.js";
import { inputError, notFound, render } from "../../../../api/call/errors.js";
import type { Db } from "../../../../platform/db/database.js";
import { asAmount, asQuantity, zero } from "../../../../platform/money/amount.js";
import { isGreater, isNegative, subtract } from "../../../../platform/money/arithmetic.js";
import { fitOrThrow } from "../../../../api/call/arguments/decimal-fields.js";
import { orderColumn } from "../../../../platform/money/columns.js";
import type { DocumentListener } from "../../documents/document-listener.js";
import { withFailureMessage } from "../../documents/validation.js";
import type { InvoiceRow } from "../../invoices/invoices.rows.js";
import { readInvoice } from "../../invoices/lock-invoice.js";
import { lockOrder } from "../../orders/lock-order.js";
import { entityNotFound, requireEntity } from "../../require-entity.js";
import type { ItemRow, StoredOrder } from "../../orders/stored-order.js";
import { readGateway } from "../../transactions/gateway-payment.js";
import { findMemo, readOrderId } from "../credit-memos.rows.js";
import type { Creditmemo } from "../credit-memos.types.js";
import { givenShares } from "../given-shares.js";
import { givenComments, givenLines, givenMemo } from "../given-memo.js";
import { checkCreditAmount } from "./money-to-credit.js";
import { exceededMoney } from "./refund-errors.js";
import { failure } from "./refund-order.js";
import { readRefundSettings } from "./refund-settings.js";
import { writeRefund } from "./write-refund.js";

/**
 * Refunds an order with a credit memo whose amounts are used as sent, and returns it. `isOffline`: no gateway refunds the
 * money. Throws 400 for a credit memo that already exists, for more units or money than are left and for a negative total,
 * and 404 for an unknown order or invoice.
 */
export async function refundMemo(
  ctx: Context & { readonly listener: DocumentListener },
  given: Creditmemo,
  { isOffline }: { readonly isOffline: boolean },
): Promise<Creditmemo> {
  const { db } = ctx;
  if (given.entity_id && (await readOrderId(db, given.entity_id)) !== undefined) {
    throw inputError("We cannot register an existing credit memo.");
  }
  const order = await lockGivenOrder(db, given.order_id);
  const settings = await readRefundSettings(db, order);
  const items = givenLines(order, given);
  if (!items) throw entityNotFound();
  checkUnits(items);
  const [total, baseTotal] = [givenTotal(given, "grand_total"), givenTotal(given, "base_grand_total")];
  const [own, base] = [total ?? baseTotal ?? zero, baseTotal ?? total ?? zero];
  if (isNegative(own) || isNegative(base)) throw inputError("The credit memo's total must be positive.");
  const left = exceededMoney(order, { own, base });
  if (left !== undefined) throw inputError("The most money available to refund is %1.", [settings.format(left)]);
  const { shares, toCredit } = givenShares(order, given);
  checkCreditAmount(toCredit, { own, base });
  const columns = { ...(await givenMemo(db, order, given)), grand_total: own, base_grand_total: base };
  const invoice = await invoiceOf(db, order, given);
  const gateway = isOffline ? undefined : await readGateway(db, order);
  const memoId = await withFailureMessage(failure, () =>
    writeRefund(ctx, order, {
      ...{ columns, items, gateway, invoice, settings },
      // As in Magento, it counts as online even if the payment method has no gateway.
      isOnline: !isOffline,
      ...{ shares, toCredit },
      returnsPoints: given.extension_attributes?.refund_reward_points ?? settings.returnsPoints,
      note: {},
      isReturned: () => settings.returnsAll,
      keepsStatus: true,
      additionalRows: (id) => [givenComments(given, id)],
    }),
  );
  return requireEntity(findMemo, db, memoId);
}

async function lockGivenOrder(db: Db, id: number | null | undefined): Promise<StoredOrder> {
  if (!id) throw notFound("We found an invalid order to refund.");
  return lockOrder(db, id);
}

/** Returns a total of a credit memo as stored; undefined if it is missing. Throws 400 for one that is too large. */
function givenTotal(given: Creditmemo, name: "grand_total" | "base_grand_total") {
  const value = given[name];
  return value == null ? undefined : asAmount(fitOrThrow(name, value, orderColumn));
}

/** Throws 400 for lines with more units than are invoiced and not refunded, with negative units, or that occur twice. */
function checkUnits(
  items: readonly {
    readonly row: ItemRow;
    readonly columns: { readonly qty: string; readonly name?: string | null };
  }[],
): void {
  const seen = new Set<ItemRow>();
  for (const { row, columns } of items) {
    const units = asQuantity(columns.qty);
    const left = subtract(asQuantity(row.qty_invoiced ?? 0), asQuantity(row.qty_refunded ?? 0));
    if (seen.has(row) || isNegative(units) || isGreater(units, left)) {
      throw inputError(render('We found an invalid quantity to refund item "%1".', [columns.name ?? row.sku]));
    }
    seen.add(row);
  }
}

/** Returns the invoice of a credit memo. Throws 404 for an invoice of another order. */
async function invoiceOf(db: Db, order: StoredOrder, { invoice_id: id }: Creditmemo): Promise<InvoiceRow | undefined> {
  if (!id) return undefined;
  const invoice = await readInvoice(db, id);
  if (invoice.order_id !== order.entity_id) throw entityNotFound();
  return invoice;
}
