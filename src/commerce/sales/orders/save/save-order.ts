import type { Context } from "../../../../api/call/context.js";
import type { Db } from "../../../../platform/db/database.js";
import { writeAddedValues } from "../../../../api/search-criteria/added-values.sql.js";
import { requireFreeNumber, requireStoreName } from "../../documents/validation.js";
import { addressColumns, checkOrderAddress } from "../addresses/address-rows.js";
import { insertItem, updateItem, writeAddress, writeComment, writePayment } from "../states/change-order.rows.js";
import { saveColumns } from "../states/save-columns.js";
import {
  commentColumns,
  changedItemColumns,
  givenShipping,
  isVisible,
  itemColumns,
  matchParents,
  newItemColumns,
  orderColumns,
  paymentColumns,
  requireBillingAndItems,
  requirePayment,
  requireSku,
} from "./given-parts.js";
import { checkPickupLocation } from "./given-pickup.js";
import { importOrder } from "./import-order.js";
import { type SavedOrder, toSavedOrder } from "./saved-order.js";
import type { OrderAddress } from "../addresses/order-addresses.types.js";
import type { OrderItem } from "../items/order-items.types.js";
import { lockOrder, readOrder } from "../lock-order.js";
import { hasOrder } from "../orders.rows.js";
import { entityNotFound } from "../../require-entity.js";
import { toOrder } from "../order-answer.js";
import { type OrderColumns, orderValues, type StoredOrder } from "../stored-order.js";
import type { Order } from "../orders.types.js";
import { hasTaxes, mergeTaxes } from "../taxes/given-taxes.js";
import { replaceTaxes } from "../taxes/order-taxes.rows.js";

/**
 * Imports an order, or changes the given fields of the one with the id. Returns what was saved, or the whole order if the
 * answer has all stored values.
 */
export async function saveOrder(ctx: Context, given: Order): Promise<Order> {
  const { entity_id: id } = given;
  const saved = id ? await updateOrder(ctx.db, id, given) : await newOrder(ctx, given);
  return ctx.answersStored ? toOrder(saved.stored) : toSavedOrder(saved);
}

async function newOrder(ctx: Context, given: Order): Promise<SavedOrder> {
  const stored = await importOrder(ctx, given);
  const added = await saveAdded(ctx.db, stored.entity_id, given);
  const itemIds = stored.items.map(({ item_id }) => item_id);
  const commentIds = stored.history.map(({ entity_id }) => entity_id);
  return { stored: { ...stored, added }, given, isNew: true, itemIds, commentIds };
}

/**
 * Changes the given fields. Other fields, the number and the billing address stay unchanged: as in Magento, only
 * `PUT /V1/orders/:parent_id` changes an address that an order has.
 */
async function updateOrder(db: Db, id: number, given: Order): Promise<SavedOrder> {
  if (!(await hasOrder(db, id))) requirePayment(given);
  const stored = await lockOrder(db, id);
  const billing = stored.addresses.find(({ entity_id }) => entity_id === stored.billing_address_id);
  const items = given.items ?? [];
  requireBillingAndItems(
    billing ?? given.billing_address,
    [...stored.items.filter(({ parent_item_id }) => parent_item_id == null), ...items.filter(isVisible)].length,
  );
  await checkMove(db, stored, given.store_id);
  await checkPickupLocation(db, given);
  const shipping = givenShipping(given, Boolean(stored.is_virtual));
  const { increment_id: _number, ...columns } = orderColumns(given, Boolean(stored.is_virtual));
  const email = given.customer_email || stored.customer_email;
  const references = {
    ...(billing ? {} : await saveAddressOf(db, stored, { type: "billing", given: given.billing_address, email })),
    ...(await saveAddressOf(db, stored, { type: "shipping", given: shipping?.address, email })),
  };
  const itemIds = await saveItems(db, stored, items);
  if (hasTaxes(given)) await replaceTaxes(db, id, mergeTaxes({ order: given, itemIds }, stored));
  const commentIds = await saveOtherParts(db, stored, given);
  await saveAdded(db, id, given);
  await saveColumns(db, await readOrder(db, id), { ...columns, ...references });
  return { stored: await readOrder(db, id), given, isNew: false, itemIds, commentIds };
}

