import { noSuchEntity } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { hasSource, ship } from "../../inventory/published.js";
import { documentEvent, hasOwnStock } from "../documents/document-stock.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { readStockOfOrder } from "../orders/stock-of-order.js";
import type { LeavingUnits } from "./lines-to-ship.js";

/** Goods that a shipment takes from stock. */
export interface LeavingGoods {
  readonly shipmentId: number;
  readonly units: readonly LeavingUnits[];
  /**
   * Code of the source. By default that of the pickup location, or else the source of the stock if there is exactly one,
   * otherwise the default source.
   */
  readonly source: string | null | undefined;
}

/**
 * Takes the goods of a shipment from their source and ends their reservations. Returns the code of the source. Throws 404
 * for an unknown source, and 400 if the source has too little.
 */
export async function takeStock(db: Db, order: StoredOrder, goods: LeavingGoods): Promise<string> {
  const { shipmentId, units, source } = goods;
  if (source && !(await hasSource(db, source))) throw noSuchEntity("source_code", source);
  const stock = await readStockOfOrder(
    db,
    order,
    units.filter(({ row }) => hasOwnStock(row)),
  );
  const event = documentEvent(order, "shipment_created", shipmentId);
  return ship(db, event, { ...stock, source: source || order.pickup_location_code || stock.usualSource });
}
