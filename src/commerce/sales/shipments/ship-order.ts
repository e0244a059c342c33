import { inputError } from "../../../api/call/errors.js";
import type { Context } from "../../../api/call/context.js";
import type { Prisma } from "../../../platform/db/models.js";
import { add } from "../../../platform/money/arithmetic.js";
import { asQuantity } from "../../../platform/money/amount.js";
import type { DocumentNote } from "../documents/comments.types.js";
import type { DocumentListener } from "../documents/document-listener.js";
import { drawNumberAtCommit, drawDocumentId } from "../documents/document-numbers.sql.js";
import { toNotification, commentRows } from "../documents/comments.js";
import { processingRuleOf, saveOrderChange } from "../documents/state-after-document.js";
import { withFailureMessage, throwMessages } from "../documents/validation.js";
import { insertRows } from "../orders/save/new-order.sql.js";
import { lockOrder } from "../orders/lock-order.js";
import type { ItemRow, StoredOrder } from "../orders/stored-order.js";
import { leavingUnits, linesToShip, requestedUnits, type ShippedLine, totalUnits } from "./lines-to-ship.js";
import type { ShipmentCreationArguments, ShipmentItemCreation, ShipmentTrackCreation } from "./ship-order.types.js";
import { shipmentErrors } from "./shipment-errors.js";
import { takeStock } from "./take-stock.js";

/** A request to ship an order. */
export interface ShipRequest extends DocumentNote {
  readonly items?: readonly ShipmentItemCreation[] | null | undefined;
  readonly tracks?: readonly ShipmentTrackCreation[] | null | undefined;
  readonly packages?: readonly unknown[] | null | undefined;
  readonly creation?: ShipmentCreationArguments | null | undefined;
}

const pickedUp =
  "Not able to ship order with 'In Store Pick-Up' delivery method. Order should be notified as 'Ready For Pick-Up' instead.";
const failure = "Could not save a shipment, see error log for details";

/**
 * Ships lines of an order, or all that is left of it, and returns the id of the shipment. Throws 404 for an unknown order,
 * and 400 with all rules that the shipment breaks, if the source has too little, and for a pickup order without a source.
 */
export async function shipOrder(
  ctx: Context & { readonly listener: DocumentListener },
  orderId: number,
  request: ShipRequest,
): Promise<number> {
  const { db, listener } = ctx;
  const [order, shipmentId] = await Promise.all([lockOrder(db, orderId), drawDocumentId(db, "shipment")]);
  const source = request.creation?.extension_attributes?.source_code;
  if (order.pickup_location_code && !source) throw inputError(pickedUp);
  const requested = requestedUnits(request.items);
  const shipped = linesToShip(order.items, requested);
  const tracks = request.tracks ?? [];
  throwMessages("Shipment Document Validation Error(s):", shipmentErrors(order, { requested, shipped, tracks }));
  return withFailureMessage(failure, async () => {
    if (tracks.some(({ carrier_code: code }) => !code)) throw inputError("The carrier code of a track is missing.");
    const units = leavingUnits(order.items, new Map(shipped.map(({ line, raised }) => [line.row.item_id, raised])));
    const source_code = await takeStock(db, order, { shipmentId, units, source });
    await saveOrderChange(db, order, {
      items: shipped.map(increasedColumns),
      state: processingRuleOf(order),
      writes: db.atCommit,
    });
    const columns = await writeShipment(ctx, order, { shipmentId, source_code, shipped, request });
    await listener.documentCreated(ctx, {
      ...{ kind: "shipment", orderId, documentId: shipmentId, columns },
      ...toNotification(request),
    });
    return shipmentId;
  });
}

const increasedColumns = ({ line: { row }, raised }: ShippedLine) => ({
  item_id: row.item_id,
  qty_shipped: add(asQuantity(row.qty_shipped ?? 0), raised),
});

interface WrittenShipment {
  readonly shipmentId: number;
  readonly source_code: string;
  readonly shipped: readonly ShippedLine[];
  readonly request: ShipRequest;
}

/** Writes a shipment with its parts, and returns its columns. The number is drawn last. */
async function writeShipment({ db }: Context, order: StoredOrder, written: WrittenShipment) {
  const { shipmentId, source_code, shipped, request } = written;
  const { entity_id: order_id, store_id } = order;
  const shipment = {
    ...{ entity_id: shipmentId, order_id, store_id, source_code },
    billing_address_id: order.billing_address_id ?? null,
    shipping_address_id: order.shipping_address_id ?? null,
    customer_id: order.customer_id ?? null,
    total_qty: totalUnits(shipped),
    packages: (request.packages ?? []) as Prisma.JsonArray,
    increment_id: drawNumberAtCommit(db, "shipment", store_id),
  };
  const items = shipped.flatMap(({ line, listed: qty }) =>
    qty === undefined ? [] : [{ ...copiedColumns(line.row), qty, parent_id: shipmentId }],
  );
  const tracks = (request.tracks ?? []).map(({ track_number, title, carrier_code }) => ({
    ...{ order_id, parent_id: shipmentId },
    track_number: track_number ?? null,
    title: title ?? null,
    carrier_code: carrier_code ?? null,
  }));
  await insertRows(db.atCommit, [
    { model: "salesShipment", rows: [shipment] },
    { model: "salesShipmentItem", rows: items },
    { model: "salesShipmentTrack", rows: tracks },
    { model: "salesShipmentComment", rows: commentRows(request, shipmentId) },
  ]);
  return shipment;
}

/** Returns the columns that a line of a shipment copies from the order line. */
export const copiedColumns = (row: ItemRow) => ({
  order_item_id: row.item_id,
  sku: row.sku,
  name: row.name ?? null,
  product_id: row.product_id ?? null,
  price: row.price ?? null,
  weight: row.weight ?? null,
  description: row.description ?? null,
  additional_data: row.additional_data ?? null,
});
