import { payAsCredit } from "../../../balance/published.js";
import { lockChargedBalances, returnCharges } from "../../../balance/published.charges.js";
import type { Context } from "../../../../api/call/context.js";
import type { Db } from "../../../../platform/db/database.js";
import { type Amount, asQuantity, zero } from "../../../../platform/money/amount.js";
import { add, isPositive, subtract } from "../../../../platform/money/arithmetic.js";
import type { ReturnedUnits } from "../../../inventory/published.js";
import {
  balanceTotal,
  documentColumn,
  hasBalances,
  pointsOf,
  type Share,
  storedAmount,
  wrappedLines,
} from "../../documents/commerce-shares.js";
import type { DocumentListener } from "../../documents/document-listener.js";
import { drawNumberAtCommit, drawDocumentId } from "../../documents/document-numbers.sql.js";
import { toNotification, commentRows } from "../../documents/comments.js";
import { saveOrderChange } from "../../documents/state-after-document.js";
import { updateRows } from "../../documents/update-rows.sql.js";
import { amountIn } from "../../documents/document-columns.js";
import { type InvoiceRow, updateInvoice } from "../../invoices/invoices.rows.js";
import { sameColumns } from "../../orders/save/import-order.js";
import { insertRows, type NewRows } from "../../orders/save/new-order.sql.js";
import type { ItemRow, StoredOrder } from "../../orders/stored-order.js";
import { type OrderGateway, refundPayment } from "../../transactions/gateway-payment.js";
import { creditAccount } from "./money-to-credit.js";
import { changedItem, changedOrder, changedPayment, type RefundedMemo } from "./refund-rows.js";
import type { RefundSettings } from "./refund-settings.js";
import { returnGoods } from "./return-goods.js";

/** State of a refunded credit memo. */
const refunded = 2;

/** Key in the column `commerce` of an invoice: the amount returned to balances, in base currency. */
export const balancesRefunded = "base_balances_refunded";

/** A credit memo that refunds an order. */
export interface RefundToWrite extends RefundedMemo {
  /** The gateway that refunds the money; undefined for an offline refund. */
  readonly gateway: OrderGateway | undefined;
  /** The refunded invoice; undefined if the order is refunded. */
  readonly invoice: InvoiceRow | undefined;
  readonly settings: RefundSettings;
  readonly isReturned: (row: ItemRow, parent: ItemRow | undefined) => boolean;
  /** Whether reward points that paid are returned. */
  readonly returnsPoints: boolean;
  /** Whether the order keeps a status that belongs to its new state. */
  readonly keepsStatus: boolean;
  /** Returns additional rows to insert with the credit memo, given its id. */
  readonly additionalRows?: (memoId: number) => readonly NewRows[];
}

/**
 * Writes a credit memo and its changes to the order, lines, payment, invoice and stock. The gateway is called after all
 * checks and after balances are locked, because a refund cannot be undone. Only the remaining writes, the listener and the
 * number at commit follow. If one of them fails, the money stays refunded, and the same refund has the same key when it is
 * tried again. Returns the id of the credit memo.
 */
export async function writeRefund(
  ctx: Context & { readonly listener: DocumentListener },
  order: StoredOrder,
  memo: RefundToWrite,
): Promise<number> {
  const { listener, ...context } = ctx;
  const { db } = context;
  const memoId = await drawDocumentId(db, "creditmemo");
  const units = new Map(memo.items.map(({ row, columns }) => [row.item_id, asQuantity(String(columns["qty"] ?? 0))]));
  const returned = await returnGoods(db, order, { memoId, units, isReturned: memo.isReturned });
  const after = await saveOrderChange(db, order, {
    columns: changedOrder(order, memo),
    items: memo.items.map(({ row, columns }) => changedItem(row, columns)),
    // A refund that only counts as online went through no gateway.
    payment: changedPayment(order, { ...memo, isOnline: memo.gateway !== undefined }),
    state: { beginsProcessing: false, keepsStatus: memo.keepsStatus },
  });
  if (Object.keys(memo.shares.own.wrapping).length > 0) {
    await updateRows(db, [{ model: "salesOrderItem", rows: wrappedLines(order.items, "refunded") }]);
  }
  if (memo.invoice) await markRefunded(db, memo.invoice, memo);
  const credit = await lockBalances(db, order, memo);
  await listener.orderChanged(context, { cause: `creditmemo:${memoId}`, order: after });
  const transactionId = await refundMoney(db, order, memo);
  const number = numberOf(db, memo);
  await insertRows(db, rowsOf({ order: after, memo, memoId, number, transactionId, returned }));
  await returnBalances(context, order, { after, memo, memoId, number, credit });
  const columns = { ...memo.columns, ...ownColumns(memo, memoId, number) };
  const document = { kind: "creditmemo", orderId: order.entity_id, documentId: memoId, columns } as const;
  await listener.documentCreated(context, { ...document, ...toNotification(memo.note) });
  return memoId;
}

/**
 * Locks the balances that the credit memo pays to. Returns the id of the store credit that gets more than it paid, if any.
 */
async function lockBalances(db: Db, order: StoredOrder, memo: RefundToWrite): Promise<number | undefined> {
  const cards = memo.shares.base.balances.gift_cards;
  const credit = await creditAccount(db, order, { ...memo, cards });
  if (credit !== undefined || hasBalances(memo.shares.base)) {
    await lockChargedBalances(db, order.entity_id, credit === undefined ? [] : [credit]);
  }
  return credit;
}

