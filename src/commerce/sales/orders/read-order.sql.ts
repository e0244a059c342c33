// SQL: measured by `read-order`, `invoice-and-ship` and `search-orders`: reads orders with their parts in one statement
// instead of five.
import type { Db } from "../../../platform/db/database.js";
import { type ModelName, tableOf, jsonColumns, jsonRows } from "../../../platform/db/models.js";
import { addedAttributes } from "../../../api/contract/extension-attributes.js";
import { valuesColumn } from "../../../api/search-criteria/added-values.sql.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { orderValues, type StoredOrder } from "./stored-order.js";

/** Names of the JSON columns of orders and their parts. */
const namesOfJson = new Set(
  (["salesOrder", "salesOrderItem", "salesOrderPayment"] as const).flatMap((model) =>
    Object.entries(tableOf(model).columns).flatMap(([name, { type }]) => (type === "Json" ? [name] : [])),
  ),
);

/** JSON columns are read as text, so that nulls inside them are preserved. */
const columnsOf = (model: ModelName, alias = "t"): string => jsonColumns(model, alias, ["Json"]);

/** Returns SQL that reads orders without empty columns. Most columns are empty, and leaving them out halves the time. */
function ordersWhere(condition: string): string {
  const listOf = (model: ModelName, of: string, orderBy: string): string =>
    jsonRows(columnsOf(model), model, { where: `t."${of}" = o.entity_id`, orderBy });
  return `
    select json_strip_nulls(row_to_json(whole)) as found from (
      select ${columnsOf("salesOrder", "o")},
        ${listOf("salesOrderItem", "order_id", "item_id")} as items,
        ${listOf("salesOrderAddress", "parent_id", "entity_id")} as addresses,
        (select row_to_json(part) from (
          select ${columnsOf("salesOrderPayment")} from sales_order_payment t where t.parent_id = o.entity_id) part) as payment,
        ${listOf("salesOrderHistory", "parent_id", "created_at desc, entity_id desc")} as history,
        ${listOf("salesOrderTax", "order_id", "tax_id")} as taxes,
        ${listOf("salesOrderTaxItem", "order_id", "tax_item_id")} as tax_items${addedColumn()}
      from sales_order o where ${condition}) whole`;
}

/** Returns the column of the attributes that extensions added, if there are any. */
const addedColumn = () =>
  addedAttributes(orderValues.shape).length > 0 ? `, ${valuesColumn(orderValues, "o.entity_id")} as added` : "";

const texts = new Map<string, string>();

/** Returns the text of a statement, which is made once for the attributes that extensions added. */
function textWhere(condition: string): string {
  const key = addedColumn() + condition;
  const text = texts.get(key) ?? ordersWhere(condition);
  texts.set(key, text);
  return text;
}

/** Returns an order with its parts, without empty columns; undefined for an unknown order. */
export async function findOrder(db: Db, id: number): Promise<StoredOrder | undefined> {
  const row = await db.one<{ readonly found: RawOrder }>(textWhere("o.entity_id = $1"), [id]);
  return row && parseOrder(row.found);
}

/** Locks an order until the transaction ends. A statement that is sent after this one reads the locked order. */
export const lockOrderRow = (db: Db, id: number): Promise<unknown> =>
  db.execute("select entity_id from sales_order where entity_id = $1 for no key update", [id]);

/** Maximum number of orders per statement, because their text is in the memory of the database and of this process. */
const ordersPerStatement = 100;

/** Returns orders with their parts, in the order of the ids, without unknown ones. */
export async function findOrders(db: Db, ids: readonly number[]): Promise<StoredOrder[]> {
  const orders = new Map<number, StoredOrder>();
  for (let start = 0; start < ids.length; start += ordersPerStatement) {
    const rows = await db.query<{ readonly found: RawOrder }>(
      textWhere(`o.entity_id = any(${hiddenParameter(1, "int[]")})`),
      [ids.slice(start, start + ordersPerStatement)],
    );
    for (const { found } of rows) orders.set(found.entity_id, parseOrder(found));
  }
  return ids.flatMap((id) => orders.get(id) ?? []);
}

type RawOrder = Omit<StoredOrder, "payment"> & Partial<Pick<StoredOrder, "payment">>;

/** Returns an order with its JSON columns parsed. */
const parseOrder = ({ payment, items, ...order }: RawOrder): StoredOrder => ({
  ...withJson(order),
  items: items.map(withJson),
  payment: payment ? withJson(payment) : null,
});

function withJson<Row extends object>(row: Row): Row {
  for (const name of namesOfJson) {
    const text: unknown = Reflect.get(row, name);
    if (typeof text === "string") Reflect.set(row, name, JSON.parse(text));
  }
  return row;
}
