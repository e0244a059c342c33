import pino from "pino";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeRequestedMails } from "../../../src/commerce/sales/mails/requested-mails.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addStock, rowsOf, setSourceItems } from "../inventory/support.js";
import { address, createProductsInStock, customerWith, guestWith, refused, set, type Shopper } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
const notifyPath = "/V1/order/notify-orders-are-ready-for-pickup";
const email = "zoe@example.com";
let stock: number;

const shop = {
  ...{ source_code: "Mall", name: "Mall", enabled: true, phone: "555-9", country_id: "US", region_id: 12 },
  ...{ region: "California", city: "Culver City", street: "6161 Main Road", postcode: "90230" },
  extension_attributes: { is_pickup_location_active: true, frontend_name: "The Mall" },
};
/** The address of the shop as carts and orders have it. */
const there = {
  ...{ country_id: "US", region: "California", region_id: 12, region_code: "CA", city: "Culver City" },
  ...{ street: ["6161 Main Road"], postcode: "90230" },
};
const person = { firstname: "Ada", lastname: "Byron", telephone: "555-0100" };

const sentNow = { "sales_email/general/async_sending": "0" };
const saveShop = (more: object = {}) => admin.put("/V1/inventory/sources/Mall", { source: { ...shop, ...more } });
const stockMall = (quantity: number) => setSourceItems(app.db, { sku: "lamp", source: "Mall", quantity });

beforeAll(async () => {
  await createProductsInStock(app, { lamp: {}, rug: {} });
  stock = await addStock(admin, "Shops", "Mall", "depot");
  const channels = { sales_channels: [{ type: "website", code: "base" }] };
  await admin.put(`/V1/inventory/stocks/${stock}`, { stock: { name: "Shops", extension_attributes: channels } });
  await setSourceItems(
    app.db,
    { sku: "lamp", source: "depot", quantity: 100 },
    { sku: "rug", source: "depot", quantity: 9 },
  );
});
beforeEach(async () => {
  await saveShop();
  await stockMall(10);
  await set(app, { "carriers/instore/active": "1", "carriers/instore/price": "2", ...sentNow });
  await app.db.execute("delete from mail");
});

const inStore = { shipping_carrier_code: "instore", shipping_method_code: "pickup" };
const at = (pickup_location_code: string) => ({
  shipping_address: { ...address, email, extension_attributes: { pickup_location_code } },
});
const inform = ({ client, cart }: Shopper, more: object = {}) =>
  client.post(`${cart}/shipping-information`, {
    addressInformation: { billing_address: { ...address, email }, ...inStore, ...at("mall"), ...more },
  });
const pay = ({ client, cart }: Shopper) =>
  client.post(`${cart}/payment-information`, { email, paymentMethod: { method: "checkmo" } });
async function order(more: object = {}, shopper?: Shopper): Promise<number> {
  const buyer = shopper ?? (await guestWith(app, ["lamp", 2]));
  const informed = await inform(buyer, more);
  if (informed.status !== 200) throw new Error(informed.text);
  const { status, body, text } = await pay(buyer);
  if (status !== 200) throw new Error(text);
  return Number(body);
}
const read = async (id: number) => (await admin.get(`/V1/orders/${id}`)).body;
const shippedTo = (body: { extension_attributes: { shipping_assignments: { shipping: { address: object } }[] } }) =>
  body.extension_attributes.shipping_assignments[0]?.shipping.address;
const estimate = async ({ client, cart }: Shopper) => {
  const { body } = await client.post(`${cart}/estimate-shipping-methods`, { address: { country_id: "US" } });
  return (body as { carrier_code: string }[]).find(({ carrier_code }) => carrier_code === "instore");
};
const notify = (...orderIds: number[]) => admin.post(notifyPath, { orderIds });
const failed = (id: number, message: string) => ({ successful: false, errors: [JSON.stringify({ id, message })] });
const notReady = "The order is not ready for pickup";
const mails = () =>
  app.db.query<{ recipient: string; subject: string; body: string }>(
    "select recipient, subject, body from mail where kind = 'order_ready_for_pickup'",
  );

