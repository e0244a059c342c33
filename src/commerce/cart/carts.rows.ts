import { randomInt } from "node:crypto";
import type { Db } from "../../platform/db/database.js";
import { type Prisma, now } from "../../platform/db/models.js";
import type { CartState } from "./state/cart-state.rows.js";
import { type AddressColumns, type AddressType, newAddress } from "./addresses/addresses.rows.js";

/** The active cart of a customer on a website. */
export interface ActiveCart {
  readonly id: number;
  readonly customer_id: number | null;
  readonly website_id: number;
}

const active = {
  select: { id: true, customer_id: true, store: { select: { website_id: true } } },
} satisfies Prisma.CartFindManyArgs;

/** Returns the active carts of customers, newest first. */
export async function readActiveCarts(db: Db, customerIds: readonly number[]): Promise<ActiveCart[]> {
  const carts = await db.models.cart.findMany({
    ...active,
    where: { customer_id: { in: [...new Set(customerIds)] }, is_active: true },
    orderBy: [{ updated_at: "desc" }, { id: "desc" }],
  });
  return carts.map(({ store, ...cart }) => ({ ...cart, website_id: store.website_id }));
}

type CartData = Omit<Prisma.CartCreateManyInput, "id">;

type AddressData = AddressColumns & { readonly address_type: AddressType };

/** Inserts a cart and returns its id. Addresses that are not given are empty. */
export async function insertCart(db: Db, data: CartData, addresses: readonly AddressData[]): Promise<number> {
  const { id: cart_id } = await db.models.cart.create({ data, select: { id: true } });
  const types = ["billing", "shipping"] as const;
  await db.models.cartAddress.createMany({
    data: types.map((address_type) => {
      const { custom_values, ...given } =
        addresses.find((one) => one.address_type === address_type) ?? newAddress(address_type);
      return { ...given, cart_id, address_type, custom_values: custom_values ?? {} };
    }),
  });
  return cart_id;
}

/** Updates columns of a locked cart, and the time of its last change. */
export async function updateCart(
  db: Db,
  id: number,
  data: Prisma.CartUpdateManyMutationInput & CartKeys,
): Promise<void> {
  await db.models.cart.updateMany({ where: { id }, data: { ...data, updated_at: now } });
}

/** Columns of a cart that refer to other tables. */
type CartKeys = Partial<Pick<CartData, "store_id" | "customer_id">>;

/** Maximum number of carts that one statement deletes, to keep locks short. */
const batch = 1000;

/** Deletes the carts of a store view that were last changed before a time. Returns their number. */
export async function deleteIdleCarts(db: Db, store_id: number, time: Date): Promise<number> {
  const where = { store_id, updated_at: { lt: time.toISOString() } };
  for (let deleted = 0; ;) {
    const found = await db.models.cart.findMany({ where, select: { id: true }, orderBy: { id: "asc" }, take: batch });
    const { count } = await db.models.cart.deleteMany({ where: { ...where, id: { in: found.map(({ id }) => id) } } });
    deleted += count;
    // Carts that changed in the meantime are kept.
    if (found.length < batch) return deleted;
  }
}

/** The payment that the shopper chose. */
type CartPayment = Pick<CartState, "payment_method" | "po_number" | "additional_data">;

/** Payment ids are lower than this. */
const maxPaymentId = 2 ** 31;

/** Returns the columns of a cart's payment. The first payment gets a random id, because guests can see it. */
export const paymentColumns = ({ payment_id }: CartState, payment: CartPayment) => ({
  ...payment,
  payment_id: payment_id ?? randomInt(1, maxPaymentId),
});
