// SQL: relations for the statements of other domains, which models cannot join.

/**
 * Each category with the categories that show its products: the category itself and its anchor ancestors, except the
 * hidden root of the tree.
 */
export const shownIn = `(select c.id as category_id, above.id as shown_in
  from category c cross join lateral unnest(string_to_array(c.path, '/')::int[]) as above (id)
  left join category_values a on a.category_id = above.id and a.store_id = 0
  where above.id <> 1 and (above.id = c.id or a.data ->> 'is_anchor' = '1'))`;

/** SQL condition that a category of an array shows the product. Anchors also show products below them, by path range. */
export const inCategories = (
  productId: string,
  categoryIds: string,
): string => `${productId} in (select m.product_id from product_category m where m.category_id in (
    select unnest(${categoryIds})
    union all
    select below.id from category c
    join category_values a on a.category_id = c.id and a.store_id = 0 and a.data ->> 'is_anchor' = '1'
    join category below on below.path > c.path || '/' and below.path < c.path || '0'
    where c.id = any(${categoryIds}) and c.id <> 1))`;
