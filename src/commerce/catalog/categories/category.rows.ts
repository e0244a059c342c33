import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";

/** The hidden root of the category tree. */
export const treeRoot = 1;

/**
 * Locks the category tree for writing until the transaction ends. A change updates paths, positions and counts up to
 * the root, so every writer locks the root first and changes of the tree run one after another.
 */
export async function lockTree(db: Db): Promise<void> {
  await lock(db, "category", { id: [treeRoot], for: "no key update" });
}

/** Locks a category against deletion until the transaction ends. Returns whether it exists. */
export const lockCategory = async (db: Db, categoryId: number): Promise<boolean> =>
  (await lock(db, "category", { id: [categoryId], for: "key share" })).length > 0;

/** Whether a category can be the root category of stores, that is, has level 1. */
export const hasRootCategory = async (db: Db, id: number): Promise<boolean> =>
  (await db.models.category.findFirst({ where: { id, level: 1 }, select: { id: true } })) !== null;
