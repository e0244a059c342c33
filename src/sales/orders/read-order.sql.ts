// SQL: orders with their parts in one statement instead of five (measured by `read-order`, `invoice-and-ship` and `search-orders`).
import type { Db } from "../../db/database.js";
import { type ModelName, tableOf } from "../../db/models.js";
import type { StoredOrder } from "./orders.rows.js";

/** Types whose values JSON would not keep exactly as they are stored. */
const asText = new Set(["Decimal", "DateTime", "Date"]);

/** Columns of JSON, of orders and all of their parts. */
const jsonColumns = new Set(
  (["salesOrder", "salesOrderItem", "salesOrderPayment"] as const).flatMap((model) =>
    Object.entries(tableOf(model).columns).flatMap(([name, { type }]) => (type === "Json" ? [name] : [])),
  ),
);

/** How a statement writes orders. */
interface Form {
  /** Whether columns without a value are left out. Columns of JSON are then text, so that the nulls in them stay. */
  readonly isShort: boolean;
}

/** Returns the columns of a model's table with an alias. */
const columnsOf = (model: ModelName, { isShort, alias = "t" }: Form & { readonly alias?: string }): string =>
  Object.entries(tableOf(model).columns)
    .map(([name, { type }]) => {
      const isText = asText.has(type) || (isShort && type === "Json");
      return `${alias}."${name}"${isText ? `::text as "${name}"` : ""}`;
    })
    .join(", ");

function ordersWhere(condition: string, form: Form): string {
  const listOf = (model: ModelName, of: string, order: string): string =>
    `coalesce((select json_agg(row_to_json(part)) from (
      select ${columnsOf(model, form)} from "${tableOf(model).table}" t where t."${of}" = o.entity_id order by ${order}) part), '[]'::json)`;
  return `
    select ${form.isShort ? "json_strip_nulls(row_to_json(whole))" : "row_to_json(whole)"} as found from (
      select ${columnsOf("salesOrder", { ...form, alias: "o" })},
        ${listOf("salesOrderItem", "order_id", "item_id")} as items,
        ${listOf("salesOrderAddress", "parent_id", "entity_id")} as addresses,
        (select row_to_json(part) from (
          select ${columnsOf("salesOrderPayment", form)} from sales_order_payment t where t.parent_id = o.entity_id) part) as payment,
        ${listOf("salesOrderHistory", "parent_id", "created_at desc, entity_id desc")} as history
      from sales_order o where ${condition}) whole`;
}

const oneOrder = ordersWhere("o.entity_id = $1", { isShort: false });

/** Returns an order with its parts and all of their columns; undefined for an unknown one. */
export const findOrder = async (db: Db, id: number): Promise<StoredOrder | undefined> =>
  (await db.one<{ readonly found: StoredOrder }>(oneOrder, [id]))?.found;

const severalOrders = ordersWhere("o.entity_id = any($1::int[])", { isShort: true });

/** Orders that one statement reads: their text is in the memory of the database and of this process. */
const atOnce = 100;

/**
 * Returns orders with their parts, in the order of the ids and without unknown ones. Most columns have no value: without
 * them, an order takes half the time.
 */
export async function findOrders(db: Db, ids: readonly number[]): Promise<StoredOrder[]> {
  const orders = new Map<number, StoredOrder>();
  for (let start = 0; start < ids.length; start += atOnce) {
    const rows = await db.query<{ readonly found: ShortOrder }>(severalOrders, [ids.slice(start, start + atOnce)]);
    for (const { found } of rows) orders.set(found.entity_id, wholeOrder(found));
  }
  return ids.flatMap((id) => orders.get(id) ?? []);
}

type ShortOrder = Omit<StoredOrder, "payment"> & Partial<Pick<StoredOrder, "payment">>;

/** Returns an order with its columns of JSON as values. */
const wholeOrder = ({ payment, items, ...order }: ShortOrder): StoredOrder => ({
  ...withJson(order),
  items: items.map(withJson),
  payment: payment ? withJson(payment) : null,
});

function withJson<Row extends object>(row: Row): Row {
  for (const name of jsonColumns) {
    const text: unknown = Reflect.get(row, name);
    if (typeof text === "string") Reflect.set(row, name, JSON.parse(text));
  }
  return row;
}
