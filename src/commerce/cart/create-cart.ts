import { randomInt } from "node:crypto";
import type { Context } from "../../api/call/context.js";
import { readRankedViews } from "../store/published.js";
import { toLinkedColumns } from "./addresses/address-fields.js";
import { listActiveCarts, lockActiveCart } from "./ownership/active-carts.js";
import { type AddressColumns, type AddressType, noAddress } from "./addresses/addresses.rows.js";
import { readCartCurrencies } from "./state/cart-currencies.js";
import { readGuestColumns, type Owner, readOwnerColumns, readOwner } from "./ownership/cart-owner.js";
import { insertCart } from "./carts.rows.js";

const maskLength = 32;
const maskCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const newMask = () =>
  Array.from({ length: maskLength }, () => maskCharacters[randomInt(maskCharacters.length)]).join("");

/** Creates a cart without an owner and returns its id. */
export async function createUnassignedCart(ctx: Context): Promise<number> {
  return insertCart(ctx.db, { ...(await newCartColumns(ctx)), ...(await readGuestColumns(ctx.db)) }, []);
}

/** Creates a guest cart and returns its mask. */
export async function createGuestCart(ctx: Context): Promise<string> {
  const mask = newMask();
  await insertCart(ctx.db, { ...(await newCartColumns(ctx)), ...(await readGuestColumns(ctx.db)), mask }, []);
  return mask;
}

/**
 * Returns the id of the active cart of a customer on the website of the call. If there is none, creates one with the
 * customer's default addresses. Throws 404 for an unknown customer.
 */
export async function findOrCreateCart(ctx: Context, customerId: number): Promise<number> {
  const { db, scope } = ctx;
  await lockActiveCart(db, customerId);
  const owner = await readOwner(db, customerId);
  const [active] = await listActiveCarts(db, [customerId], scope);
  if (active) return active.id;
  const columns = { ...(await newCartColumns(ctx)), ...(await readOwnerColumns(db, owner)) };
  const [billing, shipping] = [defaultAddress(owner, "billing"), defaultAddress(owner, "shipping")];
  const isSame = shipping.customer_address_id === null || shipping.customer_address_id === billing.customer_address_id;
  return insertCart(db, columns, [
    { address_type: "billing", ...billing },
    { address_type: "shipping", ...shipping, same_as_billing: isSame },
  ]);
}

/** Returns the columns of every new cart. Without a store code, the cart is in the default store view. */
async function newCartColumns({ db, scope, address }: Context) {
  const view = scope.storeId === 0 ? (await readRankedViews(db))[0] : undefined;
  const store = view ? { storeId: view.id, websiteId: view.website_id } : scope;
  return { store_id: store.storeId, remote_ip: address ?? null, ...(await readCartCurrencies(db, store)) };
}

function defaultAddress(owner: Owner, type: AddressType): AddressColumns {
  const found = owner.addresses?.find((address) => address[`default_${type}`] === true);
  return found ? toLinkedColumns(found, { ...noAddress, email: owner.email ?? null }) : noAddress;
}
