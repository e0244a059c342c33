import { inputError } from "../../../api/call/errors.js";
import type { Context } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import type { DocumentListener } from "../documents/document-listener.js";
import { writeComment } from "./states/change-order.rows.js";
import { saveColumns } from "./states/save-columns.js";
import { commentColumns } from "./save/given-parts.js";
import type { OrderComment, OrderCommentSearchResults } from "./order-comments.types.js";
import { isStatusOf } from "./states/order-states.js";
import { lockOrder } from "./lock-order.js";
import { readComments } from "./orders.rows.js";

/** The line break and the spaces are in Magento's text, too. */
const statusError = `Unable to add comment: The status "%1" is not part of the order\n${" ".repeat(17)}status history.`;

/** Returns the comments on an order as a page of search results; none for an unknown order. */
export async function listComments(db: Db, id: number): Promise<OrderCommentSearchResults> {
  const items = await readComments(db, id);
  const filters = [{ field: "parent_id", value: String(id), condition_type: "eq" }];
  return { items, search_criteria: { filter_groups: [{ filters }] }, total_count: items.length };
}

/**
 * Adds a comment to an order. Its status becomes the order's, and the comment is emailed to the customer if it asks for
 * that. Throws 400 for a status that does not belong to the order's state, and 404 for an unknown order.
 */
export async function addComment(
  { listener, ...ctx }: Context & { readonly listener: DocumentListener },
  id: number,
  given: OrderComment,
): Promise<true> {
  const { db } = ctx;
  const order = await lockOrder(db, id);
  const status = given.status || (order.status ?? null);
  if (status !== null && !isStatusOf(order, status)) {
    throw inputError(statusError, [status]);
  }
  const entry = { ...commentColumns(given), status, parent_id: order.entity_id };
  await writeComment(db, undefined, {
    ...entry,
    comment: given.comment || null,
    is_visible_on_front: given.is_visible_on_front ?? 0,
  });
  await saveColumns(db, order, { status });
  const notify = Boolean(given.is_customer_notified);
  await listener.commentAdded(ctx, { kind: "order", parentId: id, comment: given.comment ?? "", notify });
  return true;
}