const totalOf = ({ columns }: RefundedMemo) => amountIn(columns, "base_", "grand_total");

async function refundMoney(db: Db, order: StoredOrder, memo: RefundToWrite): Promise<string | undefined> {
  const { gateway, invoice } = memo;
  const amount = subtract(totalOf(memo), memo.toCredit.base);
  const isCovered = hasBalances(memo.shares.base) || isPositive(memo.toCredit.base);
  if (!gateway || (isCovered && !isPositive(amount))) return undefined;
  return refundPayment(db, order, { gateway, amount, captureId: invoice?.transaction_id });
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
  await updateInvoice(db, invoice.entity_id, { base_total_refunded, ...balances, is_used_for_refund: 1 });
}

/** Returns the number of the credit memo if the request has one, or draws one at commit. */
const numberOf = (db: Db, { columns }: RefundedMemo): string =>
  (columns["increment_id"] as string | undefined) ?? drawNumberAtCommit(db, "creditmemo", Number(columns["store_id"]));

interface NumberedMemo {
  /** The order as it is after the credit memo. */
  readonly after: StoredOrder;
  readonly memo: RefundToWrite;
  readonly memoId: number;
  readonly number: string;
  /** Id of the store credit that gets money and, if configured, the amounts that gift cards paid. */
  readonly credit: number | undefined;
}

/**
 * Returns amounts to the balances that paid them, reward points only if `returnsPoints` is set, and pays the rest that is
 * for store credit.
 */
async function returnBalances(
  { db, actor }: Context,
  order: StoredOrder,
  { after, memo, memoId, number, credit }: NumberedMemo,
): Promise<void> {
  const { shares, settings, toCredit, returnsPoints } = memo;
  if (credit === undefined && !hasBalances(shares.base)) return;
  const points = subtract(pointsOf(after.commerce, "refunded"), pointsOf(order.commerce, "refunded"));
  const entry = {
    orderId: order.entity_id,
    cause: `creditmemo:${memoId}`,
    comment: `Order #${order.increment_id}, creditmemo #${number}`,
  };
  const returned = await returnCharges(db, actor, {
    ...entry,
    maxByKind: {
      gift_card: shares.base.balances.gift_cards,
      store_credit: shares.base.balances.customer_balance,
      reward: returnsPoints ? points : zero,
    },
  });
  if (credit === undefined) return;
  const moved = settings.cardsToCredit ? returned : [];
  await payAsCredit(db, actor, { ...entry, accountId: credit, money: toCredit.base, returned: moved });
}

interface MemoToInsert {
  readonly order: StoredOrder;
  readonly memo: RefundToWrite;
  readonly memoId: number;
  readonly number: string;
  readonly transactionId: string | undefined;
  readonly returned: ReadonlyMap<number, ReturnedUnits>;
}

/** Returns the columns of a credit memo that come neither from its order nor from the request. */
const ownColumns = ({ columns }: RefundedMemo, entity_id: number, increment_id: string) => ({
  ...{ entity_id, increment_id, state: refunded, store_id: Number(columns["store_id"]) },
});

/** Returns the rows of a credit memo and the entry in the history of its order. */
function rowsOf({ order, memo, memoId, number, transactionId, returned }: MemoToInsert): NewRows[] {
  const { columns, items, note } = memo;
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
    is_customer_notified: note.notify === undefined ? (order.customer_note_notify ?? 0) : Number(note.notify),
    is_visible_on_front: 0,
    entity_name: "creditmemo",
  };
  return [
    {
      model: "salesCreditmemo",
      rows: [{ ...columns, ...memoColumn(memo), ...transaction, ...ownColumns(memo, memoId, number) }],
    },
    { model: "salesCreditmemoItem", rows: sameColumns(lines) },
    { model: "salesCreditmemoComment", rows: commentRows(note, memoId) },
    { model: "salesOrderHistory", rows: [entry] },
    ...(memo.additionalRows?.(memoId) ?? []),
  ] as NewRows[];
}

/** Returns the column with the amounts that a credit memo returns to balances, including the money paid to store credit. */
function memoColumn({ shares, toCredit }: RefundedMemo) {
  const { own, base } = shares;
  const withCredit = ({ wrapping, balances }: Share, money: Amount): Share => {
    const customer_balance = add(balances.customer_balance, money);
    return { wrapping, balances: { ...balances, customer_balance } };
  };
  return documentColumn({ own: withCredit(own, toCredit.own), base: withCredit(base, toCredit.base) });
}

function historyText(memo: RefundToWrite, transactionId: string | undefined): string {
  const { settings, toCredit } = memo;
  const money = subtract(totalOf(memo), toCredit.base);
  const amount = settings.format(money);
  const credited = isPositive(toCredit.base) ? [`We refunded ${settings.format(toCredit.base)} to store credit.`] : [];
  const paid =
    transactionId === undefined
      ? `We refunded ${amount} offline.`
      : `We refunded ${amount} online. Transaction ID: "${transactionId}"`;
  return [...(credited.length === 0 || isPositive(money) ? [paid] : []), ...credited].join(" ");
}
