// The baseline of orders: Express and `pg`, one transaction for each write, with the fewest statements that read and
// write the same rows. It adds up amounts as numbers, and checks only the open quantities.
import express from "express";
import pg from "pg";
import { transactions } from "./transactions.mjs";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json());

const readOrder = `
  select json_strip_nulls(row_to_json(o)) as body from (
    select o.*, (select json_agg(json_strip_nulls(row_to_json(i)) order by i.item_id) from sales_order_item i
        where i.order_id = o.entity_id) as items,
      (select row_to_json(a) from sales_order_address a where a.entity_id = o.billing_address_id) as billing_address,
      (select row_to_json(a) from sales_order_address a where a.entity_id = o.shipping_address_id) as shipping_address,
      (select row_to_json(p) from sales_order_payment p where p.parent_id = o.entity_id) as payment,
      (select json_agg(h order by h.created_at desc) from sales_order_status_history h where h.parent_id = o.entity_id)
        as status_histories
    from sales_order o where o.entity_id = $1) o`;

const searchOrders = `
  select json_build_object('total_count', (select count(*) from sales_order where updated_at >= $1), 'items', (
    select json_agg(json_strip_nulls(row_to_json(o))) from (
      select o.*, (select json_agg(json_strip_nulls(row_to_json(i)) order by i.item_id) from sales_order_item i
          where i.order_id = o.entity_id) as items,
        (select row_to_json(a) from sales_order_address a where a.entity_id = o.billing_address_id) as billing_address,
        (select row_to_json(a) from sales_order_address a where a.entity_id = o.shipping_address_id) as shipping_address,
        (select row_to_json(p) from sales_order_payment p where p.parent_id = o.entity_id) as payment,
        (select json_agg(h order by h.created_at desc) from sales_order_status_history h where h.parent_id = o.entity_id)
          as status_histories
      from (select * from sales_order where updated_at >= $1 order by updated_at, entity_id limit $2) o) o)) as body`;

const lockOrder = `
  select o.*, (select json_agg(i order by i.item_id) from sales_order_item i where i.order_id = o.entity_id) as items
  from sales_order o where o.entity_id = $1 for no key update of o`;

const drawn = (kind) => `
  drawn as (
    insert into sales_sequence as s (kind, store_id, last_value) values ('${kind}', 1, 1)
    on conflict (kind, store_id) do update set last_value = s.last_value + 1 returning last_value)`;

const both = (names) => names.flatMap((name) => [name, `base_${name}`]);
const totals = both(["grand_total", "subtotal", "tax_amount", "shipping_amount"]).join(", ");
const prices = both(["price", "row_total", "tax_amount", "price_incl_tax", "row_total_incl_tax"]).join(", ");

const invoice = `
  with ${drawn("invoice")},
  made as (
    insert into sales_invoice (order_id, store_id, increment_id, state, total_qty, order_currency_code, base_currency_code,
      billing_address_id, shipping_address_id, ${totals})
    select entity_id, store_id, lpad(last_value::text, 9, '0'), 2, $2::numeric, order_currency_code, base_currency_code,
      billing_address_id, shipping_address_id, ${totals}
    from sales_order, drawn where entity_id = $1 returning entity_id),
  lines as (
    insert into sales_invoice_item (parent_id, order_item_id, sku, name, product_id, qty, ${prices})
    select made.entity_id, item_id, sku, name, product_id, qty_ordered, ${prices}
    from made, sales_order_item where order_id = $1),
  invoiced as (
    update sales_order_item set qty_invoiced = qty_ordered, row_invoiced = row_total, base_row_invoiced = base_row_total,
      tax_invoiced = tax_amount, base_tax_invoiced = base_tax_amount, updated_at = now() where order_id = $1),
  paid as (
    update sales_order_payment set amount_paid = $3, base_amount_paid = $3, shipping_captured = 5,
      base_shipping_captured = 5 where parent_id = $1),
  changed as (
    update sales_order set state = $4, status = $4, total_invoiced = $3, base_total_invoiced = $3, total_paid = $3,
      base_total_paid = $3, subtotal_invoiced = subtotal, base_subtotal_invoiced = base_subtotal,
      tax_invoiced = tax_amount, base_tax_invoiced = base_tax_amount, shipping_invoiced = shipping_amount,
      base_shipping_invoiced = base_shipping_amount, updated_at = now() where entity_id = $1)
  select entity_id from made`;

