import type { Db } from "../../../platform/db/database.js";
import { type Prisma, type Row, withoutNulls, now } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { shownAs, shownColumns } from "../required-keys.js";
import { Creditmemo, type CreditmemoExtension, type CreditmemoSearchResults } from "./credit-memos.types.js";

const parts = {
  items: { orderBy: { entity_id: "asc" } },
  // Unlike the comments of other documents, the newest first.
  comments: { orderBy: [{ created_at: "desc" }, { entity_id: "desc" }] },
} satisfies Prisma.SalesCreditmemoInclude;

type StoredMemo = Row<"salesCreditmemo"> & {
  readonly items: readonly Row<"salesCreditmemoItem">[];
  readonly comments: readonly Row<"salesCreditmemoComment">[];
};

const fields = modelFields("salesCreditmemo", Creditmemo);

/** Returns a stored credit memo as its shape, without null fields. */
const toMemo = ({ items, comments, commerce, ...columns }: StoredMemo): Creditmemo => ({
  ...withoutNulls(columns),
  items: items.map(({ returned_to: _kept, ...item }) => shownColumns("memoItem", item)),
  comments: comments.map(shownAs("comment")),
  // Stored by the names of the shape.
  ...(commerce ? { extension_attributes: commerce as CreditmemoExtension } : {}),
});

/** Returns a credit memo; undefined for an unknown one. */
export async function findMemo(db: Db, entity_id: number): Promise<Creditmemo | undefined> {
  const memo = await db.models.salesCreditmemo.findUnique({ where: { entity_id }, include: parts });
  return memo ? toMemo(memo) : undefined;
}

/** Returns the credit memos of orders, the oldest first. */
export const readMemosOf = async (db: Db, orderIds: readonly number[]): Promise<Creditmemo[]> => {
  const where = { order_id: { in: [...orderIds] } };
  const orderBy = { entity_id: "asc" } as const;
  return (await db.models.salesCreditmemo.findMany({ where, include: parts, orderBy })).map(toMemo);
};

/** Returns the credit memos that match the criteria. */
export async function searchMemos(db: Db, searchCriteria: SearchCriteria): Promise<CreditmemoSearchResults> {
  const page = await searchModel<"salesCreditmemo", StoredMemo>(db, searchCriteria, {
    fields,
    read: (query) => db.models.salesCreditmemo.findMany({ ...query, include: parts }),
  });
  return { ...page, items: page.items.map(toMemo) };
}

/** Returns the id of the order of a credit memo; undefined for an unknown credit memo. */
export async function readOrderId(db: Db, entity_id: number): Promise<number | undefined> {
  const memo = await db.models.salesCreditmemo.findUnique({ where: { entity_id }, select: { order_id: true } });
  return memo?.order_id;
}

/** Writes columns of a credit memo. */
export async function updateMemo(
  db: Db,
  entity_id: number,
  columns: Omit<Partial<Row<"salesCreditmemo">>, "commerce">,
): Promise<void> {
  const data = { ...columns, updated_at: now };
  await db.models.salesCreditmemo.update({ where: { entity_id }, data, select: { entity_id: true } });
}

/** Returns the lines of the credit memos for an invoice, with their units. */
export const readRefundedLines = (db: Db, invoice_id: number) =>
  db.models.salesCreditmemoItem.findMany({
    where: { creditmemo: { invoice_id } },
    select: { order_item_id: true, qty: true },
  });
