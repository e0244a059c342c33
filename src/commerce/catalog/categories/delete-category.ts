import type { Db } from "../../../platform/db/database.js";
import { isForeignKeyViolation } from "../../../platform/db/sql-errors.js";
import { cannotDeleteCategory, categoryNotFound } from "./category-errors.js";
import { lockTree, treeRoot } from "./category.rows.js";
import { readPlaces, removeSubtree } from "./category-structure.sql.js";

/**
 * Deletes a category with its descendants, but not their products. Throws 404 for an unknown id, 400 for the root of
 * the tree and for root categories of stores.
 */
export async function deleteCategory(db: Db, id: number): Promise<void> {
  await lockTree(db);
  const category = (await readPlaces(db, [id])).get(id);
  if (!category) throw categoryNotFound(id);
  if (id === treeRoot || category.is_store_root) throw cannotDeleteCategory(id);
  try {
    await removeSubtree(db, category);
  } catch (error) {
    if (isForeignKeyViolation(error)) throw cannotDeleteCategory(id);
    throw error;
  }
}
