import { byId, type Entity, entitiesOf, numberOf, partOf, pick, textOf, without } from "../entity.js";
import type { Kind, WriteContext } from "../kind.js";
import { longPages, readAll } from "../shops/pages.js";

const list = {
  path: "/orders",
  idField: "entity_id",
  idKey: "entity_id",
  changedField: "updated_at",
  keyOf: (entity: Entity) => textOf(entity, "increment_id"),
};

/** Fields that are derived from others, or that have no meaning in another shop. */
const derived = [
  ...["entity_id", "billing_address_id", "shipping_address_id", "quote_address_id", "store_name", "updated_at"],
  ...["protect_code", "gift_message_id", "status_histories"],
];

function storeOf(entity: Entity, { ids }: WriteContext): number {
  const id = numberOf(entity, "store_id");
  return id === 0 ? 0 : ids.get("store views", id);
}

/**
 * Returns the references to customer and group with the ids of Portico. A reference to a customer that was not imported
 * is null.
 */
function references(entity: Entity, { ids }: WriteContext): Entity {
  const customer = numberOf(entity, "customer_id");
  const group = ids.find("customer groups", numberOf(entity, "customer_group_id"));
  return {
    ...(customer === 0 ? {} : { customer_id: ids.find("customers", customer) ?? null }),
    ...(group === undefined ? {} : { customer_group_id: group }),
  };
}

function bodyOf(entity: Entity, to: WriteContext): Entity {
  const extension = partOf(entity, "extension_attributes");
  return {
    ...without(entity, ...derived),
    ...references(entity, to),
    store_id: storeOf(entity, to),
    billing_address: addressOf(partOf(entity, "billing_address")),
    items: entitiesOf(entity["items"]).map((item) => itemOf(item, to)),
    payment: without(partOf(entity, "payment"), "entity_id", "parent_id"),
    extension_attributes: { ...extension, shipping_assignments: assignments(extension) },
  };
}

const addressOf = (address: Entity): Entity =>
  without(address, "entity_id", "parent_id", "customer_address_id", "extension_attributes");

function assignments(extension: Entity): readonly Entity[] {
  return entitiesOf(extension["shipping_assignments"]).map((assignment) => {
    const shipping = partOf(assignment, "shipping");
    const address = partOf(shipping, "address");
    return {
      shipping: {
        ...(textOf(shipping, "method") === "" ? {} : { method: shipping["method"] }),
        ...(Object.keys(address).length > 0 ? { address: addressOf(address) } : {}),
      },
    };
  });
}

/** Ids of lines are sent, because child lines refer to their parent by id. */
function itemOf(item: Entity, { ids }: WriteContext): Entity {
  const { parent_item: _parent, ...fields } = without(item, "order_id", "quote_item_id", "gift_message_id");
  const product = ids.find("products", numberOf(item, "product_id"));
  const store = ids.find("store views", numberOf(item, "store_id"));
  return {
    ...fields,
    ...(product === undefined ? { product_id: null } : { product_id: product }),
    ...(store === undefined ? {} : { store_id: store }),
  };
}

const histories = (entity: Entity) => byId(entitiesOf(entity["status_histories"]), "entity_id");

const commentOf = (comment: Entity): Entity => without(comment, "entity_id", "parent_id", "extension_attributes");

/**
 * Orders with their lines, addresses, payment and history, unchanged: nothing is computed, emailed or deducted from
 * stock.
 */
export const orders: Kind = {
  name: "orders",
  pages: (reading) => longPages(list, reading),
  async write({ key: number, entity }, to) {
    const sourceId = numberOf(entity, "entity_id");
    const found = to.ids.find("orders", sourceId) ?? (await findOrder(number, entity, to));
    if (found === undefined) await createOrder(entity, to);
    else await updateOrder(entity, found, to);
  },
  toExpected({ entity }, to) {
    const id = to.ids.find("orders", numberOf(entity, "entity_id"));
    if (id === undefined) return [];
    const body = bodyOf(entity, to);
    const items = entitiesOf(body["items"]).map((item) => without(item, "item_id", "parent_item_id", "updated_at"));
    const fields = without(body, "extension_attributes", "quote_id");
    const payment = without(partOf(body, "payment"), "extension_attributes");
    const shared = pick(partOf(body, "extension_attributes"), ["shipping_assignments", "pickup_location_code"]);
    return [{ path: `/orders/${id}`, body: { ...fields, items, payment, extension_attributes: shared } }];
  },
};

