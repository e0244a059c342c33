import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { newGuestCart } from "../cart/support.js";
import { address, answered, customerWith, guestWith, refused, set, createProductsInStock } from "./support.js";

const { app } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { cup: {}, file: { type_id: "virtual", weight: null } });
});

const flat = {
  carrier_code: "flatrate",
  method_code: "flatrate",
  carrier_title: "Flat Rate",
  method_title: "Fixed",
  amount: 10,
  base_amount: 10,
  available: true,
  error_message: "",
  price_excl_tax: 10,
  price_incl_tax: 10,
};
const missing = refused(400, "The shipping address is missing. Set the address and try again.");
const unknownCart = (value: unknown) =>
  refused(404, "No such entity with %fieldName = %fieldValue", { fieldName: "cartId", fieldValue: value });

describe("shipping methods", () => {
  it("are estimated for a partial address, which is not stored", async () => {
    const { client, cart } = await guestWith(app, ["cup", 2]);
    const estimate = (given: object) => client.post(`${cart}/estimate-shipping-methods`, { address: given });
    expect(answered(await estimate({ country_id: "US" }))).toEqual([200, [flat]]);
    expect(answered(await estimate(address))).toEqual([200, [flat]]);
    expect(answered(await estimate({ postcode: "90210" }))).toEqual([200, []]);
    expect(answered(await estimate({ country_id: "XX" }))).toEqual(refused(400, "Invalid country code"));
    expect(answered(await client.get(`${cart}/shipping-methods`))).toEqual(missing);
  });

  it("are not offered for empty and virtual carts", async () => {
    const empty = `/V1/guest-carts/${await newGuestCart(app)}`;
    const { client, cart } = await guestWith(app, ["file", 1]);
    for (const path of [empty, cart]) {
      expect(answered(await client.get(`${path}/shipping-methods`))).toEqual([200, []]);
      const estimated = await client.post(`${path}/estimate-shipping-methods`, { address });
      expect(answered(estimated)).toEqual([200, []]);
    }
  });

  it("are read for the stored address of a guest, a customer and an administrator", async () => {
    const customer = await customerWith(app, "read@example.com", ["cup", 2]);
    const id = (await customer.client.get("/V1/carts/mine")).body.id as number;
    const guest = await guestWith(app, ["cup", 2]);
    const admin = await app.asAdmin();
    const information = {
      shipping_address: address,
      shipping_carrier_code: "flatrate",
      shipping_method_code: "flatrate",
    };
    for (const { client, cart } of [customer, guest]) {
      const saved = await client.post(`${cart}/shipping-information`, { addressInformation: information });
      expect(saved.status).toBe(200);
      expect(answered(await client.get(`${cart}/shipping-methods`))).toEqual([200, [flat]]);
    }
    expect(answered(await admin.get(`/V1/carts/${id}/shipping-methods`))).toEqual([200, [flat]]);
    const estimated = await admin.post(`/V1/carts/${id}/estimate-shipping-methods`, { address });
    expect(answered(estimated)).toEqual([200, [flat]]);
    expect(answered(await admin.get("/V1/carts/999999/shipping-methods"))).toEqual(unknownCart(999999));
    const none = await admin.post("/V1/carts/999999/estimate-shipping-methods", { address });
    expect(answered(none)).toEqual(unknownCart(999999));
    expect(answered(await guest.client.get("/V1/guest-carts/nobody/shipping-methods"))).toEqual(unknownCart(null));
    const noMask = await guest.client.post("/V1/guest-carts/nobody/estimate-shipping-methods", { address });
    expect(answered(noMask)).toEqual(unknownCart(0));
  });

  it("are estimated only for addresses of the customer", async () => {
    const { client, cart, id } = await customerWith(app, "book@example.com", ["cup", 1]);
    const { region_id: _region, ...person } = address;
    const saved = await client.put("/V1/customers/me", {
      customer: {
        id,
        email: "book@example.com",
        firstname: "Ada",
        lastname: "Byron",
        website_id: 1,
        addresses: [{ ...person, region: { region_id: 12 } }],
      },
    });
    const addressId = saved.body.addresses[0].id as number;
    const cartId = (await client.get(cart)).body.id as number;
    const admin = await app.asAdmin();
    const path = "estimate-shipping-methods-by-address-id";
    const one = { ...flat, amount: 5, base_amount: 5, price_excl_tax: 5, price_incl_tax: 5 };
    expect(answered(await client.post(`${cart}/${path}`, { addressId }))).toEqual([200, [one]]);
    expect(answered(await admin.post(`/V1/carts/${cartId}/${path}`, { addressId }))).toEqual([200, [one]]);
    for (const [caller, cartPath] of [
      [client, cart],
      [admin, `/V1/carts/${cartId}`],
    ] as const) {
      expect(answered(await caller.post(`${cartPath}/${path}`, { addressId: 999999 }))).toEqual(missing);
    }
  });

  it("show a carrier that does not deliver to the country only if its setting says so", async () => {
    const { client, cart } = await guestWith(app, ["cup", 1]);
    const estimate = () => client.post(`${cart}/estimate-shipping-methods`, { address: { country_id: "DE" } });
    await set(app, { "carriers/flatrate/sallowspecific": "1", "carriers/flatrate/specificcountry": "US,CA" });
    expect((await estimate()).body).toEqual([]);
    await set(app, { "carriers/flatrate/showmethod": "1" });
    const { method_title: _title, ...row } = flat;
    const zero = { amount: 0, base_amount: null, price_excl_tax: 0, price_incl_tax: 0, available: false };
    const error_message = "This shipping method is not available. To use this shipping method, please contact us.";
    expect((await estimate()).body).toEqual([{ ...row, ...zero, method_code: null, error_message }]);
    await set(app, { "carriers/flatrate/sallowspecific": "0", "carriers/flatrate/showmethod": "0" });
    expect((await estimate()).body).toHaveLength(1);
  });

  it("have prices with tax, in the order of the carriers, if prices of shipping are shown with tax", async () => {
    const { client, cart } = await guestWith(app, ["cup", 1]);
    await set(app, {
      "carriers/freeshipping/active": "1",
      "carriers/freeshipping/sort_order": "0",
      "carriers/flatrate/sort_order": "5",
      "tax/classes/shipping_tax_class": "2",
    });
    const admin = await app.asAdmin();
    const rate = { code: "US-CA", tax_country_id: "US", tax_region_id: 12, tax_postcode: "*", rate: 10 };
    const { body: saved } = await admin.post("/V1/taxRates", { taxRate: rate });
    const rule = { code: "California", priority: 0, position: 0, calculate_subtotal: false };
    await admin.post("/V1/taxRules", {
      rule: { ...rule, customer_tax_class_ids: [3], product_tax_class_ids: [2], tax_rate_ids: [saved.id] },
    });
    const prices = async () => {
      const { body } = await client.post(`${cart}/estimate-shipping-methods`, { address });
      return (body as Record<string, unknown>[]).map((row) => [
        row["carrier_code"],
        row["amount"],
        row["price_excl_tax"],
        row["price_incl_tax"],
      ]);
    };
    expect(await prices()).toEqual([
      ["freeshipping", 0, 0, 0],
      ["flatrate", 5, 5, 5],
    ]);
    await set(app, { "tax/display/type": "2" });
    expect(await prices()).toEqual([
      ["freeshipping", 0, 0, 0],
      ["flatrate", 5, 5, 5.5],
    ]);
  });
});
