// SQL: set-based writes and locks: reservations of many SKUs in a few statements (measured by `reserve`).
import { hiddenLists, hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { Db } from "../../../platform/db/database.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { documentKey, orderType, type StockEvent, type StockQuantity } from "./stock-event.js";
import { keyOf } from "../../../platform/db/models.js";

/**
 * Records an event and locks the reserved quantities of SKUs in a stock, in the order of the SKUs, until the transaction
 * ends. Returns false, and locks nothing, if the event was recorded before.
 */
export async function beginEvent(
  db: Db,
  event: StockEvent,
  { stockId, keys }: { readonly stockId: number; readonly keys: readonly string[] },
): Promise<boolean> {
  const locked = await db.execute(
    `with event as (
      insert into inventory_stock_event (object_type, object_id, event_type, document_id)
      values ('${orderType}', $1, $2, $3) on conflict do nothing returning 1)
    insert into inventory_reserved_quantity (sku_key, stock_id)
    select key, $4::int from unnest(${hiddenParameter(5, "text[]")}) as given (key)
    where exists (select from event) order by key collate "C"
    on conflict (sku_key, stock_id) do update set quantity = inventory_reserved_quantity.quantity`,
    [String(event.orderId), event.type, documentKey(event), stockId, keys],
  );
  return locked > 0;
}

/** Records a new event at commit. The transaction fails if the event was recorded before. */
export const recordNewEvent = (db: Db, event: StockEvent) =>
  db.atCommit.execute(
    `insert into inventory_stock_event (object_type, object_id, event_type, document_id)
    values ('${orderType}', $1, $2, $3)`,
    [String(event.orderId), event.type, documentKey(event)],
  );

/**
 * Locks the reserved quantities of SKUs in a stock, as `beginEvent` does. Call it before taking locks that come after
 * stock.
 */
export const lockReserved = (
  db: Db,
  { stockId, keys }: { readonly stockId: number; readonly keys: readonly string[] },
) =>
  db.execute(
    `insert into inventory_reserved_quantity (sku_key, stock_id)
    select key, $1::int from unnest(${hiddenParameter(2, "text[]")}) as given (key) order by key collate "C"
    on conflict (sku_key, stock_id) do update set quantity = inventory_reserved_quantity.quantity`,
    [stockId, keys],
  );

/** Reservations to append, whose sums `beginEvent` has locked. Negative quantities are promised goods. */
export interface ReservationsToAppend {
  readonly stockId: number;
  readonly rows: readonly StockQuantity[];
}

/** Appends reservations and adds them to the stored sums at commit. */
export async function appendReservations(
  db: Db,
  event: StockEvent,
  { stockId, rows }: ReservationsToAppend,
): Promise<void> {
  if (rows.length === 0) return;
  await db.atCommit.execute(
    `with given as (
      select * from unnest(${hiddenLists("text", "text", "numeric")}) as given (sku, key, quantity)),
    added as (
      insert into inventory_reservation
        (stock_id, sku, sku_key, quantity, event_type, object_type, object_id, object_increment_id)
      select $4::int, sku, key, quantity, $5, '${orderType}', $6, $7 from given order by key collate "C")
    update inventory_reserved_quantity kept set quantity = kept.quantity + given.quantity
    from given where kept.sku_key = given.key and kept.stock_id = $4::int`,
    [
      rows.map(({ sku }) => sku),
      rows.map(({ sku }) => keyOf(sku)),
      rows.map(({ quantity }) => quantity),
      stockId,
      event.type,
      String(event.orderId),
      event.orderIncrementId,
    ],
  );
}

/** Returns the quantities that an order still has reserved in a stock, by SKU in lower case. */
export async function readReserved(
  db: Db,
  { orderIncrementId }: StockEvent,
  { stockId, keys }: { readonly stockId: number; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, Quantity>> {
  const rows = await db.query<{ sku_key: string; quantity: Quantity }>(
    `select sku_key, greatest(-sum(quantity), 0) as quantity from inventory_reservation
    where object_type = '${orderType}' and object_increment_id = $1 and stock_id = $2 and sku_key = any($3::text[])
    group by sku_key`,
    [orderIncrementId, stockId, keys],
  );
  return new Map(rows.map(({ sku_key: key, quantity }) => [key, quantity]));
}

/** Moves the reservations of a SKU to another SKU. */
export async function moveReservations(db: Db, from: string, to: string): Promise<void> {
  const keys = [keyOf(from), keyOf(to)];
  if (keys[0] === keys[1]) return;
  await db.execute(
    `with moved as (delete from inventory_reserved_quantity where sku_key = $1 returning stock_id, quantity)
    insert into inventory_reserved_quantity as kept (sku_key, stock_id, quantity)
    select $2, stock_id, quantity from moved order by stock_id
    on conflict (sku_key, stock_id) do update set quantity = kept.quantity + excluded.quantity`,
    keys,
  );
  await db.execute("update inventory_reservation set sku = $3, sku_key = $2 where sku_key = $1", [...keys, to]);
}
