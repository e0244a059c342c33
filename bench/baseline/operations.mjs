// The baseline for asynchronous work: rows written with `unnest`, messages confirmed by the broker, one statement per
// message. No authentication, validation or order, and only a status as the result.
import amqp from "amqplib";
import express from "express";
import pg from "pg";
import { insertProduct } from "./insert-product.mjs";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const queue = `${process.env.PORTICO_QUEUE_PREFIX}baseline`;
const connection = await amqp.connect(process.env.AMQP_URL);
const publisher = await connection.createConfirmChannel();
await publisher.assertQueue(queue, { durable: true });
await pool.query(
  "create table bench_operation (bulk int, id int, payload text, status int default 4, primary key (bulk, id))",
);
let bulk = 0;

const app = express();
app.use(express.json({ limit: "64mb" }));

app.post("/accept", async ({ body }, response) => {
  const number = (bulk += 1);
  await pool.query({
    name: "accept",
    text: `insert into bench_operation (bulk, id, payload)
           select $1, place, payload from unnest($2::text[]) with ordinality as given (payload, place)`,
    values: [number, body.map((element) => JSON.stringify(element))],
  });
  for (let id = 1; id <= body.length; id += 1) {
    publisher.publish("", queue, Buffer.from(JSON.stringify({ bulk: number, id })), { persistent: true });
  }
  await publisher.waitForConfirms();
  response.status(202).json({ bulk: number, request_items: body.map((_, id) => ({ id, status: "accepted" })) });
});

const statements = {
  price: {
    name: "run-price",
    text: `with done as (update bench_operation set status = 1 where bulk = $1 and id = $2 returning payload::jsonb as sent)
           update product_price set price = (sent->'product'->>'price')::numeric
           from done join product on product.sku_key = lower(sent->>'sku')
           where product_price.product_id = product.id and store_id = 0`,
  },
  special: {
    name: "run-special",
    text: `with done as (update bench_operation set status = 1 where bulk = $1 and id = $2 returning payload::jsonb as sent)
           insert into product_price (product_id, store_id, special_price)
           select product.id, 0, (price->>'price')::numeric
           from done cross join jsonb_array_elements(sent->'prices') as price
           join product on product.sku_key = lower(price->>'sku')
           on conflict (product_id, store_id) do update set special_price = excluded.special_price`,
  },
  order: {
    name: "run-order",
    text: `with done as (update bench_operation set status = 1 where bulk = $1 and id = $2 returning (payload::jsonb)->'entity' as sent),
           ids as materialized (
             select nextval('sales_order_entity_id_seq') as entity_id, nextval('sales_order_address_entity_id_seq') as billing,
               nextval('sales_order_address_entity_id_seq') as shipping),
           made as (
             insert into sales_order (entity_id, billing_address_id, shipping_address_id, increment_id, state, status, store_id, customer_email, base_currency_code, order_currency_code,
               subtotal, base_subtotal, tax_amount, base_tax_amount, shipping_amount, base_shipping_amount, grand_total,
               base_grand_total, created_at, updated_at)
             select entity_id, billing, shipping, sent->>'increment_id', sent->>'state', sent->>'status', 1, sent->>'customer_email', sent->>'base_currency_code',
               sent->>'order_currency_code', (sent->>'subtotal')::numeric, (sent->>'base_subtotal')::numeric,
               (sent->>'tax_amount')::numeric, (sent->>'base_tax_amount')::numeric, (sent->>'shipping_amount')::numeric,
               (sent->>'base_shipping_amount')::numeric, (sent->>'grand_total')::numeric, (sent->>'base_grand_total')::numeric,
               now(), now() from done, ids returning entity_id),
           lines as (
             insert into sales_order_item (order_id, sku, name, product_id, product_type, qty_ordered, weight, price, base_price,
               row_total, base_row_total, tax_amount, base_tax_amount, price_incl_tax, base_price_incl_tax, row_total_incl_tax,
               base_row_total_incl_tax)
             select entity_id, i->>'sku', i->>'name', p.id, i->>'product_type', (i->>'qty_ordered')::numeric,
               (i->>'weight')::numeric, (i->>'price')::numeric, (i->>'base_price')::numeric, (i->>'row_total')::numeric,
               (i->>'base_row_total')::numeric, (i->>'tax_amount')::numeric, (i->>'base_tax_amount')::numeric,
               (i->>'price_incl_tax')::numeric, (i->>'base_price_incl_tax')::numeric, (i->>'row_total_incl_tax')::numeric,
               (i->>'base_row_total_incl_tax')::numeric
             from made, done, jsonb_array_elements(sent->'items') i left join product p on p.sku_key = lower(i->>'sku')),
           addresses as (
             insert into sales_order_address (entity_id, parent_id, address_type, firstname, lastname, street, city, region_id, postcode,
               country_id, email, telephone)
             select id, entity_id, type, a->>'firstname', a->>'lastname', array(select jsonb_array_elements_text(a->'street')), a->>'city', (a->>'region_id')::int, a->>'postcode',
               a->>'country_id', a->>'email', a->>'telephone'
             from ids, done, lateral (values (billing, 'billing', sent->'billing_address'),
               (shipping, 'shipping', sent->'extension_attributes'->'shipping_assignments'->0->'shipping'->'address')) given (id, type, a))
           insert into sales_order_payment (parent_id, method) select entity_id, sent->'payment'->>'method' from made, done`,
  },
  creation: {
    name: "run-creation",
    text: insertProduct(
      "update bench_operation set status = 1 where bulk = $1 and id = $2 returning (payload::jsonb)->'product' as sent",
    ),
  },
};

/** Consumes a number of messages and returns the milliseconds from the first to the last. */
app.post("/drain", async ({ body: { kind, count } }, response) => {
  const channel = await connection.createChannel();
  await channel.prefetch(100);
  let started;
  let left = count;
  await new Promise((resolve) => {
    channel.consume(queue, async (message) => {
      started ??= performance.now();
      const { bulk: number, id } = JSON.parse(message.content.toString());
      await pool.query({ ...statements[kind], values: [number, id] });
      channel.ack(message);
      if ((left -= 1) === 0) resolve();
    });
  });
  const milliseconds = performance.now() - started;
  await channel.close();
  response.json({ milliseconds });
});

const server = app.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});

process.once("SIGTERM", async () => {
  server.close();
  server.closeAllConnections();
  await publisher.deleteQueue(queue);
  await connection.close();
  await pool.end();
});
