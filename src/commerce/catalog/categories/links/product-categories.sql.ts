// SQL: a set-based write (measured by `drain-creations`).
import { hiddenParameter } from "../../../../platform/db/statements/parameters.js";
import type { Db } from "../../../../platform/db/database.js";

/** A category to assign a product to. */
export interface GivenCategory {
  readonly id: number;
  /** Null keeps the stored position. */
  readonly position: number | null;
  /** Whether the category has to exist. */
  readonly isRequired: boolean;
}

/** Categories to assign a product to. */
export interface CategoryChange {
  readonly categories: readonly GivenCategory[];
  /** Whether the product also stays in the other categories. */
  readonly keepsOthers: boolean;
}

/**
 * Assigns a product to categories. Returns the first unknown category that has to exist, in which case the caller must
 * roll back; other unknown ones are ignored.
 */
export async function saveCategories(
  db: Db,
  productId: number,
  { categories, keepsOthers }: CategoryChange,
): Promise<number | undefined> {
  const unknown = await db.one<{ id: number }>(
    `with given as (
      select * from unnest(${hiddenParameter(2, "int[]")}, ${hiddenParameter(3, "int[]")}, ${hiddenParameter(5, "boolean[]")})
        as given (id, position, is_required)),
    removed as (
      delete from product_category where product_id = $1::int and not ${hiddenParameter(4, "boolean")}
        and category_id <> all(array(select id from given))),
    written as (insert into product_category (product_id, category_id, position)
    select $1::int, given.id, coalesce(given.position, 0)
    from given join category on category.id = given.id
    order by given.id for key share of category
    on conflict (product_id, category_id) do update set position = (
      select coalesce(given.position, product_category.position)
      from given where given.id = excluded.category_id))
    select given.id from given where given.is_required and not exists (select from category where id = given.id)
    order by given.id limit 1`,
    [
      productId,
      categories.map(({ id }) => id),
      categories.map(({ position }) => position),
      keepsOthers,
      categories.map(({ isRequired }) => isRequired),
    ],
  );
  return unknown?.id;
}
