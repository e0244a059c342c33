import { couldNotSave } from "../../call/errors.js";
import { withoutNulls } from "../../contract/without-nulls.js";
import type { Db } from "../../db/database.js";
import { now } from "../../db/moment.js";
import type { Prisma } from "../../db/models.js";
import { givenColumns } from "../orders/given-columns.js";
import { lockOrder } from "../orders/orders.rows.js";
import { readOrderId } from "./shipments.rows.js";
import type { ShipmentTrack } from "./shipments.types.js";

const notSaved = () => couldNotSave("Could not save the shipment tracking.");

/**
 * Adds a tracking number to a shipment, or changes the one with the id, and returns it. Throws 400 if the order, the
 * shipment, the number or the carrier is missing, or if they do not belong together.
 */
export async function saveTrack(db: Db, given: ShipmentTrack): Promise<ShipmentTrack> {
  const { order_id, parent_id, track_number, carrier_code } = given;
  const id = given.entity_id || undefined;
  if (!order_id || !parent_id || !track_number?.trim() || !carrier_code) throw notSaved();
  if ((await readOrderId(db, parent_id)) !== order_id) throw notSaved();
  await lockOrder(db, order_id);
  const columns = givenColumns("salesShipmentTrack", given);
  if (id === undefined) {
    const data = { ...columns, order_id, parent_id };
    return withoutNulls(await db.models.salesShipmentTrack.create({ data }));
  }
  if ((await db.models.salesShipmentTrack.count({ where: { entity_id: id, parent_id } })) === 0) throw notSaved();
  const data = { ...columns, updated_at: now } as Prisma.SalesShipmentTrackUncheckedUpdateInput;
  return withoutNulls(await db.models.salesShipmentTrack.update({ where: { entity_id: id }, data }));
}

/** Deletes a tracking number. Does nothing for an unknown one. */
export async function deleteTrack(db: Db, entity_id: number): Promise<true> {
  const track = await db.models.salesShipmentTrack.findUnique({ where: { entity_id }, select: { order_id: true } });
  if (!track) return true;
  await lockOrder(db, track.order_id);
  await db.models.salesShipmentTrack.deleteMany({ where: { entity_id } });
  return true;
}
