/** Something that a shop has many of. */
export interface Filling {
  readonly name: string;
  /** How many a shop with a million products has. */
  readonly count: number;
  /** Statement that adds those with the numbers from `$1` to `$2`. */
  readonly insert: string;
}

/** Numbers of one statement, and operations of a bulk. */
const atATime = 100_000;
/** Changes in a block of the history. */
const inBlock = 500;

const numbers = "generate_series($1::bigint, $2::bigint) n";

const prices: Filling = {
  name: "prices in store views",
  count: 5_000_000,
  insert: `with views as (select id, row_number() over (order by id) - 1 as place, count(*) over () as views from store where id > 0),
      sold as (select min(id) as first, max(id) - min(id) + 1 as products from product)
    insert into product_price (product_id, store_id, price)
    select p.id, v.id, 5 + (n * 7919) % 20000 / 100.0
    from ${numbers} cross join sold join views v on v.place = (n / sold.products) % v.views
    join product p on p.id = sold.first + n % sold.products
    on conflict do nothing`,
};

const customers: Filling = {
  name: "customers",
  count: 1_000_000,
  insert: `with taken as (select coalesce(max(id), 0) as last from customer)
    insert into customer (website_id, store_id, group_id, email, email_key, firstname, lastname, created_at, updated_at)
    select 1, 1, 1, 'shopper-' || n + taken.last || '@example.com', 'shopper-' || n + taken.last || '@example.com', 'Ada', 'Byron',
      at.time, at.time
    from ${numbers} cross join taken
    cross join lateral (select timestamp '2024-01-01' + make_interval(secs => n * 60) as time) at`,
};

const orders: Filling = {
  name: "orders of two lines",
  count: 5_000_000,
  insert: `with taken as (select coalesce(max(entity_id), 0) as last from sales_order),
      sold as (select min(id) as first, max(id) - min(id) + 1 as products from product),
      added as (
        insert into sales_order (increment_id, store_id, state, status, customer_email, customer_is_guest, base_currency_code,
          order_currency_code, subtotal, base_subtotal, grand_total, base_grand_total, total_qty_ordered, created_at, updated_at)
        select 'FILLED-' || n + taken.last, 1, 'complete', 'complete', 'shopper-' || n % 1000000 || '@example.com', 1, 'USD', 'USD',
          20, 20, 25, 25, 2, at.time, at.time
        from ${numbers} cross join taken
        cross join lateral (select timestamp '2024-01-01' + make_interval(secs => n * 12) as time) at
        returning entity_id)
    insert into sales_order_item (order_id, sku, name, product_id, product_type, store_id, qty_ordered, price, base_price)
    select added.entity_id, p.sku, p.sku, p.id, p.type_id, 1, 1, 10, 10
    from added cross join generate_series(1, 2) line cross join sold
    join product p on p.id = sold.first + (added.entity_id * 7919::bigint + line) % sold.products`,
};

const changes: Filling = {
  name: "changes of prices in the history",
  count: 25_000_000,
  insert: `with sold as (select min(id) as first, max(id) - min(id) + 1 as products from product),
      numbered as materialized (
        select n, nextval('price_change_set_id_seq') as set_id, now() - make_interval(secs => n / 10) as changed_at
        from ${numbers} where n % ${inBlock} = 0),
      sets as (
        insert into price_change_set (id, changed_at, actor_type, call, request_id, position)
        select set_id, changed_at, 2, 'BasePriceStorage.update', 'bench:fill', state.last_position + row_number() over (order by set_id)
        from numbered cross join price_history_state state),
      moved as (update price_history_state set last_position = last_position + (select count(*) from numbered))
    insert into price_change_block (set_id, seq, changed_at, kind, product_ids, skus, store_ids, old_prices, new_prices)
    select set_id, 0, changed_at, 'base', changed.ids, changed.skus, array_fill(0, array[cardinality(changed.ids)]),
      array_fill(10::numeric, array[cardinality(changed.ids)]), array_fill(11::numeric, array[cardinality(changed.ids)])
    from numbered cross join lateral (
      select array_agg(p.id) as ids, array_agg(p.sku::text) as skus from sold
      join product p on p.id between sold.first + n % sold.products and sold.first + n % sold.products + ${inBlock - 1}) changed
    where changed.ids is not null`,
};

const events: Filling = {
  name: "events in the feed",
  count: 25_000_000,
  insert: `with taken as (select last_position from feed_state),
      moved as (update feed_state set last_position = last_position + $2::bigint - $1::bigint + 1)
    insert into feed_event (position, type, data, created_at)
    select taken.last_position + n - $1::bigint + 1, 'price.changed', json_build_object('kind', 'base', 'prices', json_build_array(
        json_build_object('sku', 'sample-' || n, 'store_id', 0, 'price', 11)))::text,
      now() - make_interval(secs => ($2::bigint - n) / 10)
    from ${numbers} cross join taken`,
};

/** The first bulk of operations. The others have the following numbers. */
export const filledBulk = "00000000-0000-4000-8000-000000000000";

const operations: Filling = {
  name: "operations in bulks",
  count: 10_000_000,
  insert: `with taken as (select count(*) as bulks from bulk where request_id = 'bench:fill'),
      given as materialized (
        select ('00000000-0000-4000-8000-' || lpad(to_hex(taken.bulks), 12, '0'))::uuid as uuid,
          date_trunc('second', now() - make_interval(mins => taken.bulks::int)) at time zone 'UTC' as started
        from taken),
      added as (
        insert into bulk (uuid, route, topic, user_type, operation_count, start_time, finished_at, request_id)
        select uuid, 'PUT /V1/products/:sku', 'async.magento.catalog.api.productrepositoryinterface.save.put', 2,
          $2::bigint - $1::bigint + 1, started, started at time zone 'UTC', 'bench:fill' from given)
    insert into bulk_operation (bulk_uuid, id, status, start_time, payload, result)
    select uuid, n - $1::bigint, 1, started, '{"sku":"sample-' || n || '","product":{"price":11}}', '{"id":' || n || '}'
    from given cross join ${numbers}`,
};

export const fillings: readonly Filling[] = [prices, customers, orders, changes, events, operations];

type Execute = (text: string, values: number[]) => Promise<unknown>;

/** Adds `count` of them, in statements of a hundred thousand. */
export async function fill(execute: Execute, { insert }: Filling, count: number): Promise<number> {
  for (let first = 0; first < count; first += atATime)
    await execute(insert, [first, Math.min(first + atATime, count) - 1]);
  return count;
}
