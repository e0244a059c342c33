// The baseline of carts and orders: Express and `pg`, one transaction for each write, with the fewest statements that
// read and write the same rows. It reads rules, taxes and settings as the API does, but only adds up prices.
import express from "express";
import pg from "pg";
import { transactions } from "./transactions.mjs";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json());

const readCart = `
  select c.*, (select json_agg(i order by i.item_id) from cart_item i where i.cart_id = c.id) as items,
    (select json_agg(a) from cart_address a where a.cart_id = c.id) as addresses,
    (select json_agg(g) from cart_gift_message g where g.cart_id = c.id) as gifts
  from cart c where c.mask = $1 and c.is_active`;

const readFacts = `
  select (select json_agg(json_build_object('id', p.id, 'sku', p.sku, 'sku_key', p.sku_key, 'type_id', p.type_id,
      'values', v.data, 'price', c.price, 'special_price', c.special_price, 'special_from', c.special_from,
      'tiers', (select json_agg(t) from product_tier_price t where t.product_id = p.id),
      'websites', (select json_agg(w.website_id) from product_website w where w.product_id = p.id),
      'categories', (select json_agg(l.category_id) from product_category l where l.product_id = p.id)))
    from product p join product_price c on c.product_id = p.id and c.store_id = 0
    join product_values v on v.product_id = p.id and v.store_id = 0
    where p.id = any($1::int[]) or p.sku_key = $2) as products,
  (select json_agg(s) from config_value s where s.path like any ('{tax/%,carriers/%,payment/%,general/%,sales/%}')) as settings,
  (select json_agg(r) from sales_rule r where r.is_active
    and exists (select from sales_rule_website w where w.rule_id = r.rule_id and w.website_id = 1)) as rules,
  (select json_agg(json_build_object('rule', t, 'rates', (select json_agg(x) from tax_rule_rate l
      join tax_rate x on x.id = l.tax_rate_id where l.tax_rule_id = t.id))) from tax_rule t) as taxes`;

const readStock = `
  select p.sku_key, held.present + coalesce(r.quantity, 0) - i.min_qty as quantity
  from product p join stock_item i on i.product_id = p.id
  left join inventory_reserved_quantity r on r.sku_key = p.sku_key and r.stock_id = 1
  cross join lateral (
    select coalesce(sum(item.quantity) filter (where item.status = 1 and source.enabled), 0) as present
    from inventory_source_item item
    join inventory_stock_source_link link on link.source_code = item.source_code and link.stock_id = 1
    join inventory_source source on source.source_code = item.source_code
    where item.sku_key = p.sku_key) as held
  where p.sku_key = any($1::text[])`;

const saveItem = `
  with line as (
    insert into cart_item (cart_id, product_id, sku, name, product_type, qty, options_key, price)
    values ($1, $2, $3, $4, 'simple', $5, '', $6) returning item_id),
  saved as (update cart set items_count = $7, items_qty = $8, subtotal = $9, base_subtotal = $9, grand_total = $9,
    base_grand_total = $9, totals = $10::text::jsonb, updated_at = now() at time zone 'utc' where id = $1)
  select item_id from line`;

const saveTotals = `
  update cart set subtotal = $2, base_subtotal = $2, grand_total = $2, base_grand_total = $2, totals = $3::text::jsonb,
    updated_at = now() at time zone 'utc' where id = $1`;

const lockStock = `
  insert into inventory_reserved_quantity (sku_key, stock_id)
  select key, 1 from unnest($1::text[]) as given (key) order by key collate "C"
  on conflict (sku_key, stock_id) do update set quantity = inventory_reserved_quantity.quantity`;

const addressColumns =
  "email, firstname, lastname, street, city, region, region_id, region_code, postcode, country_id, telephone";

// An order with its parts, its reservations and the end of the cart.
const createOrder = `
  with drawn as (
    insert into sales_sequence as s (kind, store_id, last_value) values ('order', 1, 1)
    on conflict (kind, store_id) do update set last_value = s.last_value + 1 returning last_value),
  placed as (
    insert into sales_order (increment_id, store_id, store_name, state, status, quote_id, is_virtual, protect_code,
      customer_is_guest, customer_group_id, customer_email, customer_firstname, customer_lastname, subtotal, base_subtotal,
      grand_total, base_grand_total, shipping_amount, base_shipping_amount, total_qty_ordered, total_item_count,
      base_currency_code, global_currency_code, store_currency_code, order_currency_code, shipping_method,
      shipping_description, weight)
    select lpad(last_value::text, 9, '0'), c.store_id, v.name, 'new', 'pending', c.id, 0, md5(c.id::text), 1, 0, b.email,
      b.firstname, b.lastname, $2, $2, $2, $2, 5, 5, c.items_qty, c.items_count, c.base_currency_code,
      c.global_currency_code, c.store_currency_code, c.quote_currency_code, s.shipping_method, s.shipping_description, 5
    from drawn, cart c join cart_address b on b.cart_id = c.id and b.address_type = 'billing'
    join cart_address s on s.cart_id = c.id and s.address_type = 'shipping' join store v on v.id = c.store_id
    where c.id = $1 returning entity_id, increment_id),
  lines as (
    insert into sales_order_item (order_id, sku, name, product_id, product_type, quote_item_id, store_id, qty_ordered,
      price, base_price, row_total, base_row_total, original_price, base_original_price)
    select entity_id, i.sku, i.name, i.product_id, i.product_type, i.item_id, 1, i.qty, i.price, i.price, i.price * i.qty,
      i.price * i.qty, i.price, i.price
    from placed, cart_item i where i.cart_id = $1),
  sent as (
    insert into sales_order_address (parent_id, address_type, ${addressColumns})
    select entity_id, address_type, ${addressColumns} from placed, cart_address where cart_id = $1),
  paid as (
    insert into sales_order_payment (parent_id, method, amount_ordered, base_amount_ordered, additional_information)
    select entity_id, $3, $2, $2, '{"method_title": "Check / Money order"}' from placed),
  event as (
    insert into inventory_stock_event (object_type, object_id, event_type, document_id)
    select 'order', entity_id::text, 'order_placed', '' from placed),
  reserved as (
    insert into inventory_reservation (stock_id, sku, sku_key, quantity, event_type, object_type, object_id,
      object_increment_id)
    select 1, i.sku, lower(i.sku), -i.qty, 'order_placed', 'order', entity_id::text, increment_id
    from placed, cart_item i where i.cart_id = $1),
  kept as (
    update inventory_reserved_quantity r set quantity = r.quantity - i.qty
    from cart_item i where i.cart_id = $1 and r.sku_key = lower(i.sku) and r.stock_id = 1),
  closed as (
    update cart set is_active = false, reserved_order_id = increment_id, payment_method = $3, totals = $4::text::jsonb,
      converted_at = now() at time zone 'utc', updated_at = now() at time zone 'utc' from placed where cart.id = $1)
  select entity_id from placed`;

