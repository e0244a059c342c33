import { invalid } from "../../../../api/call/errors.js";
import type { Product } from "../../products/product.types.js";
import type { CategoryChange, GivenCategory } from "./product-categories.sql.js";

/**
 * Returns the change of the categories in the links and the attribute `category_ids` of a product; undefined if there is
 * none. Links add categories and set positions; an empty list of links removes all categories. `category_ids` replaces
 * the categories, which have to exist, unless it is empty.
 */
export function givenCategories(product: Product, values: ReadonlyMap<string, unknown>): CategoryChange | undefined {
  const links = product.extension_attributes?.category_links;
  if (links?.length === 0) return { categories: [], keepsOthers: false };
  const found = new Map<number, GivenCategory>();
  for (const id of listed(values.get("category_ids"))) {
    const number = categoryId(id);
    if (number !== undefined) found.set(number, { id: number, position: null, isRequired: true });
  }
  const keepsOthers = found.size === 0;
  for (const link of links ?? []) {
    const id = categoryId(link.category_id);
    if (id !== undefined) found.set(id, { id, position: link.position ?? null, isRequired: found.has(id) });
  }
  return found.size > 0 ? { categories: [...found.values()], keepsOthers } : undefined;
}

const listed = (ids: unknown): readonly unknown[] =>
  Array.isArray(ids) ? ids : ids == null ? [] : String(ids).split(",");

/** An empty id means no category. */
function categoryId(given: unknown): number | undefined {
  const text = String(given ?? "").trim();
  if (text === "") return undefined;
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2147483647) throw invalid("category_id", text);
  return id;
}
