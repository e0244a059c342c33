import type { Db } from "../../../platform/db/database.js";
import { type Prisma, type Row, withoutNulls, now } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { entityNotFound, requireId } from "../orders/orders.rows.js";
import { shownAs } from "../required-keys.js";
import { Shipment, type ShipmentSearchResults } from "./shipments.types.js";

const oldestFirst = { orderBy: { entity_id: "asc" } } as const;
const parts = { items: oldestFirst, tracks: oldestFirst, comments: oldestFirst } satisfies Prisma.SalesShipmentInclude;

type StoredShipment = Row<"salesShipment"> & {
  readonly items: readonly Row<"salesShipmentItem">[];
  readonly tracks: readonly Row<"salesShipmentTrack">[];
  readonly comments: readonly Row<"salesShipmentComment">[];
};

const fields = modelFields("salesShipment", Shipment, { source_code: "source_code" });

/** Returns a label as answers have it: in Base64. Requests have it as it is. */
const encodeLabel = (label: string): string => Buffer.from(label).toString("base64");

/** Returns a stored shipment as its shape, without null fields. */
function toShipment(stored: StoredShipment): Shipment {
  const { items, tracks, comments, packages, source_code, shipping_label: label, ...columns } = stored;
  return {
    ...withoutNulls(columns),
    ...(label === null ? {} : { shipping_label: encodeLabel(label) }),
    packages: Array.isArray(packages) ? packages : [],
    items: items.map(withoutNulls),
    tracks: tracks.map(shownAs("track")),
    comments: comments.map(shownAs("comment")),
    extension_attributes: source_code === null ? {} : { source_code },
  };
}

/** Returns a shipment. Throws 404 for an unknown one, and 400 for the id 0. */
export async function readShipment(db: Db, entity_id: number): Promise<Shipment> {
  requireId(entity_id);
  const shipment = await db.models.salesShipment.findUnique({ where: { entity_id }, include: parts });
  if (!shipment) throw entityNotFound();
  return toShipment(shipment);
}

/** Returns the shipments of orders, the oldest first. */
export const readShipmentsOf = async (db: Db, orderIds: readonly number[]): Promise<Shipment[]> => {
  const where = { order_id: { in: [...orderIds] } };
  return (await db.models.salesShipment.findMany({ where, include: parts, ...oldestFirst })).map(toShipment);
};

/** Returns the shipments that match the criteria. */
export async function searchShipments(db: Db, searchCriteria: SearchCriteria): Promise<ShipmentSearchResults> {
  const page = await searchModel<"salesShipment", StoredShipment>(db, searchCriteria, {
    fields,
    read: (query) => db.models.salesShipment.findMany({ ...query, include: parts }),
  });
  return { ...page, items: page.items.map(toShipment) };
}

/** Returns the shipping label of a shipment in Base64; empty if it has none. Throws as `readShipment` does. */
export async function readLabel(db: Db, entity_id: number): Promise<string> {
  requireId(entity_id);
  const shipment = await db.models.salesShipment.findUnique({
    where: { entity_id },
    select: { shipping_label: true },
  });
  if (!shipment) throw entityNotFound();
  return encodeLabel(shipment.shipping_label ?? "");
}

/** Returns the id of the order of a shipment; undefined for an unknown shipment. */
export async function readOrderId(db: Db, entity_id: number): Promise<number | undefined> {
  const shipment = await db.models.salesShipment.findUnique({ where: { entity_id }, select: { order_id: true } });
  return shipment?.order_id;
}

/** Returns the lines of an order's shipments with their units and the code of their source, the oldest shipment first. */
export const readShippedLines = (db: Db, order_id: number) =>
  db.models.salesShipment.findMany({
    where: { order_id },
    select: { source_code: true, items: { select: { order_item_id: true, qty: true } } },
    orderBy: { entity_id: "asc" },
  });

/** Writes columns of a shipment. */
export async function updateShipment(db: Db, entity_id: number, columns: Partial<Row<"salesShipment">>): Promise<void> {
  const data = { ...columns, updated_at: now } as Prisma.SalesShipmentUncheckedUpdateInput;
  await db.models.salesShipment.update({ where: { entity_id }, data, select: { entity_id: true } });
}
