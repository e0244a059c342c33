import type { Context } from "../../../api/call/context.js";
import { inputError, notFound, tooLong } from "../../../api/call/errors.js";
import {
  type CartDependencies,
  type CartState,
  collectCart,
  giftMessageOf,
  openCart,
  readOpenCart,
  writeGiftMessage,
} from "../../cart/published.js";
import { chooseWrapping, hasWrappingFields, wrappingChoices } from "../../gift-wrapping/published.js";
import { readSettings } from "../../store/published.js";
import { readGiftSetting } from "./allowed-gifts.sql.js";
import type { GiftMessage } from "./gift-messages.types.js";

const allowOrder = "sales/gift_options/allow_order";
const allowItems = "sales/gift_options/allow_items";

/** Returns the gift message of a cart, or of one of its lines; undefined if there is none. Throws 404 for another line. */
export async function readGiftMessage(
  ctx: Context,
  cartId: number,
  itemId: number | null,
): Promise<GiftMessage | undefined> {
  const cart = await readOpenCart(ctx, cartId);
  if (itemId !== null && !visibleLine(cart, itemId)) {
    throw notFound("No item with the provided ID was found in the Cart. Verify the ID and try again.");
  }
  const found = giftMessageOf({ cart, itemId });
  const wrapping = wrappingChoices(cart, itemId);
  const isWrapped = Object.keys(wrapping).length > 0;
  if (!found) return isWrapped ? { extension_attributes: wrapping } : undefined;
  const { gift_message_id, customer_id, sender, recipient, message } = found;
  const text = { gift_message_id, customer_id, sender, recipient, message };
  return isWrapped ? { ...text, extension_attributes: wrapping } : text;
}

/** A gift message for a cart (`itemId` is null) or for one of its lines. */
interface GivenMessage {
  readonly itemId: number | null;
  readonly given: GiftMessage;
}

/**
 * Saves the gift message of a cart or of one of its lines. A blank message removes it, even if gift messages are not
 * allowed. Totals are collected if the message also chooses a wrapping.
 */
export async function saveGiftMessage(
  ctx: Context,
  cartId: number,
  { dependencies, ...message }: GivenMessage & { readonly dependencies: CartDependencies },
): Promise<void> {
  const cart = await setGiftMessage(ctx, await openCart(ctx, cartId), message);
  if (hasWrappingFields(message.given.extension_attributes)) await collectCart(ctx, cart, dependencies);
}

/** Saves the message and the wrapping of a locked cart, or of one of its lines, and returns the cart. */
export async function setGiftMessage(
  ctx: Context,
  cart: CartState,
  { itemId, given }: GivenMessage,
): Promise<CartState> {
  const saved = await setMessageText(ctx, cart, { itemId, given });
  const { extension_attributes: wrapping } = given;
  return hasWrappingFields(wrapping) ? chooseWrapping(ctx, saved, { itemId, given: wrapping }) : saved;
}

async function setMessageText(ctx: Context, cart: CartState, { itemId, given }: GivenMessage): Promise<CartState> {
  if (itemId === null) checkCart(cart);
  else checkLine(cart, itemId);
  const message = given.message ?? "";
  if (message.trim() === "") return writeGiftMessage(ctx.db, { cart, itemId }, null);
  if (!(await isAllowed(ctx, cart, itemId))) throw inputError("The gift message isn't available.");
  const { sender, recipient } = { sender: given.sender ?? "", recipient: given.recipient ?? "" };
  for (const [label, text] of [
    ["sender", sender],
    ["recipient", recipient],
  ] as const)
    if (Array.from(text).length > maxNameLength) throw tooLong(label, maxNameLength);
  return writeGiftMessage(ctx.db, { cart, itemId }, { sender, recipient, message });
}

const maxNameLength = 255;

const visibleLine = (cart: CartState, itemId: number) =>
  cart.items.find(({ item_id, parent_item_id }) => item_id === itemId && parent_item_id === null);

function checkCart(cart: CartState): void {
  if (cart.items.length === 0) {
    throw inputError("Gift messages can't be used for an empty cart. Add an item and try again.");
  }
  if (cart.is_virtual) throw notForVirtual();
}

function checkLine(cart: CartState, itemId: number): void {
  const line = visibleLine(cart, itemId);
  if (!line) {
    throw notFound('No product with the "%1" itemId exists in the Cart. Verify your information and try again.', [
      itemId,
    ]);
  }
  if (line.is_virtual) throw notForVirtual();
}

const notForVirtual = () => inputError("Gift messages can't be used for virtual products.");

async function isAllowed({ db }: Context, cart: CartState, itemId: number | null): Promise<boolean> {
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const path = itemId === null ? allowOrder : allowItems;
  const line = itemId === null ? undefined : visibleLine(cart, itemId);
  const { store_id } = cart;
  const own = line && (await readGiftSetting(db, { product_id: line.product_id, store_id }));
  if (own === "0" || own === "1") return own === "1";
  return (await readSettings(db, [path])).isOn(path, scope);
}
