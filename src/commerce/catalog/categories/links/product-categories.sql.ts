// SQL: a set-based write (measured by `drain-creations`).
import { batched } from "../../../../platform/db/batched.js";
import { hiddenLists, hiddenParameter } from "../../../../platform/db/statements/parameters.js";
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

/** Categories to assign a product to, and the product. */
export interface ProductCategories extends CategoryChange {
  readonly productId: number;
}

/**
 * Assigns a product to categories. Returns the first unknown category that has to exist, in which case the caller must
 * roll back; other unknown ones are ignored. Concurrent saves in one transaction share a statement.
 */
export const saveCategories: (db: Db, change: ProductCategories) => Promise<number | undefined> = batched({
  groupBy: () => "",
  load: async (db: Db, changes: readonly ProductCategories[]) => {
    const given = changes.flatMap(({ productId, categories }) => categories.map((own) => ({ ...own, productId })));
    const unknown = await db.query<{ product_id: number; id: number }>(writeCategories, [
      given.map(({ productId }) => productId),
      given.map(({ id }) => id),
      given.map(({ position }) => position),
      given.map(({ isRequired }) => isRequired),
      changes.flatMap(({ productId, keepsOthers }) => (keepsOthers ? [] : [productId])),
    ]);
    const ids = new Map(unknown.map(({ product_id, id }) => [product_id, id]));
    return changes.map(({ productId }) => ids.get(productId));
  },
});

const writeCategories = `with given as (
    select * from unnest(${hiddenLists("int", "int", "int", "boolean")}) as given (product_id, id, position, is_required)),
  removed as (
    delete from product_category own where product_id = any(${hiddenParameter(5, "int[]")}) and not exists (
      select from given where given.product_id = own.product_id and given.id = own.category_id)),
  written as (
    insert into product_category (product_id, category_id, position)
    select given.product_id, given.id, coalesce(given.position, 0)
    from given join category on category.id = given.id
    order by given.id, given.product_id for key share of category
    on conflict (product_id, category_id) do update set position = (
      select coalesce(given.position, product_category.position)
      from given where given.product_id = excluded.product_id and given.id = excluded.category_id))
  select product_id, min(id) as id from given
  where is_required and not exists (select from category where category.id = given.id) group by product_id`;
