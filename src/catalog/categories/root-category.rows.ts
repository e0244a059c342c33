import type { Db } from "../../db/database.js";

/** Whether a category is the root of a catalogue, which stores can have: a category of level 1. */
export const hasRootCategory = async (db: Db, id: number): Promise<boolean> =>
  (await db.models.category.findFirst({ where: { id, level: 1 }, select: { id: true } })) !== null;
