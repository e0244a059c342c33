import { beforeAll, describe, expect, it } from "vitest";
import { addStores } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { createProductInStock, Shopper, storeCart } from "./cart-tests.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProductInStock(admin, "pen", { price: 10 });
  await createProductInStock(admin, "ink", { price: 4.5, weight: 2 });
});

const noSuchProduct = { message: "The product that was requested doesn't exist. Verify the product and try again." };
const notAvailable = { message: "Product that you are trying to add is not available." };
const notYours = { message: "Invalid state change requested" };
const customer = (email: string) => ({
  customer: { email, firstname: "Ann", lastname: "Lee" },
  password: "Correct-horse-1",
});

async function signedUp(email: string): Promise<{ readonly client: Client; readonly id: number }> {
  const { body } = await app.asGuest().post("/V1/customers", customer(email));
  return { client: await app.asCustomer(email), id: (body as { readonly id: number }).id };
}

describe("adding a product to a cart", () => {
  it("returns the line, which the list shows under the masked id", async () => {
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add("PEN", 2);
    const line = {
      item_id: expect.any(Number) as number,
      sku: "pen",
      qty: 2,
      name: "Product pen",
      price: 10,
      product_type: "simple",
      quote_id: guest.mask,
    };
    expect([status, body]).toEqual([200, line]);
    expect((await guest.items()).body).toEqual([body]);
  });

  it("adds to the quantity of a line that already has the product", async () => {
    const guest = await Shopper.withCart(app);
    const first = await guest.add("pen", 2);
    await guest.add("ink", 1);
    const again = await guest.add("pen", 3);
    expect(again.body).toMatchObject({ item_id: (first.body as { item_id: number }).item_id, qty: 5 });
    expect(await guest.quantities()).toEqual([
      ["pen", 5],
      ["ink", 1],
    ]);
  });

  it("ignores a price that is sent", async () => {
    const guest = await Shopper.withCart(app);
    const { body } = await app
      .asGuest()
      .post(`/V1/guest-carts/${guest.mask}/items`, { cartItem: { sku: "pen", qty: 1, price: 0.01, name: "x" } });
    expect(body).toMatchObject({ price: 10, name: "Product pen" });
  });

  it("uses the cart in the path and not the one in the body for guests", async () => {
    const [mine, other] = [await Shopper.withCart(app), await Shopper.withCart(app)];
    const cartItem = { sku: "pen", qty: 1, quote_id: other.mask };
    const { body } = await app.asGuest().post(`/V1/guest-carts/${mine.mask}/items`, { cartItem });
    expect(body).toMatchObject({ quote_id: mine.mask });
    expect(await other.quantities()).toEqual([]);
  });

  it("changes the line when the body has its id", async () => {
    const guest = await Shopper.withCart(app);
    const { body } = await guest.add("pen", 2);
    const cartItem = { item_id: (body as { item_id: number }).item_id, qty: 7 };
    const changed = await app.asGuest().post(`/V1/guest-carts/${guest.mask}/items`, { cartItem });
    expect([changed.status, changed.body]).toMatchObject([200, { qty: 7 }]);
  });

  it.each([
    ["an unknown SKU", "nothing", [404, noSuchProduct]],
    ["no SKU", undefined, [404, noSuchProduct]],
    ["a disabled product", "off", [400, notAvailable]],
    ["a product out of stock", "gone", [400, notAvailable]],
    ["a product of another website", "outlet-only", [400, notAvailable]],
  ])("rejects %s", async (_title, sku, expected) => {
    await unavailableProducts();
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add(sku, 1);
    expect([status, body]).toEqual(expected);
    expect(await guest.quantities()).toEqual([]);
  });
});

let made: Promise<void> | undefined;
const unavailableProducts = () => (made ??= makeUnavailable());
async function makeUnavailable(): Promise<void> {
  const { otherWebsite } = await addStores(app.db);
  await createProductInStock(admin, "off", { status: 2 });
  await createProductInStock(admin, "gone", { stock_item: { qty: 0, is_in_stock: false } });
  await createProductInStock(admin, "outlet-only", { extension_attributes: { website_ids: [otherWebsite] } });
}

