import type { Db } from "../../../platform/db/database.js";
import { isUnstorable } from "../../../platform/db/sql-errors.js";
import { categoryNotFound, couldNotMove, cannotMoveBelowChild } from "./category-errors.js";
import { lockTree, treeRoot } from "./category.rows.js";
import { moveSubtree, placeAmongSiblings, readPlaces } from "./category-structure.sql.js";
import { areUrlKeysTaken } from "./values/category-values.sql.js";

export interface MoveRequest {
  readonly categoryId: number;
  readonly parentId: number;
  readonly afterId: number | null;
}

/**
 * Moves a category with its descendants to another parent. Throws 404 for an unknown id; 400 if the parent is the
 * category itself or a descendant, if a new sibling has the same URL key, if the place is too deep in the tree, and if
 * the root category of a store would leave the top level.
 */
export async function moveCategory(db: Db, { categoryId, parentId, afterId }: MoveRequest): Promise<void> {
  await lockTree(db);
  const places = await readPlaces(db, [categoryId, parentId]);
  const category = places.get(categoryId);
  if (!category) throw categoryNotFound(categoryId);
  const parent = places.get(parentId);
  if (!parent) throw categoryNotFound(parentId);
  if (parentId === categoryId) throw couldNotMove();
  if (`${parent.path}/`.startsWith(`${category.path}/`)) throw cannotMoveBelowChild();
  if (category.is_store_root && parentId !== treeRoot) throw couldNotMove();
  if (await areUrlKeysTaken(db, parentId, categoryId)) throw couldNotMove();
  const move = { category, parent, afterId };
  try {
    await placeAmongSiblings(db, move);
    if (category.parent_id !== parentId) await moveSubtree(db, move);
  } catch (error) {
    // A descendant would be too deep, or no position is left.
    throw isUnstorable(error) ? couldNotMove() : error;
  }
}
