import { inputError } from "../../../../api/call/errors.js";
import type { Db } from "../../../../platform/db/database.js";
import { saveColumns } from "./save-columns.js";
import { canHold, canUnhold, inState } from "./order-states.js";
import { lockOrder } from "../lock-order.js";

/**
 * Puts an order on hold and remembers its state and status. Throws 400 if its state does not allow that, and 404 for an
 * unknown order.
 */
export async function holdOrder(db: Db, id: number): Promise<true> {
  const order = await lockOrder(db, id);
  if (!canHold(order)) throw inputError("A hold action is not available.");
  const { state: hold_before_state = null, status: hold_before_status = null } = order;
  await saveColumns(db, order, { hold_before_state, hold_before_status, ...inState("holded") });
  return true;
}

/**
 * Releases an order from hold and restores its state and status. Throws 400 if it is not on hold, and 404 for an unknown
 * order.
 */
export async function releaseOrder(db: Db, id: number): Promise<true> {
  const order = await lockOrder(db, id);
  if (!canUnhold(order)) throw inputError("You cannot remove the hold.");
  const { hold_before_state: state = null, hold_before_status: status = null } = order;
  await saveColumns(db, order, { state, status, hold_before_state: null, hold_before_status: null });
  return true;
}