const takeStock = `
  with event as (
    insert into inventory_stock_event (object_type, object_id, event_type, document_id)
    values ('order', $1, 'shipment_created', $2)),
  locked as materialized (
    select sku_key from inventory_source_item where sku_key = any($3::text[]) and source_code = 'default'
    order by sku_key for no key update),
  taken as (
    update inventory_source_item i set quantity = i.quantity - 1 from locked
    where i.sku_key = locked.sku_key and i.source_code = 'default' returning i.sku_key, i.quantity)
  update stock_item s set qty = taken.quantity from taken join product p on p.sku_key = taken.sku_key
  where s.product_id = p.id`;

const ship = `
  with ${drawn("shipment")},
  made as (
    insert into sales_shipment (order_id, store_id, increment_id, total_qty, billing_address_id, shipping_address_id,
      source_code)
    select entity_id, store_id, lpad(last_value::text, 9, '0'), $2::numeric, billing_address_id, shipping_address_id, 'default'
    from sales_order, drawn where entity_id = $1 returning entity_id),
  lines as (
    insert into sales_shipment_item (parent_id, order_item_id, sku, name, product_id, qty, price, weight)
    select made.entity_id, item_id, sku, name, product_id, qty_ordered, price, weight
    from made, sales_order_item where order_id = $1),
  shipped as (update sales_order_item set qty_shipped = qty_ordered, updated_at = now() where order_id = $1),
  changed as (update sales_order set state = $3, status = $3, updated_at = now() where entity_id = $1)
  select entity_id from made`;

const textOf = { "lock-order": lockOrder, invoice, "take-stock": takeStock, ship };

const inTransaction = transactions(pool, textOf);

const unitsOf = (items) => items.reduce((sum, { qty_ordered: units }) => sum + Number(units), 0);

const answerOf = ({ shipping_address: address, ...order }) => {
  const shipping = { address, method: order.shipping_method };
  return { ...order, extension_attributes: { shipping_assignments: [{ shipping, items: order.items }] } };
};

app.get("/rest/V1/orders", async ({ query }, response) => {
  const since =
    query["searchCriteria[filter_groups][0][filters][0][value]"] ??
    query.searchCriteria.filter_groups[0].filters[0].value;
  const { rows } = await pool.query({ name: "search-orders", text: searchOrders, values: [since, 20] });
  const { items, total_count } = rows[0].body;
  response.json({ items: (items ?? []).map(answerOf), total_count });
});

app.get("/rest/V1/orders/:id", async ({ params: { id } }, response) => {
  const { rows } = await pool.query({ name: "read-order", text: readOrder, values: [id] });
  const [found] = rows;
  if (!found) return response.status(404).json({});
  response.json(answerOf(found.body));
});

app.post("/rest/V1/order/:id/invoice", async ({ params: { id } }, response) => {
  const made = await inTransaction(async (run) => {
    const [order] = await run("lock-order", id);
    if (order.items.every(({ qty_invoiced: units }) => Number(units) > 0))
      throw new Error("No item is left to invoice.");
    const isShipped = order.items.every(({ qty_shipped: units }) => Number(units) > 0);
    const state = isShipped ? "complete" : "processing";
    const [{ entity_id }] = await run("invoice", id, unitsOf(order.items), order.grand_total, state);
    return entity_id;
  });
  response.json(made);
});

app.post("/rest/V1/order/:id/ship", async ({ params: { id } }, response) => {
  const made = await inTransaction(async (run) => {
    const [order] = await run("lock-order", id);
    if (order.items.every(({ qty_shipped: units }) => Number(units) > 0)) throw new Error("No item is left to ship.");
    const keys = order.items.map(({ sku }) => sku.toLowerCase());
    await run("take-stock", id, "1", keys);
    const isInvoiced = order.items.every(({ qty_invoiced: units }) => Number(units) > 0);
    const [{ entity_id }] = await run("ship", id, unitsOf(order.items), isInvoiced ? "complete" : "processing");
    return entity_id;
  });
  response.json(made);
});

const server = app.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});

process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => pool.end());
});
