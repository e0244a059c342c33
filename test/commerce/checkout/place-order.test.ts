import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { readSalability } from "../../../src/commerce/inventory/published.salability.js";
import { useApp } from "../../support/app.js";
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

const settings = {
  "checkout/options/guest_checkout": "1",
  "sales/minimum_order/active": "0",
  "general/country/allow": "US,DE",
};

beforeAll(async () => {
  await createProductsInStock(app, { shirt: {}, mug: { price: 7.5 }, ebook: { type_id: "virtual" }, last: {} });
});
afterEach(() => set(app, settings));

const email = "ada@example.com";
const check = { method: "checkmo" };

/** Chooses how a cart is shipped. */
async function ship(shopper: Shopper, more: object = {}) {
  const billing_address = { ...address, email };
  const shipping_address = { ...billing_address, ...more };
  const answer = await shipByFlatRate(shopper, { shipping_address, billing_address });
  expect(answered(answer)).toEqual([200, expect.anything()]);
}

const place = ({ client, cart }: Shopper, paymentMethod = check) => client.put(`${cart}/order`, { paymentMethod });
const placeAsChosen = ({ client, cart }: Shopper) => client.put(`${cart}/order`);
const pay = ({ client, cart }: Shopper, more: object = {}) =>
  client.post(`${cart}/payment-information`, { email, paymentMethod: check, ...more });

const readOrder = (entity_id: number) =>
  app.db.models.salesOrder.findUniqueOrThrow({
    where: { entity_id },
    include: { items: { orderBy: { item_id: "asc" } }, addresses: true, payment: true },
  });
const salable = async (sku: string) => Number((await readSalability(app.db, 1, [sku])).get(sku)?.quantity);
const orders = () => app.db.models.salesOrder.count();

/** A guest with a cart that is ready to be paid. */
async function readyGuest(...skus: readonly (readonly [sku: string, qty: number])[]) {
  const guest = await guestWith(app, ...skus);
  await ship(guest);
  return guest;
}

