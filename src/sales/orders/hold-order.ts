import { inputError } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import { saveColumns } from "./change-order.rows.js";
import { canHold, canUnhold, inState } from "./order-states.js";
import { lockOrder } from "./orders.rows.js";

/** Puts an order on hold and keeps its state and status. Throws 400 if its state does not allow that, 404 for an unknown one. */
export async function holdOrder(db: Db, id: number): Promise<true> {
  const order = await lockOrder(db, id);
  if (!canHold(order)) throw inputError("A hold action is not available.");
  const { state: hold_before_state = null, status: hold_before_status = null } = order;
  await saveColumns(db, order, { hold_before_state, hold_before_status, ...inState("holded") });
  return true;
}

/** Gives an order on hold its state and status back. Throws 400 for one that is not on hold, 404 for an unknown one. */
export async function releaseOrder(db: Db, id: number): Promise<true> {
  const order = await lockOrder(db, id);
  if (!canUnhold(order)) throw inputError("You cannot remove the hold.");
  const { hold_before_state: state = null, hold_before_status: status = null } = order;
  await saveColumns(db, order, { state, status, hold_before_state: null, hold_before_status: null });
  return true;
}
