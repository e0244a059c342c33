import type { Context } from "../../../api/call/context.js";
import { couldNotSave, inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { lockOrder } from "../orders/lock-order.js";
import { shownColumns } from "../required-keys.js";
import { commentFailure, type DocumentComment, type DocumentNote } from "./comments.types.js";
import type { CreatedDocument, DocumentListener } from "./document-listener.js";
import type { DocumentKind } from "./document-numbers.sql.js";
import { type CommentRow, findOrderId, hasComment, writeComment } from "./documents.rows.js";

/** Returns the row of the first comment of a new document; none without a comment. Throws 400 for an empty comment. */
export function commentRows(note: DocumentNote, parent_id: number) {
  const { comment, notify, appendComment } = note;
  if (comment?.comment == null) return [];
  if (!comment.comment.trim()) throw inputError("The comment is empty.");
  const is_customer_notified = notify && appendComment ? 1 : 0;
  const is_visible_on_front = comment.is_visible_on_front ? 1 : 0;
  return [{ parent_id, comment: comment.comment, is_customer_notified, is_visible_on_front }];
}

/** Returns the values for listeners that concern the email of a new document. */
export function toNotification({
  comment,
  notify,
  appendComment,
}: DocumentNote): Pick<CreatedDocument, "notify" | "comment"> {
  return { notify: Boolean(notify), comment: appendComment ? (comment?.comment ?? undefined) : undefined };
}

/**
 * Adds a comment to the document whose id is its `parent_id`, or changes the comment with the id, and returns it. Throws
 * 400 for an empty comment, an unknown document, and a comment of another document.
 */
export async function saveDocumentComment(
  { listener, ...ctx }: Context & { readonly listener: DocumentListener },
  kind: DocumentKind,
  given: DocumentComment,
): Promise<DocumentComment> {
  const { db } = ctx;
  const parentId = given.parent_id ?? 0;
  const id = given.entity_id || undefined;
  if (!given.comment || !(await lockOrderOf(db, kind, parentId))) throw couldNotSave(commentFailure(kind));
  if (id !== undefined && !(await hasComment(db, kind, { id, parentId }))) throw couldNotSave(commentFailure(kind));
  const row = await writeComment(db, kind, { ...given, entity_id: id ?? null });
  const notify = Boolean(given.is_customer_notified);
  await listener.commentAdded(ctx, { kind, parentId, comment: given.comment, notify });
  return ctx.answersStored ? shownColumns("comment", row) : answerOf(row, given);
}

/** Returns a saved comment as Magento answers it: without a time and a flag that were not sent. */
function answerOf(row: CommentRow, { created_at: time, is_visible_on_front }: DocumentComment): DocumentComment {
  const { created_at: _stored, ...others } = row;
  const sent = time == null ? others : row;
  return shownColumns("comment", { ...sent, is_visible_on_front: is_visible_on_front ?? null });
}

/** Locks the order of a document. Returns whether the document exists. */
async function lockOrderOf(db: Db, kind: DocumentKind, entity_id: number): Promise<boolean> {
  const orderId = await findOrderId(db, kind, entity_id);
  if (orderId !== undefined) await lockOrder(db, orderId);
  return orderId !== undefined;
}
