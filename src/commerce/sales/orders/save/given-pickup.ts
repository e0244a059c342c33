import { noSuchEntity } from "../../../../api/call/errors.js";
import type { Db } from "../../../../platform/db/database.js";
import { hasSource } from "../../../inventory/published.js";
import type { Order } from "../orders.types.js";
import type { OrderColumns } from "../stored-order.js";
import { givenColumns } from "./given-columns.js";

/** Returns the columns of the pickup of an order in a request. As in Magento, those that are not sent or null are kept. */
export function pickupColumns({ extension_attributes: more }: Order): OrderColumns {
  const { pickup_location_code, send_notification, notification_sent } = more ?? {};
  const given = Object.entries({ pickup_location_code, send_notification, notification_sent });
  return givenColumns("salesOrder", Object.fromEntries(given.filter(([, value]) => value != null && value !== "")));
}

/** Throws 404 for an order in a request that is picked up at an unknown source. */
export async function checkPickupLocation(db: Db, { extension_attributes: more }: Order): Promise<void> {
  const code = more?.pickup_location_code;
  if (code && !(await hasSource(db, code))) throw noSuchEntity("pickup_location_code", code);
}
