import type { Context } from "../../../api/call/context.js";
import { inputError, WebapiError } from "../../../api/call/errors.js";
import { phpJson } from "../../../api/call/spelling.js";
import type { Db } from "../../../platform/db/database.js";
import { isInStockAt } from "../../inventory/published.js";
import { readSettings } from "../../store/published.js";
import type { DocumentListener } from "../documents/document-listener.js";
import { hasOwnStock } from "../documents/document-stock.js";
import { Formats } from "../mails/formats.js";
import { MailSettings } from "../mails/mail-settings.js";
import type { SalesMails } from "../mails/sales-mails.js";
import { lockOrder } from "../orders/lock-order.js";
import { readStockOfOrder } from "../orders/stock-of-order.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { writeComment } from "../orders/states/change-order.rows.js";
import { canShip } from "../orders/states/order-states.js";
import { saveColumns } from "../orders/states/save-columns.js";
import { leavingUnits, linesToShip } from "../shipments/lines-to-ship.js";
import { shipOrder } from "../shipments/ship-order.js";
import { readShippedLines } from "../shipments/shipments.rows.js";
import type { PickupNotificationResult } from "./notify-orders.types.js";

type NotifyingContext = Context & { readonly listener: DocumentListener };

/** Notifies the customers of orders that these are ready for pickup. An order that fails changes nothing. */
export async function notifyOrders(
  ctx: NotifyingContext,
  orderIds: readonly number[],
  mails: SalesMails,
): Promise<PickupNotificationResult> {
  const errors: string[] = [];
  for (const id of orderIds) {
    try {
      await ctx.db.savepoint((db) => notifyOrder({ ...ctx, db }, id, mails));
    } catch (error) {
      if (!(error instanceof WebapiError)) throw error;
      errors.push(phpJson({ id, message: error.message }));
    }
  }
  return { successful: errors.length === 0, errors };
}

const notReady = () => inputError("The order is not ready for pickup");

/**
 * Ships an order from its pickup location unless it has a shipment, notes the notification in its history, and emails the
 * customer. Throws 400 for an order that is delivered, or that the location cannot hand over.
 */
async function notifyOrder(ctx: NotifyingContext, id: number, mails: SalesMails): Promise<void> {
  const { db } = ctx;
  const order = await lockOrder(db, id);
  const { pickup_location_code: source } = order;
  if (!source) throw notReady();
  if ((await readShippedLines(db, id)).length === 0) {
    if (!canShip(order) || !(await isAtLocation(db, order, source))) throw notReady();
    await shipOrder(ctx, id, { creation: { extension_attributes: { source_code: source } } });
  }
  const shipped = await lockOrder(db, id);
  await writeComment(db, undefined, {
    ...{ parent_id: id, entity_name: "order", status: shipped.status ?? null },
    ...{ comment: `Order notified for pickup at: ${await timeOf(db, shipped)}` },
    ...{ is_visible_on_front: 1, is_customer_notified: 0 },
  });
  await saveColumns(db, shipped, { send_notification: 0, notification_sent: 0 });
  await mails.send(ctx, { kind: "order_ready_for_pickup", id });
}

/** Whether the pickup location has all that is left to ship. */
async function isAtLocation(db: Db, order: StoredOrder, code: string): Promise<boolean> {
  const raised = new Map(linesToShip(order.items).map(({ line, raised }) => [line.row.item_id, raised]));
  const units = leavingUnits(order.items, raised).filter(({ row }) => hasOwnStock(row));
  const { items } = await readStockOfOrder(db, order, units);
  return isInStockAt(db, { code, items });
}

const localePath = "general/locale/code";
const timeZonePath = "general/locale/timezone";

/** Returns the time as the store view of an order writes it. */
async function timeOf(db: Db, { store_id }: StoredOrder): Promise<string> {
  const [{ view }, settings] = await Promise.all([
    MailSettings.read(db, store_id),
    readSettings(db, [localePath, timeZonePath]),
  ]);
  const scope = { storeId: view?.id ?? 0, websiteId: view?.website_id ?? 0 };
  const [locale, timezone] = [settings.value(localePath, scope), settings.value(timeZonePath, scope)];
  return Formats.of({ locale, timezone, currency: "" }).time(new Date());
}
