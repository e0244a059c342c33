import { lockCharged, returnCharges } from "../../balance/published.js";
import type { Context } from "../../call/context.js";
import type { Db } from "../../db/database.js";
import { now } from "../../db/moment.js";
import { asQuantity, zero } from "../../money/amount.js";
import { add, isPositive, subtract } from "../../money/arithmetic.js";
import type { ReturnedUnits } from "../../inventory/published.js";
import {
  balanceTotal,
  documentColumn,
  hasBalances,
  pointsOf,
  storedAmount,
  wrappedLines,
} from "../documents/commerce-shares.js";
import type { DocumentNote } from "../documents/comments.types.js";
import type { DocumentListener } from "../documents/document-listener.js";
import { drawDocumentId, drawNumber } from "../documents/document-number.sql.js";
import { noteOf, noteRows } from "../documents/note.js";
import { saveOrderAfter } from "../documents/state-after-document.js";
import { updateRows } from "../documents/update-rows.sql.js";
import { amountIn } from "../invoices/invoice-amounts.js";
import type { InvoiceRow } from "../invoices/invoices.rows.js";
import { sameColumns } from "../orders/import-order.js";
import { insertRows, type NewRows } from "../orders/new-order.sql.js";
import type { ItemRow, StoredOrder } from "../orders/orders.rows.js";
import { type OrderGateway, refundPayment } from "../transactions/gateway-payment.js";
import { changedItem, changedOrder, changedPayment, type RefundedMemo } from "./refund-rows.js";
import type { RefundSettings } from "./refund-settings.js";
import { returnGoods } from "./return-goods.js";

/** The state of a credit memo that is refunded. */
const refunded = 2;

/** What balances got back of an invoice, in base currency, in its column `commerce`. */
export const balancesRefunded = "base_balances_refunded";

/** A credit memo that refunds an order. */
export interface WrittenRefund extends RefundedMemo {
  /** The gateway that pays it; undefined for one that is paid outside. */
  readonly gateway: OrderGateway | undefined;
  /** The invoice that is refunded; undefined where the order is. */
  readonly invoice: InvoiceRow | undefined;
  readonly settings: RefundSettings;
  readonly note: DocumentNote;
  readonly isReturned: (row: ItemRow, parent: ItemRow | undefined) => boolean;
  /** Whether the order keeps a status that belongs to its new state. */
  readonly keepsStatus: boolean;
  /** Rows that are written with the credit memo, by its id. */
  readonly more?: (memoId: number) => readonly NewRows[];
}

/**
 * Writes a credit memo and what it changes: order, lines, payment, invoice and stock. The gateway is asked when nothing but the
 * number can fail, because what it paid back cannot be undone. Returns the id of the credit memo.
 */
export async function writeRefund(
  ctx: Context & { readonly listener: DocumentListener },
  order: StoredOrder,
  memo: WrittenRefund,
): Promise<number> {
  const { listener, ...context } = ctx;
  const { db } = context;
  const memoId = await drawDocumentId(db, "creditmemo");
  const units = new Map(memo.items.map(({ row, columns }) => [row.item_id, asQuantity(String(columns["qty"] ?? 0))]));
  const returned = await returnGoods(db, order, { memoId, units, isReturned: memo.isReturned });
  const after = await saveOrderAfter(db, order, {
    columns: changedOrder(order, memo),
    items: memo.items.map(({ row, columns }) => changedItem(row, columns)),
    payment: changedPayment(order, memo),
    state: { beginsProcessing: false, keepsStatus: memo.keepsStatus },
  });
  if (Object.keys(memo.shares.own.wrapping).length > 0) {
    await updateRows(db, [{ model: "salesOrderItem", rows: wrappedLines(order.items, "refunded") }]);
  }
  if (memo.invoice) await markRefunded(db, memo.invoice, memo);
  if (hasBalances(memo.shares.base)) await lockCharged(db, order.entity_id);
  const transactionId = await payBack(db, order, memo);
  const number = await numberOf(db, memo);
  await insertRows(db, rowsOf({ order: after, memo, memoId, number, transactionId, returned }));
  await returnBalances(context, order, { after, memo, memoId, number });
  const document = { kind: "creditmemo", orderId: order.entity_id, documentId: memoId } as const;
  await listener.documentCreated(context, { ...document, ...noteOf(memo.note) });
  return memoId;
}

const totalOf = ({ columns }: RefundedMemo) => amountIn(columns, "base_", "grand_total");

