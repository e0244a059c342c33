import type { Db } from "../../../platform/db/database.js";
import { now, type Prisma, type Row, written } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../api/search-criteria/search-page.sql.js";
import { shownAs, shownColumns } from "../required-keys.js";
import { Invoice, type InvoiceExtension } from "./invoices.types.js";

const parts = {
  items: { orderBy: { entity_id: "asc" } },
  comments: { orderBy: { entity_id: "asc" } },
} satisfies Prisma.SalesInvoiceInclude;

/** The states of invoices. */
export const invoiceStates = { open: 1, paid: 2, canceled: 3 } as const;

export type InvoiceRow = Row<"salesInvoice">;
type ItemRow = Row<"salesInvoiceItem">;

/** An invoice as stored, with its parts. */
export type StoredInvoice = InvoiceRow & {
  readonly items: readonly ItemRow[];
  readonly comments: readonly Row<"salesInvoiceComment">[];
};

const fields = modelFields("salesInvoice", Invoice);

/** Returns an invoice, or null for an unknown one. */
export const findInvoice = (db: Db, entity_id: number): Promise<StoredInvoice | null> =>
  db.models.salesInvoice.findUnique({ where: { entity_id }, include: parts });

/** Returns the invoices of orders, the oldest first. */
export const readInvoicesOf = async (db: Db, orderIds: readonly number[]): Promise<StoredInvoice[]> =>
  db.models.salesInvoice.findMany({
    where: { order_id: { in: [...orderIds] } },
    include: parts,
    orderBy: { entity_id: "asc" },
  });

/** Returns the invoices that match the criteria. */
export const searchInvoices = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<StoredInvoice>> =>
  searchModel<"salesInvoice", StoredInvoice>(db, searchCriteria, {
    fields,
    read: (query) => db.models.salesInvoice.findMany({ ...query, include: parts }),
  });

/** Inserts an invoice and returns its id. */
export async function insertInvoice(
  db: Db,
  columns: Partial<Omit<InvoiceRow, "entity_id">> & Pick<InvoiceRow, "order_id" | "store_id" | "increment_id">,
): Promise<number> {
  return (await db.models.salesInvoice.create({ data: written(columns), select: { entity_id: true } })).entity_id;
}

/** Inserts lines and comments of an invoice. */
export async function insertInvoiceParts(
  db: Db,
  {
    items,
    comments,
  }: {
    readonly items: readonly (Partial<ItemRow> & Pick<ItemRow, "order_item_id" | "parent_id">)[];
    readonly comments: readonly Prisma.SalesInvoiceCommentCreateManyInput[];
  },
): Promise<void> {
  const data = items.map(written);
  if (data.length > 0) await db.models.salesInvoiceItem.createMany({ data });
  if (comments.length > 0) await db.models.salesInvoiceComment.createMany({ data: [...comments] });
}

/** Writes columns of an invoice. */
export async function updateInvoice(db: Db, entity_id: number, columns: Partial<InvoiceRow>): Promise<void> {
  const data = { ...written(columns), updated_at: now };
  await db.models.salesInvoice.update({ where: { entity_id }, data, select: { entity_id: true } });
}

/** Returns a stored invoice as its shape. */
export function toInvoice({ items, comments, commerce, ...columns }: StoredInvoice): Invoice {
  return {
    ...shownColumns("invoice", columns),
    items: items.map(({ taken_from: _taken, ...item }) => shownColumns("invoiceItem", item)),
    comments: comments.map(shownAs("comment")),
    // Stored by the names of the shape.
    ...(commerce ? { extension_attributes: commerce as InvoiceExtension } : {}),
  };
}
