import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { newGuestCart } from "../cart/support.js";
import {
  address,
  answered,
  customerWith,
  guestWith,
  refused,
  set,
  type Shopper,
  createProductsInStock,
} from "./support.js";

const { app } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { cup: {}, file: { type_id: "virtual", weight: null } });
});

const flat = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate", extension_attributes: {} };
const ship = ({ client, cart }: Shopper, addressInformation: object) =>
  client.post(`${cart}/shipping-information`, { addressInformation });
const calculate = ({ client, cart }: Shopper, addressInformation: object) =>
  client.post(`${cart}/totals-information`, { addressInformation });
const guestPays = ({ client, cart }: Shopper, more: object = {}) =>
  client.post(`${cart}/set-payment-information`, {
    email: "guest@example.com",
    paymentMethod: { method: "checkmo" },
    ...more,
  });
const missing = refused(400, "The shipping address is missing. Set the address and try again.");
const anEmptyCart = async () => ({ client: app.asGuest(), cart: `/V1/guest-carts/${await newGuestCart(app)}` });
const nobody = () => ({ client: app.asGuest(), cart: "/V1/guest-carts/nobody" });
const adminOf = async (customer: Shopper) => {
  const { body } = await customer.client.get(customer.cart);
  return { client: await app.asAdmin(), cart: `/V1/carts/${body.id}` };
};

describe("shipping information", () => {
  it("is saved by guests, customers and administrators, and returns payment methods and totals", async () => {
    const guest = await guestWith(app, ["cup", 2]);
    const customer = await customerWith(app, "ships@example.com", ["cup", 2]);
    for (const shopper of [guest, customer, await adminOf(customer)]) {
      const { status, body } = await ship(shopper, { shipping_address: address, billing_address: address, ...flat });
      expect(status).toBe(200);
      expect(body.payment_methods).toEqual([{ code: "checkmo", title: "Check / Money order" }]);
      expect(body.totals).toMatchObject({ subtotal: 20, shipping_amount: 10, grand_total: 30, base_grand_total: 30 });
      const shipping = (body.totals.total_segments as { code: string; title: string }[]).find(
        ({ code }) => code === "shipping",
      );
      expect(shipping?.title).toBe("Shipping & Handling (Flat Rate - Fixed)");
      expect((await shopper.client.get(`${shopper.cart}/totals`)).body).toEqual(body.totals);
    }
    const { body: billing } = await guest.client.get(`${guest.cart}/billing-address`);
    expect(billing).toMatchObject({ city: "Los Angeles", region: "California", region_code: "CA" });
  });

  it("is rejected without lines, without a country and with an unknown method, without storing anything", async () => {
    const empty = await anEmptyCart();
    expect(answered(await ship(empty, { shipping_address: address, ...flat }))).toEqual(
      refused(400, "The shipping method can't be set for an empty cart. Add an item to cart and try again."),
    );
    const guest = await guestWith(app, ["cup", 1]);
    expect(answered(await ship(guest, { shipping_address: { city: "Rome" }, ...flat }))).toEqual(missing);
    const given = { shipping_address: address, shipping_carrier_code: "owl", shipping_method_code: "night" };
    expect(answered(await ship(guest, given))).toEqual(
      refused(404, "Carrier with such method not found: %1, %2", ["owl", "night"]),
    );
    expect(answered(await ship(guest, { ...given, shipping_method_code: "" }))).toEqual(
      refused(404, "The shipping method is missing. Select the shipping method and try again."),
    );
    expect(answered(await guest.client.get(`${guest.cart}/shipping-methods`))).toEqual(missing);
    const admin = { client: await app.asAdmin(), cart: "/V1/carts/999999" };
    const stranger = { client: app.asGuest(), cart: "/V1/carts/mine" };
    expect((await ship(nobody(), given)).status).toBe(404);
    expect((await ship(admin, given)).status).toBe(404);
    expect((await ship(stranger, given)).status).toBe(401);
  });

  it("is rejected with the reason for an invalid address or an address of another customer", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    const unable = (message: string) =>
      refused(400, 'The shipping information was unable to be saved. Error: "%message"', { message });
    const given = { shipping_address: { ...address, email: "nobody" }, ...flat };
    expect(answered(await ship(guest, given))).toEqual(unable("Invalid email format"));
    const foreign = { shipping_address: { ...address, customer_address_id: 7 }, ...flat };
    expect(answered(await ship(guest, foreign))).toEqual(unable("Invalid customer address id 7"));
  });

  it("is saved without a shipping address for a virtual cart", async () => {
    const guest = await guestWith(app, ["file", 1]);
    const { status, body } = await ship(guest, { shipping_address: address, billing_address: address, ...flat });
    expect([status, body.totals.grand_total]).toEqual([200, 10]);
  });
});

