import type { Db } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../api/search-criteria/search-page.sql.js";
import { addedSqlFields } from "../../../api/search-criteria/added-values.sql.js";
import { fieldsByCode } from "../../../api/search-criteria/sql-field.js";
import { Order } from "./orders.types.js";
import { shownAs } from "../required-keys.js";
import { findOrders } from "./read-order.sql.js";
import { orderValues, type StoredOrder } from "./stored-order.js";
import type { OrderComment } from "./order-comments.types.js";

/** The names of the shape and of columns that only searches use. */
const fields = modelFields("salesOrder", Order, {
  shipping_method: "shipping_method",
  shipping_address_id: "shipping_address_id",
  pickup_location_code: "pickup_location_code",
  send_notification: "send_notification",
  notification_sent: "notification_sent",
  total_due: { sql: "greatest(coalesce(t.grand_total, 0) - coalesce(t.total_paid, 0), 0)", type: "decimal" },
});

/** The same with the attributes that extensions added. */
const allFields: typeof fields = {
  ...fields,
  field: (code) => fields.field(code) ?? fieldsByCode(addedSqlFields(orderValues, "t.entity_id"))(code),
};

/** Returns the orders that match the criteria. */
export const searchOrders = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<StoredOrder>> =>
  searchModel<"salesOrder", StoredOrder>(db, searchCriteria, {
    fields: allFields,
    read: (_, ids) => findOrders(db, ids),
  });

/** Returns an order's status; undefined for an unknown order. */
export async function findStatus(db: Db, entity_id: number): Promise<{ readonly status: string | null } | undefined> {
  return (await db.models.salesOrder.findUnique({ where: { entity_id }, select: { status: true } })) ?? undefined;
}

/** Whether an order exists. */
export const hasOrder = async (db: Db, entity_id: number): Promise<boolean> =>
  (await db.models.salesOrder.count({ where: { entity_id } })) > 0;

/** Returns the comments on an order, the oldest first. */
export async function readComments(db: Db, parent_id: number): Promise<OrderComment[]> {
  const rows = await db.models.salesOrderHistory.findMany({ where: { parent_id }, orderBy: { entity_id: "asc" } });
  return rows.map(shownAs("comment"));
}
