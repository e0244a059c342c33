import { beforeAll, describe, expect, it } from "vitest";
import { address, customerWith, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { cartIdOf } from "./support.js";

const { app } = useApp();
let guest: Client;

beforeAll(async () => {
  guest = app.asGuest();
  await createProductsInStock(app, { tent: {} });
});

const email = "ada@example.com";

/** Runs a document and returns its data. */
async function data(client: Client, query: string, variables: object = {}) {
  const { body } = await client.graphql(query, { ...variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

/** Runs a document that fails, and returns the messages. */
async function errors(client: Client, query: string, variables: object = {}): Promise<string[]> {
  const { body } = await client.graphql(query, { ...variables });
  return (body.errors as { message: string }[] | undefined)?.map(({ message }) => message) ?? [];
}

const add = `mutation ($id: String!, $sku: String!) {
  saveCartItem(cartItem: { quote_id: $id, sku: $sku, qty: "2" }) { item_id sku quote_id }
}`;
const lines = "query ($id: ID!) { cartItems(cartId: $id) { item_id sku quote_id } }";

/** Creates a guest's cart with a line by GraphQL, and returns its masked id. */
async function newCart(): Promise<string> {
  const { createGuestCart: id } = await data(guest, "mutation { createGuestCart }");
  await data(guest, add, { id, sku: "tent" });
  return id as string;
}

/** The queries and mutations of a guest on a cart, by its id. */
const calls: readonly string[] = [
  "query ($id: ID!) { cart(cartId: $id) { items_count } }",
  lines,
  "query ($id: ID!) { cartTotals(cartId: $id) { grand_total } }",
  "query ($id: ID!) { cartBillingAddress(cartId: $id) { city } }",
  "query ($id: ID!) { cartCoupon(cartId: $id) }",
  "query ($id: ID!) { cartGiftMessage(cartId: $id) { message } }",
  "query ($id: ID!) { paymentMethods(cartId: $id) { code } }",
  "query ($id: ID!) { paymentInformation(cartId: $id) { totals { grand_total } } }",
  "query ($id: ID!) { selectedPaymentMethod(cartId: $id) { method } }",
  "query ($id: ID!) { shippingMethods(cartId: $id) { amount } }",
  "mutation ($id: ID!) { deleteCartItem(cartId: $id, itemId: 1) }",
  'mutation ($id: ID!) { applyCartCoupon(cartId: $id, couponCode: "X") }',
  "mutation ($id: ID!) { removeCartCoupon(cartId: $id) }",
  'mutation ($id: ID!) { placeOrder(cartId: $id, paymentMethod: { method: "checkmo" }) }',
  `mutation ($id: ID!) {
    payAndPlaceGuestOrder(cartId: $id, email: "${email}", paymentMethod: { method: "checkmo" })
  }`,
];

describe("a guest's cart in GraphQL", () => {
  it("is filled, shipped and ordered by its masked id", async () => {
    const id = await newCart();
    expect(await data(guest, lines, { id })).toEqual({
      cartItems: [{ item_id: expect.any(Number) as number, sku: "tent", quote_id: id }],
    });
    const information = {
      shipping_address: address,
      billing_address: address,
      shipping_carrier_code: "flatrate",
      shipping_method_code: "flatrate",
    };
    const saved = await data(
      guest,
      `mutation ($id: ID!, $information: ShippingInformationInput!) {
        saveShippingInformation(cartId: $id, addressInformation: $information) { totals { grand_total } }
      }`,
      { id, information },
    );
    expect(saved).toEqual({ saveShippingInformation: { totals: { grand_total: 30 } } });
    const placed = await data(
      guest,
      `mutation ($id: ID!) {
        payAndPlaceGuestOrder(cartId: $id, email: "${email}", paymentMethod: { method: "checkmo" })
      }`,
      { id },
    );
    const order = await app.db.models.salesOrder.findUniqueOrThrow({
      where: { entity_id: placed.payAndPlaceGuestOrder as number },
    });
    expect(order).toMatchObject({ grand_total: "30.0000", customer_email: email });
    expect(await errors(guest, lines, { id })).toEqual([expect.stringContaining("No such entity")]);
  });

  it.each(calls)("is not found by its number: %s", async (query) => {
    const id = await cartIdOf(app, await newCart());
    for (const given of [id, String(id)]) {
      expect(await errors(guest, query, { id: given })).toEqual(["No such entity with cartId = "]);
    }
    expect(await app.db.models.cartItem.count({ where: { cart_id: id } })).toBe(1);
  });

  it("cannot be added to by its number", async () => {
    const id = await cartIdOf(app, await newCart());
    expect(await errors(guest, add, { id: String(id), sku: "tent" })).toHaveLength(1);
    expect(await app.db.models.cartItem.findMany({ where: { cart_id: id } })).toMatchObject([{ qty: "2.0000" }]);
  });

  it("never shows its number in a line, an address or an error", async () => {
    const mask = await newCart();
    const id = await cartIdOf(app, mask);
    const texts = await Promise.all(
      [
        "cartItems(cartId: $id) { item_id quote_id }",
        "cart(cartId: $id) { items { quote_id } billing_address { id } }",
      ].map(async (field) => (await guest.graphql(`query ($id: ID!) { ${field} }`, { id: mask })).text),
    );
    for (const text of texts) expect(text).not.toContain(`"quote_id":"${id}"`);
    expect(
      await errors(guest, "mutation ($id: ID!) { deleteCartItem(cartId: $id, itemId: 999999) }", { id: mask }),
    ).toEqual([`The ${mask} Cart doesn't contain the 999999 item.`]);
  });
});

describe("the mask of a cart that a customer took over", () => {
  it("gives nobody else access to it", async () => {
    const mask = await newCart();
    const id = await cartIdOf(app, mask);
    const owner = await customerWith(app, "graphql-owner@example.com");
    await app.db.models.cart.update({ where: { id }, data: { customer_id: owner.id } });
    const stranger = await customerWith(app, "graphql-stranger@example.com");
    for (const query of calls) {
      expect(await errors(guest, query, { id: mask })).toEqual([
        expect.stringMatching(/No such entity with cartId = |Invalid state change requested|could(n't| not)/),
      ]);
    }
    expect(await errors(stranger.client, add, { id: mask, sku: "tent" })).toEqual([]);
    expect(await app.db.models.cartItem.findMany({ where: { cart_id: id } })).toMatchObject([{ qty: "2.0000" }]);
    expect(await app.db.models.cart.findUniqueOrThrow({ where: { id } })).toMatchObject({ is_active: true });
  });
});

describe("an administrator in GraphQL", () => {
  it("finds a cart by its number, as a number or as text, but not by a mask", async () => {
    const mask = await newCart();
    const id = await cartIdOf(app, mask);
    const admin = await app.asAdmin(["Magento_Cart::manage"]);
    for (const given of [id, String(id)]) {
      expect((await data(admin, lines, { id: given })).cartItems).toMatchObject([{ quote_id: String(id) }]);
    }
    expect(await errors(admin, lines, { id: "no-number" })).toEqual([expect.stringContaining("int")]);
  });
});
