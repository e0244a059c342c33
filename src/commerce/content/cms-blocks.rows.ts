import type { Db } from "../../platform/db/database.js";
import { lock } from "../../platform/db/lock.js";
import { keyOf, now, type Prisma, type Row, withoutNulls } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import { CmsBlock, type CmsBlockSearchResults } from "./cms-blocks.types.js";
import { type IdentifierClaim, lockIdentifier } from "./identifiers.rows.js";

/** The fields of the shape, and the column names of Magento's table, by which its clients also search. */
const fields = modelFields("cmsBlock", CmsBlock, {
  block_id: "id",
  active: "is_active",
  is_active: "is_active",
  store_id: "stores.store_id",
});

/** Returns a block, or undefined if there is none. */
export async function readCmsBlock(db: Db, id: number): Promise<CmsBlock | undefined> {
  const row = await db.models.cmsBlock.findUnique({ where: { id } });
  return row ? toBlock(row) : undefined;
}

/** Returns the block with the identifier: of the store view, of all store views, or else the oldest one. */
export async function readCmsBlockCalled(db: Db, identifier: string, storeId: number): Promise<CmsBlock | undefined> {
  const found = await db.models.cmsBlock.findMany({
    where: { identifier_key: keyOf(identifier), stores: { some: {} } },
    include: { stores: true },
    orderBy: { id: "asc" },
  });
  const blockOf = (id: number) => found.find(({ stores }) => stores.some(({ store_id }) => store_id === id));
  const chosen = blockOf(storeId) ?? blockOf(0) ?? found[0];
  return chosen && toBlock(chosen);
}

/** Returns the blocks that match the criteria. */
export async function searchCmsBlocks(db: Db, searchCriteria: SearchCriteria): Promise<CmsBlockSearchResults> {
  const page = await searchModel(db, searchCriteria, { fields, read: (query) => db.models.cmsBlock.findMany(query) });
  return { ...page, items: page.items.map(toBlock) };
}

/** Locks a block until the transaction ends. */
export async function lockBlock(db: Db, id: number): Promise<void> {
  await lock(db, "cmsBlock", { id: [id], for: "update" });
}

/** Returns the store view ids of a block; 0 stands for all. */
export async function readStoresOfBlock(db: Db, block_id: number): Promise<number[]> {
  const rows = await db.models.cmsBlockStore.findMany({ where: { block_id } });
  return rows.map(({ store_id }) => store_id);
}

/** Locks an identifier until the transaction ends, and returns whether it is free in all of the store views. */
export const claimBlockIdentifier = async (db: Db, claim: IdentifierClaim): Promise<boolean> =>
  (await db.models.cmsBlock.findFirst({
    where: await lockIdentifier(db, "cms_block", claim),
    select: { id: true },
  })) === null;

/** The columns of a block that callers set. */
export type BlockData = Omit<Prisma.CmsBlockCreateManyInput, "id" | "identifier_key" | "creation_time" | "update_time">;

/** Inserts a block for a store view (0 for all) and returns its id. */
export async function insertBlock(db: Db, data: BlockData, store_id: number): Promise<number> {
  const { id } = await db.models.cmsBlock.create({
    data: { ...columnsOf(data), creation_time: now, stores: { create: { store_id } } },
    select: { id: true },
  });
  return id;
}

/** Updates a block. */
export const updateBlock = (db: Db, id: number, data: BlockData): Promise<unknown> =>
  db.models.cmsBlock.update({ where: { id }, data: columnsOf(data), select: { id: true } });

const columnsOf = (data: BlockData) => ({ ...data, identifier_key: keyOf(data.identifier), update_time: now });

/** Deletes a block. */
export const deleteBlockRow = (db: Db, id: number): Promise<unknown> =>
  db.models.cmsBlock.deleteMany({ where: { id } });

/** Magento leaves out fields without a value. */
const toBlock = ({ identifier_key: _key, is_active, ...row }: Row<"cmsBlock">): CmsBlock => ({
  ...withoutNulls(row),
  active: is_active,
});