describe("totals information", () => {
  it("computes totals with a method that is not stored, and stores the address", async () => {
    const guest = await guestWith(app, ["cup", 2]);
    const customer = await customerWith(app, "totals@example.com", ["cup", 2]);
    for (const shopper of [guest, customer, await adminOf(customer)]) {
      const { status, body } = await calculate(shopper, { address, ...flat });
      expect([status, body.grand_total]).toEqual([200, 30]);
      expect(body).toMatchObject({ base_subtotal_incl_tax: 20, coupon_code: "" });
      const { body: stored } = await shopper.client.get(`${shopper.cart}/totals`);
      expect(stored.grand_total).toBe(20);
      expect((await shopper.client.get(`${shopper.cart}/shipping-methods`)).body).toHaveLength(1);
    }
  });

  it("stores no address without a method", async () => {
    const guest = await guestWith(app, ["cup", 2]);
    expect((await calculate(guest, { address })).body.grand_total).toBe(20);
    expect(answered(await guest.client.get(`${guest.cart}/shipping-methods`))).toEqual(missing);
  });

  it("has zero shipping costs for an unknown or missing method", async () => {
    const guest = await guestWith(app, ["cup", 2]);
    const owl = { shipping_carrier_code: "owl", shipping_method_code: "night" };
    for (const more of [owl, {}]) {
      const { status, body } = await calculate(guest, { address, ...more });
      expect([status, body.shipping_amount, body.grand_total]).toEqual([200, 0, 20]);
    }
    const file = await guestWith(app, ["file", 1]);
    expect((await calculate(file, { address, ...flat })).body.grand_total).toBe(10);
  });

  it("is zero for an empty cart, and rejected for an unknown one", async () => {
    const { status, body } = await calculate(await anEmptyCart(), { address, ...flat });
    expect([status, body.grand_total, body.items]).toEqual([200, 0, []]);
    const admin = { client: await app.asAdmin(), cart: "/V1/carts/999999" };
    const stranger = { client: app.asGuest(), cart: "/V1/carts/mine" };
    expect((await calculate(nobody(), { address })).status).toBe(404);
    expect((await calculate(admin, { address })).status).toBe(404);
    expect((await calculate(stranger, { address })).status).toBe(401);
  });
});

describe("payment information", () => {
  it("is saved with a billing address by guests and customers, and read with totals", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    await ship(guest, { shipping_address: address, ...flat });
    expect(answered(await guestPays(guest, { billingAddress: { ...address, city: "Fresno" } }))).toEqual([200, true]);
    const { body: billing } = await guest.client.get(`${guest.cart}/billing-address`);
    expect(billing).toMatchObject({ city: "Fresno", email: "guest@example.com" });
    const customer = await customerWith(app, "payer@example.com", ["cup", 1]);
    await ship(customer, { shipping_address: address, ...flat });
    const body = { paymentMethod: { method: "checkmo" }, billingAddress: address };
    const saved = await customer.client.post("/V1/carts/mine/set-payment-information", body);
    expect(answered(saved)).toEqual([200, true]);
    for (const { client, cart } of [guest, customer]) {
      const { body: read } = await client.get(`${cart}/payment-information`);
      expect(read.payment_methods).toEqual([{ code: "checkmo", title: "Check / Money order" }]);
      expect(read.totals.grand_total).toBe(15);
      expect((await client.get(`${cart}/selected-payment-method`)).body.method).toBe("checkmo");
    }
  });

  it("keeps the stored billing address and adds the email address of the guest", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    await ship(guest, { shipping_address: address, billing_address: address, ...flat });
    expect((await guestPays(guest)).body).toBe(true);
    const { body } = await guest.client.get(`${guest.cart}/billing-address`);
    expect(body).toMatchObject({ city: "Los Angeles", email: "guest@example.com" });
  });

  it("is rejected with an invalid address or method, and for empty or unknown carts", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    expect(answered(await guestPays(guest))).toEqual(missing);
    await ship(guest, { shipping_address: address, ...flat });
    expect(answered(await guestPays(guest, { email: "nobody" }))).toEqual(refused(400, "Invalid email format"));
    expect(answered(await guestPays(guest, { paymentMethod: { method: "gold" } }))).toEqual(
      refused(400, "The requested Payment Method is not available."),
    );
    expect(answered(await guestPays(guest, { billingAddress: { ...address, customer_address_id: 7 } }))).toEqual(
      refused(404, "Invalid customer address id %1", [7]),
    );
    const { body } = await guest.client.post(`${guest.cart}/set-payment-information`, {
      paymentMethod: { method: "checkmo" },
    });
    expect(body.parameters).toEqual({ fieldName: "email" });
    expect(answered(await guestPays(await anEmptyCart()))).toEqual(refused(400, "Some of the products are disabled."));
    expect((await guestPays(nobody())).status).toBe(404);
    expect((await app.asGuest().get("/V1/guest-carts/nobody/payment-information")).status).toBe(404);
    for (const call of [app.asGuest().get, app.asGuest().post]) {
      const path = call.length > 2 ? "set-payment-information" : "payment-information";
      expect((await call(`/V1/carts/mine/${path}`)).status).toBe(401);
    }
  });

  it("is rejected for guests while guest checkout is disabled", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    expect((await ship(guest, { shipping_address: address, ...flat })).status).toBe(200);
    await set(app, { "checkout/options/guest_checkout": "0" });
    const isRefused = refused(400, "Sorry, guest checkout is not available.");
    expect(answered(await ship(guest, { shipping_address: address, ...flat }))).toEqual(isRefused);
    expect(answered(await guestPays(guest))).toEqual(refused(400, "Sorry, guest checkout is not available."));
    await set(app, { "checkout/options/guest_checkout": "1" });
    expect((await guestPays(guest)).status).toBe(200);
  });
});

