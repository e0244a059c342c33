import type { ModelName } from "../../../platform/db/models.js";
import { type Entity, entitiesOf, idsFrom, numberOf, textOf, without } from "../entity.js";
import type { Kind, WriteContext } from "../kind.js";
import { longPages } from "../shops/pages.js";
import { orderOf } from "./orders.js";

interface DocumentKind {
  readonly name: string;
  readonly listPath: string;
  readonly savePath: string;
  readonly onePath: string;
  readonly model: ModelName;
  readonly itemModel: ModelName;
  readonly commentModel: ModelName;
}

/** Fields that are derived from others. */
const derived = ["entity_id", "billing_address_id", "shipping_address_id", "updated_at", "comments", "tracks"];
/** Ids that have no meaning in another shop. */
const shopSpecificIds = ["entity_id", "parent_id", "product_id", "order_id", "order_item_id"];

function bodyOf(entity: Entity, to: WriteContext): Entity {
  const { ids } = to;
  const store = ids.find("store views", numberOf(entity, "store_id"));
  const customer = ids.find("customers", numberOf(entity, "customer_id"));
  const invoice = ids.find("invoices", numberOf(entity, "invoice_id"));
  return {
    ...without(entity, ...derived, "store_id", "customer_id", "invoice_id"),
    order_id: orderOf(entity, to),
    ...(store === undefined ? {} : { store_id: store }),
    ...(customer === undefined ? {} : { customer_id: customer }),
    ...(invoice === undefined ? {} : { invoice_id: invoice }),
    ...addressesOf(entity, to),
    items: entitiesOf(entity["items"]).map((item) => itemOf(item, to)),
  };
}

/** Returns the addresses of the order that a document refers to. */
function addressesOf(entity: Entity, { ids }: WriteContext): Entity {
  const found = ["billing_address_id", "shipping_address_id"].flatMap((field) => {
    const id = ids.find("order addresses", numberOf(entity, field));
    return id === undefined || id === 0 ? [] : [[field, id]];
  });
  return Object.fromEntries(found) as Entity;
}

function itemOf(item: Entity, { ids }: WriteContext): Entity {
  const product = ids.find("products", numberOf(item, "product_id"));
  return {
    ...without(item, ...shopSpecificIds),
    order_item_id: ids.get("order lines", numberOf(item, "order_item_id")),
    ...(product === undefined ? {} : { product_id: product }),
  };
}

const byId = (entities: unknown) =>
  [...entitiesOf(entities)].sort((one, other) => numberOf(one, "entity_id") - numberOf(other, "entity_id"));

/**
 * Returns the comments and tracking numbers that were not imported yet, without their ids, and records them as
 * imported.
 */
function newParts(entity: Entity, { name }: DocumentKind, { ids }: WriteContext): Entity {
  const findNew = (field: string) =>
    byId(entity[field]).filter((part) => ids.find(`${name}: ${field}`, numberOf(part, "entity_id")) === undefined);
  const sent = Object.fromEntries(
    ["comments", "tracks"]
      .filter((field) => entity[field] !== undefined)
      .map((field) => [field, findNew(field).map((part) => without(part, ...shopSpecificIds))]),
  );
  for (const field of ["comments", "tracks"])
    for (const part of findNew(field)) ids.set(`${name}: ${field}`, numberOf(part, "entity_id"), 0);
  return sent;
}

/** Makes the kind for a document of orders. */
function documentKind(kind: DocumentKind): Kind {
  const list = {
    path: kind.listPath,
    idField: "entity_id",
    idKey: "entity_id",
    changedField: "updated_at",
    keyOf: (entity: Entity) => textOf(entity, "increment_id"),
  };
  return {
    name: kind.name,
    pages: (reading) => longPages(list, reading),
    write: ({ entity }, to) => writeDocument(kind, entity, to),
    toExpected({ entity }, to) {
      const id = to.ids.find(kind.name, numberOf(entity, "entity_id"));
      if (id === undefined) return [];
      const items = entitiesOf(entity["items"]).map((item) => itemOf(item, to));
      const body = { ...without(bodyOf(entity, to), "extension_attributes"), items };
      return [{ path: `${kind.onePath}/${id}`, body }];
    },
  };
}

async function writeDocument(kind: DocumentKind, entity: Entity, to: WriteContext): Promise<void> {
  const sourceId = numberOf(entity, "entity_id");
  const found = to.ids.find(kind.name, sourceId);
  const parts = newParts(entity, kind, to);
  const body = { ...bodyOf(entity, to), ...parts };
  const write = { method: "POST", path: kind.savePath, fields: "entity_id" } as const;
  if (found !== undefined) {
    await to.shop.write({ ...write, body: { entity: { ...without(body, "items"), entity_id: found } } });
    return;
  }
  const saved = await to.shop.create(
    { ...write, body: { entity: { ...body, items: byId(entity["items"]).map((one) => itemOf(one, to)) } } },
    { model: kind.model, id: sourceId },
    { model: kind.itemModel, ...idsFrom(entity["items"], "entity_id") },
    { model: kind.commentModel, ...idsFrom(entity["comments"], "entity_id") },
    { model: "salesShipmentTrack", ...idsFrom(entity["tracks"], "entity_id") },
  );
  const id = numberOf(saved as Entity, "entity_id");
  to.ids.set(kind.name, sourceId, id);
  if (id !== sourceId) to.note("id", `id changed from ${sourceId} to ${id}`);
}

export const invoices = documentKind({
  name: "invoices",
  listPath: "/invoices",
  savePath: "/invoices/",
  onePath: "/invoices",
  model: "salesInvoice",
  itemModel: "salesInvoiceItem",
  commentModel: "salesInvoiceComment",
});

export const shipments = documentKind({
  name: "shipments",
  listPath: "/shipments",
  savePath: "/shipment/",
  onePath: "/shipment",
  model: "salesShipment",
  itemModel: "salesShipmentItem",
  commentModel: "salesShipmentComment",
});

export const creditMemos = documentKind({
  name: "credit memos",
  listPath: "/creditmemos",
  savePath: "/creditmemo",
  onePath: "/creditmemo",
  model: "salesCreditmemo",
  itemModel: "salesCreditmemoItem",
  commentModel: "salesCreditmemoComment",
});
