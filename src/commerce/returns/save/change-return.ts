import type { Context } from "../../../api/call/context.js";
import { inputError, invalid, noSuchEntity } from "../../../api/call/errors.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { add } from "../../../platform/money/arithmetic.js";
import { updateItem } from "../../sales/published.js";
import type { StoredOrder } from "../../sales/published.orders.js";
import { mailComments, type ReturnContext } from "../mail-return.js";
import { addComments, addTracks } from "./return-parts.js";
import { changedStatus, checkChange, hasArrived, isClosed } from "../return-states.js";
import { deleteReturnRows, type ItemRow, type StoredReturn, updateReturn, updateReturnItem } from "../returns.rows.js";
import type { Return, ReturnItem } from "../returns.types.js";
import { lockReturn, requireReturn } from "./save-return.js";

/** 400 for a change of a closed return other than a comment. */
export const returnClosed = () => inputError("The return is closed. Only comments can be added.");

/**
 * Changes the given fields of a return and derives its status. Approved units are added to the order lines. Throws 404 for
 * an unknown return or item, and 400 for a status change that an item cannot make.
 */
export async function changeReturn(ctx: ReturnContext, id: number, given: Return): Promise<StoredReturn> {
  const { db } = ctx;
  const { stored, order } = await lockReturn(db, id);
  const items = changedItems(stored, given.items ?? []);
  const changed = items.filter((item) => !stored.items.includes(item));
  const tracks = given.tracks?.filter(({ entity_id }) => entity_id == null) ?? [];
  if (isClosed(stored) && (changed.length > 0 || tracks.length > 0)) throw returnClosed();
  const status = isClosed(stored) ? stored.status : changedStatus(stored.status, given.status, items);
  for (const item of changed) await updateReturnItem(db, item);
  await countApproved(ctx, order, { before: stored.items, after: items });
  const email = given.customer_custom_email;
  await updateReturn(db, id, { status, ...(email === undefined ? {} : { customer_custom_email: email }) });
  const comments = given.comments?.filter(({ entity_id }) => entity_id == null) ?? [];
  await addComments(db, { id, status }, comments);
  await addTracks(db, { id, storeId: stored.store_id }, tracks);
  const after = await requireReturn(db, id);
  await mailComments(ctx, { order, stored: after }, comments);
  return after;
}

/** Deletes a return. Throws 404 for an unknown one, and 400 if any of its items was received. */
export async function deleteReturn({ db }: Context, id: number): Promise<void> {
  const { stored } = await lockReturn(db, id);
  if (hasArrived(stored.items)) throw inputError("The return can't be deleted.");
  await deleteReturnRows(db, id);
}

/** Returns the items after the change. Unchanged items stay the same objects. */
function changedItems({ items }: StoredReturn, given: readonly ReturnItem[]): readonly ItemRow[] {
  return given.reduce<readonly ItemRow[]>((before, change) => {
    const item = itemOf(before, change);
    const after = changedItem(item, change);
    return before.map((each) => (each === item ? after : each));
  }, items);
}

/** Returns an item by its id, or by its order line if the line has only one item. */
function itemOf(items: readonly ItemRow[], { entity_id, order_item_id }: ReturnItem): ItemRow {
  const byId = items.find((item) => item.entity_id === entity_id);
  if (byId) return byId;
  if (entity_id != null) throw noSuchEntity("entityId", entity_id);
  const [found, ...others] = items.filter((item) => item.order_item_id === order_item_id);
  if (!found || others.length > 0) throw noSuchEntity("orderItemId", order_item_id ?? null);
  return found;
}

/** The states of an item in which each quantity applies. */
const quantities = [
  { name: "qty_authorized", before: "qty_requested", states: ["authorized", "received", "approved", "rejected"] },
  { name: "qty_returned", before: "qty_authorized", states: ["received", "approved", "rejected"] },
  { name: "qty_approved", before: "qty_returned", states: ["approved"] },
] as const;

function changedItem(item: ItemRow, { status: given, ...change }: ReturnItem): ItemRow {
  const status = given ?? item.status;
  checkChange(item.status, status);
  if (status === item.status) return item;
  const after = { ...item, status };
  for (const { name, before, states } of quantities) {
    if (!(states as readonly string[]).includes(status)) continue;
    const most = after[before] ?? 0;
    // A quantity that was set before stays.
    const qty = item[name] ?? change[name] ?? most;
    if (qty < 0 || qty > most) throw invalid(name, qty);
    after[name] = qty;
  }
  return after;
}

interface Items {
  readonly before: readonly ItemRow[];
  readonly after: readonly ItemRow[];
}

async function countApproved({ db }: Context, order: StoredOrder, { before, after }: Items): Promise<void> {
  const approved = after.filter(({ status }, at) => status === "approved" && before[at]?.status !== "approved");
  const returned = new Map(order.items.map((line) => [line.item_id, asQuantity(line.qty_returned ?? 0)]));
  for (const { order_item_id: id, qty_approved } of approved) {
    const qty_returned = add(returned.get(id) ?? asQuantity(0), asQuantity(qty_approved ?? 0));
    returned.set(id, qty_returned);
    await updateItem(db, id, { qty_returned });
  }
}
