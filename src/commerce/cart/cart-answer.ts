import type { Context } from "../../api/call/context.js";
import type { Db } from "../../platform/db/database.js";
import type { Customer } from "../customer/customers.types.js";
import { readCustomers } from "../customer/published.js";
import { withoutConfirmationKey } from "../customer/published.accounts.js";
import { toAddedValues } from "../../api/search-criteria/added-values.sql.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { addressOf } from "./addresses/addresses.rows.js";
import { billingAddress, toCartAddress } from "./addresses/address-answer.js";
import { quoteIdFor, visibleItems } from "./items/cart-item.js";
import { cartFields } from "./cart-fields.js";
import { type CartState, cartValues, searchCartStates } from "./state/cart-state.rows.js";
import { storedCartTotals } from "./state/compute-cart.js";
import type { Cart, CartCurrency, CartExtension, CartSearchResults } from "./carts.types.js";
import type { CartItem } from "./items/items.types.js";

/** Returns a cart as the caller sees it. For guests, its lines have the masked cart id. */
export async function toCart({ db, actor }: Context, cart: CartState): Promise<Cart> {
  const [owner] = cart.customer_id === null ? [] : await readCustomers(db, [cart.customer_id]);
  return answerOf(cart, { owner: owner && withoutConfirmationKey(owner), quoteId: quoteIdFor({ actor }, cart) });
}

/** Returns the carts that match the criteria, as administrators see them. */
export async function searchCarts(db: Db, searchCriteria: SearchCriteria): Promise<CartSearchResults> {
  const page = await searchCartStates(db, searchCriteria, cartFields);
  return { ...page, items: await toAdminCarts(db, page.items) };
}

/** Returns carts as administrators see them. */
export async function toAdminCarts(db: Db, carts: readonly CartState[]): Promise<Cart[]> {
  const owners = await readCustomers(
    db,
    carts.flatMap(({ customer_id }) => customer_id ?? []),
  );
  const byId = new Map(owners.map((owner) => [owner.id, withoutConfirmationKey(owner)]));
  return carts.map((cart) => answerOf(cart, { owner: byId.get(cart.customer_id ?? 0), quoteId: String(cart.id) }));
}

/** Response values that are not stored in the cart. */
interface AddedValues {
  readonly owner: Customer | undefined;
  /** Id of the cart in its lines. */
  readonly quoteId: string;
}

function answerOf(cart: CartState, { owner, quoteId }: AddedValues): Cart {
  const items = visibleItems(cart, quoteId).map(({ product_option: _option, ...line }) => line);
  return {
    id: cart.id,
    created_at: cart.created_at,
    updated_at: cart.updated_at,
    is_active: cart.is_active,
    is_virtual: isVirtual(cart),
    // Magento shows no lines of a closed cart.
    ...(cart.is_active ? { items } : {}),
    items_count: cart.items_count,
    items_qty: cart.items_qty,
    customer: owner ?? guestOf(cart),
    billing_address: billingAddress(cart),
    ...(cart.reserved_order_id === null ? {} : { reserved_order_id: cart.reserved_order_id }),
    orig_order_id: cart.orig_order_id ?? 0,
    currency: currencyOf(cart),
    customer_is_guest: cart.customer_is_guest,
    ...(cart.customer_note === null ? {} : { customer_note: cart.customer_note }),
    customer_note_notify: cart.customer_note_notify,
    customer_tax_class_id: cart.customer_tax_class_id,
    store_id: cart.store_id,
    ...extensionOf(cart, items),
  };
}

/** Whether a cart has lines and none of them is shipped. */
const isVirtual = ({ items }: CartState) => items.length > 0 && items.every(({ is_virtual }) => is_virtual);

const guestOf = (cart: CartState): Customer => ({
  email: cart.customer_email,
  firstname: cart.customer_firstname,
  lastname: cart.customer_lastname,
});

function currencyOf(cart: CartState): CartCurrency {
  const { base_to_global_rate, base_to_quote_rate } = cart;
  return {
    global_currency_code: cart.global_currency_code,
    base_currency_code: cart.base_currency_code,
    store_currency_code: cart.store_currency_code,
    quote_currency_code: cart.quote_currency_code,
    // Magento does not set them either; nothing is computed from them.
    store_to_base_rate: "0",
    store_to_quote_rate: "0",
    base_to_global_rate,
    base_to_quote_rate,
  };
}

/** Magento shows no shipping of a closed cart. */
function extensionOf(cart: CartState, items: readonly CartItem[]): Pick<Cart, "extension_attributes"> {
  const extension = { ...(cart.is_active && shippingOf(cart, items)), ...toAddedValues(cartValues.shape, cart.added) };
  return cart.is_active || Object.keys(extension).length > 0 ? { extension_attributes: extension } : {};
}

function shippingOf(cart: CartState, items: readonly CartItem[]): CartExtension {
  const stored = addressOf(cart, "shipping");
  if (items.length === 0 || isVirtual(cart) || !stored) return { shipping_assignments: [] };
  // A method that the last totals did not find is no longer offered.
  const totals = storedCartTotals(cart);
  const method = !totals || totals.shipping.rate ? stored.shipping_method : null;
  const shipping = { address: toCartAddress(stored, cart), method };
  return { shipping_assignments: [{ shipping, items: [...items] }] };
}