async function payBack(db: Db, order: StoredOrder, memo: WrittenRefund): Promise<string | undefined> {
  const { gateway, invoice } = memo;
  if (!gateway || (hasBalances(memo.shares.base) && !isPositive(totalOf(memo)))) return undefined;
  return refundPayment(db, order, { gateway, amount: totalOf(memo), captureId: invoice?.transaction_id });
}

async function markRefunded(db: Db, invoice: InvoiceRow, memo: RefundedMemo): Promise<void> {
  const { commerce } = invoice;
  const { base: share } = memo.shares;
  const balances = hasBalances(share) && {
    commerce: {
      ...(commerce as Record<string, string> | null),
      [balancesRefunded]: add(storedAmount(commerce, balancesRefunded), balanceTotal(share)),
    },
  };
  const base_total_refunded = add(amountIn(invoice, "base_", "total_refunded"), totalOf(memo));
  await db.models.salesInvoice.update({
    where: { entity_id: invoice.entity_id },
    data: { base_total_refunded, ...balances, is_used_for_refund: 1, updated_at: now },
    select: { entity_id: true },
  });
}

/** Draws the number of a credit memo, unless it is sent. */
const numberOf = async (db: Db, { columns }: RefundedMemo): Promise<string> =>
  (columns["increment_id"] as string | undefined) ?? drawNumber(db, "creditmemo", Number(columns["store_id"]));

interface NumberedMemo {
  /** The order as it is after the credit memo. */
  readonly after: StoredOrder;
  readonly memo: WrittenRefund;
  readonly memoId: number;
  readonly number: string;
}

/** Returns what balances paid of an order to where it came from; points only where the shop wants it. */
async function returnBalances(
  { db, actor }: Context,
  order: StoredOrder,
  { after, memo, memoId, number }: NumberedMemo,
): Promise<void> {
  const { shares, settings } = memo;
  if (!hasBalances(shares.base)) return;
  const points = subtract(pointsOf(after.commerce, "refunded"), pointsOf(order.commerce, "refunded"));
  await returnCharges(db, actor, {
    orderId: order.entity_id,
    cause: `creditmemo:${memoId}`,
    comment: `Order #${order.increment_id}, creditmemo #${number}`,
    most: {
      gift_card: shares.base.balances.gift_cards,
      store_credit: shares.base.balances.customer_balance,
      reward: settings.returnsPoints ? points : zero,
    },
  });
}

interface MemoToInsert {
  readonly order: StoredOrder;
  readonly memo: WrittenRefund;
  readonly memoId: number;
  readonly number: string;
  readonly transactionId: string | undefined;
  readonly returned: ReadonlyMap<number, ReturnedUnits>;
}

/** Returns the rows of a credit memo and of the history of its order. */
function rowsOf({ order, memo, memoId, number, transactionId, returned }: MemoToInsert): NewRows[] {
  const { columns, items, note } = memo;
  const store_id = Number(columns["store_id"]);
  const ownColumns = { entity_id: memoId, increment_id: number, state: refunded, store_id };
  const transaction = transactionId === undefined ? {} : { transaction_id: transactionId };
  const lines = items
    .filter(({ columns: item }) => Number(item["qty"] ?? 0) > 0)
    .map(({ row, columns: item }) => ({
      ...item,
      parent_id: memoId,
      returned_to: returned.get(row.item_id) ?? [],
    }));
  const entry = {
    parent_id: order.entity_id,
    comment: historyText(memo, transactionId),
    status: order.status ?? null,
    is_customer_notified: note.notify ? 1 : 0,
    is_visible_on_front: 0,
    entity_name: "order",
  };
  return [
    { model: "salesCreditmemo", rows: [{ ...columns, ...documentColumn(memo.shares), ...transaction, ...ownColumns }] },
    { model: "salesCreditmemoItem", rows: sameColumns(lines) },
    { model: "salesCreditmemoComment", rows: noteRows(note, memoId) },
    { model: "salesOrderHistory", rows: [entry] },
    ...(memo.more?.(memoId) ?? []),
  ] as NewRows[];
}

function historyText(memo: WrittenRefund, transactionId: string | undefined): string {
  const amount = memo.settings.format(totalOf(memo));
  return transactionId === undefined
    ? `We refunded ${amount} offline.`
    : `We refunded ${amount} online. Transaction ID: "${transactionId}"`;
}
