// SQL: models cannot send the ids of all documents that the operations of a bulk name as one parameter.
import type { Db } from "../../db/database.js";
import { type ModelName, tableOf } from "../../db/models.js";

type FindOrderKeys = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, readonly string[]>>;

type DocumentModel = Extract<ModelName, "salesInvoice" | "salesShipment" | "salesShipmentTrack" | "salesCreditmemo">;

/** Returns a function that finds the ordering keys of the orders that documents belong to. */
const ordersOf =
  (model: DocumentModel): FindOrderKeys =>
  async (db, ids) => {
    const rows = await db.query<{ entity_id: number; order_id: number }>(
      `select entity_id, order_id from ${tableOf(model).table} where entity_id = any($1::int[])`,
      [ids],
    );
    return new Map(rows.map(({ entity_id, order_id }) => [entity_id, [`order:${order_id}`]]));
  };

/** The ordering keys of the orders that documents belong to, by the aggregate of the document. */
export const orderKeys = {
  invoice: ordersOf("salesInvoice"),
  shipment: ordersOf("salesShipment"),
  "shipment-track": ordersOf("salesShipmentTrack"),
  creditmemo: ordersOf("salesCreditmemo"),
} as const satisfies Readonly<Record<string, FindOrderKeys>>;