describe("the cart that items belong to", () => {
  it("is the caller's own for customers, and any cart for administrators", async () => {
    const { client, id } = await signedUp("own@example.com");
    const cart = await storeCart(app, { mask: null, customer_id: id, customer_group_id: 1 });
    const cartItem = { sku: "pen", qty: 1 };
    const mine = await client.post("/V1/carts/mine/items", { cartItem });
    expect([mine.status, mine.body]).toMatchObject([200, { qty: 1, quote_id: String(cart.id) }]);
    const { item_id } = mine.body as { item_id: number };
    const added = await admin.post(`/V1/carts/${cart.id}/items`, { cartItem });
    expect([added.status, added.body]).toMatchObject([200, { item_id, qty: 2 }]);
    expect((await client.put(`/V1/carts/mine/items/${item_id}`, { cartItem: { qty: 5 } })).body).toMatchObject({
      qty: 5,
    });
    expect((await client.get("/V1/carts/mine/items")).body).toMatchObject([{ item_id, qty: 5 }]);
    expect((await admin.put(`/V1/carts/${cart.id}/items/${item_id}`, { cartItem: { qty: 6 } })).body).toMatchObject({
      qty: 6,
    });
    expect((await admin.get(`/V1/carts/${cart.id}/items`)).body).toMatchObject([{ item_id, qty: 6 }]);
    expect((await client.get("/V1/carts/mine/totals")).body).toMatchObject({ grand_total: 60 });
    expect((await admin.get(`/V1/carts/${cart.id}/totals`)).body).toMatchObject({ grand_total: 60 });
    expect((await client.delete(`/V1/carts/mine/items/${item_id}`)).body).toBe(true);
    const second = (await admin.post(`/V1/carts/${cart.id}/items`, { cartItem })).body as { item_id: number };
    expect((await admin.delete(`/V1/carts/${cart.id}/items/${second.item_id}`)).body).toBe(true);
    expect((await client.get("/V1/carts/mine/items")).body).toEqual([]);
  });

  it("cannot be somebody else's", async () => {
    const { client, id } = await signedUp("other@example.com");
    const guest = await Shopper.withCart(app);
    const cartItem = { sku: "pen", qty: 1 };
    const answer = await client.post(`/V1/guest-carts/${guest.mask}/items`, { cartItem });
    expect([answer.status, answer.body]).toEqual([400, notYours]);
    const owned = await storeCart(app, { customer_id: id });
    const byMask = await app.asGuest().post(`/V1/guest-carts/${owned.mask}/items`, { cartItem });
    expect([byMask.status, byMask.body]).toEqual([400, notYours]);
  });

  it("must exist", async () => {
    const missing = (fieldValue: number | null) => ({
      message: "No such entity with %fieldName = %fieldValue",
      parameters: { fieldName: "cartId", fieldValue },
    });
    const guest = app.asGuest();
    const cartItem = { sku: "pen", qty: 1 };
    const { client } = await signedUp("without@example.com");
    const answers = [
      [await guest.get("/V1/guest-carts/nothing/items"), missing(null)],
      [await guest.get("/V1/guest-carts/nothing/totals"), missing(null)],
      [await guest.post("/V1/guest-carts/nothing/items", { cartItem }), missing(null)],
      [await guest.put("/V1/guest-carts/nothing/items/1", { cartItem }), missing(null)],
      [await guest.delete("/V1/guest-carts/nothing/items/1"), missing(null)],
      [await admin.get("/V1/carts/999999/items"), missing(999999)],
      [await admin.get("/V1/carts/999999/totals"), missing(999999)],
      [await admin.post("/V1/carts/999999/items", { cartItem }), missing(999999)],
      [await admin.post("/V1/carts/none/items", { cartItem }), missing(null)],
      [await admin.put("/V1/carts/999999/items/1", { cartItem }), missing(999999)],
      [await admin.delete("/V1/carts/999999/items/1"), missing(999999)],
      ...(
        await Promise.all([
          client.get("/V1/carts/mine/items"),
          client.get("/V1/carts/mine/totals"),
          client.post("/V1/carts/mine/items", { cartItem }),
          client.put("/V1/carts/mine/items/1", { cartItem }),
          client.delete("/V1/carts/mine/items/1"),
        ])
      ).map((answer) => [answer, { message: "Current customer does not have an active cart." }] as const),
    ] as const;
    for (const [{ status, body }, expected] of answers) expect([status, body]).toEqual([404, expected]);
  });
});

