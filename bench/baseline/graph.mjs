// A page of products with the fields a storefront queries: categories, labels of options, price and stock. Read with
// one statement, in the same JSON as the query in `measures/graph-products.ts`.

const productGraph = `
  with page as (
    select p.id from product p join product_price c on c.product_id = p.id and c.store_id = 0
    where c.price >= 110 order by p.id limit $1 offset $2)
  select json_build_object('data', json_build_object('products', json_build_object('items', (
    select json_agg(json_build_object(
      'sku', p.sku, 'name', v.data->>'name',
      'status', case v.data->>'status' when '1' then 'ENABLED' else 'DISABLED' end,
      'final_price', trim_scale(least(c.price, case when (c.special_from is null or c.special_from <= now())
        and (c.special_to is null or c.special_to >= now()) then c.special_price end,
        (select min(t.value) from product_tier_price t where t.product_id = p.id and t.qty <= 1
          and t.website_id in (0, 1) and (t.all_groups or t.customer_group_id = 0)))),
      'salable_quantity', (select trim_scale(coalesce(sum(item.quantity) filter (where item.status = 1 and source.enabled), 0)
          + coalesce((select r.quantity from inventory_reserved_quantity r
            where r.sku_key = p.sku_key and r.stock_id = 1), 0)
          - coalesce((select i.min_qty from stock_item i where i.product_id = p.id), 0))
        from inventory_source_item item
        join inventory_stock_source_link link on link.source_code = item.source_code and link.stock_id = 1
        join inventory_source source on source.source_code = item.source_code
        where item.sku_key = p.sku_key),
      'categories', (select coalesce(json_agg(json_build_object('name', named.data->>'name')
          order by category.level, category.position, category.id), '[]'::json)
        from product_category l join category on category.id = l.category_id
        join category_values named on named.category_id = l.category_id and named.store_id = 0
        where l.product_id = p.id),
      'attribute_values', (select coalesce(json_agg(json_build_object('label', a.frontend_label, 'option_labels',
          (select coalesce(json_agg(t.class_name), '[]'::json) from tax_class t where a.code = 'tax_class_id'
            and t.class_type = 'PRODUCT' and t.class_id::text = v.data->>a.code))), '[]'::json)
        from attribute a where a.code in ('tax_class_id', 'gift_message_available') and v.data ? a.code)
    ) order by p.id)
    from page join product p on p.id = page.id
    join product_price c on c.product_id = p.id and c.store_id = 0
    join product_values v on v.product_id = p.id and v.store_id = 0))))::text as json`;

/** Adds the page to the server. */
export function addGraph(app, { run, sendJson }) {
  app.post("/graphql", async ({ body: { variables } }, response) => {
    const { rows } = await run("product-graph", productGraph, [100, 100 * (variables.page - 1)]);
    sendJson(response, rows[0].json);
  });
}
