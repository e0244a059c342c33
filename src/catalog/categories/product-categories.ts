import { invalid } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import type { Product } from "../products/product.types.js";

interface GivenCategory {
  readonly id: number;
  /** Null keeps the position that the product has there. */
  readonly position: number | null;
}

/** The categories that were sent, as links, as the attribute `category_ids` or as both; undefined where as neither. */
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

/** An empty id stands for no category. */
function categoryId(given: unknown): number | undefined {
  const text = String(given ?? "").trim();
  if (text === "") return undefined;
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2147483647) throw invalid("category_id", text);
  return id;
}

/** Puts the product into these categories and no others; as in Magento, ids that no category has are passed over. */
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
