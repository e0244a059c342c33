// SQL: orders with their parts in one statement instead of five (measured by `read-order`, `invoice-and-ship` and `search-orders`).
import type { Db } from "../../db/database.js";
import { type ModelName, tableOf } from "../../db/models.js";
import type { StoredOrder } from "./orders.rows.js";

/** Types whose values JSON would not keep exactly as they are stored. */
const asText = new Set(["Decimal", "DateTime", "Date"]);

/** Returns the columns of a model's table with an alias. */
const columnsOf = (model: ModelName, alias = "t"): string =>
  Object.entries(tableOf(model).columns)
    .map(([name, { type }]) => `${alias}."${name}"${asText.has(type) ? `::text as "${name}"` : ""}`)
    .join(", ");

/** Returns the rows of a part of the order as a list. */
const listOf = (model: ModelName, of: string, order: string): string =>
  `coalesce((select json_agg(row_to_json(part)) from (
    select ${columnsOf(model)} from "${tableOf(model).table}" t where t."${of}" = o.entity_id order by ${order}) part), '[]'::json)`;

const ordersWhere = (condition: string): string => `
  select row_to_json(whole) as found from (
    select ${columnsOf("salesOrder", "o")},
      ${listOf("salesOrderItem", "order_id", "item_id")} as items,
      ${listOf("salesOrderAddress", "parent_id", "entity_id")} as addresses,
      (select row_to_json(part) from (
        select ${columnsOf("salesOrderPayment")} from sales_order_payment t where t.parent_id = o.entity_id) part) as payment,
      ${listOf("salesOrderHistory", "parent_id", "created_at desc, entity_id desc")} as history
    from sales_order o where ${condition}) whole`;

interface Found {
  readonly found: StoredOrder;
}

const oneOrder = ordersWhere("o.entity_id = $1");

/** Returns an order with its parts; undefined for an unknown one. */
export const findOrder = async (db: Db, id: number): Promise<StoredOrder | undefined> =>
  (await db.one<Found>(oneOrder, [id]))?.found;

const severalOrders = ordersWhere("o.entity_id = any($1::int[])");

/** Orders that one statement reads: their text is in the memory of the database and of this process. */
const atOnce = 100;

/** Returns orders with their parts, in the order of the ids and without unknown ones. */
export async function findOrders(db: Db, ids: readonly number[]): Promise<StoredOrder[]> {
  const orders = new Map<number, StoredOrder>();
  for (let start = 0; start < ids.length; start += atOnce) {
    const rows = await db.query<Found>(severalOrders, [ids.slice(start, start + atOnce)]);
    for (const { found } of rows) orders.set(found.entity_id, found);
  }
  return ids.flatMap((id) => orders.get(id) ?? []);
}
