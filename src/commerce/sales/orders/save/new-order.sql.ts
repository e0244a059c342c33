// SQL: a set-based write. It inserts an order with its parts in two statements (measured by `place-order`).
import { hiddenParameter } from "../../../../platform/db/statements/parameters.js";
import type { Db, Writes } from "../../../../platform/db/database.js";
import { type ColumnName, type ModelName, type Row, tableOf } from "../../../../platform/db/models.js";

/** The ids of an order and its parts. */
export interface OrderIds {
  readonly order_id: number;
  readonly items: readonly number[];
  readonly addresses: readonly number[];
  readonly payments: readonly number[];
  readonly comments: readonly number[];
  readonly taxes: readonly number[];
  readonly taxItems: readonly number[];
  /** Time of the transaction, in UTC. */
  readonly time: string;
}

/** Numbers of ids to draw. */
export interface IdsToDraw {
  readonly items: number;
  readonly addresses: number;
  readonly payments?: number;
  readonly comments?: number;
  readonly taxes?: number;
  readonly taxItems?: number;
}

const nextIdsSql = (table: string, key: string, parameter: number) =>
  `array(select nextval('${table}_${key}_seq')::int from generate_series(1, ${hiddenParameter(parameter, "int")}))`;

/** Draws the ids of an order and its parts. Takes no lock. */
export async function drawOrderIds(db: Db, wanted: IdsToDraw): Promise<OrderIds> {
  const { items, addresses, payments = 0, comments = 0, taxes = 0, taxItems = 0 } = wanted;
  const ids = await db.one<OrderIds>(
    `select nextval('sales_order_entity_id_seq')::int as order_id,
       ${nextIdsSql("sales_order_item", "item_id", 1)} as items,
       ${nextIdsSql("sales_order_address", "entity_id", 2)} as addresses,
       ${nextIdsSql("sales_order_payment", "entity_id", 3)} as payments,
       ${nextIdsSql("sales_order_status_history", "entity_id", 4)} as comments,
       ${nextIdsSql("sales_order_tax", "tax_id", 5)} as taxes,
       ${nextIdsSql("sales_order_tax_item", "tax_item_id", 6)} as "taxItems",
       now()::timestamp(0)::text as time`,
    [items, addresses, payments, comments, taxes, taxItems],
  );
  if (!ids) throw new Error("failed to draw ids for an order");
  return ids;
}

/** Rows of a model's table, all with the same columns. Other columns have their defaults. */
export interface NewRows<Model extends ModelName = ModelName> {
  readonly model: Model;
  readonly rows: readonly Partial<Row<Model>>[];
}

/** Inserts rows of several tables in one statement. They may refer to each other. */
export async function insertRows(db: Writes, parts: readonly NewRows[]): Promise<void> {
  const given = parts.filter(({ rows }) => rows.length > 0);
  const inserts = given.map(({ model, rows: [first = {}] }, at) => {
    const { table, columns } = tableOf(model);
    const names = Object.keys(columns).filter((column) => Object.hasOwn(first, column as ColumnName<ModelName>));
    const list = names.map((name) => `"${name}"`).join(", ");
    return `part_${at} as (insert into "${table}" (${list})
      select ${list} from json_populate_recordset(null::"${table}", $${at + 1}::json))`;
  });
  await db.execute(
    `with ${inserts.join(", ")} select 1`,
    given.map(({ rows }) => JSON.stringify(rows)),
  );
}
