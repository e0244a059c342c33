import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { givenColumns } from "../orders/save/given-columns.js";
import { shownAs } from "../required-keys.js";
import type { DocumentComment } from "./comments.types.js";
import { type DocumentKind, documentModels, type NumberedKind } from "./document-numbers.sql.js";

export type CommentRow = Row<"salesInvoiceComment">;

/** What the models of the comments on all kinds of documents have in common. */
interface CommentModel {
  findMany(query: { where: { parent_id: number }; orderBy: { entity_id: "asc" } }): Promise<CommentRow[]>;
  count(query: { where: { entity_id: number; parent_id: number } }): Promise<number>;
  update(change: { where: { entity_id: number }; data: Partial<CommentRow> }): Promise<CommentRow>;
  create(addition: { data: Partial<CommentRow> & Pick<CommentRow, "parent_id"> }): Promise<CommentRow>;
}

const commentsOf = (db: Db, kind: DocumentKind): CommentModel => db.models[documentModels[kind].comment];

/** Returns the comments on a document, the oldest first, as a page of search results; none for an unknown document. */
export async function listDocumentComments(db: Db, kind: DocumentKind, parent_id: number) {
  const rows = await commentsOf(db, kind).findMany({ where: { parent_id }, orderBy: { entity_id: "asc" } });
  const filters = [{ field: "parent_id", value: String(parent_id), condition_type: "eq" }];
  return {
    items: rows.map(shownAs("comment")),
    search_criteria: { filter_groups: [{ filters }] },
    total_count: rows.length,
  };
}

/** Returns the id of a document's order; undefined for an unknown document. */
export async function findOrderId(db: Db, kind: DocumentKind, entity_id: number): Promise<number | undefined> {
  const query = { where: { entity_id }, select: { order_id: true } } as const;
  const found = await {
    invoice: () => db.models.salesInvoice.findUnique(query),
    shipment: () => db.models.salesShipment.findUnique(query),
    creditmemo: () => db.models.salesCreditmemo.findUnique(query),
  }[kind]();
  return found?.order_id;
}

/** Returns whether a document has a comment with an id. */
export const hasComment = async (db: Db, kind: DocumentKind, { id, parentId }: { id: number; parentId: number }) =>
  (await commentsOf(db, kind).count({ where: { entity_id: id, parent_id: parentId } })) > 0;

/** Inserts a comment, or writes the columns of the one with the id. Returns it. */
export function writeComment(db: Db, kind: DocumentKind, given: DocumentComment): Promise<CommentRow> {
  const columns = givenColumns("salesInvoiceComment", given);
  const { entity_id, parent_id } = given;
  if (entity_id) {
    return commentsOf(db, kind).update({
      where: { entity_id },
      data: columns,
    });
  }
  const is_visible_on_front = given.is_visible_on_front ?? 0;
  return commentsOf(db, kind).create({ data: { ...columns, is_visible_on_front, parent_id: parent_id ?? 0 } });
}

/** A number of an order or a document, which is unique in a store view. */
export interface NumberInStore {
  readonly storeId: number;
  readonly number: string;
}

/** Returns whether a store view has an order or a document of a kind with a number. */
export async function isNumberTaken(
  db: Db,
  kind: NumberedKind,
  { storeId: store_id, number: increment_id }: NumberInStore,
): Promise<boolean> {
  const where = { store_id_increment_id: { store_id, increment_id } };
  const query = { where, select: { entity_id: true } } as const;
  const found = await {
    order: () => db.models.salesOrder.findUnique(query),
    invoice: () => db.models.salesInvoice.findUnique(query),
    shipment: () => db.models.salesShipment.findUnique(query),
    creditmemo: () => db.models.salesCreditmemo.findUnique(query),
  }[kind]();
  return found !== null;
}
