import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { newGuestCart } from "../cart/support.js";
import { answered, customerWith, guestWith, refused, set, type Shopper, createProductsInStock } from "./support.js";

const { app } = useApp();

const allowed = (value: string) => ({ custom_attributes: [{ attribute_code: "gift_message_available", value }] });

beforeAll(async () => {
  await createProductsInStock(app, {
    cup: {},
    never: allowed("0"),
    always: allowed("1"),
    file: { type_id: "virtual", weight: null },
  });
});
beforeEach(() => set(app, { "sales/gift_options/allow_order": "1", "sales/gift_options/allow_items": "1" }));

const giftMessage = { sender: "Ada", recipient: "Grace", message: "Well done" };
const notAvailable = refused(400, "The gift message isn't available.");
const virtual = refused(400, "Gift messages can't be used for virtual products.");

const itemsOf = async ({ client, cart }: Shopper): Promise<number[]> =>
  ((await client.get(`${cart}/items`)).body as { item_id: number }[]).map(({ item_id }) => item_id);
const put = ({ client, cart }: Shopper, place: string, given: object = giftMessage) =>
  client.post(`${cart}/gift-message${place}`, { giftMessage: given });
const read = ({ client, cart }: Shopper, place: string) => client.get(`${cart}/gift-message${place}`);

describe("gift messages", () => {
  it("are saved, changed and removed for carts and lines by guests, customers and administrators", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    const customer = await customerWith(app, "gives@example.com", ["cup", 1]);
    const other = await customerWith(app, "served@example.com", ["cup", 1]);
    const { body: cart } = await other.client.get(other.cart);
    const admin = { client: await app.asAdmin(["Magento_Sales::create"]), cart: `/V1/carts/${cart.id}` };
    const callers = [
      { shopper: guest, items: await itemsOf(guest), customer_id: 0 },
      { shopper: customer, items: await itemsOf(customer), customer_id: customer.id },
      { shopper: admin, items: await itemsOf(other), customer_id: other.id },
    ];
    for (const { shopper, items, customer_id } of callers) {
      for (const place of ["", `/${items[0]}`]) {
        expect((await read(shopper, place)).text).toBe("[]");
        expect(answered(await put(shopper, place))).toEqual([200, true]);
        const { body: stored } = await read(shopper, place);
        expect(stored).toEqual({ gift_message_id: expect.any(Number) as number, customer_id, ...giftMessage });
        await put(shopper, place, { ...giftMessage, message: "Thank you" });
        expect((await read(shopper, place)).body).toEqual({ ...stored, message: "Thank you" });
        expect(answered(await put(shopper, place, { ...giftMessage, message: "  " }))).toEqual([200, true]);
        expect((await read(shopper, place)).text).toBe("[]");
      }
    }
  });

  it("are rejected if they are not allowed, but can still be removed", async () => {
    const guest = await guestWith(app, ["cup", 1], ["never", 1], ["always", 1]);
    const [cup, never, always] = await itemsOf(guest);
    expect(answered(await put(guest, `/${never}`))).toEqual(notAvailable);
    await put(guest, "");
    await set(app, { "sales/gift_options/allow_order": "0", "sales/gift_options/allow_items": "0" });
    expect(answered(await put(guest, ""))).toEqual(notAvailable);
    expect(answered(await put(guest, `/${cup}`))).toEqual(notAvailable);
    expect(answered(await put(guest, `/${always}`))).toEqual([200, true]);
    expect(answered(await put(guest, "", { ...giftMessage, message: "" }))).toEqual([200, true]);
    expect((await read(guest, "")).text).toBe("[]");
  });

  it("are rejected for empty carts, virtual products and unknown lines", async () => {
    const empty = { client: app.asGuest(), cart: `/V1/guest-carts/${await newGuestCart(app)}` };
    expect(answered(await put(empty, ""))).toEqual(
      refused(400, "Gift messages can't be used for an empty cart. Add an item and try again."),
    );
    const guest = await guestWith(app, ["file", 1]);
    expect(answered(await put(guest, ""))).toEqual(virtual);
    expect(answered(await put(guest, `/${(await itemsOf(guest))[0]}`))).toEqual(virtual);
    const customer = await customerWith(app, "unknown@example.com", ["cup", 1]);
    const { body: cart } = await customer.client.get(customer.cart);
    const admin = { client: await app.asAdmin(), cart: `/V1/carts/${cart.id}` };
    for (const shopper of [guest, customer, admin]) {
      expect(answered(await read(shopper, "/999999"))).toEqual(
        refused(404, "No item with the provided ID was found in the Cart. Verify the ID and try again."),
      );
      expect(answered(await put(shopper, "/999999"))).toEqual(
        refused(
          404,
          'No product with the "%1" itemId exists in the Cart. Verify your information and try again.',
          [999999],
        ),
      );
    }
  });

  it("are not found for unknown carts and carts of others", async () => {
    const nobody = { client: app.asGuest(), cart: "/V1/guest-carts/nobody" };
    const admin = { client: await app.asAdmin(), cart: "/V1/carts/999999" };
    for (const shopper of [nobody, admin]) {
      expect((await read(shopper, "")).status).toBe(404);
      expect((await put(shopper, "")).status).toBe(404);
    }
    const stranger = { client: app.asGuest(), cart: "/V1/carts/mine" };
    expect((await read(stranger, "")).status).toBe(401);
    expect((await put(stranger, "")).status).toBe(401);
  });

  it("accept names of up to 255 characters", async () => {
    const guest = await guestWith(app, ["cup", 1]);
    expect((await put(guest, "", { ...giftMessage, sender: "é".repeat(255) })).status).toBe(200);
    expect((await put(guest, "", { ...giftMessage, recipient: "é".repeat(256) })).status).toBe(400);
  });
});
