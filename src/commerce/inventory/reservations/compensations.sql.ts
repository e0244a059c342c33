// SQL: set-based writes, and sums over all reservations, which may be millions.
import type { Db } from "../../../platform/db/database.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { orderType } from "./stock-event.js";
import { keyOf } from "../../../platform/db/models.js";

/** Sum of an order's reservations of a SKU in a stock. */
export interface OrderReservation {
  readonly order: string;
  readonly sku: string;
  readonly stockId: number;
  readonly quantity: Quantity;
}

/** Maximum number of groups that a cleanup deletes with one statement. */
const maxGroups = 10_000;

/**
 * Deletes the reservations of an order for a SKU in a stock if they sum to zero, which changes no sum. Returns the number
 * of deleted reservations. Several processes can run it at once.
 */
export async function removeSettledReservations(db: Db): Promise<number> {
  let removed = 0;
  for (;;) {
    const done = await db.one<{ groups: number; rows: number }>(
      `with settled as (
        select object_type, object_increment_id, sku_key, stock_id from inventory_reservation
        where object_increment_id is not null
        group by object_type, object_increment_id, sku_key, stock_id having sum(quantity) = 0 limit $1),
      gone as (
        delete from inventory_reservation row using settled
        where row.object_type = settled.object_type and row.object_increment_id = settled.object_increment_id
          and row.sku_key = settled.sku_key and row.stock_id = settled.stock_id returning 1)
      select (select count(*) from settled)::int as groups, (select count(*) from gone)::int as rows`,
      [maxGroups],
    );
    removed += done?.rows ?? 0;
    if ((done?.groups ?? 0) < maxGroups) return removed;
  }
}

/**
 * Returns the sums of reservations per order, SKU and stock, for a number of orders after the given one, sorted by order
 * number.
 */
export const readOrderReservations = (db: Db, after: string, orders: number): Promise<OrderReservation[]> =>
  db.query<OrderReservation>(
    `select row.object_increment_id as order, min(row.sku) as sku, row.stock_id as "stockId", sum(row.quantity) as quantity
    from inventory_reservation row
    where row.object_type = '${orderType}' and row.object_increment_id in (
      select distinct object_increment_id from inventory_reservation
      where object_type = '${orderType}' and object_increment_id > $1 order by object_increment_id limit $2)
    group by row.object_increment_id, row.sku_key, row.stock_id
    order by row.object_increment_id, row.sku_key, row.stock_id`,
    [after, orders],
  );

/** Appends reservations that compensate for inconsistencies, all or none, and adds them to the stored sums. */
export async function appendCompensations(db: Db, rows: readonly OrderReservation[]): Promise<void> {
  const given = [
    rows.map(({ order }) => order),
    rows.map(({ sku }) => sku),
    rows.map(({ sku }) => keyOf(sku)),
    rows.map(({ quantity }) => quantity),
    rows.map(({ stockId }) => stockId),
  ];
  await db.execute(
    `with given as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::int[])
        as given (increment_id, sku, key, quantity, stock_id)),
    added as (
      insert into inventory_reservation (stock_id, sku, sku_key, quantity, event_type, object_type, object_increment_id)
      select stock_id, sku, key, quantity, 'manual_compensation', '${orderType}', increment_id from given)
    insert into inventory_reserved_quantity as kept (sku_key, stock_id, quantity)
    select key, stock_id, sum(quantity) from given group by key, stock_id order by key collate "C", stock_id
    on conflict (sku_key, stock_id) do update set quantity = kept.quantity + excluded.quantity`,
    given,
  );
}
