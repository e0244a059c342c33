import type { Context } from "../../api/call/context.js";
import { aggregate, inputError, invalid, notFound, tooLong } from "../../api/call/errors.js";
import { writeAddedValues } from "../../api/search-criteria/added-values.sql.js";
import { brokenCustomerRules } from "../customer/published.js";
import { readStoreViews } from "../store/published.js";
import { addressOf, type AddressType, writeShippingMethod } from "./addresses/addresses.rows.js";
import type { CartAddress } from "./addresses/addresses.types.js";
import type { CartDependencies } from "./cart-dependencies.js";
import { readCartCurrencies } from "./state/cart-currencies.js";
import { cartNotFound, notYourCart } from "./cart-errors.js";
import { type CartState, cartValues, readCart } from "./state/cart-state.rows.js";
import { updateCart } from "./carts.rows.js";
import type { Cart, CartShippingAssignment } from "./carts.types.js";
import { collectCart } from "./state/collect-cart.js";
import { saveItem } from "./items/items.js";
import { openCart } from "./ownership/open-cart.js";
import { saveAddress } from "./addresses/save-address.js";

/**
 * Saves the fields sent for a cart and keeps the rest. Lines are added or changed, addresses are merged. Throws 404 for the
 * id of an address that does not belong to the cart, and 400 for another owner, several shipping assignments or data that
 * breaks a rule of lines, addresses or customers.
 */
export async function saveCart(ctx: Context, quote: Cart, dependencies: CartDependencies): Promise<void> {
  const cartId = quote.id ?? 0;
  const cart = await openCart(ctx, cartId);
  const [assignment, ...others] = quote.extension_attributes?.shipping_assignments ?? [];
  if (others.length > 0) throw inputError("Only 1 shipping assignment can be set");
  if (quote.customer?.id !== cart.customer_id) throw notYourCart();
  await updateCart(ctx.db, cartId, { ...shopperColumns(cart, quote), ...(await storeColumns(ctx, cart, quote)) });
  await writeAddedValues(ctx.db, cartValues, { id: cartId, given: quote.extension_attributes });
  for (const item of quote.items ?? []) await saveItem(ctx, { cartId, item }, dependencies);
  const stored = await readCart(ctx.db, cartId);
  if (!stored) throw cartNotFound(cartId);
  const billed = await withAddress(ctx, stored, { type: "billing", address: quote.billing_address });
  const shipped = assignment ? await withShipping(ctx, billed, assignment) : billed;
  await collectCart(ctx, shipped, dependencies);
}

function shopperColumns(cart: CartState, { customer, customer_note, customer_note_notify }: Cart) {
  const notes = {
    ...(customer_note === undefined ? {} : { customer_note }),
    ...(customer_note_notify == null ? {} : { customer_note_notify }),
  };
  if (!customer) return notes;
  const shopper = {
    email: customer.email ?? cart.customer_email,
    firstname: customer.firstname ?? cart.customer_firstname,
    lastname: customer.lastname ?? cart.customer_lastname,
    prefix: sentOrStored(customer.prefix, cart.customer_prefix),
    middlename: sentOrStored(customer.middlename, cart.customer_middlename),
    suffix: sentOrStored(customer.suffix, cart.customer_suffix),
    dob: sentOrStored(customer.dob, cart.customer_dob) || null,
    gender: sentOrStored(customer.gender, cart.customer_gender),
    taxvat: sentOrStored(customer.taxvat, cart.customer_taxvat),
  };
  const broken = brokenCustomerRules(shopper);
  if (broken.length > 0) throw aggregate(broken);
  const columns = Object.entries(shopper).map(([name, value]) => [`customer_${name}`, value]);
  return { ...notes, ...(Object.fromEntries(columns) as ShopperColumns) };
}

type ShopperColumns = Pick<
  CartState,
  | "customer_email"
  | "customer_firstname"
  | "customer_lastname"
  | "customer_prefix"
  | "customer_middlename"
  | "customer_suffix"
  | "customer_dob"
  | "customer_gender"
  | "customer_taxvat"
>;

/** Returns the value to store: a value that is not sent is kept, null removes it. */
const sentOrStored = <Value>(given: Value | undefined, stored: Value): Value => (given === undefined ? stored : given);

/** Returns the columns for the store view sent. Throws 400 if it belongs to another website. */
async function storeColumns({ db }: Context, cart: CartState, { store_id }: Cart) {
  if (store_id == null || store_id === cart.store_id) return {};
  const view = (await readStoreViews(db)).find(({ id }) => id === store_id);
  if (view?.website_id !== cart.store.website_id) throw invalid("store_id", store_id);
  return { store_id, ...(await readCartCurrencies(db, { storeId: store_id, websiteId: view.website_id })) };
}

interface SentAddress {
  readonly type: AddressType;
  readonly address: CartAddress | null | undefined;
}

async function withAddress(ctx: Context, cart: CartState, { type, address }: SentAddress): Promise<CartState> {
  if (!address) return cart;
  if (address.id && address.id !== addressOf(cart, type)?.id)
    throw notFound("Invalid quote address id %1", [address.id]);
  return saveAddress(ctx, cart, { type, address, mode: "merge" });
}

/** Maximum length of a method name. */
const maxMethodLength = 120;

/** Applies a shipping assignment. A virtual cart ignores it, because nothing is shipped. */
async function withShipping(ctx: Context, cart: CartState, { shipping }: CartShippingAssignment): Promise<CartState> {
  if (cart.is_virtual) return cart;
  const { address, method } = shipping;
  if ((method ?? "").length > maxMethodLength) throw tooLong("Shipping Method", maxMethodLength);
  const shipped = await withAddress(ctx, cart, { type: "shipping", address });
  return method === undefined ? shipped : writeShippingMethod(ctx.db, shipped, method || null);
}
