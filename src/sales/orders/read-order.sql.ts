// SQL: an order with its parts in one statement instead of five (measured by `read-order` and `invoice-and-ship`).
import type { Db } from "../../db/database.js";
import { type ModelName, tableOf } from "../../db/models.js";
import type { StoredOrder } from "./orders.rows.js";

/** Types whose values JSON would not keep exactly as they are stored. */
const asText = new Set(["Decimal", "DateTime", "Date"]);

/** Returns the columns of a model's table with the alias `t`. */
const columnsOf = (model: ModelName): string =>
  Object.entries(tableOf(model).columns)
    .map(([name, { type }]) => `t."${name}"${asText.has(type) ? `::text as "${name}"` : ""}`)
    .join(", ");

/** Returns the rows of a part as a list. */
const listOf = (model: ModelName, of: string, order: string): string =>
  `coalesce((select json_agg(row_to_json(part)) from (
    select ${columnsOf(model)} from "${tableOf(model).table}" t where t."${of}" = $1 order by ${order}) part), '[]'::json)`;

const text = `
  select row_to_json(whole) as found from (
    select ${columnsOf("salesOrder")},
      ${listOf("salesOrderItem", "order_id", "item_id")} as items,
      ${listOf("salesOrderAddress", "parent_id", "entity_id")} as addresses,
      (select row_to_json(part) from (
        select ${columnsOf("salesOrderPayment")} from sales_order_payment t where t.parent_id = $1) part) as payment,
      ${listOf("salesOrderHistory", "parent_id", "created_at desc, entity_id desc")} as history
    from sales_order t where t.entity_id = $1) whole`;

/** Returns an order with its parts; undefined for an unknown one. */
export const findOrder = async (db: Db, id: number): Promise<StoredOrder | undefined> =>
  (await db.one<{ readonly found: StoredOrder }>(text, [id]))?.found;