const textOf = {
  "read-cart": readCart,
  "lock-cart": `${readCart} for no key update of c`,
  "read-facts": readFacts,
  "read-stock": readStock,
  "save-item": saveItem,
  "save-totals": saveTotals,
  "lock-stock": lockStock,
  "create-order": createOrder,
};

const inTransaction = transactions(pool, textOf);

/** Locks a cart and reads the data from which its prices are computed. */
async function openCart(run, mask, sku = "") {
  const [cart] = await run("lock-cart", mask);
  if (!cart) throw new Error("The cart does not exist.");
  const ids = cart.items.map((line) => line.product_id);
  const [facts] = await run("read-facts", ids, sku.toLowerCase());
  const products = new Map(facts.products.map((product) => [product.id, product]));
  return { cart, products };
}

const sumOf = (lines, products) =>
  lines.reduce((sum, line) => sum + Number(products.get(line.product_id).price) * Number(line.qty), 0).toFixed(4);

app.post("/rest/V1/guest-carts/:mask/items", async ({ params: { mask }, body: { cartItem } }, response) => {
  const line = await inTransaction(async (run) => {
    const { cart, products } = await openCart(run, mask, cartItem.sku);
    const product = [...products.values()].find((one) => one.sku_key === cartItem.sku.toLowerCase());
    const [stock] = await run("read-stock", [product.sku_key]);
    if (Number(stock.quantity) < cartItem.qty) throw new Error("Not enough stock is left.");
    const lines = [...cart.items, { product_id: product.id, qty: cartItem.qty }];
    const quantity = lines.reduce((sum, { qty }) => sum + Number(qty), 0);
    const { name } = product.values;
    const given = [cart.id, product.id, product.sku, name, cartItem.qty, product.price, lines.length, quantity];
    const [{ item_id }] = await run("save-item", ...given, sumOf(lines, products), JSON.stringify(cart.totals));
    const { sku, price, type_id: product_type } = product;
    return { item_id, sku, qty: cartItem.qty, name, price, product_type, quote_id: mask };
  });
  response.json(line);
});

const totalsOf = ({ totals, items }) => ({
  ...totals,
  items: items.map(({ item_id, sku, name, qty, price }) => ({
    item_id,
    sku,
    name,
    qty,
    price,
    row_total: price * qty,
  })),
});

app.get("/rest/V1/guest-carts/:mask/totals", async ({ params: { mask } }, response) => {
  const { rows } = await pool.query({ name: "read-cart", text: readCart, values: [mask] });
  response.json(totalsOf(rows[0]));
});

app.post("/rest/V1/guest-carts/:mask/totals-information", async ({ params: { mask } }, response) => {
  const answer = await inTransaction(async (run) => {
    const { cart, products } = await openCart(run, mask);
    await run("save-totals", cart.id, sumOf(cart.items, products), JSON.stringify(cart.totals));
    return totalsOf(cart);
  });
  response.json(answer);
});

app.put("/rest/V1/guest-carts/:mask/order", async ({ params: { mask }, body: { paymentMethod } }, response) => {
  const id = await inTransaction(async (run) => {
    const { cart, products } = await openCart(run, mask);
    const keys = cart.items.map(({ sku }) => sku.toLowerCase());
    await run("lock-stock", keys);
    const stock = new Map((await run("read-stock", keys)).map((row) => [row.sku_key, Number(row.quantity)]));
    for (const { sku, qty } of cart.items) {
      if (stock.get(sku.toLowerCase()) < Number(qty)) throw new Error("Not enough stock is left.");
    }
    const total = sumOf(cart.items, products);
    const [order] = await run("create-order", cart.id, total, paymentMethod.method, JSON.stringify(cart.totals));
    return order.entity_id;
  });
  response.json(id);
});

const server = app.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});

process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => pool.end());
});
