import type { Db } from "../db/database.js";
import { noAddress } from "./addresses.rows.js";

const nothing = { ...noAddress, custom_values: {}, shipping_method: null, shipping_description: null };

/** Empties the addresses of a cart whose last line is gone, and removes its gift messages. */
export async function emptyAddresses(db: Db, cart_id: number): Promise<void> {
  await db.models.cartAddress.updateMany({ where: { cart_id }, data: nothing });
  await db.models.cartGiftMessage.deleteMany({ where: { cart_id } });
}
