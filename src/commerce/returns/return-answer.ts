import { PDFDocument } from "pdf-lib";
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

/** A page of size A6, as labels are, in points. */
const labelPage: [width: number, height: number] = [298, 420];

/** Returns a PDF with a page for each JPEG picture, scaled to fit the page. */
export async function labelsPdf(pictures: readonly Uint8Array[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const picture of pictures) {
    const image = await document.embedJpg(picture);
    document.addPage(labelPage).drawImage(image, { x: 0, y: 0, ...image.scaleToFit(...labelPage) });
  }
  return Buffer.from(await document.save());
}
