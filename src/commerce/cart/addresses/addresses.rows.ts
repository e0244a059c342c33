import type { Db } from "../../../platform/db/database.js";
import type { CartState } from "../state/cart-state.rows.js";

/** The billing or the shipping address of a cart as stored. */
export type StoredAddress = CartState["addresses"][number];

/** The types of addresses. */
export type AddressType = "billing" | "shipping";

/** The columns of an address that callers can set. */
export type AddressColumns = Omit<
  StoredAddress,
  "id" | "cart_id" | "address_type" | "shipping_method" | "shipping_description"
>;

/** An address that was never set. */
export const noAddress: AddressColumns = {
  customer_address_id: null,
  save_in_address_book: false,
  same_as_billing: false,
  email: null,
  prefix: null,
  firstname: null,
  middlename: null,
  lastname: null,
  suffix: null,
  company: null,
  street: [],
  city: null,
  region: null,
  region_id: null,
  region_code: null,
  postcode: null,
  country_id: null,
  telephone: null,
  fax: null,
  vat_id: null,
  pickup_location_code: null,
  custom_values: {},
};

/** Returns an address of a type that was never set. Goods are shipped to the billing address until an address is chosen. */
export const newAddress = (type: AddressType): AddressColumns => ({
  ...noAddress,
  same_as_billing: type === "shipping",
});

/** Returns the columns of an address that callers can set. */
export function columnsOf(stored: StoredAddress): AddressColumns {
  const { id: _id, cart_id: _cart, address_type: _type, shipping_method: _method, ...rest } = stored;
  const { shipping_description: _description, ...columns } = rest;
  return columns;
}

/** Returns an address of a cart as stored, or undefined. */
export const addressOf = ({ addresses }: CartState, type: AddressType): StoredAddress | undefined =>
  addresses.find(({ address_type }) => address_type === type);

/** An address to write. */
interface AddressWrite {
  readonly type: AddressType;
  readonly columns: AddressColumns;
}

/**
 * Writes addresses of a locked cart with the cart, at commit, and keeps the rest of their rows. Returns the changed cart.
 */
// SQL: measured by `save-shipping`, whose addresses are written with the totals of the cart in one packet.
export async function writeAddresses(db: Db, cart: CartState, writes: readonly AddressWrite[]): Promise<CartState> {
  const rows = await Promise.all(
    writes.map(async ({ type, columns }) => {
      const data = { ...columns, custom_values: columns.custom_values ?? {} };
      const stored = addressOf(cart, type);
      // A cart has both addresses from the start.
      if (!stored) return db.models.cartAddress.create({ data: { ...data, cart_id: cart.id, address_type: type } });
      return { ...stored, ...data };
    }),
  );
  if (rows.length > 0) await db.atCommit.execute(updateRows, [JSON.stringify(rows)]);
  return rows.reduce(withAddress, cart);
}

const updated = Object.keys(noAddress).map((name) => `"${name}" = given."${name}"`);

const updateRows = `update cart_address a set ${updated.join(", ")}
  from json_populate_recordset(null::cart_address, $1::json) given where a.id = given.id`;

/** Replaces an address of a locked cart with a new one that has its own id. Returns the changed cart. */
export async function replaceAddress(db: Db, cart: CartState, { type, columns }: AddressWrite): Promise<CartState> {
  const data = { ...columns, custom_values: columns.custom_values ?? {} };
  await db.models.cartAddress.deleteMany({ where: { cart_id: cart.id, address_type: type } });
  const row = await db.models.cartAddress.create({ data: { ...data, cart_id: cart.id, address_type: type } });
  return withAddress(cart, row);
}

function withAddress(cart: CartState, row: StoredAddress): CartState {
  const others = cart.addresses.filter(({ address_type }) => address_type !== row.address_type);
  return { ...cart, addresses: [...others, row] };
}

const nothing = { ...noAddress, custom_values: {}, shipping_method: null, shipping_description: null };

/** Empties the addresses of a cart whose last line is gone, and removes its gift messages. */
export async function emptyAddresses(db: Db, cart_id: number): Promise<void> {
  await db.models.cartAddress.updateMany({ where: { cart_id }, data: nothing });
  await db.models.cartGiftMessage.deleteMany({ where: { cart_id } });
}

/**
 * Writes the shipping method of a locked cart, as `carrier_method`, with the cart at commit, and returns the cart with it.
 */
// SQL: measured by `save-shipping`, and models do not write at commit.
export async function writeShippingMethod(db: Db, cart: CartState, method: string | null): Promise<CartState> {
  await db.atCommit.execute(
    "update cart_address set shipping_method = $2 where cart_id = $1::int and address_type = 'shipping'",
    [cart.id, method],
  );
  return withShippingMethod(cart, method);
}

/** Returns the cart with a shipping method, without writing it. */
export const withShippingMethod = (cart: CartState, shipping_method: string | null): CartState => ({
  ...cart,
  addresses: cart.addresses.map((address) =>
    address.address_type === "shipping" ? { ...address, shipping_method } : address,
  ),
});
