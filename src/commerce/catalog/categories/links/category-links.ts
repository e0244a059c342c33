import type { Db } from "../../../../platform/db/database.js";
import { inputError } from "../../../../api/call/errors.js";
import { productNotFound } from "../../products/product-errors.js";
import { lockProduct } from "../../products/save/lock-product.js";
import { categoryNotFound } from "../category-errors.js";
import { removeCategoryProduct, writeCategoryProduct, readCategoryProducts } from "./category-links.rows.js";
import { lockCategory } from "../category.rows.js";
import type { CategoryProductLink } from "../category.types.js";

/** Returns the products of a category by id. Throws 404 for an unknown category. */
export async function listProductsOfCategory(db: Db, categoryId: number): Promise<CategoryProductLink[]> {
  const links = await readCategoryProducts(db, categoryId);
  if (!links) throw categoryNotFound(categoryId);
  return links;
}

/** Assigns a product to a category, or changes its position there. Throws 404 if either is unknown. */
export async function assignProduct(db: Db, link: CategoryProductLink): Promise<void> {
  const category_id = toCategoryId(link.category_id);
  const product_id = await lockPair(db, String(category_id), link.sku ?? "");
  await writeCategoryProduct(db, { product_id, category_id, position: link.position ?? 0 });
}

/** Removes a product from a category. Throws 404 if either is unknown, 400 if the product is not assigned. */
export async function unassignProduct(db: Db, categoryId: number, sku: string): Promise<void> {
  const productId = await lockPair(db, categoryId, sku);
  if (!(await removeCategoryProduct(db, categoryId, productId))) {
    throw inputError("The category doesn't contain the specified product.");
  }
}

async function lockPair(db: Db, categoryId: number | string, sku: string): Promise<number> {
  if (!(await lockCategory(db, Number(categoryId)))) throw categoryNotFound(categoryId);
  const product = await lockProduct(db, { sku });
  if (!product) throw productNotFound();
  return product.id;
}

/** A malformed id matches no category. */
function toCategoryId(given: string | null | undefined): number {
  const text = (given ?? "").trim();
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id > 2147483647) throw categoryNotFound(text);
  return id;
}
