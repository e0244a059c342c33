import type { Db } from "../../platform/db/database.js";
import type { Prisma, Row } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../api/search-criteria/search-page.sql.js";
import { Return } from "./returns.types.js";

/** The parts of a return, the oldest first, without the pictures of labels. */
const parts = {
  items: { orderBy: { entity_id: "asc" } },
  comments: { orderBy: { entity_id: "asc" } },
  tracks: { omit: { label: true }, orderBy: { entity_id: "asc" } },
} satisfies Prisma.RmaInclude;

/** A return as stored. */
export type StoredReturn = Prisma.RmaGetPayload<{ include: typeof parts }>;
export type ItemRow = StoredReturn["items"][number];
export type CommentRow = StoredReturn["comments"][number];
export type TrackRow = StoredReturn["tracks"][number];

const fields = modelFields("rma", Return);

/** Returns a return, or null. */
export const readReturn = (db: Db, entity_id: number): Promise<StoredReturn | null> =>
  db.models.rma.findUnique({ where: { entity_id }, include: parts });

/** Returns the returns that match the criteria. */
export const searchReturns = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<StoredReturn>> =>
  searchModel<"rma", StoredReturn>(db, searchCriteria, {
    fields,
    read: (query) => db.models.rma.findMany({ ...query, include: parts }),
  });

/** Inserts a return with its items. Returns its id. */
export async function insertReturn(
  db: Db,
  columns: Omit<Row<"rma">, "entity_id" | "date_requested">,
  items: readonly NewItem[],
): Promise<number> {
  const data = { ...columns, items: { create: [...items] } };
  return (await db.models.rma.create({ data, select: { entity_id: true } })).entity_id;
}

/** A new item of a return. */
export type NewItem = Pick<
  ItemRow,
  "order_item_id" | "qty_requested" | "reason" | "condition" | "resolution" | "reason_other" | "status"
>;

/** Writes columns of a return. */
export const updateReturn = (
  db: Db,
  entity_id: number,
  data: Partial<Pick<StoredReturn, "status" | "customer_custom_email">>,
): Promise<unknown> => db.models.rma.update({ where: { entity_id }, data, select: { entity_id: true } });

/** Writes columns of an item. */
export const updateReturnItem = (db: Db, { entity_id, ...data }: ItemRow): Promise<unknown> =>
  db.models.rmaItem.update({ where: { entity_id }, data, select: { entity_id: true } });

/** Deletes a return with its parts. */
export const deleteReturnRows = (db: Db, entity_id: number): Promise<unknown> =>
  db.models.rma.delete({ where: { entity_id }, select: { entity_id: true } });

/** Inserts comments. */
export const insertComments = (
  db: Db,
  data: readonly Omit<CommentRow, "entity_id" | "created_at">[],
): Promise<unknown> => db.models.rmaComment.createMany({ data: [...data] });

/** Inserts tracks. */
export const insertTracks = (
  db: Db,
  data: readonly (Omit<TrackRow, "entity_id"> & { readonly label: Uint8Array<ArrayBuffer> | null })[],
): Promise<unknown> => db.models.rmaTrack.createMany({ data: [...data] });

/** Deletes a track of a return. Returns whether it existed. */
export const deleteTrack = async (db: Db, rma_entity_id: number, entity_id: number): Promise<boolean> =>
  (await db.models.rmaTrack.deleteMany({ where: { rma_entity_id, entity_id } })).count > 0;

/** Returns the pictures of the labels of a return, in the order of its tracks. */
export async function readLabels(db: Db, rma_entity_id: number): Promise<Uint8Array[]> {
  const rows = await db.models.rmaTrack.findMany({
    where: { rma_entity_id },
    select: { label: true },
    orderBy: { entity_id: "asc" },
  });
  return rows.flatMap(({ label }) => label ?? []);
}

/** Returns the return items of order lines. */
export const readItemsOf = (
  db: Db,
  orderItemIds: readonly number[],
): Promise<Pick<ItemRow, "order_item_id" | "status" | "qty_requested" | "qty_authorized" | "qty_approved">[]> =>
  db.models.rmaItem.findMany({
    where: { order_item_id: { in: [...orderItemIds] } },
    select: { order_item_id: true, status: true, qty_requested: true, qty_authorized: true, qty_approved: true },
  });
