import { isEmailAddress } from "../../../api/auth/email-address.js";
import type { Context } from "../../../api/call/context.js";
import { inputError, notFound } from "../../../api/call/errors.js";
import { allInOrder } from "../../../platform/process/promises.js";
import { readAddress, readDefinedAttributes } from "../../customer/published.js";
import { readCountry } from "../../directory/published.js";
import { isEmptyAddress, isSameAddress, toLinkedColumns, mergeFields, tooLongField } from "./address-fields.js";
import {
  type AddressColumns,
  addressOf,
  type AddressType,
  columnsOf,
  newAddress,
  noAddress,
  replaceAddress,
  writeAddresses,
} from "./addresses.rows.js";
import type { CartAddress } from "./addresses.types.js";
import { atPickupLocation } from "./pickup-address.js";
import type { CartState } from "../state/cart-state.rows.js";

/** An address as sent for a cart. */
interface GivenAddress {
  readonly type: AddressType;
  readonly address: CartAddress;
  /** `merge` keeps stored fields that are not sent; `replace` starts with an empty address and a new id. */
  readonly mode: "merge" | "replace";
}

/**
 * Saves an address of a locked cart and returns the changed cart. Totals are not collected. Throws 404 for the id of an
 * address that does not belong to the customer of the cart and for an unknown pickup location, and 400 for an unknown country,
 * an invalid email address or a text that is too long. Other rules are checked when the order is placed, because wallets send
 * addresses in parts.
 */
export async function saveAddress(ctx: Context, cart: CartState, given: GivenAddress): Promise<CartState> {
  if (given.mode === "merge") return mergeAddresses(ctx, cart, [given]);
  return replaceAddress(ctx.db, cart, { type: given.type, columns: await addressToStore(ctx, cart, given) });
}

/** Merges addresses into those of a locked cart, as `saveAddress` does, and throws the error of the first that has one. */
export async function mergeAddresses(
  ctx: Context,
  cart: CartState,
  given: readonly Omit<GivenAddress, "mode">[],
): Promise<CartState> {
  const writes = await allInOrder(
    given.map(async ({ type, address }) => ({
      type,
      columns: await addressToStore(ctx, cart, { type, address, mode: "merge" }),
    })),
  );
  return writeAddresses(ctx.db, cart, writes);
}

/** Copies the billing address of a locked cart to the shipping address. Returns the changed cart. */
export function shipToBilling({ db }: Context, cart: CartState): Promise<CartState> {
  const billing = addressOf(cart, "billing");
  const columns = { ...(billing ? columnsOf(billing) : noAddress), same_as_billing: true, save_in_address_book: false };
  return writeAddresses(db, cart, [{ type: "shipping", columns }]);
}

/** Marks the shipping address of a locked cart as different from the billing address. Returns the changed cart. */
export async function clearSameAsBilling({ db }: Context, cart: CartState): Promise<CartState> {
  const shipping = addressOf(cart, "shipping");
  if (!shipping?.same_as_billing) return cart;
  const columns = { ...columnsOf(shipping), same_as_billing: false };
  return writeAddresses(db, cart, [{ type: "shipping", columns }]);
}

/** Returns the address to store for the one sent: that of a pickup location if it names one. */
async function addressToStore(ctx: Context, cart: CartState, given: GivenAddress): Promise<AddressColumns> {
  const columns = await completeAddress(ctx, cart, given);
  if (given.type !== "shipping") return columns;
  const code = given.address.extension_attributes?.pickup_location_code;
  return code ? atPickupLocation(ctx.db, cart, { code, columns }) : { ...columns, pickup_location_code: null };
}

/** Returns the address of a cart for the one sent, without writing it. Throws the same errors as `saveAddress`. */
export async function completeAddress(
  { db }: Context,
  cart: CartState,
  { type, address, mode }: GivenAddress,
): Promise<AddressColumns> {
  const before = addressOf(cart, type);
  const stored = before ? columnsOf(before) : newAddress(type);
  const start = mode === "replace" ? newAddress(type) : stored;
  const countryId = address.country_id ?? start.country_id;
  const [country, attributes] = await Promise.all([
    countryId ? readCountry(db, countryId) : undefined,
    address.custom_attributes ? readDefinedAttributes(db, "customer_address") : [],
  ]);
  const merged = mergeFields(start, address, { regions: country?.regions ?? [], attributes });
  const columns = { ...merged, email: merged.email ?? (cart.customer_id === null ? null : cart.customer_email) };
  if (address.customer_address_id) return linkAddress(db, cart, { id: address.customer_address_id, columns });
  checkColumns(columns, country !== undefined);
  const isSame = stored.customer_address_id !== null && isSameAddress(columns, stored);
  return { ...columns, customer_address_id: isSame ? stored.customer_address_id : null };
}

async function linkAddress(
  db: Context["db"],
  cart: CartState,
  { id, columns }: { readonly id: number; readonly columns: AddressColumns },
): Promise<AddressColumns> {
  const found = cart.customer_id === null ? undefined : await readAddress(db, id);
  if (!found || found.customer_id !== cart.customer_id) throw notFound("Invalid customer address id %1", [id]);
  return toLinkedColumns(found, columns);
}

function checkColumns(columns: AddressColumns, isCountry: boolean): void {
  const { email, country_id } = columns;
  if (email !== null && !isEmailAddress(email)) throw inputError("Invalid email format");
  if (country_id !== null && !isCountry) throw inputError("Invalid country code");
  const tooLong = tooLongField(columns);
  if (tooLong) throw inputError(tooLong.message);
}

/** Sets `same_as_billing` of the shipping address of a locked cart if its fields equal those of the billing address. */
export async function markSameAsBilling({ db }: Context, cart: CartState): Promise<CartState> {
  const [billing, shipping] = [addressOf(cart, "billing"), addressOf(cart, "shipping")];
  if (!billing || !shipping || shipping.same_as_billing) return cart;
  const columns = columnsOf(shipping);
  if (isEmptyAddress(columns) || !isSameAddress(columns, columnsOf(billing))) return cart;
  return writeAddresses(db, cart, [{ type: "shipping", columns: { ...columns, same_as_billing: true } }]);
}

/** Returns the cart with an address, without writing it. */
export function withAddress(cart: CartState, address_type: AddressType, columns: AddressColumns): CartState {
  const before = addressOf(cart, address_type);
  const unsaved = { id: 0, cart_id: cart.id, address_type, shipping_method: null, shipping_description: null };
  const others = cart.addresses.filter((address) => address !== before);
  return { ...cart, addresses: [...others, { ...unsaved, ...before, ...columns }] };
}
