import type { Db } from "../../platform/db/database.js";
import type { Prisma, Row } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../api/search-criteria/search-page.sql.js";
import { GiftWrapping } from "./wrappings.types.js";

const parts = {
  designs: { select: { store_id: true, design: true } },
  websites: { select: { website_id: true }, orderBy: { website_id: "asc" } },
} satisfies Prisma.GiftWrappingInclude;

/** A wrapping as stored. */
export type StoredWrapping = Prisma.GiftWrappingGetPayload<{ include: typeof parts }>;

const fields = modelFields("giftWrapping", GiftWrapping, {
  design: "designs.design",
  website_ids: "websites.website_id",
  image_name: "image",
});

/** Returns wrappings by their ids. */
export const readWrappings = (db: Db, ids: readonly number[]): Promise<StoredWrapping[]> =>
  db.models.giftWrapping.findMany({ where: { wrapping_id: { in: [...ids] } }, include: parts });

/** Returns the wrappings that match the criteria. */
export const searchWrappings = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<StoredWrapping>> =>
  searchModel<"giftWrapping", StoredWrapping>(db, searchCriteria, {
    fields,
    read: (query) => db.models.giftWrapping.findMany({ ...query, include: parts }),
  });

type Columns = Partial<Omit<Row<"giftWrapping">, "wrapping_id">>;

/** Inserts a wrapping and returns its id. */
export async function insertWrapping(db: Db, data: Columns & { readonly base_price: string }): Promise<number> {
  return (await db.models.giftWrapping.create({ data, select: { wrapping_id: true } })).wrapping_id;
}

/** Writes columns of a wrapping. */
export const updateWrapping = (db: Db, wrapping_id: number, data: Columns): Promise<unknown> =>
  db.models.giftWrapping.update({ where: { wrapping_id }, data, select: { wrapping_id: true } });

/** Writes the name of a wrapping in a store view. */
export async function writeDesign(db: Db, row: Row<"giftWrappingDesign">): Promise<void> {
  const { wrapping_id, store_id, design } = row;
  const where = { wrapping_id_store_id: { wrapping_id, store_id } };
  await db.models.giftWrappingDesign.upsert({ where, create: row, update: { design } });
}

/** Replaces the websites of a wrapping. */
export async function replaceWebsites(db: Db, wrapping_id: number, websiteIds: readonly number[]): Promise<void> {
  await db.models.giftWrappingWebsite.deleteMany({ where: { wrapping_id } });
  const data = [...new Set(websiteIds)].map((website_id) => ({ wrapping_id, website_id }));
  await db.models.giftWrappingWebsite.createMany({ data });
}

/** Deletes a wrapping. Returns whether there was one. */
export const deleteWrapping = async (db: Db, wrapping_id: number): Promise<boolean> =>
  (await db.models.giftWrapping.deleteMany({ where: { wrapping_id } })).count > 0;
