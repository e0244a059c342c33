// SQL: models cannot send the ids or numbers of all documents that the operations of a bulk name as one parameter.
import type { Db } from "../../../platform/db/database.js";
import { type ModelName, tableOf } from "../../../platform/db/models.js";

type FindOrderKeys<Key> = (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, readonly string[]>>;

type DocumentModel = Extract<ModelName, "salesInvoice" | "salesShipment" | "salesShipmentTrack" | "salesCreditmemo">;

/** Returns a function that finds the ordering keys of the orders that documents belong to. */
const ordersOf =
  (model: DocumentModel): FindOrderKeys<number> =>
  async (db, ids) => {
    const rows = await db.query<{ entity_id: number; order_id: number }>(
      `select entity_id, order_id from ${tableOf(model).table} where entity_id = any($1::int[])`,
      [ids],
    );
    return new Map(rows.map(({ entity_id, order_id }) => [entity_id, [`order:${order_id}`]]));
  };

/** Returns the ordering keys of the orders with these numbers in lower case. A number can be in use in each store view. */
async function findOrdersByNumber(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ number: string; ids: number[] }>(
    `select lower(increment_id) as number, array_agg(entity_id order by entity_id) as ids
     from sales_order where lower(increment_id) = any($1::text[]) group by 1`,
    [numbers],
  );
  return new Map(rows.map(({ number, ids }) => [number, ids.map((id) => `order:${id}`)]));
}

/** The look-ups of the ordering keys of orders, by the aggregate of their documents, and by their numbers. */
export const orderKeys = {
  invoice: { byId: ordersOf("salesInvoice") },
  shipment: { byId: ordersOf("salesShipment") },
  "shipment-track": { byId: ordersOf("salesShipmentTrack") },
  creditmemo: { byId: ordersOf("salesCreditmemo") },
  "order-number": { byText: findOrdersByNumber },
} as const;
