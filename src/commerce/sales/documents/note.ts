import { inputError } from "../../../api/call/errors.js";
import type { DocumentNote } from "./comments.types.js";
import type { CreatedDocument } from "./document-listener.js";

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
