import type { Db } from "../db/database.js";
import { wantId } from "../db/wanted-ids.js";

/** A website, store or store view of another shop, which is found by its code. */
interface Taken {
  /** The id that it has in the other shop. */
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

type Model = "website" | "storeGroup" | "store";

/** Creates a row with the id of the other shop, if it is free. */
async function createWithId<Row>(
  db: Db,
  [model, id]: readonly [Model, number],
  create: () => Promise<Row>,
): Promise<Row> {
  const restore = await wantId(db, { model, id });
  const row = await create();
  await restore();
  return row;
}

/** Creates a website, or renames the one with the code. Returns its id. */
export async function saveTakenWebsite(db: Db, { id, code, name }: Taken): Promise<number> {
  const select = { id: true } as const;
  const found = await db.models.website.findUnique({ where: { code }, select });
  if (found) return (await db.models.website.update({ where: { code }, data: { name }, select })).id;
  const create = () => db.models.website.create({ data: { code, name }, select });
  return (await createWithId(db, ["website", id], create)).id;
}

/** Creates a store of a website, or renames the one with the code. Returns its id. */
export async function saveTakenGroup(db: Db, { id, code, name, websiteId }: Taken & { readonly websiteId: number }) {
  const select = { id: true } as const;
  const found = await db.models.storeGroup.findUnique({ where: { code }, select });
  if (found) return (await db.models.storeGroup.update({ where: { code }, data: { name }, select })).id;
  const create = () => db.models.storeGroup.create({ data: { code, name, website_id: websiteId }, select });
  return (await createWithId(db, ["storeGroup", id], create)).id;
}

/** Where a store view belongs. */
interface Place {
  readonly websiteId: number;
  readonly groupId: number;
  readonly isActive: number;
}

/** Creates a store view, or renames the one with the code. Returns its id. */
export async function saveTakenView(db: Db, { id, code, name, ...place }: Taken & Place): Promise<number> {
  const select = { id: true } as const;
  const data = { name, is_active: place.isActive };
  const found = await db.models.store.findUnique({ where: { code }, select });
  if (found) return (await db.models.store.update({ where: { code }, data, select })).id;
  const create = () =>
    db.models.store.create({
      data: { ...data, code, website_id: place.websiteId, store_group_id: place.groupId },
      select,
    });
  return (await createWithId(db, ["store", id], create)).id;
}

/** Sets the default store of a website. */
export async function setDefaultGroup(db: Db, id: number, default_group_id: number): Promise<void> {
  await db.models.website.update({ where: { id }, data: { default_group_id }, select: { id: true } });
}

/** Sets the default store view and the root category of a store; what is undefined stays. */
export async function setGroupDefaults(
  db: Db,
  id: number,
  { viewId, rootCategoryId }: { readonly viewId?: number | undefined; readonly rootCategoryId?: number | undefined },
): Promise<void> {
  const data = {
    ...(viewId === undefined ? {} : { default_store_id: viewId }),
    ...(rootCategoryId === undefined ? {} : { root_category_id: rootCategoryId }),
  };
  await db.models.storeGroup.update({ where: { id }, data, select: { id: true } });
}
