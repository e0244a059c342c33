import type { Db } from "../../db/database.js";
import { isUnstorable } from "../../db/sql-errors.js";
import { categoryNotFound, couldNotMove, movedBelowItself } from "./category-errors.js";
import { carrySubtree, lockTree, placeAmongSiblings, readPlaces, treeRoot } from "./category-structure.sql.js";
import { areUrlKeysTaken } from "./category-values.sql.js";

export interface MoveWanted {
  readonly categoryId: number;
  readonly parentId: number;
  readonly afterId: number | null;
}

/**
 * Moves a category with all below it under another parent. 404 for an id that does not exist; 400 for a parent that is the
 * category or below it, an address that a child of the parent has, a place too deep in the tree, and for the root category
 * of stores leaving its level.
 */
export async function moveCategory(db: Db, { categoryId, parentId, afterId }: MoveWanted): Promise<void> {
  await lockTree(db);
  const places = await readPlaces(db, [categoryId, parentId]);
  const category = places.get(categoryId);
  if (!category) throw categoryNotFound(categoryId);
  const parent = places.get(parentId);
  if (!parent) throw categoryNotFound(parentId);
  if (`${parent.path}/`.startsWith(`${category.path}/`)) throw movedBelowItself();
  if (category.is_store_root && parentId !== treeRoot) throw couldNotMove();
  if (await areUrlKeysTaken(db, parentId, categoryId)) throw couldNotMove();
  const move = { category, parent, afterId };
  try {
    await placeAmongSiblings(db, move);
    if (category.parent_id !== parentId) await carrySubtree(db, move);
  } catch (error) {
    // Something of the subtree would be too deep, or the last place has been given away.
    throw isUnstorable(error) ? couldNotMove() : error;
  }
}
