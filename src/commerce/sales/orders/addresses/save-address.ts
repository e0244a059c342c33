import { couldNotSave } from "../../../../api/call/errors.js";
import type { Context } from "../../../../api/call/context.js";
import { addressColumns, findBrokenAddressRules } from "./address-rows.js";
import { writeAddress } from "../states/change-order.rows.js";
import { toAddress } from "../order-answer.js";
import type { OrderAddress } from "./order-addresses.types.js";
import { lockOrder } from "../lock-order.js";
import { hasOrder } from "../orders.rows.js";
import { entityNotFound } from "../../require-entity.js";

const notSaved = () => couldNotSave("The order address couldn't be saved.");

/**
 * Changes the address of an order with the id or, without an id, stores an address that the order does not use, as Magento
 * does. Throws 400 for an incomplete address and an unknown order, and 404 for an address of another one.
 */
export async function saveAddress({ db }: Context, given: OrderAddress): Promise<OrderAddress> {
  if ((await findBrokenAddressRules(db, given)).length > 0) throw notSaved();
  if (!(await hasOrder(db, given.parent_id ?? 0))) throw notSaved();
  const order = await lockOrder(db, given.parent_id ?? 0);
  const id = given.entity_id || undefined;
  if (id !== undefined && !order.addresses.some(({ entity_id }) => entity_id === id)) throw entityNotFound();
  const columns = { ...(await addressColumns(db, given)), parent_id: order.entity_id };
  return toAddress(await writeAddress(db, id, columns));
}
