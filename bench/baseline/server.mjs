// The baseline: Express and `pg`, one prepared statement for each job, JSON passed from the database to the client.
// No authentication, validation or rules. It uses the API's tables and leaves the same rows.
import express from "express";
import pg from "pg";
import { addGraph } from "./graph.mjs";
import { insertProduct } from "./insert-product.mjs";
import { addWholeProduct } from "./whole-product.mjs";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json({ limit: "16mb" }));

const column = (rows, name) => rows.map((row) => row[name]);

const run = (name, text, values) => pool.query({ name, text, values });

const sendJson = (response, text) => response.type("application/json").send(text);

const setSpecialPrices = `
  insert into product_price (product_id, store_id, special_price, special_from, special_to)
  select product.id, given.store_id, given.price, given.price_from, given.price_to
  from unnest($1::text[], $2::int[], $3::numeric[], $4::timestamp[], $5::timestamp[])
    as given (sku_key, store_id, price, price_from, price_to)
  join product on product.sku_key = given.sku_key
  on conflict (product_id, store_id) do update set special_price = excluded.special_price,
    special_from = excluded.special_from, special_to = excluded.special_to`;

app.post("/rest/V1/products/special-price", async ({ body: { prices } }, response) => {
  await run("set-special-prices", setSpecialPrices, [
    prices.map(({ sku }) => sku.toLowerCase()),
    column(prices, "store_id"),
    column(prices, "price"),
    column(prices, "price_from"),
    column(prices, "price_to"),
  ]);
  sendJson(response, "[]");
});

const setTierPrices = `
  insert into product_tier_price
    (product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value)
  select product.id, false, customer_group.id, given.quantity, given.website_id,
    case when given.price_type = 'fixed' then given.price end,
    case when given.price_type = 'discount' then given.price end
  from unnest($1::text[], $2::int[], $3::numeric[], $4::text[], $5::text[], $6::numeric[])
    as given (sku_key, website_id, price, price_type, customer_group, quantity)
  join product on product.sku_key = given.sku_key
  join customer_group on customer_group.code_key = lower(given.customer_group)
  on conflict (product_id, all_groups, customer_group_id, qty, website_id)
    do update set value = excluded.value, percentage_value = excluded.percentage_value`;

app.post("/rest/V1/products/tier-prices", async ({ body: { prices } }, response) => {
  await run("set-tier-prices", setTierPrices, [
    prices.map(({ sku }) => sku.toLowerCase()),
    column(prices, "website_id"),
    column(prices, "price"),
    column(prices, "price_type"),
    column(prices, "customer_group"),
    column(prices, "quantity"),
  ]);
  sendJson(response, "[]");
});

const setColumn = (name) => `
  insert into product_price (product_id, store_id, ${name})
  select product.id, given.store_id, given.amount
  from unnest($1::text[], $2::int[], $3::numeric[]) as given (sku_key, store_id, amount)
  join product on product.sku_key = given.sku_key
  on conflict (product_id, store_id) do update set ${name} = excluded.${name}`;

// A base price also updates the product's updated_at.
const setBasePrices = `with written as (${setColumn("price")})
  update product set updated_at = now() at time zone 'utc' where sku_key = any($1::text[])`;
const setCosts = setColumn("cost");

app.post("/rest/V1/products/base-prices", async ({ body: { prices } }, response) => {
  const keys = prices.map(({ sku }) => sku.toLowerCase());
  await run("set-base-prices", setBasePrices, [keys, column(prices, "store_id"), column(prices, "price")]);
  sendJson(response, "[]");
});

app.post("/rest/V1/products/cost", async ({ body: { prices } }, response) => {
  const keys = prices.map(({ sku }) => sku.toLowerCase());
  await run("set-costs", setCosts, [keys, column(prices, "store_id"), column(prices, "cost")]);
  sendJson(response, "[]");
});

const saveSourceItems = `
  insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
  select given.source_code, given.sku, given.sku_key, given.quantity, given.status
  from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::int[])
    as given (sku_key, sku, source_code, quantity, status)
  on conflict (sku_key, source_code) do update set quantity = excluded.quantity, status = excluded.status`;

// Copies quantity and status at the default source to the stock item of the product.
const followSourceItems = `
  update stock_item set qty = item.quantity, is_in_stock = item.status = 1 and item.quantity > 0
  from product join inventory_source_item item on item.sku_key = product.sku_key and item.source_code = 'default'
  where stock_item.product_id = product.id and product.sku_key = any($1::text[])`;

app.post("/rest/V1/inventory/source-items", async ({ body: { sourceItems } }, response) => {
  const keys = sourceItems.map(({ sku }) => sku.toLowerCase());
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query({
      name: "save-source-items",
      text: saveSourceItems,
      values: [keys, ...["sku", "source_code", "quantity", "status"].map((name) => column(sourceItems, name))],
    });
    await client.query({ name: "follow-source-items", text: followSourceItems, values: [keys] });
    await client.query("commit");
  } finally {
    client.release();
  }
  sendJson(response, "[]");
});

const readSpecialPrices = `
  select json_agg(json_build_object('price', special_price, 'store_id', store_id, 'sku', sku,
    'price_from', to_char(special_from, 'YYYY-MM-DD HH24:MI:SS'),
    'price_to', to_char(special_to, 'YYYY-MM-DD HH24:MI:SS')))::text as json
  from product join product_price on product_price.product_id = product.id
  where sku_key = any($1::text[]) and special_price is not null`;

