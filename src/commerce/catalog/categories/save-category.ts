import { isUnstorable } from "../../../platform/db/sql-errors.js";
import type { Context } from "../../../api/call/context.js";
import type { AttributeFacts } from "../attributes/product-attributes.sql.js";
import { readCategoryAttributes } from "./values/category-attributes.rows.js";
import { categoryNotFound, positionTooLarge } from "./category-errors.js";
import { checkDefaultSorting } from "./category-sorting.js";
import { lockTree } from "./category.rows.js";
import { insertCategory, readPlaces, readRootCategory, touchCategory } from "./category-structure.sql.js";
import { saveUrlKey } from "./category-urls.js";
import { readCategoryValues, writeCategoryValues } from "./values/category-values.sql.js";
import { changedCategoryValues, givenCategoryValues, storeOf } from "./values/category-values.js";
import { categoryDesign, defaultValues, checkDesign } from "../design-rights.js";
import type { Category } from "./category.types.js";

/**
 * Creates a category, or updates the given fields of the category with the given id. Returns its id. An update does not
 * move it. Throws 404 for an unknown id or parent, 400 for invalid values, 401 for a design that the caller must not
 * change.
 */
export async function saveCategory(given: Category, ctx: Context): Promise<number> {
  await lockTree(ctx.db);
  const attributes = await readCategoryAttributes(ctx.db);
  return given.id ? update(given.id, given, { ctx, attributes }) : create(given, { ctx, attributes });
}

interface Saving {
  readonly ctx: Context;
  readonly attributes: ReadonlyMap<string, AttributeFacts>;
}

async function create(given: Category, { ctx, attributes }: Saving): Promise<number> {
  const { db, scope } = ctx;
  const parentId = given.parent_id || (await readRootCategory(db, scope.storeId));
  const parent = (await readPlaces(db, [parentId])).get(parentId);
  if (!parent) throw categoryNotFound(parentId);
  const changes = changedCategoryValues(givenCategoryValues(given), { isNew: true, scope, attributes });
  const before = () => defaultValues(attributes.values());
  await checkDesign(ctx, categoryDesign, { changes, before });
  const id = await insertCategory(db, parent, given.position ?? null).catch((error: unknown) => {
    throw isUnstorable(error) ? positionTooLarge() : error;
  });
  await checkDefaultSorting(db, { id, storeId: 0, scope }, changes);
  await saveUrlKey(db, { id, parentId, isNew: true, storeId: 0 }, changes);
  await writeCategoryValues(db, id, changes);
  return id;
}

async function update(id: number, given: Category, { ctx, attributes }: Saving): Promise<number> {
  const { db, scope } = ctx;
  const place = (await readPlaces(db, [id])).get(id);
  if (!place) throw categoryNotFound(id);
  const target = { isNew: false, scope, attributes };
  const changes = changedCategoryValues(givenCategoryValues(given), target);
  await checkDesign(ctx, categoryDesign, { changes, before: () => readCategoryValues(db, id) });
  const addressed = { id, parentId: place.parent_id ?? 0, isNew: false, storeId: storeOf(target) };
  await checkDefaultSorting(db, { id, storeId: addressed.storeId, scope }, changes);
  await saveUrlKey(db, addressed, changes);
  await touchCategory(db, id, given.position ?? null);
  await writeCategoryValues(db, id, changes);
  return id;
}
