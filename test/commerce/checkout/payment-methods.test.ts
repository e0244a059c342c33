import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { cartIdOf, newGuestCart } from "../cart/support.js";
import {
  address,
  answered,
  customerWith,
  guestWith,
  refused,
  set,
  shipByFlatRate,
  type Shopper,
  createProductsInStock,
} from "./support.js";

const { app } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { cup: {}, file: { type_id: "virtual", weight: null }, gift: { price: 0 } });
});

const offline = ["checkmo", "banktransfer", "cashondelivery", "purchaseorder"];
const choose = ({ client, cart }: Shopper, method: object) => client.put(`${cart}/selected-payment-method`, { method });
const codesOf = async ({ client, cart }: Shopper): Promise<string[]> =>
  ((await client.get(`${cart}/payment-methods`)).body as { code: string }[]).map(({ code }) => code);
const unavailable = refused(400, "The requested Payment Method is not available.");

beforeEach(async () => {
  await app.db.models.configValue.deleteMany({ where: { path: { startsWith: "payment/" } } });
});

describe("payment methods", () => {
  it("are the active ones in the order of their settings", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    const { body } = await guest.client.get(`${guest.cart}/payment-methods`);
    expect(body).toEqual([{ code: "checkmo", title: "Check / Money order" }]);
    await set(app, Object.fromEntries(offline.map((code) => [`payment/${code}/active`, "1"])));
    await set(app, { "payment/checkmo/sort_order": "9", "payment/purchaseorder/title": "Invoice" });
    expect((await guest.client.get(`${guest.cart}/payment-methods`)).body).toEqual([
      { code: "purchaseorder", title: "Invoice" },
      { code: "banktransfer", title: "Bank Transfer Payment" },
      { code: "cashondelivery", title: "Cash On Delivery" },
      { code: "checkmo", title: "Check / Money order" },
    ]);
  });

  it("depend on the billing country, or on the country of the shop if there is none", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    const only = (countries: string) =>
      set(app, { "payment/checkmo/allowspecific": "1", "payment/checkmo/specificcountry": countries });
    await only("DE");
    expect(await codesOf(guest)).toEqual([]);
    await only("US");
    expect(await codesOf(guest)).toEqual(["checkmo"]);
    const abroad = { ...address, country_id: "DE", region_id: null };
    await guest.client.post(`${guest.cart}/billing-address`, { address: abroad });
    expect(await codesOf(guest)).toEqual([]);
    await only("FR,DE");
    expect(await codesOf(guest)).toEqual(["checkmo"]);
  });

  it("depend on the grand total", async () => {
    const guest = await guestWith(app, ["cup", 3]);
    await set(app, { "payment/checkmo/min_order_total": "30", "payment/checkmo/max_order_total": "30" });
    expect(await codesOf(guest)).toEqual(["checkmo"]);
    await set(app, { "payment/checkmo/min_order_total": "30.01", "payment/checkmo/max_order_total": "" });
    expect(await codesOf(guest)).toEqual([]);
    await set(app, { "payment/checkmo/min_order_total": "", "payment/checkmo/max_order_total": "29.99" });
    expect(await codesOf(guest)).toEqual([]);
  });

  it("include only the free method if there is nothing to pay", async () => {
    const guest = await guestWith(app, ["gift", 1]);
    expect(await codesOf(guest)).toEqual(["free"]);
    expect(answered(await choose(guest, { method: "checkmo" }))).toEqual(
      refused(400, "The shipping address is missing. Set the address and try again."),
    );
    expect((await shipByFlatRate(guest)).status).toBe(200);
    expect(answered(await choose(guest, { method: "free" }))).toEqual(unavailable);
    expect((await choose(guest, { method: "checkmo" })).status).toBe(200);
  });

  it("are read by administrators, and by customers for their own carts only", async () => {
    const customer = await customerWith(app, "pays@example.com", ["cup", 1]);
    expect(await codesOf(customer)).toEqual(["checkmo"]);
    const admin = await app.asAdmin();
    const { body: cart } = await customer.client.get(customer.cart);
    expect(await codesOf({ client: admin, cart: `/V1/carts/${cart.id}` })).toEqual(["checkmo"]);
    for (const path of ["payment-methods", "selected-payment-method"]) {
      expect((await admin.get(`/V1/carts/999999/${path}`)).status).toBe(404);
      expect((await app.asGuest().get(`/V1/guest-carts/nobody/${path}`)).status).toBe(404);
      expect((await app.asGuest().get(`/V1/carts/mine/${path}`)).status).toBe(401);
    }
  });
});

