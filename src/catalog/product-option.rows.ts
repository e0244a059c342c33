/** What the store view `$1` gives itself of an option or choice, else what holds globally. */
const inView = (alias: string, column: string) =>
  `coalesce(${alias}.by_store #>> array[$1::int::text, '${column}'], ${alias}.${column}::text)`;

/** The custom options of a product as the shape has them; what is not set is left out. */
export const optionsColumn = `(select json_agg(json_strip_nulls(json_build_object('product_sku', p.sku,
      'option_id', o.option_id, 'title', ${inView("o", "title")}, 'type', o.type, 'sort_order', o.sort_order,
      'is_require', o.is_require, 'price', ${inView("o", "price")}, 'price_type', ${inView("o", "price_type")},
      'sku', o.sku, 'file_extension', o.file_extension, 'max_characters', o.max_characters,
      'image_size_x', o.image_size_x, 'image_size_y', o.image_size_y, 'values', (
        select json_agg(json_strip_nulls(json_build_object('title', ${inView("c", "title")}, 'sort_order', c.sort_order,
          'price', ${inView("c", "price")}, 'price_type', ${inView("c", "price_type")}, 'sku', c.sku,
          'option_type_id', c.option_type_id)) order by c.sort_order, c.option_type_id)
        from product_option_value c where c.option_id = o.option_id)))
      order by o.sort_order, o.option_id)
    from product_option o where o.product_id = p.id) as options`;
