import type { Db } from "../../platform/db/database.js";
import type { Prisma, Row } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../api/search-criteria/search-page.sql.js";
import { Return } from "./returns.types.js";
import { productValues, valueOf } from "../catalog/published.sql.js";

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

/**
 * Returns the products' own settings for returns by product id: 0 no, 1 yes, 2 as the shop. Products without one are left
 * out.
 */
// SQL: models cannot read one key of the JSON documents with the attributes of products, nor send the ids of all returns that the
// operations of a bulk name as one parameter, and a lock: the row of the last number stays locked until the transaction ends, so
// that numbers have no gaps.
export async function readReturnable(
  db: Db,
  productIds: readonly number[],
  storeId: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ product_id: number; setting: string | null }>(
    `select p.product_id, ${valueOf("is_returnable")} as setting from unnest($1::int[]) as p (product_id)
    left join ${productValues} g on g.product_id = p.product_id and g.store_id = 0
    left join ${productValues} v on v.product_id = p.product_id and v.store_id = $2`,
    [productIds, storeId],
  );
  return new Map(rows.flatMap(({ product_id, setting }) => (setting === null ? [] : [[product_id, setting] as const])));
}

/** Draws the next number of a return in a store view. This is the last lock of a transaction. */
// SQL: models cannot read one key of the JSON documents with the attributes of products, nor send the ids of all returns that the
// operations of a bulk name as one parameter, and a lock: the row of the last number stays locked until the transaction ends, so
// that numbers have no gaps.
export async function drawReturnNumber(db: Db, storeId: number): Promise<string> {
  const drawn = await db.one<{ last_value: number }>(
    `insert into rma_sequence as s (store_id, last_value) values ($1::int, 1)
    on conflict (store_id) do update set last_value = s.last_value + 1 returning last_value`,
    [storeId],
  );
  const digits = 9;
  return `${storeId > 1 ? storeId : ""}${String(drawn?.last_value ?? 0).padStart(digits, "0")}`;
}

/** Returns the ordering keys of the orders that returns belong to, whose quantities returns change, by the ids of the returns. */
// SQL: models cannot read one key of the JSON documents with the attributes of products, nor send the ids of all returns that the
// operations of a bulk name as one parameter, and a lock: the row of the last number stays locked until the transaction ends, so
// that numbers have no gaps.
export async function findReturnKeys(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.query<{ entity_id: number; order_id: number }>(
    "select entity_id, order_id from rma where entity_id = any($1::int[])",
    [ids],
  );
  return new Map(rows.map(({ entity_id, order_id }) => [entity_id, [`order:${order_id}`]]));
}
