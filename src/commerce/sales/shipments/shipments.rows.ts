import type { Db } from "../../../platform/db/database.js";
import { now, type Prisma, type Row, withoutNulls, written } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
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

/** Returns a shipment; undefined for an unknown one. */
export async function findShipment(db: Db, entity_id: number): Promise<Shipment | undefined> {
  const shipment = await db.models.salesShipment.findUnique({ where: { entity_id }, include: parts });
  return shipment ? toShipment(shipment) : undefined;
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

/** Returns the shipping label of a shipment in Base64, empty if it has none; undefined for an unknown shipment. */
export async function findLabel(db: Db, entity_id: number): Promise<string | undefined> {
  const shipment = await db.models.salesShipment.findUnique({
    where: { entity_id },
    select: { shipping_label: true },
  });
  return shipment ? encodeLabel(shipment.shipping_label ?? "") : undefined;
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
  const data = { ...written(columns), updated_at: now };
  await db.models.salesShipment.update({ where: { entity_id }, data, select: { entity_id: true } });
}
