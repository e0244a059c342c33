import type pg from "pg";

/** Number of products, as in the goals. */
export const productCount = 10_000;

/**
 * Fills the database with simple products as if they were saved one by one: values, prices, a website, two categories
 * and a stock item with a row at the default source each. Returns their SKUs.
 */
export async function addProducts(database: pg.Client): Promise<string[]> {
  await database.query(secondCategory);
  await addNumberedProducts(database, [1, productCount]);
  const { rows } = await database.query<{ sku: string }>("select sku from product order by id");
  return rows.map(({ sku }) => sku);
}

/** Adds the products with these numbers, including the first and the last. */
export async function addNumberedProducts(
  database: pg.Client,
  numbers: readonly [first: number, last: number],
): Promise<void> {
  const { rows } = await database.query<{ last: number }>("select coalesce(max(id), 0) as last from product");
  await database.query(products, [...numbers]);
  for (const part of [values, prices, websites, categories, stock, sourceItems])
    await database.query(part, [rows[0]?.last ?? 0]);
  await database.query("vacuum analyze");
}

/**
 * Restores the prices of `addProducts`. Measures depend on them: pages are filtered by price, and the baseline does not
 * return tier prices.
 */
export async function resetPrices(database: pg.Client): Promise<void> {
  await database.query("delete from product_tier_price");
  await database.query("delete from product_price");
  await database.query(prices, [0]);
  await database.query("vacuum analyze product_price, product_tier_price");
}

const products = `
  insert into product (sku, sku_key, attribute_set_id, type_id, created_at, updated_at)
  select 'BENCH-' || lpad(n::text, greatest(5, length(n::text)), '0'), 'bench-' || lpad(n::text, greatest(5, length(n::text)), '0'),
    (select default_attribute_set_id from entity_type where code = 'catalog_product'), 'simple',
    now() at time zone 'utc', now() at time zone 'utc'
  from generate_series($1::int, $2::int) as n`;

const values = `
  insert into product_values (product_id, store_id, data)
  select id, 0, jsonb_build_object(
    'name', 'Benchmark product ' || id, 'status', '1', 'visibility', '4', 'weight', '1.500000', 'tax_class_id', '2',
    'url_key', 'benchmark-product-' || id, 'meta_title', 'Benchmark product ' || id,
    'short_description', 'A product to be read and written ' || id,
    'description', repeat('What there is to say of it. ', 8), 'options_container', 'container2',
    'msrp_display_actual_price_type', '0', 'gift_message_available', '2')
  from product where id > $1::int`;

const prices = `
  insert into product_price (product_id, store_id, price, cost)
  select id, 0, 10 + id % 200, 5 + id % 100 from product where id > $1::int`;

const websites = "insert into product_website (product_id, website_id) select id, 1 from product where id > $1::int";

const secondCategory = `
  with added as (
    insert into category (id, parent_id, path, level, position) values (3, 2, '1/2/3', 2, 1) returning id),
  counted as (update category set children_count = children_count + 1 where id in (1, 2))
  insert into category_values (category_id, store_id, data)
  select 3, 0, '{"name": "Benchmark", "is_active": "1", "url_key": "benchmark"}'`;

const categories = `
  insert into product_category (product_id, category_id, position)
  select product.id, category, 0 from product cross join (values (2), (3)) as given (category)
  where product.id > $1::int`;

const stock =
  "insert into stock_item (product_id, qty, is_in_stock) select id, 100, true from product where id > $1::int";

const sourceItems = `
  insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
  select 'default', sku, sku_key, 100, 1 from product where id > $1::int`;