describe("collecting totals", () => {
  const collect = ({ client, cart }: Shopper, more: object = {}) =>
    client.put(`${cart}/collect-totals`, { paymentMethod: { method: "checkmo" }, ...more });
  const byFlatRate = { shippingCarrierCode: "flatrate", shippingMethodCode: "flatrate" };

  it("shows no shipping method that the totals did not find", async () => {
    const shopper = await guestWith(app, ["cup", 1]);
    const methodOf = async () => {
      const { body } = await shopper.client.get(shopper.cart);
      return body.extension_attributes.shipping_assignments[0].shipping.method as string | null;
    };
    await calculate(shopper, { address, ...flat });
    await collect(shopper, byFlatRate);
    expect(await methodOf()).toBe("flatrate_flatrate");
    expect((await collect(shopper, { shippingCarrierCode: "nope", shippingMethodCode: "nope" })).status).toBe(200);
    expect(await methodOf()).toBeNull();
  });

  it("saves the shipping method, the payment and gift messages", async () => {
    await set(app, { "sales/gift_options/allow_order": "1", "sales/gift_options/allow_items": "1" });
    const guest = await guestWith(app, ["cup", 1]);
    const customer = await customerWith(app, "collects@example.com", ["cup", 1]);
    for (const shopper of [guest, customer]) {
      const { client, cart } = shopper;
      await calculate(shopper, { address, ...flat });
      const [line] = (await client.get(`${cart}/items`)).body as { item_id: number }[];
      const itemId = line?.item_id;
      const message = { sender: "Ada", recipient: "Grace", message: "Well done" };
      const gift_messages = [
        { ...message, extension_attributes: { entity_type: "quote" } },
        { ...message, extension_attributes: { entity_type: "quote_item", entity_id: String(itemId) } },
      ];
      const additionalData = { extension_attributes: { gift_messages } };
      const { status, body } = await collect(shopper, { ...byFlatRate, additionalData });
      expect([status, body.grand_total]).toEqual([200, 15]);
      expect((await client.get(`${cart}/selected-payment-method`)).body.method).toBe("checkmo");
      for (const place of ["", `/${itemId}`]) {
        expect((await client.get(`${cart}/gift-message${place}`)).body).toMatchObject(message);
      }
    }
  });

  it("is rejected if the method, the payment or a gift message cannot be saved", async () => {
    expect(answered(await collect(await anEmptyCart(), byFlatRate))).toEqual(
      refused(400, "The shipping method can't be set for an empty cart. Add an item to cart and try again."),
    );
    expect(answered(await collect(await guestWith(app, ["file", 1]), byFlatRate))).toEqual(
      refused(404, "The Cart includes virtual product(s) only, so a shipping address is not used."),
    );
    const guest = await guestWith(app, ["cup", 1]);
    expect(answered(await collect(guest, byFlatRate))).toEqual(missing);
    await calculate(guest, { address, ...flat });
    expect(answered(await collect(guest, { paymentMethod: { method: "gold" } }))).toEqual(
      refused(400, "The requested Payment Method is not available."),
    );
    const wrong = { sender: "A", recipient: "B", message: "C", extension_attributes: { entity_type: "moon" } };
    const additionalData = { extension_attributes: { gift_messages: [wrong] } };
    expect((await collect(guest, { additionalData })).body.parameters).toEqual({
      fieldName: "entity_type",
      value: "moon",
    });
    expect((await collect(nobody())).status).toBe(404);
    expect((await collect({ client: app.asGuest(), cart: "/V1/carts/mine" })).status).toBe(401);
  });
});