describe("changing a line", () => {
  it("sets the quantity, without a SKU", async () => {
    const guest = await Shopper.withCart(app);
    const { body } = await guest.add("pen", 2);
    const changed = await guest.change((body as { item_id: number }).item_id, 0.5e1);
    expect([changed.status, changed.body]).toMatchObject([200, { qty: 5, sku: "pen" }]);
  });

  it.each(["PUT", "DELETE"])(
    "returns 404 with the ids that the caller used for an unknown line (%s)",
    async (method) => {
      const [guest, other] = [await Shopper.withCart(app), await Shopper.withCart(app)];
      const { item_id } = (await other.add("pen", 1)).body as { item_id: number };
      const { status, body } = method === "PUT" ? await guest.change(item_id, 1) : await guest.remove(item_id);
      const message = "The %1 Cart doesn't contain the %2 item.";
      expect([status, body]).toEqual([404, { message, parameters: [guest.mask, item_id] }]);
    },
  );

  it("removes lines of products that were disabled or deleted in the meantime", async () => {
    const guest = await Shopper.withCart(app);
    for (const sku of ["fading", "deleted"]) {
      await createProductInStock(admin, sku);
      await guest.add(sku, 1);
    }
    const { item_id } = (await guest.add("pen", 1)).body as { item_id: number };
    await admin.delete("/V1/products/deleted");
    expect(await guest.quantities()).toEqual([
      ["fading", 1],
      ["pen", 1],
    ]);
    await admin.put("/V1/products/fading", { product: { status: 2 } });
    await guest.change(item_id, 2);
    expect(await guest.quantities()).toEqual([["pen", 2]]);
    expect((await guest.totals()).body).toMatchObject({ grand_total: 20, items_qty: 2 });
  });

  it("rejects a line whose product is disabled", async () => {
    const guest = await Shopper.withCart(app);
    await createProductInStock(admin, "disabled-later");
    const { item_id } = (await guest.add("disabled-later", 1)).body as { item_id: number };
    await admin.put("/V1/products/disabled-later", { product: { status: 2 } });
    const { status, body } = await guest.change(item_id, 2);
    expect([status, body]).toEqual([400, { message: "This product is out of stock." }]);
  });

  it("updates all lines to current prices", async () => {
    const guest = await Shopper.withCart(app);
    await createProductInStock(admin, "dearer", { price: 5 });
    await guest.add("dearer", 1);
    await admin.put("/V1/products/dearer", { product: { price: 6 } });
    await guest.add("pen", 1);
    expect((await guest.items()).body).toMatchObject([{ price: 6 }, { price: 10 }]);
  });
});

describe("removing a line", () => {
  it("returns true, and empties the addresses with the last line", async () => {
    const guest = await Shopper.withCart(app);
    await app.db.models.cartAddress.create({
      data: {
        cart_id: guest.cartId,
        address_type: "shipping",
        country_id: "US",
        city: "Austin",
        street: ["1 Main St"],
      },
    });
    const lines = [await guest.add("pen", 1), await guest.add("ink", 1)].map(
      ({ body }) => (body as { item_id: number }).item_id,
    );
    const city = async () => (await app.db.models.cartAddress.findFirst({ where: { cart_id: guest.cartId } }))?.city;
    expect((await guest.remove(lines[0] ?? 0)).body).toBe(true);
    expect(await city()).toBe("Austin");
    expect((await guest.remove(lines[1] ?? 0)).body).toBe(true);
    expect(await city()).toBeNull();
    expect((await guest.totals()).body).toMatchObject({ grand_total: 0, items: [] });
  });
});