app.post("/rest/V1/products/special-price-information", async ({ body: { skus } }, response) => {
  const { rows } = await run("read-special-prices", readSpecialPrices, [skus.map((sku) => sku.toLowerCase())]);
  sendJson(response, rows[0].json ?? "[]");
});

const product = `json_build_object('id', p.id, 'sku', p.sku, 'attribute_set_id', p.attribute_set_id,
  'type_id', p.type_id, 'created_at', p.created_at, 'updated_at', p.updated_at, 'values', v.data,
  'price', c.price, 'special_price', c.special_price, 'special_from', c.special_from, 'special_to', c.special_to,
  'cost', c.cost)`;

const productTables = `product p
  left join product_values v on v.product_id = p.id and v.store_id = 0
  left join product_price c on c.product_id = p.id and c.store_id = 0`;

const readProduct = `select ${product}::text as json from ${productTables} where p.sku_key = $1`;

app.get("/rest/V1/products/:sku", async ({ params: { sku } }, response) => {
  const { rows } = await run("read-product", readProduct, [sku.toLowerCase()]);
  if (rows.length === 0) return response.status(404).json({ message: "The product does not exist." });
  return sendJson(response, rows[0].json);
});

const readSalableQuantity = `
  select trim_scale(held.present + coalesce(r.quantity, 0) - i.min_qty)::text as json
  from product p join stock_item i on i.product_id = p.id
  left join inventory_reserved_quantity r on r.sku_key = p.sku_key and r.stock_id = $2::int
  cross join lateral (
    select coalesce(sum(item.quantity) filter (where item.status = 1 and source.enabled), 0) as present
    from inventory_source_item item
    join inventory_stock_source_link link on link.source_code = item.source_code and link.stock_id = $2::int
    join inventory_source source on source.source_code = item.source_code
    where item.sku_key = p.sku_key) as held
  where p.sku_key = $1`;

app.get("/rest/V1/inventory/get-product-salable-quantity/:sku/:stockId", async ({ params }, response) => {
  const { rows } = await run("read-salable-quantity", readSalableQuantity, [params.sku.toLowerCase(), params.stockId]);
  if (rows.length === 0) return response.status(404).json({ message: "The product does not exist." });
  return sendJson(response, rows[0].json);
});

const listProducts = `
  with page as (
    select p.id from product p join product_price c on c.product_id = p.id and c.store_id = 0
    where c.price >= $1 order by p.id limit $2 offset $3)
  select json_build_object(
    'items', (select json_agg(${product} order by p.id) from page join ${productTables} on p.id = page.id),
    'total_count', (select count(*) from product p join product_price c on c.product_id = p.id and c.store_id = 0
      where c.price >= $1))::text as json`;

const filterProducts = `
  with found as materialized (
    select product_id as id from product_values
    where product_value_terms(data) && array[product_value_term('bench_finish', $1)] and store_id = 0),
  page as (select id from found order by id limit $2 offset $3)
  select json_build_object(
    'items', (select json_agg(${product} order by p.id) from page join ${productTables} on p.id = page.id),
    'total_count', (select count(*) from found))::text as json`;

app.set("query parser", "extended");
app.get("/rest/V1/products", async ({ query: { searchCriteria: criteria } }, response) => {
  const size = Number(criteria.pageSize);
  const { field, value } = criteria.filter_groups[0].filters[0];
  const values = [value, size, size * (criteria.currentPage - 1)];
  const { rows } = await (field === "bench_finish"
    ? run("filter-products", filterProducts, values)
    : run("list-products", listProducts, values));
  sendJson(response, rows[0].json);
});

addGraph(app, { run, sendJson });
addWholeProduct(app, { run, sendJson, productTables });

const readTree = `
  with recursive tree as (
    select id, parent_id, position, level from category where id = $1
    union all
    select c.id, c.parent_id, c.position, c.level from tree join category c on c.parent_id = tree.id)
  select tree.id, tree.parent_id, v.data ->> 'name' as name, v.data ->> 'is_active' = '1' as is_active,
    tree.position, tree.level, (select count(*)::int from product_category l where l.category_id = tree.id) as product_count
  from tree join category_values v on v.category_id = tree.id and v.store_id = 0
  order by tree.level, tree.position, tree.id`;

// A recursive query that counts only a category's own products, not those of its descendants.
app.get("/rest/V1/categories", async ({ query: { rootCategoryId } }, response) => {
  const { rows } = await run("read-tree", readTree, [rootCategoryId]);
  const known = new Map();
  for (const row of rows) {
    row.children_data = [];
    known.set(row.id, row);
    known.get(row.parent_id)?.children_data.push(row);
  }
  sendJson(response, JSON.stringify(rows[0]));
});

const updatePrice = `
  with c as (
    update product_price set price = $2 from product where sku_key = $1 and product_id = product.id and store_id = 0
    returning product_price.*),
  p as (update product set updated_at = now() at time zone 'utc' where sku_key = $1 returning *)
  select ${product}::text as json
  from p join c on c.product_id = p.id left join product_values v on v.product_id = p.id and v.store_id = 0`;

app.put("/rest/V1/products/:sku", async ({ params: { sku }, body }, response) => {
  const { rows } = await run("update-price", updatePrice, [sku.toLowerCase(), body.product.price]);
  if (rows.length === 0) return response.status(404).json({ message: "The product does not exist." });
  return sendJson(response, rows[0].json);
});

const createProduct = insertProduct("select $1::text::jsonb as sent");

app.post("/rest/V1/products", async ({ body }, response) => {
  await run("create-product", createProduct, [JSON.stringify(body.product)]);
  response.json(body.product);
});

const server = app.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});

process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => pool.end());
});
