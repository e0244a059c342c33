import type { Db } from "../../../../platform/db/database.js";
import { modelFields } from "../../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../../api/search-criteria/search-page.sql.js";
import { OrderItem } from "./order-items.types.js";
import { entityNotFound, requireId } from "../orders.rows.js";
import type { ItemRow } from "../stored-order.js";

/** A stored line with its parent line. */
export type ItemWithParent = ItemRow & { readonly parent: ItemRow | null };

const fields = modelFields("salesOrderItem", OrderItem);

/** Returns a line. Throws 404 for an unknown one, and 400 for the id 0. */
export async function readItem(db: Db, item_id: number): Promise<ItemWithParent> {
  requireId(item_id);
  const item = await db.models.salesOrderItem.findUnique({ where: { item_id }, include: { parent: true } });
  if (!item) throw entityNotFound();
  return item;
}

/** Returns the lines that match the criteria. */
export const searchItems = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<ItemWithParent>> =>
  searchModel<"salesOrderItem", ItemWithParent>(db, searchCriteria, {
    fields,
    read: (query) => db.models.salesOrderItem.findMany({ ...query, include: { parent: true } }),
  });
