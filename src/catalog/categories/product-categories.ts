import { invalid } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import type { Product } from "../products/product.types.js";

interface GivenCategory {
  readonly id: number;
  /** Null keeps the stored position. */
  readonly position: number | null;
}

/** Returns the categories sent as links, as the attribute `category_ids` or both; undefined if neither was sent. */
export function givenCategories(product: Product, values: ReadonlyMap<string, unknown>): GivenCategory[] | undefined {
  const links = product.extension_attributes?.category_links;
  const ids = values.get("category_ids");
  if (links == null && !values.has("category_ids")) return undefined;
  const found = new Map<number, GivenCategory>();
  for (const id of Array.isArray(ids) ? ids : ids == null ? [] : String(ids).split(",")) {
    const number = categoryId(id);
    if (number !== undefined) found.set(number, { id: number, position: null });
  }
  for (const link of links ?? []) {
    const id = categoryId(link.category_id);
    if (id !== undefined) found.set(id, { id, position: link.position ?? null });
  }
  return [...found.values()];
}

/** An empty id means no category. */
function categoryId(given: unknown): number | undefined {
  const text = String(given ?? "").trim();
  if (text === "") return undefined;
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2147483647) throw invalid("category_id", text);
  return id;
}

/** Replaces the categories of a product. Unknown category ids are ignored, as in Magento. */
export async function replaceCategories(
  db: Db,
  productId: number,
  categories: readonly GivenCategory[],
): Promise<void> {
  await db.execute(
    `with removed as (
      delete from product_category where product_id = $1::int and category_id <> all($2::int[]))
    insert into product_category (product_id, category_id, position)
    select $1::int, given.id, coalesce(given.position, 0)
    from unnest($2::int[], $3::int[]) as given (id, position) join category on category.id = given.id
    order by given.id for key share of category
    on conflict (product_id, category_id) do update set position = (
      select coalesce(given.position, product_category.position)
      from unnest($2::int[], $3::int[]) as given (id, position) where given.id = excluded.category_id)`,
    [productId, categories.map(({ id }) => id), categories.map(({ position }) => position)],
  );
}
