import { withoutNulls } from "../../platform/db/models.js";
import type { CommentRow, ItemRow, StoredReturn, TrackRow } from "./returns.rows.js";
import type { Return, ReturnComment, ReturnItem, ReturnTrack } from "./returns.types.js";

/** Returns a stored return as its shape. */
export const toReturn = ({ items, comments, tracks, ...row }: StoredReturn): Return => ({
  ...withoutNulls(row),
  items: items.map(toItem),
  comments: comments.map(toComment),
  tracks: tracks.map(toTrack),
});

function toItem({ reason_other, ...row }: ItemRow): ReturnItem {
  return { ...row, ...(reason_other === null ? {} : { extension_attributes: { reason_other } }) };
}

export const toComment = (row: CommentRow): ReturnComment => row;
export const toTrack = (row: TrackRow): ReturnTrack => row;
