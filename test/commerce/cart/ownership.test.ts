import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../../src/api/contract/routes/operations.js";
import { keyOf } from "../../conformance/contract.js";
import { declaredRoutes } from "../../conformance/document.js";
import { address, customerWith, guestWith, type Shopper, createProductsInStock } from "../checkout/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

let app: TestApp;
let victim: Shopper & { readonly id: number };
let thief: Shopper & { readonly id: number };
/** The ids of the victim that the thief knows: of the cart, its line and an address. */
let known: { readonly cart: number; readonly item: number; readonly address: number };
const oldMask = "m".repeat(32);

beforeAll(async () => {
  // It has the routes of both editions.
  app = await startApp({ PORTICO_EDITION: "commerce" });
  await createProductsInStock(app, { ring: {}, pearl: {} });
  victim = await customerWith(app, "victim@example.com", ["ring", 1]);
  thief = await customerWith(app, "thief@example.com", ["pearl", 1]);
  const home = { ...address, lastname: "Quillfeather", street: ["Quill Lane 1"] };
  await victim.client.post(`${victim.cart}/billing-address`, { address: home, useForShipping: true });
  const owned = { where: { customer_id: victim.id, is_active: true }, include: { items: true } };
  const cart = await app.db.models.cart.findFirstOrThrow(owned);
  const book = { customer_id: victim.id, firstname: "Philippa", lastname: "Quillfeather", street: ["Quill Lane 1"] };
  const { id } = await app.db.models.customerAddress.create({
    data: { ...book, city: "Quill City", country_id: "US" },
  });
  known = { cart: cart.id, item: cart.items[0]?.item_id ?? 0, address: id };
  // Assigning a cart removes its mask; an old one that was left must not open it either.
  await app.db.models.cart.update({ where: { id: cart.id }, data: { mask: oldMask } });
});
afterAll(() => app[Symbol.asyncDispose]());

const guestRoutes = declaredRoutes.filter(({ path }) => /^\/V1\/(carts\/)?guest-[a-z]+\/:cartId/.test(path));
const ownRoutes = declaredRoutes.filter(({ path }) => /^\/V1\/(carts|reward|giftregistry)\/mine/.test(path));
const adminRoutes = declaredRoutes.filter(({ path }) => /^\/V1\/carts\/:/.test(path));

/** A body with the victim's ids in every field where a cart's routes take ids. */
const body = () => {
  const foreign = {
    ...address,
    email: "thief@example.com",
    customer_address_id: known.address,
    customer_id: victim.id,
  };
  const shipping = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
  return {
    cartItem: { quote_id: known.cart, item_id: known.item, sku: "pearl", qty: 3 },
    quote: { id: known.cart, customer: { id: victim.id }, items: [] },
    address: foreign,
    addressId: known.address,
    billingAddress: foreign,
    addressInformation: { address: foreign, shipping_address: foreign, billing_address: foreign, ...shipping },
    paymentMethod: { method: "checkmo" },
    method: { method: "checkmo" },
    email: "thief@example.com",
    giftMessage: { sender: "T", recipient: "T", message: "mine" },
    giftCardAccountData: { gift_cards: ["none"] },
    registryId: 1,
    customerId: victim.id,
    storeId: 1,
  };
};

const pathOf = ({ path }: Route, cart: string | number) =>
  path
    .replace(/:(cartId|quoteId)/, String(cart))
    .replace(":itemId", String(known.item))
    .replace(":couponCode", "none")
    .replace(":giftCardCode", "none");

const call = (client: Client, route: Route, cart: string | number) =>
  client.request(`/rest${pathOf(route, cart)}`, {
    method: route.method,
    ...(route.method === "GET" ? {} : { body: JSON.stringify(body()) }),
    headers: { "Content-Type": "application/json" },
  });

/** All that is stored of the victim. */
const rows = async () =>
  JSON.stringify([
    await app.db.models.cart.findUnique({
      where: { id: known.cart },
      include: { items: true, addresses: true, gift_messages: true },
    }),
    await app.db.models.customerAddress.findMany({ where: { customer_id: victim.id } }),
    await app.db.models.salesOrder.findMany({ where: { customer_id: victim.id } }),
  ]);

/** Calls a route and returns the data and changes that the caller should not have had. */
async function faults(client: Client, route: Route, cart: string | number): Promise<string[]> {
  const before = await rows();
  const { status, text } = await call(client, route, cart);
  return [
    ...(text.includes("Quill") ? [`shows the victim's data: ${text}`] : []),
    ...(status >= 500 ? [`answers ${status}: ${text}`] : []),
    ...((await rows()) === before ? [] : ["changes the victim's data"]),
  ];
}

describe("a cart of a customer", () => {
  it.each(guestRoutes.map((route) => [keyOf(route), route] as const))(
    "cannot be reached by its id or an old mask over %s",
    async (_, route) => {
      for (const cart of [known.cart, oldMask]) {
        for (const client of [app.asGuest(), thief.client]) {
          expect(await faults(client, route, cart)).toEqual([]);
          expect([400, 401, 404]).toContain((await call(client, route, cart)).status);
        }
      }
    },
  );

  it.each(ownRoutes.map((route) => [keyOf(route), route] as const))(
    "is neither shown to nor changed by another customer over %s",
    async (_, route) => {
      expect(await faults(thief.client, route, "mine")).toEqual([]);
      expect((await call(app.asGuest(), route, "mine")).status).toBe(401);
    },
  );

  it.each(adminRoutes.map((route) => [keyOf(route), route] as const))(
    "cannot be reached by shoppers over the administrator route %s",
    async (_, route) => {
      for (const client of [app.asGuest(), thief.client]) {
        expect((await call(client, route, known.cart)).status).toBe(401);
      }
    },
  );
});

it("a guest's cart cannot be used without its mask", async () => {
  const guest = await guestWith(app, ["pearl", 1]);
  const mask = guest.cart.split("/").at(-1) ?? "";
  const { id } = await app.db.models.cart.findUniqueOrThrow({ where: { mask } });
  for (const name of [
    String(id),
    mask.slice(1),
    mask.toUpperCase() === mask ? mask.toLowerCase() : mask.toUpperCase(),
  ]) {
    expect((await app.asGuest().get(`/V1/guest-carts/${name}`)).status).toBe(404);
  }
});
