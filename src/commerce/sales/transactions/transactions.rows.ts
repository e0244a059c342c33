import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../api/search-criteria/search-page.sql.js";
import { Transaction } from "./transactions.types.js";

export type TransactionRow = Row<"salesPaymentTransaction">;

const fields = modelFields("salesPaymentTransaction", Transaction, {
  increment_id: "order.increment_id",
  method: "payment.method",
});

/** Returns a transaction, or null for an unknown one. */
export const findTransaction = (db: Db, transaction_id: number): Promise<TransactionRow | null> =>
  db.models.salesPaymentTransaction.findUnique({ where: { transaction_id } });

/** Returns the transactions that match the criteria. */
export const searchTransactions = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<TransactionRow>> =>
  searchModel<"salesPaymentTransaction", TransactionRow>(db, searchCriteria, {
    fields,
    read: (query) => db.models.salesPaymentTransaction.findMany(query),
  });

/** Returns all transactions of orders, the oldest first. */
export const readTransactionsOf = (db: Db, orderIds: readonly number[]): Promise<TransactionRow[]> =>
  db.models.salesPaymentTransaction.findMany({
    where: { order_id: { in: [...new Set(orderIds)] } },
    orderBy: { transaction_id: "asc" },
  });

/** Inserts a transaction, and closes its parent if `isClosed` says so. */
export async function insertTransaction(
  db: Db,
  row: Pick<TransactionRow, "order_id" | "payment_id" | "txn_id" | "txn_type" | "is_closed">,
  parent?: { readonly row: TransactionRow; readonly isClosed: boolean },
): Promise<void> {
  const follows = parent && { parent_id: parent.row.transaction_id, parent_txn_id: parent.row.txn_id };
  await db.models.salesPaymentTransaction.create({ data: { ...row, ...follows }, select: { transaction_id: true } });
  if (!parent?.isClosed) return;
  const { transaction_id } = parent.row;
  await db.models.salesPaymentTransaction.update({ where: { transaction_id }, data: { is_closed: 1 } });
}

/** Returns the id of the order of a cart that has a transaction. */
export async function findOrderOfTransaction(
  db: Db,
  { cartId, transactionId }: { readonly cartId: number; readonly transactionId: string },
): Promise<number | undefined> {
  const found = await db.models.salesPaymentTransaction.findFirst({
    where: { order: { quote_id: cartId }, txn_id: transactionId },
    select: { order_id: true },
  });
  return found?.order_id;
}