describe("an order", () => {
  it("copies the cart, reserves stock, closes the cart and gets a number", async () => {
    const guest = await readyGuest(["shirt", 2], ["mug", 1]);
    const before = await salable("shirt");
    const answer = await pay(guest, { billingAddress: address });
    expect(answered(answer)).toEqual([200, expect.any(Number)]);
    const order = await readOrder(answer.body as number);
    expect(order).toMatchObject({
      increment_id: expect.stringMatching(/^0000000\d\d$/) as string,
      state: "new",
      status: "pending",
      customer_is_guest: 1,
      customer_email: email,
      customer_firstname: "Ada",
      subtotal: "27.5000",
      shipping_amount: "15.0000",
      grand_total: "42.5000",
      base_grand_total: "42.5000",
      total_qty_ordered: "3.0000",
      total_item_count: 2,
      shipping_method: "flatrate_flatrate",
      shipping_description: "Flat Rate - Fixed",
      store_name: "Main Website\nMain Website Store\nDefault Store View",
      weight: "6.0000",
    });
    const lines = order.items.map(({ sku, qty_ordered, row_total, weight }) => [sku, qty_ordered, row_total, weight]);
    expect(lines).toEqual([
      ["shirt", "2.0000", "20.0000", "2.0000"],
      ["mug", "1.0000", "7.5000", "2.0000"],
    ]);
    expect(order.addresses.map(({ address_type, city, region_code }) => [address_type, city, region_code])).toEqual([
      ["billing", "Los Angeles", "CA"],
      ["shipping", "Los Angeles", "CA"],
    ]);
    expect(order.payment).toMatchObject({
      method: "checkmo",
      amount_ordered: "42.5000",
      additional_information: { method_title: "Check / Money order" },
    });
    expect(await salable("shirt")).toBe(before - 2);
    const reservation = await app.db.models.inventoryReservation.findFirst({
      where: { object_increment_id: order.increment_id, sku_key: "shirt" },
    });
    expect(reservation).toMatchObject({ quantity: "-2.0000", object_id: String(order.entity_id) });
    const cart = await app.db.models.cart.findUniqueOrThrow({ where: { id: order.quote_id ?? 0 } });
    expect(cart).toMatchObject({ is_active: false, reserved_order_id: order.increment_id });
    expect(cart.converted_at).not.toBeNull();
  });

  it("is placed for a customer by the customer or by an administrator", async () => {
    const customer = await customerWith(app, "buyer@example.com", ["shirt", 1]);
    await ship(customer, { save_in_address_book: 1 });
    const placed = await place(customer);
    const order = await readOrder(placed.body as number);
    expect(order).toMatchObject({
      customer_id: customer.id,
      customer_email: "buyer@example.com",
      customer_is_guest: 0,
    });
    const book = await app.db.models.customerAddress.findMany({ where: { customer_id: customer.id } });
    expect(book).toMatchObject([{ city: "Los Angeles", region_code: "CA" }]);
    expect(await app.db.models.customer.findUniqueOrThrow({ where: { id: customer.id } })).toMatchObject({
      default_shipping: book[0]?.id,
    });
    const guest = await readyGuest(["shirt", 1]);
    const { id } = await app.db.models.cart.findFirstOrThrow({ where: { mask: guest.cart.split("/").at(-1) ?? "" } });
    const admin = { client: await app.asAdmin(["Magento_Cart::manage"]), cart: `/V1/carts/${id}` };
    expect(answered(await place(admin))).toEqual([200, expect.any(Number)]);
  });

  it("needs no shipping for a virtual cart", async () => {
    const guest = await guestWith(app, ["ebook", 1]);
    const answer = await pay(guest, { billingAddress: address });
    expect(answered(answer)).toEqual([200, expect.any(Number)]);
    expect(await readOrder(answer.body as number)).toMatchObject({ is_virtual: 1, shipping_address_id: null });
  });

  it("is placed only once by concurrent calls", async () => {
    const guest = await readyGuest(["mug", 1]);
    const before = await orders();
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(guest)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7);
    expect(await orders()).toBe(before + 1);
  });

  it("names the closed cart by its mask in errors for shoppers", async () => {
    const guest = await readyGuest(["mug", 1]);
    expect(answered(await place(guest))).toEqual([200, expect.any(Number)]);
    const closed = refused(404, "No such entity with %fieldName = %fieldValue", {
      fieldName: "cartId",
      fieldValue: guest.cart.replace("/V1/guest-carts/", ""),
    });
    expect(answered(await place(guest))).toEqual(closed);
    expect(answered(await pay(guest))).toEqual(closed);
    expect(answered(await guest.client.get(`${guest.cart}/payment-information`))).toEqual(closed);
    const { client } = await customerWith(app, "late@example.com");
    expect(answered(await client.put(guest.cart, { customerId: 0, storeId: 1 }))).toEqual(closed);
  });

  it("is returned again for the same Idempotency-Key", async () => {
    const guest = await readyGuest(["mug", 1]);
    const headers = { "Idempotency-Key": "order-1-of-this-guest" };
    const again = () => guest.client.put(`${guest.cart}/order`, { paymentMethod: check }, { headers });
    const [first, second] = [await again(), await again()];
    expect(answered(first)).toEqual([200, expect.any(Number)]);
    expect(second.body).toEqual(first.body);
  });

  it("is not placed without stock, and leaves nothing behind", async () => {
    const guest = await readyGuest(["last", 1000]);
    expect(answered(await place(await readyGuest(["last", 600])))).toEqual([200, expect.any(Number)]);
    const before = await orders();
    expect(answered(await place(guest))).toEqual(refused(400, "The requested qty is not available"));
    expect(answered(await pay(guest))).toEqual(refused(400, "The requested qty is not available"));
    expect([await orders(), await salable("last")]).toEqual([before, 400]);
    expect((await guest.client.get(guest.cart)).body).toMatchObject({ is_active: true });
  });

  it("never sells more than the stock to concurrent buyers", async () => {
    await createProductsInStock(app, { rare: { extension_attributes: { stock_item: { qty: 5, is_in_stock: true } } } });
    const guests = [];
    for (let at = 0; at < 8; at += 1) guests.push(await readyGuest(["rare", 1]));
    const answers = await Promise.all(guests.map((guest) => place(guest)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await salable("rare")).toBe(0);
  });
});

