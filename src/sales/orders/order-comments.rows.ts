import type { Db } from "../../db/database.js";
import { withoutNulls } from "../../db/models.js";
import type { OrderComment } from "./order-comments.types.js";

/** Returns the comments on an order, the oldest first. */
export async function readComments(db: Db, parent_id: number): Promise<OrderComment[]> {
  const rows = await db.models.salesOrderHistory.findMany({ where: { parent_id }, orderBy: { entity_id: "asc" } });
  return rows.map(withoutNulls);
}
