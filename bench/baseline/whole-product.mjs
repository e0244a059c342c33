// A product with everything that the API's answer has. The same JSON as the API's, with constants for values that are the same
// for all products of the measure.

const readWholeProduct = (productTables) => `
  select json_build_object('id', p.id, 'sku', p.sku, 'name', v.data->>'name', 'attribute_set_id', p.attribute_set_id,
    'price', trim_scale(c.price), 'status', (v.data->>'status')::int, 'visibility', (v.data->>'visibility')::int,
    'type_id', p.type_id, 'created_at', p.created_at::text, 'updated_at', p.updated_at::text,
    'weight', trim_scale((v.data->>'weight')::numeric),
    'extension_attributes', json_build_object(
      'website_ids', (select json_agg(website_id order by website_id) from product_website where product_id = p.id),
      'category_links', (select json_agg(json_build_object('position', position, 'category_id', category_id::text)
        order by category_id) from product_category where product_id = p.id),
      'stock_item', (select row_to_json(s) from (
        select item_id, product_id, stock_id, qty, is_in_stock, is_qty_decimal, use_config_min_qty, min_qty,
          1 as use_config_min_sale_qty, min_sale_qty, use_config_max_sale_qty, max_sale_qty, use_config_backorders, backorders,
          use_config_notify_stock_qty, notify_stock_qty, use_config_qty_increments, qty_increments,
          use_config_enable_qty_inc, enable_qty_increments, use_config_manage_stock, manage_stock, low_stock_date,
          is_decimal_divided, stock_status_changed_auto, false as show_default_notification_message
        from stock_item where product_id = p.id) as s)),
    'product_links', (select json_agg(json_build_object('sku', p.sku, 'link_type', 'related',
      'linked_product_sku', o.sku, 'linked_product_type', o.type_id, 'position', l.position) order by l.position)
      from product_link l join product o on o.id = l.linked_product_id where l.product_id = p.id),
    'options', '[]'::json,
    'media_gallery_entries', (select json_agg(json_build_object('id', m.id, 'media_type', m.media_type, 'label', m.label,
      'position', m.position, 'disabled', m.disabled, 'file', m.file, 'types',
      case when m.file = v.data->>'image' then '["image"]'::json else '[]'::json end) order by m.position, m.id)
      from product_media m where m.product_id = p.id),
    'tier_prices', (select json_agg(json_build_object('customer_group_id', 32000, 'qty', trim_scale(t.qty),
      'value', trim_scale(t.value), 'extension_attributes', json_build_object('website_id', t.website_id)) order by t.qty)
      from product_tier_price t where t.product_id = p.id),
    'custom_attributes', (select json_agg(a) from (
      select json_build_object('attribute_code', key, 'value', value) from jsonb_each_text(v.data)
        where key not in ('name', 'status', 'visibility', 'weight')
      union all select json_build_object('attribute_code', code, 'value', value) from (values
        ('cost', c.cost::text), ('required_options', p.required_options::int::text),
        ('has_options', p.has_options::int::text)) as own (code, value)
      union all select json_build_object('attribute_code', 'category_ids', 'value',
        (select json_agg(category_id::text order by category_id) from product_category where product_id = p.id)))
      as found (a)))::text as json
  from ${productTables} where p.sku_key = $1`;

/** Adds the product to the server. */
export function addWholeProduct(app, { run, sendJson, productTables }) {
  const text = readWholeProduct(productTables);
  app.get("/whole-products/:sku", async ({ params: { sku } }, response) => {
    const { rows } = await run("read-whole-product", text, [sku.toLowerCase()]);
    if (rows.length === 0) return response.status(404).json({ message: "The product does not exist." });
    return sendJson(response, rows[0].json);
  });
}
