import type { Db } from "../../../platform/db/database.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { add, min } from "../../../platform/money/arithmetic.js";
import type { CartLine, CartState } from "../state/cart-state.rows.js";
import { updateCart } from "../carts.rows.js";
import { addToLine, deleteLines, moveLines, readLineKeys } from "./merge-carts.rows.js";

/** Two carts to merge, both locked. */
interface Merge {
  readonly from: CartState;
  /** Id of the cart that remains. */
  readonly into: number;
}

/**
 * Moves the lines of a cart to another cart and closes the first. If the other cart has a line with the same product and
 * options, the quantity is added to that line. As in Magento, stock is not checked until the order is placed.
 */
export async function mergeCart(db: Db, { from, into }: Merge): Promise<void> {
  const present = new Map((await readLineKeys(db, into)).map((line) => [keyOf(line), line]));
  const moved: number[] = [];
  const added: number[] = [];
  for (const line of from.items.filter(({ parent_item_id }) => parent_item_id === null)) {
    const same = present.get(keyOf(line));
    if (same) {
      added.push(line.item_id);
      await addToLine(db, same.item_id, min(add(asQuantity(same.qty), asQuantity(line.qty)), maxQuantity));
    } else {
      moved.push(line.item_id);
    }
  }
  await deleteLines(db, added);
  await moveLines(db, moved, into);
  await updateCart(db, from.id, { is_active: false });
}

const keyOf = ({ product_id, options_key }: Pick<CartLine, "product_id" | "options_key">) =>
  `${product_id} ${options_key}`;

/** The maximum of the column. */
const maxQuantity = asQuantity(99_999_999);
