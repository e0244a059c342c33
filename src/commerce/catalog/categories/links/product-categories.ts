import { invalid } from "../../../../api/call/errors.js";
import { wrongValueType } from "../../attributes/attribute-errors.js";
import type { SavedProduct } from "../../products/save/saved-product.js";
import type { Product } from "../../products/product.types.js";
import type { CategoryChange, GivenCategory } from "./product-categories.sql.js";

/**
 * Returns the change of the categories in the links and the attribute `category_ids` of a product; undefined if there is
 * none. Links add categories and set positions; an empty list of links removes all categories. `category_ids` replaces
 * the categories unless it is empty. They have to exist, except when the product is created. Throws 400 for `category_ids`
 * that are no list.
 */
export function givenCategories(
  product: Product,
  { values, isNew }: Pick<SavedProduct, "values" | "isNew">,
): CategoryChange | undefined {
  const ids = listed(values.get("category_ids"));
  const links = product.extension_attributes?.category_links;
  if (links?.length === 0) return { categories: [], keepsOthers: false };
  const found = new Map<number, GivenCategory>();
  for (const id of ids) {
    const number = attributeId(id);
    if (number !== undefined) found.set(number, { id: number, position: null, isRequired: !isNew });
  }
  const keepsOthers = found.size === 0;
  for (const link of links ?? []) {
    const id = categoryId(link.category_id);
    if (id !== undefined) found.set(id, { id, position: link.position ?? null, isRequired: found.has(id) });
  }
  return found.size > 0 ? { categories: [...found.values()], keepsOthers } : undefined;
}

function listed(ids: unknown): readonly unknown[] {
  if (ids === null || ids === undefined || ids === "") return [];
  if (!Array.isArray(ids)) throw wrongValueType({ code: "category_ids" }, typeof ids, "int[]");
  return ids;
}

/** A text that is no number is the id 0, as in PHP, which no category has. */
const attributeId = (given: unknown) => (typeof given === "string" && /^\s*[a-z]/i.test(given) ? 0 : categoryId(given));

/** An empty id means no category. */
function categoryId(given: unknown): number | undefined {
  const text = String(given ?? "").trim();
  if (text === "") return undefined;
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2147483647) throw invalid("category_id", text);
  return id;
}
