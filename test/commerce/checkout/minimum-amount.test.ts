import { beforeAll, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { address, answered, createProductsInStock, guestWith, refused, set } from "./support.js";

const { app } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { mug: {} });
});

it.each([
  ["90071992547409.93", "$90,071,992,547,409.93"],
  ["50.005", "$50.01"],
])("names the minimum amount %s of the shop as %s in the error", async (amount, text) => {
  const { client, cart } = await guestWith(app, ["mug", 1]);
  const carrier = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
  await client.post(`${cart}/shipping-information`, { addressInformation: { shipping_address: address, ...carrier } });
  await set(app, { "sales/minimum_order/active": "1", "sales/minimum_order/amount": amount });
  const payment = { email: "ada@example.com", billingAddress: address, paymentMethod: { method: "checkmo" } };
  expect(answered(await client.post(`${cart}/payment-information`, payment))).toEqual(
    refused(400, `Minimum order amount is ${text}`),
  );
});
