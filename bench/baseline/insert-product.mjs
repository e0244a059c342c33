/**
 * Returns SQL that creates a product with its values, price, website, categories, URL key and stock in one statement. `sent`
 * is a statement that returns the product as it was sent, as JSON.
 */
export const insertProduct = (sent) => `
  with done as (${sent}),
  made as (
    insert into product (sku, sku_key, attribute_set_id, type_id, created_at, updated_at)
    select sent->>'sku', lower(sent->>'sku'), (sent->>'attribute_set_id')::int, sent->>'type_id',
      now() at time zone 'utc', now() at time zone 'utc' from done returning id),
  given as (
    select made.id, sent, lower(replace(sent->>'name', ' ', '-')) as url_key,
      sent->'extension_attributes' as extension from made, done),
  vals as (
    insert into product_values (product_id, store_id, data)
    select id, 0, (select jsonb_object_agg(a->>'attribute_code', a->>'value') from jsonb_array_elements(sent->'custom_attributes') a)
      || jsonb_build_object('name', sent->>'name', 'status', sent->>'status', 'visibility', sent->>'visibility',
        'weight', (sent->>'weight')::numeric(12, 6)::text, 'url_key', url_key, 'options_container', 'container2',
        'msrp_display_actual_price_type', '0') from given),
  prices as (
    insert into product_price (product_id, store_id, price) select id, 0, (sent->>'price')::numeric from given),
  websites as (insert into product_website (product_id, website_id) select id, 1 from given),
  categories as (
    insert into product_category (product_id, category_id, position)
    select id, (link->>'category_id')::int, (link->>'position')::int
    from given, jsonb_array_elements(extension->'category_links') as link),
  keys as (insert into product_url_key (store_id, url_key, product_id) select 0, url_key, id from given),
  rows as (
    insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
    select 'default', sent->>'sku', lower(sent->>'sku'), (extension->'stock_item'->>'qty')::numeric,
      (extension->'stock_item'->>'is_in_stock')::boolean::int from given)
  insert into stock_item (product_id, qty, is_in_stock)
  select id, (extension->'stock_item'->>'qty')::numeric, (extension->'stock_item'->>'is_in_stock')::boolean from given`;
