// SQL: every change of a cart begins with these; the lock and all parts of the cart take one round trip.
import type { Db } from "../db/database.js";
import { storeViews } from "../store/published.sql.js";
import type { CartState } from "./cart-state.rows.js";

type Stored = Omit<CartState, "store" | "items" | "addresses" | "gift_messages">;
type Located = Stored & { readonly store_code: string; readonly website_id: number };

/**
 * Locks a cart until the transaction ends and returns it, or null. Everything that changes a cart or its parts locks it first.
 * The
 * statements are sent together and run one after the other, so that the later ones see what the last owner of the lock wrote.
 */
export async function lockCart(db: Db, id: number): Promise<CartState | null> {
  const of = (table: string, key: string) => `select * from ${table} where cart_id = $1::int order by ${key}`;
  const [, carts, items, addresses, gift_messages] = await Promise.all([
    db.query("select id from cart where id = $1::int for no key update", [id]),
    db.query<Located>(
      `select c.*, s.code as store_code, s.website_id from cart c join ${storeViews} s on s.id = c.store_id
      where c.id = $1::int`,
      [id],
    ),
    db.query<CartState["items"][number]>(of("cart_item", "item_id"), [id]),
    db.query<CartState["addresses"][number]>(of("cart_address", "id"), [id]),
    db.query<CartState["gift_messages"][number]>(of("cart_gift_message", "gift_message_id"), [id]),
  ]);
  const [found] = carts;
  if (!found) return null;
  const { store_code: code, website_id, ...cart } = found;
  return { ...cart, store: { code, website_id }, items, addresses, gift_messages };
}
