// SQL for use in statements of other domains.

/**
 * Every category with the categories that show its products: itself, and its ancestors that are anchors. The hidden root of
 * the tree is not among them.
 */
export const shownIn = `(select c.id as category_id, above.id as shown_in
  from category c cross join lateral unnest(string_to_array(c.path, '/')::int[]) as above (id)
  left join category_values a on a.category_id = above.id and a.store_id = 0
  where above.id <> 1 and (above.id = c.id or a.data ->> 'is_anchor' = '1'))`;

/** A condition: the categories of an array show the product. Anchors show the products below them, by a range of paths. */
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
