import { beforeAll, describe, expect, it } from "vitest";
import { addStores } from "../catalog/support.js";
import { newPerson, notFound, type Person, refused, set } from "../customer/support.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { cartIdOf, createProducts, linesOf, newGuestCart, storeLines } from "./support.js";

const { app } = useApp();
let admin: Client;
let otherView: number;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Cart::manage"]);
  await addStores(app.db);
  otherView = (await app.db.models.store.findUniqueOrThrow({ where: { code: "outlet_view" } })).id;
  await createProducts(app, ["pen", "ink", "cap"]);
});

const assign = ({ self }: Person, mask: string, storeId = 1) => self.put(`/V1/guest-carts/${mask}`, { storeId });
const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];
const notAnonymous = {
  message: "The customer can't be assigned to the cart because the cart isn't anonymous.",
};
const otherStore = {
  message: "The customer can't be assigned to the cart. The cart belongs to a different store.",
};

describe("assigning a guest's cart", () => {
  it("keeps the id of the cart, removes the mask and copies the customer's data", async () => {
    const person = await newPerson(app);
    const mask = await newGuestCart(app);
    const id = await cartIdOf(app, mask);
    await storeLines(app, id, [{ sku: "pen", qty: 1 }]);
    expect(statusAndBody(await assign(person, mask))).toEqual([200, true]);
    expect((await person.self.get("/V1/carts/mine")).body).toMatchObject({
      id,
      items_count: 1,
      items_qty: 1,
      customer: { id: person.id, email: person.email },
      customer_is_guest: false,
      customer_tax_class_id: 3,
    });
    expect((await app.asGuest().get(`/V1/guest-carts/${mask}`)).status).toBe(404);
    const stored = await app.db.models.cart.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ customer_firstname: "Jane", customer_group_id: 1, customer_email: person.email });
  });

  it("merges the lines of the customer's cart: equal choices are added up, others are moved with their parts", async () => {
    const person = await newPerson(app);
    const { body: old } = await person.self.post("/V1/carts/mine");
    await storeLines(app, old as number, [
      { sku: "pen", qty: 2 },
      { sku: "pen", qty: 1, key: "red" },
      { sku: "cap", qty: 3, parts: ["ink"] },
    ]);
    await app.db.models.cart.updateMany({ where: { id: old as number }, data: { coupon_code: "UNKNOWN" } });
    const mask = await newGuestCart(app);
    const id = await cartIdOf(app, mask);
    await storeLines(app, id, [{ sku: "pen", qty: 5 }]);
    expect((await assign(person, mask)).status).toBe(200);
    expect(await linesOf(app, id)).toEqual(["pen red 1", "cap 3", "- ink 1", "pen 7"]);
    expect((await person.self.get("/V1/carts/mine")).body).toMatchObject({ id, items_count: 3, items_qty: 11 });
    const { body: closed } = await admin.get(`/V1/carts/${old}`);
    expect(closed).toMatchObject({ is_active: false });
    expect(closed).not.toHaveProperty("items");
  });

  it("keeps the gift messages of moved lines until the line is removed", async () => {
    const person = await newPerson(app);
    const { body: old } = await person.self.post("/V1/carts/mine");
    await storeLines(app, old as number, [
      { sku: "cap", qty: 1 },
      { sku: "ink", qty: 1 },
    ]);
    const { item_id } = await app.db.models.cartItem.findFirstOrThrow({
      where: { cart_id: old as number, sku: "cap" },
    });
    const message = { sender: "A", recipient: "B", message: "Hello" };
    await app.db.models.cartGiftMessage.create({ data: { ...message, cart_id: old as number, item_id } });
    const mask = await newGuestCart(app);
    const id = await cartIdOf(app, mask);
    await assign(person, mask);
    expect(await app.db.models.cartGiftMessage.findMany({ where: { cart_id: id } })).toMatchObject([{ item_id }]);
    expect((await person.self.delete(`/V1/carts/mine/items/${item_id}`)).body).toBe(true);
    expect(await app.db.models.cartGiftMessage.count({ where: { item_id } })).toBe(0);
  });

  it("rejects other stores, owned carts and unknown carts", async () => {
    const [person, other] = [await newPerson(app), await newPerson(app)];
    const mask = await newGuestCart(app);
    const id = await cartIdOf(app, mask);
    expect(statusAndBody(await assign(person, mask, otherView))).toEqual([400, otherStore]);
    expect(statusAndBody(await assign(person, mask, 0))).toEqual([400, otherStore]);
    expect((await person.self.put(`/V1/guest-carts/${mask}`, {})).body.parameters).toEqual({ fieldName: "storeId" });
    expect(statusAndBody(await assign(person, "x".repeat(32)))).toMatchObject([
      404,
      { parameters: { fieldValue: null } },
    ]);
    await app.db.models.cart.updateMany({ where: { id }, data: { customer_id: other.id } });
    expect(statusAndBody(await assign(person, mask))).toEqual([400, notAnonymous]);
    await app.db.models.cart.updateMany({ where: { id }, data: { is_active: false } });
    expect(statusAndBody(await assign(person, mask))).toEqual([404, notFound("cartId", mask)]);
  });

  it("accepts a store view of another website if websites share accounts", async () => {
    const person = await newPerson(app);
    const mask = await newGuestCart(app);
    await set(app, "customer/account_share/scope", "0");
    expect((await assign(person, mask, otherView)).body).toBe(true);
    expect((await person.self.get("/V1/carts/mine")).body).toMatchObject({ store_id: otherView });
    await set(app, "customer/account_share/scope", "1");
  });

  it("is allowed only to customers, and ignores the customer in the body", async () => {
    const mask = await newGuestCart(app);
    expect((await app.asGuest().put(`/V1/guest-carts/${mask}`, { storeId: 1 })).body).toEqual(refused("self"));
    expect((await admin.put(`/V1/guest-carts/${mask}`, { customerId: 1, storeId: 1 })).body).toEqual(refused("self"));
    const [person, other] = [await newPerson(app), await newPerson(app)];
    await person.self.put(`/V1/guest-carts/${mask}`, { customerId: other.id, storeId: 1 });
    expect((await other.self.get("/V1/carts/mine")).status).toBe(404);
    expect((await person.self.get("/V1/carts/mine")).status).toBe(200);
  });

  it("requires a customer and an open cart from an administrator", async () => {
    const person = await newPerson(app);
    const { body: id } = await admin.post("/V1/carts/");
    const put = (customerId: number, cartId = Number(id)) =>
      admin.put(`/V1/carts/${cartId}`, { customerId, storeId: 1 });
    expect(statusAndBody(await put(999999))).toEqual([404, notFound("customerId", 999999)]);
    expect(statusAndBody(await put(person.id, 999999))).toEqual([404, notFound("cartId", 999999)]);
    expect(statusAndBody(await put(person.id))).toEqual([200, true]);
    expect(statusAndBody(await put(person.id))).toEqual([400, notAnonymous]);
  });

  it("must happen before a signed-in customer changes the cart", async () => {
    const person = await newPerson(app);
    const mask = await newGuestCart(app);
    const address = { address: { country_id: "US" } };
    const { status } = await person.self.post(`/V1/guest-carts/${mask}/billing-address`, address);
    expect(status).toBe(400);
    const removed = await person.self.delete(`/V1/guest-carts/${mask}/items/1`);
    expect(statusAndBody(removed)).toMatchObject([400, {}]);
    await assign(person, mask);
    expect((await person.self.post("/V1/carts/mine/billing-address", address)).status).toBe(200);
  });
});

