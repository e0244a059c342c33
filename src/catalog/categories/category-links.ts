import type { Db } from "../../db/database.js";
import { inputError } from "../../call/errors.js";
import { productNotFound } from "../products/product-errors.js";
import { lockProduct } from "../products/save/stored-product.sql.js";
import { categoryNotFound } from "./category-errors.js";
import {
  holdCategory,
  readCategoryProducts,
  removeCategoryProduct,
  writeCategoryProduct,
} from "./category-links.sql.js";
import type { CategoryProductLink } from "./category.types.js";

/** The products of a category, by their place in it. 404 for an unknown category. */
export async function productsOfCategory(db: Db, categoryId: number): Promise<CategoryProductLink[]> {
  const links = await readCategoryProducts(db, categoryId);
  if (!links) throw categoryNotFound(categoryId);
  return links;
}

/** Puts a product into a category, or to another place in it. 404 where either does not exist. */
export async function assignProduct(db: Db, link: CategoryProductLink): Promise<void> {
  const categoryId = toCategoryId(link.category_id);
  const productId = await lockPair(db, categoryId, link.sku ?? "");
  await writeCategoryProduct(db, { categoryId, productId, position: link.position ?? 0 });
}

/** Takes a product out of a category. 404 where either does not exist, 400 where the product is not in it. */
export async function unassignProduct(db: Db, categoryId: number, sku: string): Promise<void> {
  const productId = await lockPair(db, categoryId, sku);
  if (!(await removeCategoryProduct(db, categoryId, productId))) {
    throw inputError("The category doesn't contain the specified product.");
  }
}

async function lockPair(db: Db, categoryId: number, sku: string): Promise<number> {
  if (!(await holdCategory(db, categoryId))) throw categoryNotFound(categoryId);
  const product = await lockProduct(db, { sku });
  if (!product) throw productNotFound();
  return product.id;
}

/** What is no id is that of no category. */
function toCategoryId(given: string | null | undefined): number {
  const text = (given ?? "").trim();
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id > 2147483647) throw categoryNotFound(text);
  return id;
}
