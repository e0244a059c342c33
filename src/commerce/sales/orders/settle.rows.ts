import type { Db } from "../../../platform/db/database.js";
import { finishedState, type StateAndStatus } from "./states/order-states.js";
import type { StoredOrder } from "./stored-order.js";

/** State of an open invoice. */
const openInvoice = 1;

/**
 * Returns the state that an order gets when it is saved, as `finishedState` does. Reads open invoices only if they matter.
 */
export async function readFinishedState(db: Db, order: StoredOrder): Promise<StateAndStatus | undefined> {
  const settled = finishedState(order, { hasOpenInvoice: false });
  const waits = settled !== undefined && finishedState(order, { hasOpenInvoice: true }) === undefined;
  return waits && (await hasOpenInvoice(db, order.entity_id)) ? undefined : settled;
}

const hasOpenInvoice = async (db: Db, order_id: number): Promise<boolean> =>
  (await db.models.salesInvoice.findFirst({
    where: { order_id, state: openInvoice },
    select: { entity_id: true },
  })) !== null;
