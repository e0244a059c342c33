import type { Db } from "../../../../platform/db/database.js";
import { readFinishedState } from "../settle.rows.js";
import type { OrderColumns, StoredOrder } from "../stored-order.js";
import { updateOrder } from "./change-order.rows.js";
import { type OrderEventColumns, recordOrderEvent } from "./order-events.js";

/** Writes columns of a locked order and the resulting state, as every save of an order does. Returns the changed order. */
export async function saveColumns(db: Db, order: StoredOrder, columns: OrderColumns): Promise<StoredOrder> {
  const changed = { ...order, ...columns };
  const data = { ...columns, ...(await readFinishedState(db, changed)) };
  const saved = { ...changed, ...data, updated_at: await updateOrder(db, order.entity_id, data) };
  await recordStateChange(db, order, saved);
  return saved;
}

/** Records an event if the state or the status of a locked order changes. */
export async function recordStateChange(db: Db, before: OrderColumns, after: OrderEventColumns): Promise<void> {
  if ((before.state ?? null) === (after.state ?? null) && (before.status ?? null) === (after.status ?? null)) return;
  await recordOrderEvent(db, "order.state_changed", after);
}
