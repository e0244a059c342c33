import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** Returns the number of open operations. */
async function openOperations(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>("select count(*) as n from bulk_operation where status in (2, 4)");
  return Number(rows[0]?.n);
}

/** Seconds after which waiting for an empty queue is given up. */
const maxDrainSeconds = 300;

/** Waits until no operation is open. Rejects after five minutes. */
export async function waitUntilDrained(client: pg.Client): Promise<void> {
  const giveUp = performance.now() + maxDrainSeconds * 1000;
  for (let open = await openOperations(client); open > 0; open = await openOperations(client)) {
    if (performance.now() > giveUp) {
      throw new Error(`${open} operations were still open after ${maxDrainSeconds} seconds.`);
    }
    await pause(500);
  }
}

/** Returns the number of finished operations. */
export async function endedOperations(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    "select count(*) as n from bulk_operation where status not in (2, 4)",
  );
  return Number(rows[0]?.n);
}

/** Counts of faults in placing orders; each is 0 if all is well. */
export interface FaultCounts {
  /** Carts with several orders. */
  readonly doubled: number;
  /** Carts that are still open, and closed carts without an order. */
  readonly lost: number;
  /** SKUs whose reserved quantity differs from the ordered one. */
  readonly stockLeaked: number;
  /** Difference between the uses of the coupon and the orders with it. */
  readonly couponUsesWrong: number;
  /** Orders without an event or with several events. */
  readonly eventsWrong: number;
  /** Difference between the confirmation mails and the orders. */
  readonly mailsWrong: number;
  /** Unused order numbers. */
  readonly gaps: number;
}

const faultQuery = `
  with ordered as (select quote_id, count(*) as orders from sales_order group by quote_id),
  reserved as (select sku_key, sum(quantity) as quantity from inventory_reservation group by sku_key),
  sold as (select lower(sku) as sku_key, sum(qty_ordered) as quantity from sales_order_item group by lower(sku))
  select (select count(*) from ordered where orders > 1) as doubled,
    (select count(*) from cart left join ordered on ordered.quote_id = cart.id
      where cart.mask is distinct from $1 and (cart.is_active or ordered.orders is null)) as lost,
    (select count(*) from reserved full join sold using (sku_key) full join inventory_reserved_quantity kept using (sku_key)
      where coalesce(reserved.quantity, 0) + coalesce(sold.quantity, 0) <> 0
        or coalesce(reserved.quantity, 0) <> coalesce(kept.quantity, 0)) as "stockLeaked",
    (select abs(times_used - (select count(*) from sales_order where lower(coupon_code) = code_key)) from coupon
      where code_key = lower($2)) as "couponUsesWrong",
    (select count(*) from sales_order full join (
        select (data::jsonb ->> 'entity_id')::int as entity_id, count(*) as events from feed_event
        where type = 'order.placed' group by 1) placed using (entity_id)
      where placed.events is distinct from 1 or sales_order.quote_id is null) as "eventsWrong",
    (select abs((select count(*) from mail where kind like 'order%') - (select count(*) from sales_order))) as "mailsWrong",
    (select last_value - (select count(distinct increment_id::int) from sales_order) from sales_sequence
      where kind = 'order') as gaps`;

/**
 * Compares carts, orders, reservations, uses of the coupon, events, mails and numbers. The template cart is never
 * ordered.
 */
export async function countFaults(
  client: pg.Client,
  { template, couponCode }: { readonly template: string; readonly couponCode: string },
): Promise<FaultCounts> {
  const { rows } = await client.query<Record<keyof FaultCounts, string | null>>(faultQuery, [template, couponCode]);
  const [row] = rows;
  if (!row) throw new Error("The query returned no verdict.");
  // A missing coupon or order is a fault, too.
  const countOf = (name: keyof FaultCounts) => Number(row[name] ?? NaN);
  return {
    doubled: countOf("doubled"),
    lost: countOf("lost"),
    stockLeaked: countOf("stockLeaked"),
    couponUsesWrong: countOf("couponUsesWrong"),
    eventsWrong: countOf("eventsWrong"),
    mailsWrong: countOf("mailsWrong"),
    gaps: countOf("gaps"),
  };
}
