// SQL: a set-based write: an order with its parts in two statements (measured by placing an order).
import type { Db } from "../../db/database.js";
import { type ColumnName, type ModelName, type Row, tableOf } from "../../db/models.js";

/** The ids of an order and its parts, and its number. */
export interface OrderIds {
  readonly order_id: number;
  readonly number: number;
  readonly items: readonly number[];
  readonly addresses: readonly number[];
  readonly payments: readonly number[];
  readonly comments: readonly number[];
  /** Time of the transaction, in UTC. */
  readonly time: string;
}

/** What ids are drawn for. */
interface IdsToDraw {
  readonly storeId: number;
  readonly items: number;
  readonly addresses: number;
  readonly payments?: number;
  readonly comments?: number;
  /** Whether the order has a number of its own, so that 0 is returned instead of the next one. */
  readonly hasNumber?: boolean;
}

/**
 * Draws the next number of a kind in a store view, under a lock that lasts until the transaction ends: numbers have no gaps.
 * It is the last lock that a transaction takes.
 */
const drawnNumber = (kind: string, storeId: string) => `
  insert into sales_sequence as s (kind, store_id, last_value) values (${kind}, ${storeId}, 1)
  on conflict (kind, store_id) do update set last_value = s.last_value + 1 returning last_value`;

const drawn = (table: string, key: string, count: string) =>
  `array(select nextval('${table}_${key}_seq')::int from generate_series(1, ${count}))`;

/** Draws the ids of an order and its parts, and its number in the store view. */
export async function drawOrderIds(db: Db, wanted: IdsToDraw): Promise<OrderIds> {
  const { storeId, items, addresses, payments = 0, comments = 0, hasNumber = false } = wanted;
  const number = hasNumber ? "select 0 as last_value where $1::int is not null" : drawnNumber("'order'", "$1::int");
  const ids = await db.one<OrderIds>(
    `with drawn as (${number})
     select nextval('sales_order_entity_id_seq')::int as order_id, (select last_value from drawn) as number,
       ${drawn("sales_order_item", "item_id", "$2::int")} as items,
       ${drawn("sales_order_address", "entity_id", "$3::int")} as addresses,
       ${drawn("sales_order_payment", "entity_id", "$4::int")} as payments,
       ${drawn("sales_order_status_history", "entity_id", "$5::int")} as comments,
       now()::timestamp(0)::text as time`,
    [storeId, items, addresses, payments, comments],
  );
  if (!ids) throw new Error("no ids of an order were drawn");
  return ids;
}

/** Rows of a model's table, all with the same columns; the others have their defaults. */
export interface NewRows<Model extends ModelName = ModelName> {
  readonly model: Model;
  readonly rows: readonly Partial<Row<Model>>[];
}

/** Inserts rows of several tables in one statement. They may refer to each other. */
export async function insertRows(db: Db, parts: readonly NewRows[]): Promise<void> {
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
