import {
  aggregate,
  invalidValue,
  missing,
  noSuchEntity,
  type Reason,
  required,
  WebapiError,
} from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { type ItemRow as OrderLine, lockOrder, type StoredOrder } from "../../sales/published.orders.js";
import { mailComments, mailCreated, type ReturnContext } from "../mail-return.js";
import { brokenQuantities, readRemaining } from "./eligibility.js";
import { drawReturnNumber, insertReturn, type NewItem, readReturn, type StoredReturn } from "../returns.rows.js";
import { addComments, addTracks } from "./return-parts.js";
import { readReturnAttributes, type ReturnAttribute } from "../return-attributes.rows.js";
import type { Return, ReturnItem } from "../returns.types.js";

/**
 * Creates a return of shipped units of an order. Locks the order, so that no unit is returned twice. Throws 404 for an
 * unknown order or line, and 400 with all reasons why the units cannot be returned.
 */
export async function createReturn(ctx: ReturnContext, given: Return): Promise<StoredReturn> {
  const { db } = ctx;
  const items = given.items ?? [];
  if (given.order_id == null) throw missing(["order_id"]);
  const order = await lockGivenOrder(db, given.order_id);
  if (items.length === 0) throw missing(["items"]);
  const lines = items.map((item) => lineOf(order, item));
  const attributes = await readReturnAttributes(db);
  const chosen = items.map((item) => brokenChoices(item, attributes)).flat();
  const wanted = items.map((item, at) => ({ line: lines[at] as OrderLine, qty: item.qty_requested ?? 0 }));
  const countable = wanted.filter(({ qty }) => qty > 0);
  const returnable = await readRemaining(db, order, lines);
  const reasons = [...chosen, ...brokenQuantities(returnable, countable)];
  if (reasons.length > 0) throw aggregate(reasons);
  const columns = {
    order_id: order.entity_id,
    order_increment_id: order.increment_id,
    store_id: order.store_id,
    customer_id: order.customer_id ?? null,
    customer_custom_email: given.customer_custom_email ?? null,
    status: "pending",
    increment_id: await drawReturnNumber(db, order.store_id),
  };
  const id = await insertReturn(
    db,
    columns,
    items.map((item) => newItem(item, attributes)),
  );
  await addComments(db, { id, status: "pending" }, given.comments ?? []);
  await addTracks(db, { id, storeId: order.store_id }, given.tracks ?? []);
  const stored = await requireReturn(db, id);
  await mailCreated(ctx, { order, stored });
  await mailComments(ctx, { order, stored }, given.comments ?? []);
  return stored;
}

/** Returns a return. Throws 404 for an unknown one. */
export async function requireReturn(db: Db, id: number): Promise<StoredReturn> {
  const found = await readReturn(db, id);
  if (!found) throw noSuchEntity("id", id);
  return found;
}

/** Locks the order of a return, and returns both as they are after that. Throws 404 for an unknown return. */
export async function lockReturn(
  db: Db,
  id: number,
): Promise<{ readonly stored: StoredReturn; readonly order: StoredOrder }> {
  const { order_id } = await requireReturn(db, id);
  const order = await lockOrder(db, order_id);
  return { stored: await requireReturn(db, id), order };
}

async function lockGivenOrder(db: Db, id: number): Promise<StoredOrder> {
  try {
    return await lockOrder(db, id);
  } catch (error) {
    throw error instanceof WebapiError ? noSuchEntity("orderId", id) : error;
  }
}

function lineOf(order: StoredOrder, { order_item_id: id }: ReturnItem): OrderLine {
  if (id == null) throw missing(["order_item_id"]);
  const line = order.items.find(({ item_id }) => item_id === id);
  if (!line) throw noSuchEntity("orderItemId", id);
  return line;
}

const choices = ["reason", "condition", "resolution"] as const;

/** Returns the errors of missing and unknown values of an item. */
function brokenChoices(item: ReturnItem, attributes: readonly ReturnAttribute[]): Reason[] {
  const unknown = choices.flatMap((name): Reason[] => {
    const value = item[name];
    if (value == null || value === "") return [required(name)];
    return hasOption(attributes, name, value) ? [] : [invalidValue(name, value)];
  });
  const qty = item.qty_requested;
  if (qty == null) return [...unknown, required("qty_requested")];
  return qty > 0 ? unknown : [...unknown, invalidValue("qty_requested", qty)];
}

const optionsOf = (attributes: readonly ReturnAttribute[], code: string) =>
  attributes.find((attribute) => attribute.code === code)?.options ?? [];

const hasOption = (attributes: readonly ReturnAttribute[], code: string, id: string): boolean =>
  optionsOf(attributes, code).some((option) => option.id === id);

function newItem(item: ReturnItem, attributes: readonly ReturnAttribute[]): NewItem {
  const { reason, condition, resolution } = item;
  const isOther = optionsOf(attributes, "reason").find(({ id }) => id === reason)?.label === "Other";
  return {
    order_item_id: item.order_item_id ?? 0,
    qty_requested: item.qty_requested ?? 0,
    reason: reason ?? "",
    condition: condition ?? "",
    resolution: resolution ?? "",
    reason_other: isOther ? (item.extension_attributes?.reason_other ?? null) : null,
    status: "pending",
  };
}