describe("the payment method of a cart", () => {
  it("is chosen by a guest, a customer and an administrator, and read back", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    const customer = await customerWith(app, "chooses@example.com", ["cup", 1]);
    const { body: cart } = await customer.client.get(customer.cart);
    const admin = { client: await app.asAdmin(), cart: `/V1/carts/${cart.id}` };
    for (const shopper of [guest, customer]) {
      expect((await shopper.client.get(`${shopper.cart}/selected-payment-method`)).text).toBe("[]");
      expect((await shipByFlatRate(shopper)).status).toBe(200);
    }
    const [byGuest, byCustomer, byAdmin] = [
      await choose(guest, { method: "checkmo" }),
      await choose(customer, { method: "checkmo" }),
      await choose(admin, { method: "checkmo", additional_data: { nonce: "abc", device: 1 } }),
    ];
    expect(byGuest.body).toMatch(/^\d+$/);
    expect(byCustomer.body).toMatch(/^\d+$/);
    expect(byAdmin.body).toBe(byCustomer.body);
    for (const shopper of [customer, admin]) {
      const { body } = await shopper.client.get(`${shopper.cart}/selected-payment-method`);
      expect(body).toEqual({ method: "checkmo" });
    }
    expect((await guest.client.get(`${guest.cart}/selected-payment-method`)).body).toEqual({ method: "checkmo" });
  });

  it("takes details as a list or by key, as clients of gateways send them, but no text and no nested object", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    await shipByFlatRate(guest);
    for (const additional_data of [["x"], { nonce: "abc", device: 1, empty: null }, {}, [], null])
      expect((await choose(guest, { method: "checkmo", additional_data })).status).toBe(200);
    for (const additional_data of ["x", { a: { b: "c" } }])
      expect((await choose(guest, { method: "checkmo", additional_data })).status).toBe(400);
  });

  it("stores the number of a purchase order, which is optional", async () => {
    await set(app, { "payment/purchaseorder/active": "1" });
    const guest = await guestWith(app, ["cup", 1]);
    await shipByFlatRate(guest);
    expect((await choose(guest, { method: "purchaseorder", po_number: "PO-7" })).status).toBe(200);
    const read = async () => (await guest.client.get(`${guest.cart}/selected-payment-method`)).body;
    expect(await read()).toEqual({ method: "purchaseorder", po_number: "PO-7" });
    expect((await choose(guest, { method: "purchaseorder" })).status).toBe(200);
    expect(await read()).toEqual({ method: "purchaseorder" });
    expect((await choose(guest, { method: "checkmo", po_number: "PO-8" })).status).toBe(200);
    expect(await read()).toEqual({ method: "checkmo" });
  });

  it("must be available, otherwise it is not changed", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    const missing = refused(400, "The shipping address is missing. Set the address and try again.");
    expect(answered(await choose(guest, { method: "checkmo" }))).toEqual(missing);
    await shipByFlatRate(guest);
    await choose(guest, { method: "checkmo" });
    for (const method of ["banktransfer", "free", "nothing"]) {
      expect(answered(await choose(guest, { method }))).toEqual(unavailable);
    }
    const none = refused(400, "The payment method you requested is not available.");
    expect(answered(await choose(guest, { method: "" }))).toEqual(none);
    expect((await guest.client.get(`${guest.cart}/selected-payment-method`)).body.method).toBe("checkmo");
  });

  it("needs no shipping address for a virtual cart", async () => {
    const guest = await guestWith(app, ["file", 1]);
    expect((await choose(guest, { method: "checkmo" })).status).toBe(200);
  });

  it("cannot be set for somebody else's cart, and can be read for an ordered cart", async () => {
    const customer = await customerWith(app, "owner@example.com", ["cup", 1]);
    const mask = await newGuestCart(app);
    const id = await cartIdOf(app, mask);
    await app.db.models.cart.update({ where: { id }, data: { customer_id: customer.id } });
    const stranger = { client: app.asGuest(), cart: `/V1/guest-carts/${mask}` };
    expect(answered(await choose(stranger, { method: "checkmo" }))).toEqual(
      refused(400, "Invalid state change requested"),
    );
    expect((await stranger.client.get(`${stranger.cart}/payment-methods`)).status).toBe(404);
    const guest = await guestWith(app, ["cup", 1]);
    await shipByFlatRate(guest);
    await choose(guest, { method: "checkmo" });
    const ordered = await cartIdOf(app, guest.cart.split("/").at(-1) ?? "");
    await app.db.models.cart.update({ where: { id: ordered }, data: { is_active: false } });
    expect((await guest.client.get(`${guest.cart}/selected-payment-method`)).body.method).toBe("checkmo");
    expect(await codesOf(guest)).toEqual(["checkmo"]);
    const unknown = await choose({ client: app.asGuest(), cart: "/V1/guest-carts/nobody" }, { method: "checkmo" });
    expect(unknown.status).toBe(404);
    const admin = await app.asAdmin();
    expect((await choose({ client: admin, cart: "/V1/carts/999999" }, { method: "checkmo" })).status).toBe(404);
    expect((await choose({ client: app.asGuest(), cart: "/V1/carts/mine" }, { method: "checkmo" })).status).toBe(401);
  });
});
