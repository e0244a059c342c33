import type { Db } from "../../platform/db/database.js";
import type { CartState } from "./state/cart-state.rows.js";

/** A gift message of a cart as stored. */
export type StoredGiftMessage = CartState["gift_messages"][number];

/** Writes the gift wrapping of a line of a locked cart; null removes it. */
export const writeLineWrapping = (db: Db, item_id: number, gw_id: number | null): Promise<unknown> =>
  db.models.cartItem.updateMany({ where: { item_id }, data: { gw_id } });

/** Identifies the gift message of a line of a cart, or of the cart itself if `itemId` is null. */
interface GiftMessageKey {
  readonly cart: CartState;
  readonly itemId: number | null;
}

/** Returns the gift message of a cart or of one of its lines, or undefined. */
export const giftMessageOf = ({ cart, itemId }: GiftMessageKey): StoredGiftMessage | undefined =>
  cart.gift_messages.find(({ item_id }) => item_id === itemId);

/** Writes the gift message of a locked cart or of one of its lines; null removes it. Returns the changed cart. */
export async function writeGiftMessage(
  db: Db,
  { cart, itemId }: GiftMessageKey,
  given: Pick<StoredGiftMessage, "sender" | "recipient" | "message"> | null,
): Promise<CartState> {
  const before = giftMessageOf({ cart, itemId });
  const others = cart.gift_messages.filter((one) => one !== before);
  if (given === null) {
    if (before) await db.models.cartGiftMessage.delete({ where: { gift_message_id: before.gift_message_id } });
    return { ...cart, gift_messages: others };
  }
  const data = { ...given, cart_id: cart.id, item_id: itemId, customer_id: cart.customer_id ?? 0 };
  const row = before
    ? await db.models.cartGiftMessage.update({ where: { gift_message_id: before.gift_message_id }, data })
    : await db.models.cartGiftMessage.create({ data });
  return { ...cart, gift_messages: [...others, row] };
}
