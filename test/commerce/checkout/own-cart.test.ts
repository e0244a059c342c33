import { beforeAll, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { address, answered, customerWith, createProductsInStock } from "./support.js";

const { app } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { cup: {} });
});

it("customers estimate shipping, ship and pay their own cart", async () => {
  const { client, cart } = await customerWith(app, "own@example.com", ["cup", 1]);
  const estimate = await client.post(`${cart}/estimate-shipping-methods`, { address });
  expect(answered(estimate)).toEqual([200, [expect.objectContaining({ carrier_code: "flatrate", amount: 5 })]]);
  const chosen = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
  const addressInformation = { shipping_address: address, billing_address: address, ...chosen };
  await client.post(`${cart}/shipping-information`, { addressInformation });
  const paid = await client.post(`${cart}/payment-information`, { paymentMethod: { method: "checkmo" } });
  expect(answered(paid)).toEqual([200, expect.any(Number)]);
});

it("an unreadable body is rejected when a guest cart is created", async () => {
  const headers = { "Content-Type": "application/json" };
  const { status } = await app.asGuest().request("/rest/V1/guest-carts", { method: "POST", headers, body: "{" });
  expect(status).toBe(400);
});
