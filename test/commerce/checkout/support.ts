import { simple } from "../catalog/support.js";
import { newGuestCart } from "../cart/support.js";
import type { TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

/** A complete address in California. */
export const address = {
  firstname: "Ada",
  lastname: "Byron",
  street: ["1 Main Street"],
  city: "Los Angeles",
  region_id: 12,
  postcode: "90210",
  country_id: "US",
  telephone: "555-0100",
};

/** A person with the routes of one of the three ways to carts. */
export interface Shopper {
  readonly client: Client;
  /** Path of the cart. */
  readonly cart: string;
}

/** Creates products in stock, by SKU, with their differences from a simple product for 10 dollars. */
export async function createProductsInStock(app: TestApp, products: Readonly<Record<string, object>>): Promise<void> {
  const admin = await app.asAdmin();
  for (const [sku, more] of Object.entries(products)) {
    const stock = { extension_attributes: { stock_item: { qty: 1000, is_in_stock: true }, website_ids: [1] } };
    const product = { ...simple(sku), price: 10, weight: 2, ...stock, ...more };
    const { status, body } = await admin.post("/V1/products", { product });
    if (status !== 200) throw new Error(`no product ${sku}: ${JSON.stringify(body)}`);
  }
}

/** Returns a guest with a cart of the SKUs. */
export async function guestWith(app: TestApp, ...skus: readonly (readonly [sku: string, qty: number])[]) {
  const shopper = { client: app.asGuest(), cart: `/V1/guest-carts/${await newGuestCart(app)}` };
  await addItems(shopper, skus);
  return shopper;
}

/** Returns a customer with a cart of the SKUs. */
export async function customerWith(app: TestApp, email: string, ...skus: readonly (readonly [string, number])[]) {
  const person = { email, firstname: "Ada", lastname: "Byron" };
  const created = await app.asGuest().post("/V1/customers", { customer: person, password: "Correct-horse-1" });
  if (created.status !== 200) throw new Error(`no customer: ${created.text}`);
  const shopper = { client: await app.asCustomer(email), cart: "/V1/carts/mine" };
  await shopper.client.post(shopper.cart);
  await addItems(shopper, skus);
  return { ...shopper, id: created.body.id as number };
}

async function addItems({ client, cart }: Shopper, skus: readonly (readonly [string, number])[]): Promise<void> {
  const quote_id = cart.split("/").at(-1);
  for (const [sku, qty] of skus) {
    const { status, text } = await client.post(`${cart}/items`, { cartItem: { sku, qty, quote_id } });
    if (status !== 200) throw new Error(`${sku} was not added: ${text}`);
  }
}

/** Chooses flat rate for a cart, to the address above unless other information is given. */
export const shipByFlatRate = ({ client, cart }: Shopper, more: object = {}) =>
  client.post(`${cart}/shipping-information`, {
    addressInformation: {
      shipping_address: address,
      billing_address: address,
      shipping_carrier_code: "flatrate",
      shipping_method_code: "flatrate",
      ...more,
    },
  });

/** Sets settings of the shop for all. */
export async function set(app: TestApp, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, value] of Object.entries(settings)) {
    const key = { path, scope: "default", scope_id: 0 };
    await app.db.models.configValue.upsert({
      where: { path_scope_scope_id: key },
      create: { ...key, value },
      update: { value },
    });
  }
}

/** Returns the status and the body of a response. */
export const answered = ({ status, body }: { readonly status: number; readonly body: unknown }) => [status, body];

/** A 400 or 404 with a message. */
export const refused = (status: number, message: string, parameters?: unknown) => [
  status,
  { message, ...(parameters === undefined ? {} : { parameters }) },
];

/** Lets a guest buy units of a SKU, shipped by flat rate and paid by check. Returns the id of the order. */
export async function buyAsGuest(app: TestApp, sku: string, qty: number): Promise<number> {
  const guest = await guestWith(app, [sku, qty]);
  await shipByFlatRate(guest);
  const payment = { email: "ada@example.com", billingAddress: address, paymentMethod: { method: "checkmo" } };
  const { status, body, text } = await guest.client.post(`${guest.cart}/payment-information`, payment);
  if (status !== 200) throw new Error(`no order: ${text}`);
  return Number(body);
}
