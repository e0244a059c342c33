import { beforeAll, describe, expect, it } from "vitest";
import { address, answered, guestWith, refused, set, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { importOrder, order } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { book: {} });
  await set(app, { "sales/gift_options/allow_order": "1", "sales/gift_options/allow_items": "1" });
});

const email = "ada@example.com";
const giftMessage = { sender: "Ada", recipient: "Grace", message: "Well done" };
const [line] = order().items;

describe("the gift messages of an order", () => {
  it("are copied from the cart, to the order and to its lines, and stay when the cart is gone", async () => {
    const { client, cart } = await guestWith(app, ["book", 1]);
    const addressInformation = {
      shipping_address: { ...address, email },
      billing_address: { ...address, email },
      shipping_carrier_code: "flatrate",
      shipping_method_code: "flatrate",
    };
    await client.post(`${cart}/shipping-information`, { addressInformation });
    const { body: items } = await client.get(`${cart}/items`);
    const [{ item_id }] = items as unknown as [{ item_id: number }];
    await client.post(`${cart}/gift-message`, { giftMessage });
    await client.post(`${cart}/gift-message/${item_id}`, { giftMessage: { ...giftMessage, message: "For you" } });
    const placed = await client.put(`${cart}/order`, { paymentMethod: { method: "checkmo" } });
    await app.db.execute("delete from cart");
    const { body } = await admin.get(`/V1/orders/${String(placed.body)}`);
    const whole = { ...giftMessage, gift_message_id: expect.any(Number) as number, customer_id: 0 };
    expect(body).toMatchObject({
      extension_attributes: { gift_message: whole },
      items: [{ sku: "book", extension_attributes: { gift_message: { ...whole, message: "For you" } } }],
    });
  });

  it("are stored by an import, kept by an update without them, and changed by one that has them", async () => {
    const shipping = order().extension_attributes as object;
    const entity = await importOrder(admin, {
      items: [{ ...line, extension_attributes: { gift_message: giftMessage } }],
      extension_attributes: { ...shipping, gift_message: { ...giftMessage, message: "Thanks" } },
    });
    const expected = (message: string) => ({
      extension_attributes: { gift_message: { ...giftMessage, message } },
      items: [{ extension_attributes: { gift_message: giftMessage } }],
    });
    expect(entity).toMatchObject(expected("Thanks"));
    const { entity_id } = entity;
    await admin.post("/V1/orders", { entity: { entity_id } });
    expect((await admin.get(`/V1/orders/${String(entity_id)}`)).body).toMatchObject(expected("Thanks"));
    const extension_attributes = { gift_message: { ...giftMessage, message: "Again" } };
    await admin.post("/V1/orders", { entity: { entity_id, extension_attributes } });
    expect((await admin.get(`/V1/orders/${String(entity_id)}`)).body).toMatchObject(expected("Again"));
  });

  it("are rejected for a new order while orders may have none, and nothing is stored", async () => {
    await set(app, { "sales/gift_options/allow_order": "0" });
    const number = { increment_id: "G-0" };
    const entity = order({ ...number, extension_attributes: { gift_message: giftMessage } });
    expect(answered(await admin.post("/V1/orders", { entity }))).toEqual(
      refused(400, `The gift message couldn't be added to the "%1" order.`, ["The gift message isn't available."]),
    );
    expect(await app.db.models.salesOrder.count({ where: number })).toBe(0);
    await set(app, { "sales/gift_options/allow_order": "1" });
  });

  it("are rejected if a name is too long, and nothing is stored", async () => {
    const gift_message = { ...giftMessage, sender: "é".repeat(256) };
    const number = { increment_id: "G-1" };
    const failing = await admin.post("/V1/orders", {
      entity: order({ ...number, extension_attributes: { gift_message } }),
    });
    expect(answered(failing)).toEqual(refused(400, `The gift message couldn't be added to the "%1" order.`, ["G-1"]));
    const items = [{ ...line, extension_attributes: { gift_message } }];
    expect(answered(await admin.post("/V1/orders", { entity: order({ ...number, items }) }))).toEqual(
      refused(400, `The gift message couldn't be added to the "%1" order item.`, ["lens"]),
    );
    expect(await app.db.models.salesOrder.count({ where: number })).toBe(0);
  });
});
