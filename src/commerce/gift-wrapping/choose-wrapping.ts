import type { Context } from "../../api/call/context.js";
import { inputError, noSuchEntity } from "../../api/call/errors.js";
import { type CartState, updateCart, writeLineWrapping } from "../cart/published.js";
import type { Db } from "../../platform/db/database.js";
import { readSettings } from "../store/published.js";
import { isOffered } from "./cart-wrapping.js";
import { readProductWrappings } from "./product-wrapping.sql.js";
import { readWrappings } from "./wrappings.rows.js";

/** The gift wrapping to choose for a cart or one of its lines. Missing fields are not changed. */
export interface GivenWrapping {
  /** Null or 0 removes the wrapping. */
  readonly wrapping_id?: number | null;
  readonly wrapping_allow_gift_receipt?: boolean | null;
  readonly wrapping_add_printed_card?: boolean | null;
}

const option = (name: string) => `sales/gift_options/${name}`;
const paths = ["wrapping_allow_order", "wrapping_allow_items", "allow_gift_receipt", "allow_printed_card"].map(option);

/** Whether any wrapping field is set. */
export const hasWrappingFields = (given: GivenWrapping | null | undefined): given is GivenWrapping =>
  given != null &&
  (given.wrapping_id !== undefined ||
    given.wrapping_allow_gift_receipt != null ||
    given.wrapping_add_printed_card != null);

/** Returns the gift wrapping of a cart or of one of its lines; an empty object if there is none. */
export function wrappingChoices(cart: CartState, itemId: number | null): GivenWrapping {
  if (itemId !== null) {
    const id = cart.items.find(({ item_id }) => item_id === itemId)?.gw_id;
    return id == null ? {} : { wrapping_id: id };
  }
  return {
    ...(cart.gw_id === null ? {} : { wrapping_id: cart.gw_id }),
    ...(cart.gw_allow_gift_receipt ? { wrapping_allow_gift_receipt: true } : {}),
    ...(cart.gw_add_card ? { wrapping_add_printed_card: true } : {}),
  };
}

/**
 * Sets the gift wrapping of a locked cart or of one of its lines and returns the cart. Totals are not collected. Throws 400
 * for options that the shop or the product does not allow, and 404 for a wrapping that the website does not offer.
 */
export async function chooseWrapping(
  ctx: Context,
  cart: CartState,
  { itemId, given }: { readonly itemId: number | null; readonly given: GivenWrapping },
): Promise<CartState> {
  const settings = await readSettings(ctx.db, paths);
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const allows = (name: string) => settings.isOn(option(name), scope);
  if (given.wrapping_id) {
    const own = itemId === null ? undefined : await readAvailabilityOfLine(ctx.db, cart, itemId);
    if (!(own ?? allows(itemId === null ? "wrapping_allow_order" : "wrapping_allow_items"))) throw notAvailable();
    const [found] = await readWrappings(ctx.db, [given.wrapping_id]);
    if (!found || !isOffered(found, cart)) throw noSuchEntity("wrappingId", given.wrapping_id);
  }
  if (itemId !== null) {
    if (given.wrapping_id === undefined) return cart;
    await writeLineWrapping(ctx.db, itemId, given.wrapping_id || null);
    return withLineWrapping(cart, itemId, given.wrapping_id || null);
  }
  if (given.wrapping_allow_gift_receipt && !allows("allow_gift_receipt")) throw notAvailable();
  if (given.wrapping_add_printed_card && !allows("allow_printed_card")) throw notAvailable();
  const columns = columnsOf(given);
  await updateCart(ctx.db, cart.id, columns);
  return { ...cart, ...columns };
}

const notAvailable = () => inputError("The gift wrapping isn't available.");

/** Returns whether the product of a line has gift wrapping; undefined if the shop's setting decides. */
async function readAvailabilityOfLine(db: Db, cart: CartState, itemId: number): Promise<boolean | undefined> {
  const line = cart.items.find(({ item_id }) => item_id === itemId);
  const [own] = line ? await readProductWrappings(db, [line.product_id], cart.store_id) : [];
  return own?.available === "0" || own?.available === "1" ? own.available === "1" : undefined;
}

const withLineWrapping = (cart: CartState, itemId: number, gw_id: number | null): CartState => ({
  ...cart,
  items: cart.items.map((line) => (line.item_id === itemId ? { ...line, gw_id } : line)),
});

/** Returns the columns of the cart that the given fields set. */
const columnsOf = (given: GivenWrapping) => ({
  ...(given.wrapping_id === undefined ? {} : { gw_id: given.wrapping_id || null }),
  ...(given.wrapping_allow_gift_receipt == null ? {} : { gw_allow_gift_receipt: given.wrapping_allow_gift_receipt }),
  ...(given.wrapping_add_printed_card == null ? {} : { gw_add_card: given.wrapping_add_printed_card }),
});