/** Saves the attributes that extensions added. Returns those with a value. */
const saveAdded = (db: Db, id: number, { extension_attributes: given }: Order) =>
  writeAddedValues(db, orderValues, { id, given });

/**
 * Checks the store view to which an order moves. Throws 404 for an unknown one, and 400 if the number of the order is in
 * use there, because the order keeps it.
 */
async function checkMove(db: Db, stored: StoredOrder, storeId: number | null | undefined): Promise<void> {
  if (storeId == null || storeId === stored.store_id) return;
  await requireStoreName(db, storeId);
  await requireFreeNumber(db, "order", { storeId, number: stored.increment_id });
}

interface GivenAddress {
  readonly type: "billing" | "shipping";
  readonly given: OrderAddress | null | undefined;
  /** Email address of the order, which its addresses have, too. */
  readonly email: string | null | undefined;
}

/** Writes one of the two addresses. Returns the column that refers to it. */
async function saveAddressOf(db: Db, stored: StoredOrder, address: GivenAddress): Promise<OrderColumns> {
  const { type, given, email } = address;
  if (!given) return {};
  const id = type === "billing" ? stored.billing_address_id : stored.shipping_address_id;
  const before = stored.addresses.find(({ entity_id }) => entity_id === id);
  const sent = { ...given, ...(email ? { email } : {}), parent_id: stored.entity_id, address_type: type };
  await checkOrderAddress(db, { ...before, ...sent });
  const columns = { ...(await addressColumns(db, sent)), parent_id: stored.entity_id };
  const { entity_id } = await writeAddress(db, before?.entity_id, columns);
  return type === "billing" ? { billing_address_id: entity_id } : { shipping_address_id: entity_id };
}

/** Changes lines by their ids, and adds those without an id. Parents are saved before their parts. Returns the ids. */
async function saveItems(
  db: Db,
  stored: StoredOrder,
  items: readonly OrderItem[],
): Promise<readonly (number | undefined)[]> {
  const storedIds = new Set(stored.items.map(({ item_id }) => item_id));
  const parents = matchParents(items, storedIds);
  const ids = items.map(({ item_id: id }) => id || undefined);
  if (ids.some((id) => id !== undefined && !storedIds.has(id))) throw entityNotFound();
  const places = [...items.keys()].sort(
    (one, other) => Number(Boolean(parents[one])) - Number(Boolean(parents[other])),
  );
  for (const at of places) {
    const [item, parent] = [items[at], parents[at]];
    if (!item) continue;
    const parentId = parent && ("id" in parent ? parent.id : ids[parent.at]);
    const before = stored.items.find(({ item_id }) => item_id === ids[at]);
    const given = before ? changedItemColumns(item, before) : itemColumns(item);
    const columns = { ...given, ...(parentId === undefined ? {} : { parent_item_id: parentId }) };
    const id = ids[at];
    if (id === undefined) {
      const sku = requireSku(item);
      ids[at] = await insertItem(db, { ...newItemColumns, ...columns, sku, order_id: stored.entity_id });
    } else {
      await updateItem(db, id, columns);
    }
  }
  return ids;
}

/** Saves the payment and the history entries. Returns the ids of the entries. */
async function saveOtherParts(db: Db, stored: StoredOrder, given: Order): Promise<readonly number[]> {
  const { entity_id } = stored;
  const payment = paymentColumns(given);
  if (payment) await writePayment(db, entity_id, payment);
  const known = new Set(stored.history.map((comment) => comment.entity_id));
  const ids: number[] = [];
  for (const comment of given.status_histories ?? []) {
    const id = comment.entity_id || undefined;
    if (id !== undefined && !known.has(id)) throw entityNotFound();
    const added = id === undefined ? { entity_name: "order", parent_id: entity_id } : {};
    ids.push(await writeComment(db, id, { ...added, ...commentColumns(comment) }));
  }
  return ids;
}
