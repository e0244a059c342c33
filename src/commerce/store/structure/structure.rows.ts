import type { Db } from "../../../platform/db/database.js";
import { lock, lockName } from "../../../platform/db/lock.js";
import type { Row } from "../../../platform/db/models.js";

type WebsiteColumns = Partial<Omit<Row<"website">, "id">>;
type GroupColumns = Partial<Omit<Row<"storeGroup">, "id">>;
type ViewColumns = Partial<Omit<Row<"store">, "id">>;

/** Locks the structure of websites, stores and store views, so that changes to it run one at a time in all processes. */
export const lockStructure = (db: Db): Promise<void> => lockName(db, "store", "structure");

/** Locks a website against new references and returns it; undefined for an unknown id. */
export const lockWebsite = async (db: Db, id: number) => (await lock(db, "website", { id: [id], for: "update" })).at(0);

/** Locks a store against new references and returns it; undefined for an unknown id. */
export const lockGroup = async (db: Db, id: number) =>
  (await lock(db, "storeGroup", { id: [id], for: "update" })).at(0);

/** Locks a store view against new references and returns it; undefined for an unknown id. */
export const lockView = async (db: Db, id: number) => (await lock(db, "store", { id: [id], for: "update" })).at(0);

export const readWebsite = (db: Db, where: { readonly id: number } | { readonly code: string }) =>
  db.models.website.findUnique({ where });

export const readGroup = (db: Db, where: { readonly id: number } | { readonly code: string }) =>
  db.models.storeGroup.findUnique({ where });

export const readView = (db: Db, where: { readonly id: number } | { readonly code: string }) =>
  db.models.store.findUnique({ where });

/** Returns the default website; null if there is none. */
export const readDefaults = (db: Db) => db.models.website.findFirst({ where: { is_default: true } });

/** Returns the stores of a website, by id. */
export const readGroupsOf = (db: Db, websiteId: number) =>
  db.models.storeGroup.findMany({ where: { website_id: websiteId }, orderBy: { id: "asc" } });

/** Returns the store views of a store, in list order. */
export const readViewsOf = (db: Db, groupId: number) =>
  db.models.store.findMany({
    where: { store_group_id: groupId },
    orderBy: [{ sort_order: "asc" }, { name: "asc" }, { id: "asc" }],
  });

export const insertWebsite = (db: Db, data: { code: string; name: string } & WebsiteColumns) =>
  db.models.website.create({ data });

export const insertGroup = (db: Db, data: { code: string; name: string; website_id: number } & GroupColumns) =>
  db.models.storeGroup.create({ data });

export const insertView = (
  db: Db,
  data: { code: string; name: string; website_id: number; store_group_id: number } & ViewColumns,
) => db.models.store.create({ data });

export const updateWebsite = (db: Db, id: number, data: WebsiteColumns) =>
  db.models.website.update({ where: { id }, data });

export const updateGroup = (db: Db, id: number, data: GroupColumns) =>
  db.models.storeGroup.update({ where: { id }, data });

export const updateView = (db: Db, id: number, data: ViewColumns) => db.models.store.update({ where: { id }, data });

/** Moves the store views of a store to a website. */
export async function moveViews(db: Db, groupId: number, websiteId: number): Promise<void> {
  await db.models.store.updateMany({ where: { store_group_id: groupId }, data: { website_id: websiteId } });
}

/** Makes a website the only default one. */
export async function makeDefault(db: Db, id: number): Promise<void> {
  await db.models.website.updateMany({ where: { is_default: true, id: { not: id } }, data: { is_default: false } });
  await db.models.website.update({ where: { id }, data: { is_default: true } });
}

/** Deletes a website with its settings. */
export async function removeWebsite(db: Db, id: number): Promise<void> {
  await db.models.configValue.deleteMany({ where: { scope: "websites", scope_id: id } });
  await db.models.website.delete({ where: { id } });
}

export const removeGroup = (db: Db, id: number) => db.models.storeGroup.delete({ where: { id } });

/** Deletes a store view with its settings. */
export async function removeView(db: Db, id: number): Promise<void> {
  await db.models.configValue.deleteMany({ where: { scope: "stores", scope_id: id } });
  await db.models.store.delete({ where: { id } });
}
