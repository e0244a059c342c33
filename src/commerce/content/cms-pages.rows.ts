import type { Db } from "../../platform/db/database.js";
import { lock } from "../../platform/db/lock.js";
import { keyOf, now, type Prisma, type Row, withoutNulls } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import { CmsPage, type CmsPageSearchResults } from "./cms-pages.types.js";
import { type IdentifierClaim, lockIdentifier } from "./identifiers.rows.js";

/** The fields of the shape, and the column names of Magento's table, by which its clients also search. */
const fields = modelFields("cmsPage", CmsPage, {
  page_id: "id",
  active: "is_active",
  is_active: "is_active",
  store_id: "stores.store_id",
});

/** Returns a page, or undefined if there is none. */
export async function readCmsPage(db: Db, id: number): Promise<CmsPage | undefined> {
  const row = await db.models.cmsPage.findUnique({ where: { id } });
  return row ? toPage(row) : undefined;
}

/** Returns pages by id, in no particular order. */
export async function readCmsPages(db: Db, ids: readonly number[]): Promise<CmsPage[]> {
  return (await db.models.cmsPage.findMany({ where: { id: { in: [...ids] } } })).map(toPage);
}

/** Returns the id of the active page of a store view with an identifier; undefined if there is none. */
export async function findPageAt(db: Db, identifier: string, storeId: number): Promise<number | undefined> {
  const stores = { some: { store_id: { in: [0, storeId] } } };
  const row = await db.models.cmsPage.findFirst({
    where: { identifier_key: keyOf(identifier), is_active: true, stores },
    select: { id: true },
  });
  return row?.id;
}

/** Returns the pages that match the criteria. */
export async function searchCmsPages(db: Db, searchCriteria: SearchCriteria): Promise<CmsPageSearchResults> {
  const page = await searchModel(db, searchCriteria, { fields, read: (query) => db.models.cmsPage.findMany(query) });
  return { ...page, items: page.items.map(toPage) };
}

/** Locks a page until the transaction ends. */
export async function lockPage(db: Db, id: number): Promise<void> {
  await lock(db, "cmsPage", { id: [id], for: "update" });
}

/** Returns the store view ids of a page; 0 stands for all. */
export async function readStoresOfPage(db: Db, page_id: number): Promise<number[]> {
  const rows = await db.models.cmsPageStore.findMany({ where: { page_id } });
  return rows.map(({ store_id }) => store_id);
}

/** Locks an identifier until the transaction ends, and returns whether it is free in all of the store views. */
export const claimPageIdentifier = async (db: Db, claim: IdentifierClaim): Promise<boolean> =>
  (await db.models.cmsPage.findFirst({
    where: await lockIdentifier(db, "cms_page", claim),
    select: { id: true },
  })) === null;

/** The columns of a page that callers set. */
export type PageData = Omit<Prisma.CmsPageCreateManyInput, "id" | "identifier_key" | "update_time">;

/** Inserts a page for a store view (0 for all) and returns its id. */
export async function insertPage(db: Db, data: PageData, store_id: number): Promise<number> {
  const { id } = await db.models.cmsPage.create({
    data: { creation_time: now, ...columnsOf(data), stores: { create: { store_id } } },
    select: { id: true },
  });
  return id;
}

/** Updates a page. */
export const updatePage = (db: Db, id: number, data: PageData): Promise<unknown> =>
  db.models.cmsPage.update({ where: { id }, data: columnsOf(data), select: { id: true } });

const columnsOf = (data: PageData) => ({ ...data, identifier_key: keyOf(data.identifier), update_time: now });

/** Deletes a page and returns whether it existed. */
export const deletePageRow = async (db: Db, id: number): Promise<boolean> =>
  (await db.models.cmsPage.deleteMany({ where: { id } })).count > 0;

/** Magento leaves out fields without a value. */
const toPage = ({ identifier_key: _key, is_active, sort_order, ...row }: Row<"cmsPage">): CmsPage => ({
  ...withoutNulls(row),
  sort_order: String(sort_order),
  active: is_active,
});
