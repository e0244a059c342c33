import type { Context } from "../../../api/call/context.js";
import { couldNotSave, inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { type Prisma, now } from "../../../platform/db/models.js";
import { asQuantity, type Quantity, zeroQuantity } from "../../../platform/money/amount.js";
import { add, max, min, subtract } from "../../../platform/money/arithmetic.js";
import { drawNumber, drawDocumentId } from "../documents/document-numbers.sql.js";
import { resolveStoreId, withFailureMessage } from "../documents/validation.js";
import { givenColumns } from "../orders/save/given-columns.js";
import { sameColumns } from "../orders/save/import-order.js";
import { insertRows } from "../orders/save/new-order.sql.js";
import { lockOrder } from "../orders/lock-order.js";
import { entityNotFound, missingId, requireEntity } from "../require-entity.js";
import type { ItemRow, StoredOrder } from "../orders/stored-order.js";
import { leavingUnits } from "./lines-to-ship.js";
import { copiedColumns } from "./ship-order.js";
import { storedLinesError } from "./shipment-errors.js";
import { findLabel, findShipment, readOrderId, readShippedLines, updateShipment } from "./shipments.rows.js";
import type { Shipment } from "./shipments.types.js";
import { takeStock } from "./take-stock.js";

const failure = "The shipment couldn't be saved.";

/**
 * Stores a shipment as sent, or changes the given fields of the one with the id, and returns it. A new one takes its goods
 * from stock, unless it is imported from a shop that has already done so. The lines and the status of the order stay
 * unchanged. Throws 400 for a shipment without lines of its order and for values that do not fit, and 404 for an unknown
 * order or shipment.
 */
export async function saveShipment(ctx: Context, given: Shipment): Promise<Shipment> {
  const { entity_id: id } = given;
  return requireEntity(
    findShipment,
    ctx.db,
    id ? await changeShipment(ctx.db, id, given) : await createShipment(ctx, given),
  );
}

async function createShipment({ db, isImport }: Context, given: Shipment): Promise<number> {
  if (!given.order_id) throw missingId();
  if (!given.items?.length) throw couldNotSave(failure);
  const order = await lockOrder(db, given.order_id);
  const rows = rowsOfItems(order, given);
  const wrongLine = storedLinesError(order, given.items);
  if (wrongLine !== undefined) throw inputError(wrongLine);
  const storeId = await resolveStoreId({ db, kind: "shipment" }, given, order);
  return withFailureMessage(failure, async () => {
    const shipmentId = await drawDocumentId(db, "shipment");
    const source = given.extension_attributes?.source_code;
    const leaving = { shipmentId, units: leavingUnits(order.items, await unitsToTake(db, order, rows)), source };
    const source_code = isImport ? (source ?? null) : await takeStock(db, order, leaving);
    const increment_id = given.increment_id || (await drawNumber(db, "shipment", storeId));
    await insertRows(db, [
      {
        model: "salesShipment",
        rows: [
          {
            ...{ customer_id: order.customer_id ?? null, billing_address_id: order.billing_address_id ?? null },
            shipping_address_id: order.shipping_address_id ?? null,
            ...givenColumns("salesShipment", given),
            ...{ entity_id: shipmentId, order_id: order.entity_id, store_id: storeId, increment_id, source_code },
            packages: (given.packages ?? []) as Prisma.JsonArray,
          },
        ],
      },
      {
        model: "salesShipmentItem",
        rows: sameColumns(rows.map(({ columns }) => ({ ...columns, parent_id: shipmentId }))),
      },
      ...addedParts(given, { shipmentId, orderId: order.entity_id }),
    ]);
    return shipmentId;
  });
}

/**
 * Returns the units of lines that a stored shipment takes from stock: at most those that are left of the line. Units of
 * earlier shipments have left stock already, so a repeated request takes nothing.
 */
async function unitsToTake(
  db: Db,
  order: StoredOrder,
  rows: readonly { readonly row: ItemRow; readonly qty: string }[],
): Promise<ReadonlyMap<number, Quantity>> {
  const shipped = new Map<number, Quantity>();
  for (const { items } of await readShippedLines(db, order.entity_id)) {
    for (const { order_item_id: id, qty } of items)
      shipped.set(id, add(shipped.get(id) ?? zeroQuantity, asQuantity(qty)));
  }
  return new Map(
    rows.map(({ row, qty }) => {
      const ordered = subtract(asQuantity(row.qty_ordered ?? 0), asQuantity(row.qty_canceled ?? 0));
      const left = max(subtract(ordered, shipped.get(row.item_id) ?? zeroQuantity), zeroQuantity);
      return [row.item_id, min(asQuantity(qty), left)];
    }),
  );
}

/** Returns the lines of a shipment, each with its order line. Throws 400 for a line of another order. */
function rowsOfItems(order: StoredOrder, { items }: Shipment) {
  const byId = new Map<number, ItemRow>(order.items.map((row) => [row.item_id, row]));
  return (items ?? []).map((item) => {
    const row = byId.get(item.order_item_id ?? 0);
    if (!row) throw couldNotSave(failure);
    const columns = givenColumns("salesShipmentItem", item);
    return { row, qty: columns.qty ?? "0", columns: { qty: "0", ...copiedColumns(row), ...columns } };
  });
}

interface ShipmentIds {
  readonly shipmentId: number;
  readonly orderId: number;
}

/** Returns rows for the tracking numbers and comments in a request that have no id. */
function addedParts({ tracks, comments }: Shipment, { shipmentId: parent_id, orderId: order_id }: ShipmentIds) {
  const newTracks = (tracks ?? []).filter(({ entity_id: id }) => !id);
  const newComments = (comments ?? []).filter(({ entity_id: id }) => !id);
  return [
    {
      model: "salesShipmentTrack",
      rows: sameColumns(
        newTracks.map((track) => ({
          ...{ created_at: now, updated_at: now },
          ...givenColumns("salesShipmentTrack", track),
          ...{ parent_id, order_id },
        })),
      ),
    },
    {
      model: "salesShipmentComment",
      rows: sameColumns(
        newComments.map((comment) => ({
          ...{ is_visible_on_front: 0, created_at: now },
          ...givenColumns("salesInvoiceComment", comment),
          parent_id,
        })),
      ),
    },
  ] as const;
}

/**
 * Changes the given fields of a shipment, and adds tracking numbers and comments. Lines, order and number stay unchanged.
 */
async function changeShipment(db: Db, shipmentId: number, given: Shipment): Promise<number> {
  const orderId = await readOrderId(db, shipmentId);
  if (orderId === undefined) throw entityNotFound();
  await lockOrder(db, orderId);
  const { increment_id: _number, store_id: _store, shipping_label, ...columns } = givenColumns("salesShipment", given);
  // A label that was read and sent back is the stored one.
  const isSame = shipping_label != null && shipping_label === (await findLabel(db, shipmentId));
  const label = shipping_label === undefined || isSame ? {} : { shipping_label };
  const packages = given.packages ? { packages: given.packages as Prisma.JsonArray } : {};
  await updateShipment(db, shipmentId, { ...columns, ...label, ...packages });
  const parts = addedParts(given, { shipmentId, orderId });
  if (parts.some(({ rows }) => rows.length > 0)) await insertRows(db, parts);
  return shipmentId;
}