describe("pickup in a shop", () => {
  it("is offered while a pickup location has all products of the cart, in any quantity", async () => {
    const lamps = await guestWith(app, ["lamp", 2]);
    expect(await estimate(lamps)).toMatchObject({
      ...{ method_code: "pickup", carrier_title: "In-Store Pickup Delivery", method_title: "Pick in Store" },
      ...{ amount: 2, available: true },
    });
    expect(await estimate(await guestWith(app, ["lamp", 1], ["rug", 1]))).toBeUndefined();
    await saveShop({ extension_attributes: { is_pickup_location_active: false } });
    expect(await estimate(lamps)).toBeUndefined();
  });

  it("is off by default, and hidden from countries to which it is not offered", async () => {
    const guest = await guestWith(app, ["lamp", 1]);
    await set(app, { "carriers/instore/sallowspecific": "1", "carriers/instore/specificcountry": "DE" });
    expect(await estimate(guest)).toBeUndefined();
    await set(app, { "carriers/instore/sallowspecific": "0", "carriers/instore/active": "0" });
    expect(await estimate(guest)).toBeUndefined();
    const { status, body } = await inform(guest);
    expect([status, body]).toEqual(refused(404, "Carrier with such method not found: %1, %2", ["instore", "pickup"]));
  });
});

describe("a cart with a pickup location", () => {
  it("is shipped to the location, for the shopper with the own phone number, and billed to the shopper", async () => {
    const guest = await guestWith(app, ["lamp", 2]);
    expect((await inform(guest)).status).toBe(200);
    const { body } = await guest.client.get(guest.cart);
    const { shipping } = body.extension_attributes.shipping_assignments[0];
    expect(shipping.method).toBe("instore_pickup");
    expect(shipping.address).toMatchObject({ ...there, ...person, email });
    expect(shipping.address).toMatchObject({
      ...{ same_as_billing: 0, save_in_address_book: 0 },
      extension_attributes: { pickup_location_code: "Mall" },
    });
    expect(body.billing_address).toMatchObject({ city: "Los Angeles", ...person });
    const segments = (await guest.client.get(`${guest.cart}/totals`)).body.total_segments;
    expect(segments).toContainEqual(
      expect.objectContaining({ title: "Shipping & Handling (In-Store Pickup Delivery - The Mall)", value: 2 }),
    );
  });

  it("needs a location of its website, and forgets it with another address", async () => {
    const guest = await guestWith(app, ["lamp", 1]);
    const message = 'Can not find Pickup Location with code %1 for %2 Sales Channel "%3".';
    for (const code of ["unknown", "depot"]) {
      const { status, body } = await inform(guest, at(code));
      expect([status, body]).toEqual(refused(404, message, [code, "website", "base"]));
    }
    await inform(guest);
    await inform(guest, { shipping_address: { ...address, email } });
    const { address: stored } = (await guest.client.get(guest.cart)).body.extension_attributes.shipping_assignments[0]
      .shipping;
    expect([stored.city, stored.extension_attributes]).toEqual(["Los Angeles", undefined]);
    const refusal = await pay(guest);
    expect([refusal.status, refusal.body.message]).toEqual([400, "Quote does not have Pickup Location assigned."]);
  });

  it("keeps its location when a billing address is set that would be used for shipping, too", async () => {
    const guest = await guestWith(app, ["lamp", 1]);
    await inform(guest);
    await guest.client.post(`${guest.cart}/billing-address`, { address, useForShipping: true });
    const { body } = await guest.client.get(guest.cart);
    expect(body.extension_attributes.shipping_assignments[0].shipping.address).toMatchObject(there);
  });

  it("is not ordered if the location has moved or closed since", async () => {
    const guest = await guestWith(app, ["lamp", 1]);
    await inform(guest);
    await saveShop({ city: "Elsewhere" });
    const moved = await pay(guest);
    expect([moved.status, moved.body.message]).toEqual([
      400,
      "Pickup Location Address does not match with Shipping Address for In-Store Pickup Quote.",
    ]);
    await saveShop({ enabled: false });
    expect((await pay(guest)).status).toBe(400);
  });
});