describe("the coupon of an order", () => {
  const addCoupon = async (code: string, uses_per_coupon: number) => {
    const admin = await app.asAdmin();
    const { body: rule } = await admin.post("/V1/salesRules", {
      rule: {
        name: code,
        is_active: true,
        website_ids: [1],
        customer_group_ids: [0, 1],
        coupon_type: "SPECIFIC_COUPON",
        simple_action: "by_percent",
        discount_amount: 10,
        uses_per_coupon,
      },
    });
    await admin.post("/V1/coupons", { coupon: { rule_id: rule.rule_id as number, code, is_primary: true } });
  };

  it("is counted once for each order and stops at its usage limit", async () => {
    await addCoupon("THREE", 3);
    const guests = [];
    for (let at = 0; at < 6; at += 1) {
      const guest = await readyGuest(["shirt", 1]);
      expect(answered(await guest.client.put(`${guest.cart}/coupons/three`))).toEqual([200, true]);
      guests.push(guest);
    }
    const answers = await Promise.all(guests.map((guest) => place(guest)));
    const placed = answers.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(3);
    for (const { status } of answers.filter((answer) => !placed.includes(answer))) expect([400, 404]).toContain(status);
    expect(await app.db.models.coupon.findUniqueOrThrow({ where: { code_key: "three" } })).toMatchObject({
      times_used: 3,
    });
    const order = await readOrder(placed[0]?.body as number);
    expect(order).toMatchObject({ discount_amount: "-1.0000", grand_total: "14.0000" });
    expect(order.coupon_code?.toLowerCase()).toBe("three");
  });

  it("stops the order when it no longer applies", async () => {
    await addCoupon("GONE", 0);
    const guest = await readyGuest(["shirt", 1]);
    await guest.client.put(`${guest.cart}/coupons/GONE`);
    await app.db.models.coupon.delete({ where: { code_key: "gone" } });
    const message = "The coupon code isn't valid. Verify the code and try again.";
    expect(answered(await place(guest))).toEqual(refused(404, message));
    expect(answered(await pay(guest))).toEqual(refused(400, message));
  });
});

describe("placing an order", () => {
  const noOrder = async (shopper: Shopper, message: string, parameters?: unknown) => {
    const before = await orders();
    expect(answered(await placeAsChosen(shopper))).toEqual(refused(400, message, parameters));
    expect(await orders()).toBe(before);
  };

  it("fails for a cart without lines, a country or a shipping method", async () => {
    await noOrder(
      await guestWith(app),
      "A server error stopped your order from being placed. Please try to place your order again.",
    );
    await noOrder(
      await guestWith(app, ["mug", 1]),
      "Some addresses can't be used due to the configurations for specific countries.",
    );
    const guest = await readyGuest(["mug", 1]);
    await set(app, { "general/country/allow": "DE" });
    await noOrder(guest, "Some addresses can't be used due to the configurations for specific countries.");
    await set(app, settings);
    await app.db.models.cartAddress.updateMany({ data: { shipping_method: null } });
    await noOrder(guest, "The shipping method is missing. Select the shipping method and try again.");
  });

  it("fails for an incomplete address and names the missing fields", async () => {
    const guest = await readyGuest(["mug", 1]);
    await ship(guest, { city: "", telephone: "" });
    await noOrder(guest, "Please check the shipping address information. %1", [
      '"city" is required. Enter and try again. "telephone" is required. Enter and try again.',
    ]);
    await ship(guest);
    await guest.client.post(`${guest.cart}/billing-address`, { address: { ...address, lastname: "" } });
    await noOrder(guest, "Please check the billing address information. %1", [
      '"lastname" is required. Enter and try again.',
    ]);
  });

  it("fails for a missing or unknown payment method", async () => {
    const guest = await readyGuest(["mug", 1]);
    await noOrder(guest, "Enter a valid payment method and try again.");
    expect(answered(await place(guest, { method: "gold" }))).toEqual(
      refused(400, "The requested Payment Method is not available."),
    );
  });

  it("fails below the minimum amount of the shop", async () => {
    const guest = await readyGuest(["mug", 1]);
    await guest.client.put(`${guest.cart}/selected-payment-method`, { method: check });
    await set(app, { "sales/minimum_order/active": "1", "sales/minimum_order/amount": "50" });
    await noOrder(guest, "Minimum order amount is $50.00");
    await set(app, { "sales/minimum_order/description": "Spend more." });
    await noOrder(guest, "Spend more.");
    await set(app, { "sales/minimum_order/amount": "7.5" });
    expect(answered(await placeAsChosen(guest))).toEqual([200, expect.any(Number)]);
  });

  it("fails for guests while guest checkout is disabled", async () => {
    const guest = await readyGuest(["mug", 1]);
    await set(app, { "checkout/options/guest_checkout": "0" });
    await noOrder(guest, "Sorry, guest checkout is not available.");
    expect(answered(await pay(guest))).toEqual(refused(400, "Sorry, guest checkout is not available."));
  });

  it("fails for another customer's cart and for an unknown masked id", async () => {
    const owner = await customerWith(app, "owner@example.com", ["mug", 1]);
    await ship(owner);
    const { id } = await app.db.models.cart.findFirstOrThrow({ where: { customer_id: owner.id } });
    expect((await app.asGuest().put(`/V1/guest-carts/${id}/order`)).status).toBe(404);
    expect((await app.asGuest().put(`/V1/carts/${id}/order`)).status).toBe(401);
    const stranger = await customerWith(app, "stranger@example.com");
    expect((await stranger.client.put(`/V1/carts/${id}/order`)).status).toBe(401);
  });
});
