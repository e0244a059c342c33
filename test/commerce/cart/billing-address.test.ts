import { beforeAll, describe, expect, it } from "vitest";
import { address, newPerson, notFound, refused } from "../customer/support.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { cartIdOf, createProducts, newGuestCart, storeLines } from "./support.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Cart::manage"]);
  await createProducts(app, ["pen"]);
});

const notSaved = { message: "The address failed to save. Verify the address and try again." };
const noActiveCart = { message: "Current customer does not have an active cart." };
const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];
const post = (mask: string, given: object, more: object = {}) =>
  app.asGuest().post(`/V1/guest-carts/${mask}/billing-address`, { address: given, ...more });
const get = async (mask: string) => (await app.asGuest().get(`/V1/guest-carts/${mask}/billing-address`)).body;
const shippingOf = async (mask: string) =>
  app.db.models.cartAddress.findUniqueOrThrow({
    where: { cart_id_address_type: { cart_id: await cartIdOf(app, mask), address_type: "shipping" } },
  });

describe("the billing address of a cart", () => {
  it("is replaced by every call and gets a new id", async () => {
    const mask = await newGuestCart(app);
    const { status, body: first } = await post(mask, { ...address, company: "Acme", email: " jane@example.com " });
    expect([status, typeof first]).toEqual([200, "string"]);
    expect(await get(mask)).toEqual({
      id: Number(first),
      firstname: "Jane",
      lastname: "Doe",
      company: "Acme",
      street: ["1 Main Street", "Floor 2"],
      city: "Los Angeles",
      region: "California",
      region_id: 12,
      region_code: "CA",
      postcode: "90001",
      country_id: "US",
      telephone: "555-0100",
      email: "jane@example.com",
      same_as_billing: 0,
      save_in_address_book: 0,
    });
    const { body: second } = await post(mask, { country_id: "DE", save_in_address_book: 1 });
    expect(second).not.toBe(first);
    expect(await get(mask)).toMatchObject({
      id: Number(second),
      country_id: "DE",
      city: null,
      region_id: null,
      street: [""],
    });
    expect((await get(mask)).save_in_address_book).toBe(1);
  });

  it("gets its region completed by id, code or name, and an id takes precedence", async () => {
    const mask = await newGuestCart(app);
    const regionAfter = async (given: object) => {
      await post(mask, { country_id: "US", ...given });
      const { region, region_id, region_code } = await get(mask);
      return [region_id, region_code, region];
    };
    const texas = [57, "TX", "Texas"];
    expect(await regionAfter({ region_code: "tx" })).toEqual(texas);
    expect(await regionAfter({ region: "Texas" })).toEqual(texas);
    expect(await regionAfter({ region_id: 57, region: "California", region_code: "CA" })).toEqual(texas);
    expect(await regionAfter({ country_id: "IE", region: "Kerry" })).toEqual([null, null, "Kerry"]);
    expect(await regionAfter({})).toEqual([null, null, null]);
  });

  it("is copied to the shipping address on request", async () => {
    const mask = await newGuestCart(app);
    await storeLines(app, await cartIdOf(app, mask), [{ sku: "pen", qty: 1 }]);
    await post(mask, address, { useForShipping: true });
    expect(await shippingOf(mask)).toMatchObject({ city: "Los Angeles", region_id: 12, same_as_billing: true });
    await post(mask, { ...address, city: "Fresno" });
    expect(await shippingOf(mask)).toMatchObject({ city: "Los Angeles", same_as_billing: false });
  });

  it("is accepted in parts, because wallets send addresses in parts", async () => {
    const mask = await newGuestCart(app);
    expect((await post(mask, { country_id: "US", postcode: "90001" })).status).toBe(200);
    expect((await post(mask, { firstname: "Jane" })).status).toBe(200);
    expect((await post(mask, {})).status).toBe(200);
  });

  it("is rejected with the same message for an unknown country, an invalid email address, a long text or an id", async () => {
    const mask = await newGuestCart(app);
    for (const broken of [
      { country_id: "XX" },
      { email: "nobody" },
      { city: "x".repeat(256) },
      { customer_address_id: 1 },
    ]) {
      expect(statusAndBody(await post(mask, { ...address, ...broken }))).toEqual([400, notSaved]);
    }
    expect((await app.asGuest().post(`/V1/guest-carts/${mask}/billing-address`, {})).body.parameters).toEqual({
      fieldName: "address",
    });
    expect((await get(mask)).city).toBeNull();
  });

  it("can be an address of the customer, whose data replaces what is sent", async () => {
    const [person, other] = [
      await newPerson(app, { addresses: [address] }),
      await newPerson(app, { addresses: [{ ...address, city: "Reno" }] }),
    ];
    const ids = await Promise.all(
      [person, other].map(
        async ({ id }) => (await app.db.models.customerAddress.findFirstOrThrow({ where: { customer_id: id } })).id,
      ),
    );
    await person.self.post("/V1/carts/mine");
    const path = "/V1/carts/mine/billing-address";
    const linked = { address: { customer_address_id: ids[0], city: "Elsewhere", country_id: "DE" } };
    expect((await person.self.post(path, linked)).status).toBe(200);
    expect((await person.self.get(path)).body).toMatchObject({
      city: "Los Angeles",
      country_id: "US",
      customer_address_id: ids[0],
      customer_id: person.id,
      email: person.email,
    });
    await person.self.post(path, { address });
    expect((await person.self.get(path)).body.customer_address_id).toBe(ids[0]);
    await person.self.post(path, { address: { ...address, city: "Fresno" } });
    expect((await person.self.get(path)).body).not.toHaveProperty("customer_address_id");
    const foreign = await person.self.post(path, { address: { customer_address_id: ids[1] } });
    expect(statusAndBody(foreign)).toEqual([400, notSaved]);
  });

  it("is accessible only in a cart that the caller may use", async () => {
    const { self, id } = await newPerson(app);
    expect(statusAndBody(await self.get("/V1/carts/mine/billing-address"))).toEqual([404, noActiveCart]);
    expect(statusAndBody(await self.post("/V1/carts/mine/billing-address", { address }))).toEqual([404, noActiveCart]);
    expect((await admin.get("/V1/carts/999999/billing-address")).body).toEqual(notFound("cartId", 999999));
    expect((await admin.post("/V1/carts/999999/billing-address", { address })).body).toEqual(
      notFound("cartId", 999999),
    );
    expect((await app.asGuest().get(`/V1/guest-carts/${"x".repeat(32)}/billing-address`)).status).toBe(404);
    expect((await post("x".repeat(32), address)).status).toBe(404);
    const { body: cartId } = await self.post("/V1/carts/mine");
    expect((await app.asGuest().get(`/V1/carts/${cartId}/billing-address`)).body).toEqual(
      refused("Magento_Cart::manage"),
    );
    expect((await admin.post(`/V1/carts/${cartId}/billing-address`, { address })).status).toBe(200);
    expect((await admin.get(`/V1/carts/${cartId}/billing-address`)).body).toMatchObject({ customer_id: id });
    const mask = await newGuestCart(app);
    await app.db.models.cart.updateMany({ where: { mask }, data: { customer_id: id } });
    expect(statusAndBody(await post(mask, address))).toEqual([400, notSaved]);
    await app.db.models.cart.updateMany({ where: { mask }, data: { is_active: false } });
    expect((await post(mask, address)).status).toBe(404);
  });
});