describe("an order that is picked up", () => {
  it("has the location with its address, and the billing address of the shopper", async () => {
    const body = await read(await order());
    expect(body.extension_attributes).toMatchObject({ pickup_location_code: "Mall" });
    expect(shippedTo(body)).toMatchObject({ ...there, ...person, email, address_type: "shipping" });
    expect(body.billing_address).toMatchObject({ city: "Los Angeles", ...person });
    expect(body.shipping_description).toBe("In-Store Pickup Delivery - The Mall");
    const query = "searchCriteria[filter_groups][0][filters][0][field]=pickup_location_code";
    const found = await admin.get(`/V1/orders?${query}&searchCriteria[filter_groups][0][filters][0][value]=Mall`);
    expect(found.body.items.map(({ entity_id }: { entity_id: number }) => entity_id)).toContain(body.entity_id);
  });

  it("has only the address of the location if it is delivered there, and saves no address of the customer", async () => {
    const flat = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
    const buyer = await customerWith(app, "book@example.com", ["lamp", 1]);
    const kept = { shipping_address: { ...at("Mall").shipping_address, save_in_address_book: 1 } };
    const body = await read(await order({ ...flat, ...kept }, buyer));
    expect(body.extension_attributes.pickup_location_code).toBeUndefined();
    expect(shippedTo(body)).toMatchObject({ ...there, ...person });
    expect((await buyer.client.get("/V1/customers/me")).body.addresses).toEqual([]);
  });

  it("keeps goods at the location, which source selection does not take for others", async () => {
    const select = async () => {
      const request = { stock_id: stock, items: [{ sku: "lamp", qty: 1 }] };
      const { body } = await admin.post("/V1/inventory/source-selection-algorithm-result", {
        inventoryRequest: request,
        algorithmCode: "priority",
      });
      const items = body.source_selection_items as { source_code: string; qty_available: number }[];
      return items.find(({ source_code }) => source_code === "Mall")?.qty_available;
    };
    const before = Number(await select());
    const id = await order();
    expect(await select()).toBe(before - 2);
    expect((await notify(id)).body.successful).toBe(true);
    expect(await select()).toBe(before - 2);
  });

  it("is saved with a location that exists, and keeps it if a save has none", async () => {
    const id = await order();
    const save = (extension_attributes?: object) =>
      admin.post("/V1/orders", { entity: { entity_id: id, ...(extension_attributes && { extension_attributes }) } });
    const { status, body } = await save({ pickup_location_code: "nowhere" });
    expect([status, body.parameters]).toEqual([404, { fieldName: "pickup_location_code", fieldValue: "nowhere" }]);
    expect((await save({ pickup_location_code: "depot" })).status).toBe(200);
    expect((await save()).status).toBe(200);
    expect((await read(id)).extension_attributes.pickup_location_code).toBe("depot");
  });

  it("is not shipped as if it were delivered, unless the source is named", async () => {
    const id = await order();
    const { status, body } = await admin.post(`/V1/order/${id}/ship`, {});
    expect([status, body.message]).toEqual([
      400,
      "Not able to ship order with 'In Store Pick-Up' delivery method. Order should be notified as 'Ready For Pick-Up' instead.",
    ]);
    const from = { extension_attributes: { source_code: "depot" } };
    expect((await admin.post(`/V1/order/${id}/ship`, { arguments: from })).status).toBe(200);
  });

  it("is taken from its location by a stored shipment that names no source", async () => {
    const id = await order();
    const [line] = (await read(id)).items as { item_id: number }[];
    const entity = { order_id: id, items: [{ order_item_id: line?.item_id, qty: 2 }] };
    const { body } = await admin.post("/V1/shipment/", { entity });
    expect(body.extension_attributes).toEqual({ source_code: "Mall" });
    expect((await rowsOf(admin, "lamp"))["Mall"]).toEqual([8, 1]);
  });
});

