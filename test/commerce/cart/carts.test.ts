import { beforeAll, describe, expect, it } from "vitest";
import { addStores } from "../catalog/support.js";
import { address, newPerson, notFound, refused, set } from "../customer/support.js";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";
import { createProductInStock } from "./cart-tests.js";
import { cartIdOf, createProducts, newGuestCart, storeLines } from "./support.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Cart::manage"]);
  await addStores(app.db);
  await createProducts(app, ["pen", "ink"]);
});

const unknownMask = {
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName: "cartId", fieldValue: null },
};

describe("a new cart", () => {
  it("has an unguessable masked id and two empty addresses for a guest", async () => {
    const masks = [await newGuestCart(app), await newGuestCart(app)];
    for (const mask of masks) expect(mask).toMatch(/^[a-zA-Z0-9]{32}$/);
    expect(masks[0]).not.toBe(masks[1]);
    const { status, body } = await app.asGuest().get(`/V1/guest-carts/${masks[0]}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: await cartIdOf(app, masks[0] ?? ""),
      is_active: true,
      is_virtual: false,
      items: [],
      items_count: 0,
      items_qty: 0,
      customer: { email: null, firstname: null, lastname: null },
      customer_is_guest: true,
      customer_note_notify: true,
      store_id: 1,
      currency: {
        global_currency_code: "USD",
        base_currency_code: "USD",
        store_currency_code: "USD",
        quote_currency_code: "USD",
        base_to_global_rate: 1,
        base_to_quote_rate: 1,
      },
    });
    expect(body.extension_attributes).toEqual({ shipping_assignments: [] });
    expect(body.billing_address).toEqual({
      id: expect.any(Number) as number,
      region: null,
      region_id: null,
      region_code: null,
      country_id: null,
      street: [""],
      telephone: null,
      postcode: null,
      city: null,
      firstname: null,
      lastname: null,
      email: null,
      same_as_billing: 0,
      save_in_address_book: 0,
    });
  });

  it("has no owner and no masked id for an administrator", async () => {
    const { status, body: id } = await admin.post("/V1/carts/");
    expect([status, typeof id]).toEqual([200, "string"]);
    const stored = await app.db.models.cart.findUniqueOrThrow({ where: { id: Number(id) } });
    expect(stored).toMatchObject({ mask: null, customer_id: null, customer_is_guest: true, customer_tax_class_id: 3 });
    const { body } = await app.asGuest().post("/V1/carts/");
    expect(body).toEqual(refused("Magento_Cart::manage"));
  });

  it("is a customer's active cart if there is one, even in concurrent calls", async () => {
    const { self, id } = await newPerson(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => self.post("/V1/carts/mine")));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect((await admin.post(`/V1/customers/${id}/carts`)).body).toBe(answers[0]?.body);
    expect(await app.db.models.cart.count({ where: { customer_id: id } })).toBe(1);
    expect((await admin.post("/V1/customers/999999/carts")).body).toEqual(notFound("customerId", 999999));
    expect((await app.asGuest().post("/V1/carts/mine")).body).toEqual(refused("self"));
    expect((await admin.post("/V1/carts/mine")).body).toEqual(refused("self"));
  });

  it("ignores the id of another customer in the body of a customer's call", async () => {
    const [one, other] = [await newPerson(app), await newPerson(app)];
    const { body: id } = await one.self.post("/V1/carts/mine", { customerId: other.id });
    expect((await app.db.models.cart.findUniqueOrThrow({ where: { id: id as number } })).customer_id).toBe(one.id);
  });

  it("starts with a billing address that has only the email of a customer without addresses", async () => {
    const { self, email } = await newPerson(app);
    await self.post("/V1/carts/mine");
    const { body } = await self.get("/V1/carts/mine/billing-address");
    expect([body.email, body.firstname, body.country_id]).toEqual([email, null, null]);
  });

  it("starts with the default addresses of a customer", async () => {
    const addresses = [{ ...address, default_billing: true }];
    const { self, email, id } = await newPerson(app, { addresses });
    await self.post("/V1/carts/mine");
    const { body } = await self.get("/V1/carts/mine");
    expect(body.billing_address).toMatchObject({
      city: "Los Angeles",
      region: "California",
      region_code: "CA",
      region_id: 12,
      street: ["1 Main Street", "Floor 2"],
      email,
      customer_id: id,
      customer_address_id: expect.any(Number) as number,
    });
    expect(body.customer).toMatchObject({ id, email, firstname: "Jane", addresses: [{ city: "Los Angeles" }] });
    expect(body.customer_is_guest).toBe(false);
  });

  it("has the display currency of the store view, or the base currency if there is no rate", async () => {
    await set(app, "currency/options/default", "EUR");
    await app.db.models.currencyRate.deleteMany({ where: { currency_from: "USD", currency_to: "EUR" } });
    const read = async () => (await app.asGuest().get(`/V1/guest-carts/${await newGuestCart(app)}`)).body.currency;
    expect(await read()).toMatchObject({
      base_currency_code: "USD",
      quote_currency_code: "USD",
      base_to_quote_rate: 1,
    });
    await app.db.models.currencyRate.create({ data: { currency_from: "USD", currency_to: "EUR", rate: "0.9" } });
    expect(await read()).toMatchObject({
      base_currency_code: "USD",
      store_currency_code: "USD",
      quote_currency_code: "EUR",
      base_to_quote_rate: 0.9,
      store_to_quote_rate: 0,
    });
    await createProductInStock(await app.asAdmin(), "priced-in-dollars", { price: 10 });
    const cart = `/V1/guest-carts/${await newGuestCart(app)}`;
    await app.asGuest().post(`${cart}/items`, { cartItem: { sku: "priced-in-dollars", qty: 1 } });
    // As in Magento, only the price with tax is in the currency of the cart.
    const [line] = (await app.asGuest().get(`${cart}/totals`)).body.items;
    expect([line.price, line.base_price, line.price_incl_tax, line.row_total]).toEqual([10, 10, 9, 9]);
    await set(app, "currency/options/default", "USD");
  });

  it("keeps its currency when the display currency changes, until it is changed itself", async () => {
    await app.db.models.currencyRate.upsert({
      where: { currency_from_currency_to: { currency_from: "USD", currency_to: "EUR" } },
      create: { currency_from: "USD", currency_to: "EUR", rate: "0.9" },
      update: { rate: "0.9" },
    });
    await createProductInStock(await app.asAdmin(), "in-dollars-first", { price: 10 });
    const [guest, cart] = [app.asGuest(), `/V1/guest-carts/${await newGuestCart(app)}`];
    const add = () => guest.post(`${cart}/items`, { cartItem: { sku: "in-dollars-first", qty: 1 } });
    const totals = async () => {
      const { quote_currency_code: code, grand_total } = (await guest.get(`${cart}/totals`)).body;
      return [code, grand_total] as const;
    };
    await add();
    await set(app, "currency/options/default", "EUR");
    expect(await totals()).toEqual(["USD", 10]);
    await add();
    expect(await totals()).toEqual(["EUR", 18]);
    expect((await guest.get(cart)).body.currency).toMatchObject({ base_to_quote_rate: 0.9 });
    await set(app, "currency/options/default", "USD");
  });
});

describe("reading a cart", () => {
  it("returns 404 for unknown ids, with a null id for an unknown mask or a number in its place", async () => {
    expect((await admin.get("/V1/carts/999999")).body).toEqual(notFound("cartId", 999999));
    const id = await cartIdOf(app, await newGuestCart(app));
    for (const mask of ["x".repeat(32), String(id)]) {
      const { status, body } = await app.asGuest().get(`/V1/guest-carts/${mask}`);
      expect([status, body]).toEqual([404, unknownMask]);
    }
  });

  it("returns 404 to a customer without an active cart", async () => {
    const { self, id } = await newPerson(app);
    const { status, body } = await self.get("/V1/carts/mine");
    expect([status, body]).toEqual([404, notFound("customerId", id)]);
    expect((await app.asGuest().get("/V1/carts/mine")).body).toEqual(refused("self"));
    expect((await admin.get("/V1/carts/mine")).body).toEqual(refused("self"));
  });

  it("shows the lines with the masked id to guests and with the id to administrators", async () => {
    const mask = await newGuestCart(app);
    const id = await cartIdOf(app, mask);
    await storeLines(app, id, [{ sku: "pen", qty: 2, parts: ["ink"] }]);
    const { body } = await app.asGuest().get(`/V1/guest-carts/${mask}`);
    expect(body.items).toMatchObject([{ sku: "pen", qty: 2, price: 10.5, quote_id: mask }]);
    expect(body.extension_attributes.shipping_assignments).toMatchObject([
      { shipping: { address: { same_as_billing: 1 }, method: null }, items: [{ sku: "pen" }] },
    ]);
    expect((await admin.get(`/V1/carts/${id}`)).body.items).toMatchObject([{ sku: "pen", quote_id: String(id) }]);
  });

  it("shows a closed cart without lines and without shipping", async () => {
    const mask = await newGuestCart(app);
    const id = await cartIdOf(app, mask);
    await storeLines(app, id, [{ sku: "pen", qty: 2 }]);
    await app.db.models.cart.updateMany({ where: { id }, data: { is_active: false } });
    for (const { status, body } of [
      await app.asGuest().get(`/V1/guest-carts/${mask}`),
      await admin.get(`/V1/carts/${id}`),
    ]) {
      expect([status, body.is_active]).toEqual([200, false]);
      for (const key of ["items", "converted_at", "extension_attributes"]) expect(body).not.toHaveProperty(key);
    }
  });

  it("hides a cart with an owner from everybody else who has its mask", async () => {
    const [owner, other] = [await newPerson(app), await newPerson(app)];
    const mask = await newGuestCart(app);
    await app.db.models.cart.updateMany({ where: { mask }, data: { customer_id: owner.id } });
    for (const caller of [app.asGuest(), other.self]) {
      const { status, body } = await caller.get(`/V1/guest-carts/${mask}`);
      expect([status, body]).toEqual([404, unknownMask]);
    }
    expect((await owner.self.get(`/V1/guest-carts/${mask}`)).status).toBe(200);
  });

  it("shows the cart in the store view of the path, or else in its own", async () => {
    const mask = await newGuestCart(app);
    const store = async (code?: string) =>
      (await app.asGuest().get(`/V1/guest-carts/${mask}`, code === undefined ? {} : { store: code })).body.store_id;
    const german = (await app.db.models.store.findUniqueOrThrow({ where: { code: "german" } })).id;
    expect([await store("german"), await store(), await store("all")]).toEqual([german, 1, 1]);
    await storeLines(app, await cartIdOf(app, mask), [{ sku: "pen", qty: 2 }]);
    const renamed = await (
      await app.asAdmin()
    ).put("/V1/products/pen", { product: { name: "Pen" } }, { store: "german" });
    expect(renamed.status).toBe(200);
    const names = async (code: string) =>
      (await app.asGuest().get(`/V1/guest-carts/${mask}`, { store: code })).body.items.map(
        ({ name }: { name: string }) => name,
      );
    expect([await names("german"), await names("default")]).toEqual([["Pen"], ["Product pen"]]);
  });

  it("finds a customer's cart on the website of the call, or on any website if accounts are shared", async () => {
    const { self, id } = await newPerson(app);
    const outlet = { store: "outlet_view" };
    const idIn = async (view = {}) => (await self.get("/V1/carts/mine", view)).body.id as unknown;
    const { body: first } = await self.post("/V1/carts/mine");
    expect((await self.get("/V1/carts/mine", outlet)).body).toEqual(refused("self"));
    expect((await self.post("/V1/carts/mine", undefined, outlet)).body).toEqual(refused("self"));
    await set(app, "customer/account_share/scope", "0");
    expect([await idIn(), await idIn(outlet)]).toEqual([first, first]);
    const { id: store_id } = await app.db.models.store.findUniqueOrThrow({ where: { code: "outlet_view" } });
    await app.db.models.cart.updateMany({ where: { id: first as number }, data: { store_id } });
    await set(app, "customer/account_share/scope", "1");
    expect((await self.get("/V1/carts/mine")).body).toEqual(notFound("customerId", id));
    const { body: second } = await self.post("/V1/carts/mine");
    expect(second).not.toBe(first);
    await set(app, "customer/account_share/scope", "0");
    expect([await idIn(), await idIn(outlet)]).toEqual([second, first]);
    await app.db.models.cart.deleteMany({ where: { id: second as number } });
    expect([await idIn(), await idIn(outlet)]).toEqual([first, first]);
    await set(app, "customer/account_share/scope", "1");
  });
});

describe("a search for carts", () => {
  it("finds closed and active carts by fields and totals", async () => {
    const { id, self } = await newPerson(app);
    const { body: cart } = await self.post("/V1/carts/mine");
    await app.db.models.cart.updateMany({
      where: { id: cart as number },
      data: { is_active: false, grand_total: "12" },
    });
    const found = async (filters: readonly (readonly [string, string, string?])[]) =>
      (await admin.get(`/V1/carts/search?${search(filters)}`)).body;
    const { items, total_count } = await found([["customer_id", String(id)]]);
    expect([total_count, items]).toMatchObject([1, [{ id: cart, is_active: false, customer: { id } }]]);
    const both = await found([
      ["grand_total", "11.5", "gt"],
      ["is_active", "0"],
      ["customer_id", String(id)],
    ]);
    expect(both.items).toMatchObject([{ id: cart }]);
    expect(
      (
        await found([
          ["subtotal", "1", "gt"],
          ["customer_id", String(id)],
        ])
      ).items,
    ).toEqual([]);
  });

  it("rejects an unknown field", async () => {
    const { status, body } = await admin.get(`/V1/carts/search?${search([["nonsense", "1"]])}`);
    expect([status, typeof body.message]).toEqual([400, "string"]);
    const other = await app.asAdmin(["Magento_Sales::sales"]);
    expect((await other.get("/V1/carts/search?searchCriteria")).body).toEqual(refused("Magento_Cart::manage"));
  });
});

describe("an asynchronous call", () => {
  it("creates carts without waiting for other calls", async () => {
    const answers = await Promise.all([admin.post("/async/V1/carts/"), app.asGuest().post("/async/V1/guest-carts")]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const rows = await app.db.query<{ key: string }>("select ordering_key as key from bulk_queue");
    expect(rows.map(({ key }) => key.replace(/[\da-f-]{36}$/, "…"))).toEqual(["new:…", "new:…"]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });
});
