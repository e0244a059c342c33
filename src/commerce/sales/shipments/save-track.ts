import { couldNotSave } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { givenColumns } from "../orders/save/given-columns.js";
import { lockOrder } from "../orders/lock-order.js";
import { shownColumns } from "../required-keys.js";
import { readOrderId } from "./shipments.rows.js";
import type { ShipmentTrack } from "./shipments.types.js";
import { hasTrack, insertTrack, readOrderIdOfTrack, removeTrack, updateTrack } from "./tracks.rows.js";

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
  if (id === undefined) return shownColumns("track", await insertTrack(db, { ...columns, order_id, parent_id }));
  if (!(await hasTrack(db, { id, parent_id }))) throw notSaved();
  return shownColumns("track", await updateTrack(db, id, columns));
}

/** Deletes a tracking number. Does nothing for an unknown one. */
export async function deleteTrack(db: Db, entity_id: number): Promise<true> {
  const orderId = await readOrderIdOfTrack(db, entity_id);
  if (orderId === undefined) return true;
  await lockOrder(db, orderId);
  await removeTrack(db, entity_id);
  return true;
}
