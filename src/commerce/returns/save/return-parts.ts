import { imageSize } from "image-size";
import { inputError, invalid, invalidValue, missing } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { readSettings, readStoreViews } from "../../store/published.js";
import { insertComments, insertTracks } from "../returns.rows.js";
import type { ReturnComment, ReturnTrack } from "../returns.types.js";

/** A locked return to add comments to. */
interface Commented {
  readonly id: number;
  readonly status: string;
}

/** Adds comments to a return. Throws 400 for a comment without a text or with the id of another return. */
export async function addComments(db: Db, { id, status }: Commented, given: readonly ReturnComment[]): Promise<void> {
  const rows = given.map((comment) => {
    if (!comment.comment?.trim()) throw missing(["comment"]);
    if (comment.rma_entity_id != null && comment.rma_entity_id !== 0 && comment.rma_entity_id !== id) {
      throw invalid("rma_entity_id", comment.rma_entity_id);
    }
    return {
      rma_entity_id: id,
      comment: comment.comment,
      customer_notified: comment.customer_notified ?? false,
      visible_on_front: comment.visible_on_front ?? false,
      status: comment.status || status,
      admin: comment.admin ?? true,
    };
  });
  if (rows.length > 0) await insertComments(db, rows);
}

/** A locked return to add tracks to. */
interface Tracked {
  readonly id: number;
  readonly storeId: number;
}

const customCarrier = "custom";

/**
 * Adds tracks to a return. Throws 400 for a missing number, a carrier that accepts no returns, and a label that is not a
 * JPEG.
 */
export async function addTracks(db: Db, { id, storeId }: Tracked, given: readonly ReturnTrack[]): Promise<void> {
  if (given.length === 0) return;
  const codes = [...new Set(given.map(({ carrier_code }) => carrier_code ?? ""))];
  const paths = codes.flatMap((code) => [`carriers/${code}/active_rma`, `carriers/${code}/title`]);
  const [settings, views] = await Promise.all([readSettings(db, paths), readStoreViews(db)]);
  const scope = { storeId, websiteId: views.find((view) => view.id === storeId)?.website_id ?? 0 };
  const rows = given.map(({ track_number, carrier_code, carrier_title, extension_attributes: extension }) => {
    const code = carrier_code ?? "";
    if (!track_number?.trim()) throw missing(["track_number"]);
    if (code !== customCarrier && !settings.isOn(`carriers/${code}/active_rma`, scope)) throw unknownCarrier(code);
    const label = extension?.shipping_label;
    return {
      rma_entity_id: id,
      track_number,
      carrier_code: code,
      carrier_title: carrier_title ?? settings.value(`carriers/${code}/title`, scope),
      label: label ? pictureOf(label) : null,
    };
  });
  await insertTracks(db, rows);
}

function unknownCarrier(code: string) {
  const { message, parameters } = invalidValue("carrier_code", code);
  return inputError(message, parameters);
}

function pictureOf(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  if (typeOf(bytes) !== "jpg") throw inputError("The shipping label must be a JPEG image in Base64.");
  return bytes;
}

function typeOf(bytes: Uint8Array): string | undefined {
  try {
    return imageSize(bytes).type;
  } catch {
    return undefined;
  }
}
