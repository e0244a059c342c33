import { invalid } from "../../../../api/call/errors.js";
import type { Product } from "../../products/product.types.js";
import type { GivenCategory } from "./product-categories.sql.js";

/** Returns the categories in the links and the attribute `category_ids` of a product; undefined if it has neither. */
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