describe("the notification that orders are ready", () => {
  it("ships an order from its location, notes it, and emails the customer", async () => {
    const id = await order();
    expect((await notify(id)).body).toEqual({ successful: true, errors: [] });
    expect((await rowsOf(admin, "lamp"))["Mall"]).toEqual([8, 1]);
    const body = await read(id);
    expect([body.state, body.status]).toEqual(["processing", "complete"]);
    expect(body.items[0].qty_shipped).toBe(2);
    expect(body.extension_attributes).toMatchObject({ send_notification: 1, notification_sent: 1 });
    expect(body.status_histories[0]).toMatchObject({
      ...{ entity_name: "order", status: "complete", is_customer_notified: 1, is_visible_on_front: 1 },
      comment: expect.stringMatching(/^Order notified for pickup at: \w+ \d+, \d{4}.* \d+:\d\d:\d\d\s[AP]M$/) as string,
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: email });
    expect(mail?.subject).toMatch(/^Your order \d+ at \S+ is ready for pickup$/);
    expect(mail?.body).toContain("Pickup: In-Store Pickup Delivery - The Mall\n  Ada Byron\n  6161 Main Road\n");
    await admin.post(`/V1/order/${id}/invoice`, { capture: true });
    expect((await read(id)).state).toBe("complete");
  });

  it("is sent again for an order that has left, which ships nothing", async () => {
    const id = await order();
    await notify(id);
    expect((await notify(id)).body.successful).toBe(true);
    expect((await rowsOf(admin, "lamp"))["Mall"]).toEqual([8, 1]);
    expect(await mails()).toHaveLength(2);
  });

  it("fails order by order, with the reason: unknown, delivered, or not at the location", async () => {
    const delivered = await order({ shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" });
    const id = await order();
    const { body } = await notify(999_999, delivered, id);
    const unknown = "The entity that was requested doesn't exist. Verify the entity and try again.";
    expect(body).toEqual({
      successful: false,
      errors: [...failed(999_999, unknown).errors, ...failed(delivered, notReady).errors],
    });
    const late = await order();
    await stockMall(1);
    expect((await notify(late)).body).toEqual(failed(late, notReady));
    expect((await read(late)).items[0].qty_shipped).toBe(0);
    await stockMall(2);
    await saveShop({ enabled: false });
    expect((await notify(late)).body).toEqual(failed(late, notReady));
    expect((await read(late)).status_histories).toEqual([]);
  });

  it("has no email if these emails are disabled, and a later one if emails are sent asynchronously", async () => {
    await set(app, { "sales_email/order_ready_for_pickup/enabled": "0" });
    const quiet = await order();
    expect((await notify(quiet)).body.successful).toBe(true);
    expect((await read(quiet)).extension_attributes).toMatchObject({ send_notification: 0, notification_sent: 0 });
    await set(app, { "sales_email/order_ready_for_pickup/enabled": "1", "sales_email/general/async_sending": "1" });
    const id = await order();
    await notify(id);
    expect((await read(id)).extension_attributes).toMatchObject({ send_notification: 1, notification_sent: 0 });
    expect(await mails()).toEqual([]);
    await writeRequestedMails({ db: app.db, config: app.config, log: pino({ level: "silent" }) });
    expect((await read(id)).extension_attributes).toMatchObject({ send_notification: 1, notification_sent: 1 });
    expect(await mails()).toHaveLength(1);
  });

  it("runs in a queue and over GraphQL, needs order ids and its own permission", async () => {
    const [one, two] = [await order(), await order()];
    const bulk = await waitForBulk(admin, await admin.post(`/async/bulk${notifyPath}`, [{ orderIds: [one] }]));
    expect(bulk.operations_list).toMatchObject([{ status: 1 }]);
    const document = `mutation { notifyOrdersReadyForPickup(orderIds: [${two}]) { successful errors } }`;
    expect((await admin.graphql(document)).body).toEqual({
      data: { notifyOrdersReadyForPickup: { successful: true, errors: [] } },
    });
    expect((await read(one)).extension_attributes.notification_sent).toBe(1);
    const without = await admin.post(notifyPath, {});
    expect([without.status, without.body.parameters]).toEqual([400, { fieldName: "orderIds" }]);
    const other = await app.asAdmin(["Magento_Sales::ship"]);
    const { status, body } = await other.post(notifyPath, { orderIds: [two] });
    expect([status, body.parameters]).toEqual([
      401,
      { resources: "Magento_InventoryInStorePickupApi::notify_orders_are_ready_for_pickup" },
    ]);
  });
});
