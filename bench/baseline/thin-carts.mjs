// The thinnest baseline of carts and orders: the rows of a call and nothing else. It neither locks, nor checks, nor computes.
import express from "express";
import pg from "pg";
import { transactions } from "./transactions.mjs";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json());

const addLine = `
  insert into cart_item (cart_id, product_id, sku, name, product_type, qty, options_key, price)
  select c.id, p.id, p.sku, p.sku, 'simple', $3, '', 1 from cart c, product p where c.mask = $1 and p.sku_key = $2
  returning item_id`;

const readLines = "select i.* from cart_item i join cart c on c.id = i.cart_id where c.mask = $1 order by i.item_id";

const findCart = "select id from cart where mask = $1 for no key update";

const writeAddresses = `
  update cart_address a set firstname = g.firstname, lastname = g.lastname, city = g.city, street = g.street,
    region_id = g.region_id, postcode = g.postcode, country_id = g.country_id, telephone = g.telephone, email = g.email
  from json_populate_recordset(null::cart_address, $2::json) g where a.cart_id = $1 and a.address_type = g.address_type`;

const chooseMethod = "update cart_address set shipping_method = $2 where cart_id = $1 and address_type = 'shipping'";

const insertOrder = `
  insert into sales_order (increment_id, store_id, store_name, state, status, quote_id, is_virtual, protect_code,
    customer_is_guest, customer_group_id)
  values ('thin-' || $1::int, 1, '', 'new', 'pending', $1::int, 0, '', 1, 0) returning entity_id`;

const insertLines = `
  insert into sales_order_item (order_id, sku, name, product_id, product_type, quote_item_id, store_id, qty_ordered)
  select $1, sku, name, product_id, product_type, item_id, 1, qty from cart_item where cart_id = $2`;

const insertAddresses = `
  insert into sales_order_address (parent_id, address_type, firstname, lastname, city, street, country_id)
  select $1, address_type, firstname, lastname, city, street, country_id from cart_address where cart_id = $2`;

const textOf = { findCart, writeAddresses, chooseMethod, insertOrder, insertLines, insertAddresses };

const inTransaction = transactions(pool, textOf);

/** Returns the id of a cart, which stays locked. Throws if a round that ended has deleted it. */
async function openCart(run, mask) {
  const [cart] = await run("findCart", mask);
  if (!cart) throw new Error("The cart does not exist.");
  return cart.id;
}

app.post("/rest/V1/guest-carts/:mask/items", async ({ params: { mask }, body: { cartItem } }, response) => {
  const { sku, qty } = cartItem;
  const added = await pool.query({ name: "addLine", text: addLine, values: [mask, sku.toLowerCase(), qty] });
  const { rows } = await pool.query({ name: "readLines", text: readLines, values: [mask] });
  response.json(rows.find(({ item_id }) => item_id === added.rows[0].item_id));
});

app.get("/rest/V1/guest-carts/:mask/totals", async ({ params: { mask } }, response) => {
  const { rows } = await pool.query({ name: "readLines", text: readLines, values: [mask] });
  response.json({ items: rows });
});

app.post("/rest/V1/guest-carts/:mask/shipping-information", async ({ params: { mask }, body }, response) => {
  const { shipping_address, billing_address, shipping_carrier_code, shipping_method_code } = body.addressInformation;
  const addresses = [
    { ...shipping_address, address_type: "shipping" },
    { ...billing_address, address_type: "billing" },
  ];
  await inTransaction(async (run) => {
    const id = await openCart(run, mask);
    await run("writeAddresses", id, JSON.stringify(addresses));
    await run("chooseMethod", id, `${shipping_carrier_code}_${shipping_method_code}`);
  });
  response.json({});
});

app.put("/rest/V1/guest-carts/:mask/order", async ({ params: { mask } }, response) => {
  const id = await inTransaction(async (run) => {
    const id = await openCart(run, mask);
    const [{ entity_id }] = await run("insertOrder", id);
    await run("insertLines", entity_id, id);
    await run("insertAddresses", entity_id, id);
    return entity_id;
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
