import type { Db } from "../../db/database.js";

/** Whether a category can be the root category of stores, that is, has level 1. */
export const hasRootCategory = async (db: Db, id: number): Promise<boolean> =>
  (await db.models.category.findFirst({ where: { id, level: 1 }, select: { id: true } })) !== null;
