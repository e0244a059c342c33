// SQL: models cannot read a limited number of orders for each of many customers in one statement.
import type { Db } from "../../platform/db/database.js";

/** Returns the ids of the latest orders of each customer, up to a number. */
export const readLatestOrders = (
  db: Db,
  customerIds: readonly number[],
  limit: number,
): Promise<{ readonly customer_id: number; readonly entity_id: number }[]> =>
  db.query(
    `select given.id as customer_id, o.entity_id from unnest($1::int[]) as given (id)
     cross join lateral (
       select entity_id from sales_order where customer_id = given.id order by entity_id desc limit $2::int) o
     order by given.id, o.entity_id desc`,
    [customerIds, limit],
  );
