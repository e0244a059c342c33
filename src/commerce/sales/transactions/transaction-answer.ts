import { shownColumns } from "../required-keys.js";
import type { TransactionRow } from "./transactions.rows.js";
import type { Transaction } from "./transactions.types.js";

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns a transaction as its shape, with its child transactions from the same order. */
export function toTransaction(row: TransactionRow, all: readonly TransactionRow[]): Transaction {
  const children = all.filter(({ parent_id: parent }) => parent === row.transaction_id);
  return {
    ...shownColumns("transaction", row),
    additional_information: Object.values(row.additional_information ?? {}).map(textOf),
    child_transactions: children.map((child) => toTransaction(child, all)),
  };
}