/** Returns the id of the order with the number in its store view, or undefined. */
async function findOrder(number: string, entity: Entity, to: WriteContext): Promise<number | undefined> {
  const found = await readAll(to.shop, "/orders", [{ field: "increment_id", condition: "eq", value: number }]);
  const order = found.find((one) => numberOf(one, "store_id") === storeOf(entity, to));
  return order && numberOf(order, "entity_id");
}

const answerFields =
  "entity_id,billing_address_id,items[item_id]," +
  "extension_attributes[shipping_assignments[shipping[address[entity_id]]]]";

/** Returns the ids of the billing and of the shipping address; 0 if there is none. */
function addressIds(order: Entity): readonly [billing: number, shipping: number] {
  const [assignment = {}] = entitiesOf(partOf(order, "extension_attributes")["shipping_assignments"]);
  const shipping = partOf(partOf(assignment, "shipping"), "address");
  return [numberOf(order, "billing_address_id"), numberOf(shipping, "entity_id")];
}

async function createOrder(entity: Entity, to: WriteContext): Promise<void> {
  const comments = histories(entity);
  const items = sortedItems(entity);
  const order = { ...bodyOf({ ...entity, items }, to), status_histories: comments.map(commentOf) };
  const sourceId = numberOf(entity, "entity_id");
  const saved = (await to.shop.create(
    { method: "POST", path: "/orders/", body: { entity: order }, fields: answerFields },
    { model: "salesOrder", id: sourceId },
    { model: "salesOrderItem", id: numberOf(items[0] ?? {}, "item_id"), rows: items.length },
    { model: "salesOrderAddress", id: numberOf(entity, "billing_address_id"), rows: 2 },
    { model: "salesOrderPayment", id: numberOf(partOf(entity, "payment"), "entity_id") },
    { model: "salesOrderHistory", id: numberOf(comments[0] ?? {}, "entity_id"), rows: comments.length },
  )) as Entity;
  const id = numberOf(saved, "entity_id");
  to.ids.set("orders", sourceId, id);
  if (id !== sourceId) to.note("id", `id changed from ${sourceId} to ${id}`);
  rememberItems(items, sortedItems(saved), to);
  const addresses = addressIds(saved);
  for (const [at, address] of addressIds(entity).entries()) to.ids.set("order addresses", address, addresses[at] ?? 0);
  for (const comment of comments) to.ids.set("order comments", numberOf(comment, "entity_id"), 0);
}

const sortedItems = (order: Entity): readonly Entity[] => byId(entitiesOf(order["items"]), "item_id");

function rememberItems(items: readonly Entity[], saved: readonly Entity[], to: WriteContext): void {
  for (const [at, item] of items.entries()) {
    const [sourceId, id] = [numberOf(item, "item_id"), numberOf(saved[at] ?? {}, "item_id")];
    to.ids.set("order lines", sourceId, id);
    if (id !== sourceId) to.note("id", `line id changed from ${sourceId} to ${id}`);
  }
}

async function updateOrder(entity: Entity, id: number, to: WriteContext): Promise<void> {
  const isKnown = (kind: string, one: Entity, field: string) => to.ids.find(kind, numberOf(one, field)) !== undefined;
  const items = sortedItems(entity);
  if (!items.every((item) => isKnown("order lines", item, "item_id"))) {
    const stored = (await to.shop.get(`/orders/${id}`)) as Entity;
    rememberItems(items, sortedItems(stored), to);
  }
  to.ids.set("orders", numberOf(entity, "entity_id"), id);
  const body = bodyOf(entity, to);
  const lines = entitiesOf(body["items"]).map((item) => ({
    ...without(item, "parent_item_id"),
    item_id: to.ids.get("order lines", numberOf(item, "item_id")),
  }));
  const fresh = histories(entity).filter((comment) => !isKnown("order comments", comment, "entity_id"));
  const order = { ...body, entity_id: id, items: lines, status_histories: fresh.map(commentOf) };
  await to.shop.write({ method: "POST", path: "/orders/", body: { entity: order }, fields: "entity_id" });
  for (const comment of fresh) to.ids.set("order comments", numberOf(comment, "entity_id"), 0);
}

/** Returns the id of the order of a document. Throws if the order was not imported. */
export const orderOf = (document: Entity, { ids }: WriteContext): number =>
  ids.get("orders", numberOf(document, "order_id"));
