import type { Db } from "../../../platform/db/database.js";
import { type Row, now } from "../../../platform/db/models.js";

type TrackRow = Row<"salesShipmentTrack">;

/** Inserts a tracking number and returns it. */
export const insertTrack = (
  db: Db,
  columns: Partial<TrackRow> & Pick<TrackRow, "order_id" | "parent_id">,
): Promise<TrackRow> => db.models.salesShipmentTrack.create({ data: columns });

/** Whether a shipment has the tracking number. */
export const hasTrack = async (db: Db, { id, parent_id }: { readonly id: number; readonly parent_id: number }) =>
  (await db.models.salesShipmentTrack.count({ where: { entity_id: id, parent_id } })) > 0;

/** Writes columns of a tracking number and returns it. */
export function updateTrack(db: Db, entity_id: number, columns: Partial<TrackRow>): Promise<TrackRow> {
  const data = { ...columns, updated_at: now };
  return db.models.salesShipmentTrack.update({ where: { entity_id }, data });
}

/** Returns the id of the order of a tracking number; undefined for an unknown tracking number. */
export async function readOrderIdOfTrack(db: Db, entity_id: number): Promise<number | undefined> {
  const track = await db.models.salesShipmentTrack.findUnique({ where: { entity_id }, select: { order_id: true } });
  return track?.order_id;
}

/** Deletes a tracking number. */
export async function removeTrack(db: Db, entity_id: number): Promise<void> {
  await db.models.salesShipmentTrack.deleteMany({ where: { entity_id } });
}