describe("concurrent calls", () => {
  it("keep every line once when they assign several carts to a customer", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await newPerson(app);
      const { body: own } = await person.self.post("/V1/carts/mine");
      await storeLines(app, own as number, [
        { sku: "pen", qty: 1 },
        { sku: "cap", qty: 1, parts: ["ink"] },
      ]);
      const masks: string[] = [];
      for (let at = 0; at < 5; at += 1) {
        const mask = await newGuestCart(app);
        await storeLines(app, await cartIdOf(app, mask), [
          { sku: "pen", qty: 2 },
          { sku: "ink", qty: 1, key: `choice ${at}` },
        ]);
        masks.push(mask);
      }
      const answers = await Promise.all([
        ...masks.flatMap((mask) => [assign(person, mask), assign(person, mask)]),
        person.self.post("/V1/carts/mine"),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(masks.length + 1);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const active = await app.db.models.cart.findMany({ where: { customer_id: person.id, is_active: true } });
      expect(active).toHaveLength(1);
      const lines = await linesOf(app, active[0]?.id ?? 0);
      const choices = masks.map((_, at) => `ink choice ${at} 1`);
      expect([...lines].sort()).toEqual(["- ink 1", ...choices, "cap 1", "pen 11"].sort());
    }
  });

  it("assign a cart to only one of two customers", async () => {
    const people = [await newPerson(app), await newPerson(app)];
    const mask = await newGuestCart(app);
    await storeLines(app, await cartIdOf(app, mask), [{ sku: "pen", qty: 2 }]);
    const answers = await Promise.all(people.map((person) => assign(person, mask)));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 400, 404].includes(status))).toBe(true);
  });
});
