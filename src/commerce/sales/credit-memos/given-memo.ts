import type { Db } from "../../../platform/db/database.js";
import { now } from "../../../platform/db/models.js";
import { columnsOfLine, columnsOfOrder } from "../documents/document-columns.js";
import { resolveStoreId } from "../documents/validation.js";
import { givenColumns } from "../orders/save/given-columns.js";
import { sameColumns } from "../orders/save/import-order.js";
import type { NewRows } from "../orders/save/new-order.sql.js";
import type { ItemRow, StoredOrder } from "../orders/stored-order.js";
import type { Creditmemo } from "./credit-memos.types.js";
import type { RefundedColumns } from "./refund/refund-rows.js";

/**
 * Returns the columns of a credit memo in a request, completed with those of its order. Throws 404 for an unknown store
 * view, and 400 for a number that the store view already has.
 */
export async function givenMemo(db: Db, order: StoredOrder, given: Creditmemo): Promise<RefundedColumns> {
  const storeId = await resolveStoreId({ db, kind: "creditmemo" }, given, order);
  const { increment_id: number, ...columns } = givenColumns("salesCreditmemo", given);
  const own = { order_id: order.entity_id, store_id: storeId, ...(number ? { increment_id: number } : {}) };
  return { created_at: now, ...columnsOfOrder(order), ...columns, ...own };
}

/**
 * Returns the lines of a credit memo in a request, each with its order line; undefined if a line does not belong to the
 * order.
 */
export function givenLines(order: StoredOrder, { items }: Creditmemo) {
  const byId = new Map<number, ItemRow>(order.items.map((row) => [row.item_id, row]));
  const lines = (items ?? []).flatMap((item) => {
    const row = byId.get(item.order_item_id ?? 0);
    if (!row) return [];
    const columns = givenColumns("salesCreditmemoItem", item);
    const own = { order_item_id: row.item_id, qty: columns.qty ?? "0" };
    return [{ row, columns: { ...columnsOfLine(row), ...columns, ...own } }];
  });
  return lines.length === (items ?? []).length ? lines : undefined;
}

/** Returns rows for the comments in a request that have no id. */
export const givenComments = ({ comments }: Creditmemo, parent_id: number): NewRows => ({
  model: "salesCreditmemoComment",
  rows: sameColumns(
    (comments ?? [])
      .filter(({ entity_id: id }) => !id)
      .map((comment) => ({
        ...{ is_visible_on_front: 0, created_at: now },
        ...givenColumns("salesInvoiceComment", comment),
        parent_id,
      })),
  ),
});
