import type { Db } from "../../../../platform/db/database.js";
import { modelFields } from "../../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../../api/search-criteria/search-page.sql.js";
import { OrderItem } from "./order-items.types.js";
import type { ItemRow } from "../stored-order.js";

/** A stored line with its parent line. */
export type ItemWithParent = ItemRow & { readonly parent: ItemRow | null };

const fields = modelFields("salesOrderItem", OrderItem);

/** Returns a line, or null for an unknown one. */
export const findItem = (db: Db, item_id: number): Promise<ItemWithParent | null> =>
  db.models.salesOrderItem.findUnique({ where: { item_id }, include: { parent: true } });

/** Returns the lines that match the criteria. */
export const searchItems = (db: Db, searchCriteria: SearchCriteria): Promise<SearchPage<ItemWithParent>> =>
  searchModel<"salesOrderItem", ItemWithParent>(db, searchCriteria, {
    fields,
    read: (query) => db.models.salesOrderItem.findMany({ ...query, include: { parent: true } }),
  });
