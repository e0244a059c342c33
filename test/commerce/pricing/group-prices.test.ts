import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { addProducts, addStores, startShop, storedTierPrices } from "./support.js";

const of = (sku: string, group: string | number) =>
  `/V1/products/${encodeURIComponent(sku)}/group-prices/${group}/tiers`;
const notFound = "The product that was requested doesn't exist. Verify the product and try again.";

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  ({ app, admin } = await startShop());
});

afterAll(() => app[Symbol.asyncDispose]());

describe("the API of group prices", () => {
  it("adds, lists by quantity, overwrites and removes a price", async () => {
    await addProducts(app.db, [{ sku: "24/x y" }]);
    for (const step of ["10/price/7.5", "2.5/price/9", "10/price/7.25"]) {
      const reply = await admin.post(`${of("24/X Y", 1)}/${step}`);
      expect([reply.status, reply.body]).toEqual([200, true]);
    }
    expect((await admin.get(of("24/x y", 1))).body).toEqual([
      { customer_group_id: 1, qty: 2.5, value: 9 },
      { customer_group_id: 1, qty: 10, value: 7.25 },
    ]);
    const removed = await admin.delete(`${of("24/x y", 1)}/10.00`);
    expect([removed.status, removed.body]).toEqual([200, true]);
    expect((await admin.get(of("24/x y", 1))).body).toHaveLength(1);
  });

  it.each(["all", "32000"])("uses the group %s for all customers", async (group) => {
    await admin.post(`${of("virtual", "all")}/3/price/4`);
    expect((await admin.get(of("virtual", group))).body).toEqual([{ customer_group_id: 32000, qty: 3, value: 4 }]);
    expect((await admin.get(of("virtual", 1))).body).toEqual([]);
    expect((await admin.delete(`${of("virtual", group)}/3`)).body).toBe(true);
    expect(await storedTierPrices(app, "virtual")).toEqual([]);
  });

  it("treats a bundle's price as a discount and also returns the resulting amount", async () => {
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "fixed-bundle", store_id: 0, price: 80 }] });
    expect((await admin.post(`${of("fixed-bundle", 0)}/1/price/25`)).body).toBe(true);
    expect((await admin.get(of("fixed-bundle", 0))).body).toEqual([{ customer_group_id: 0, qty: 1, value: 60 }]);
  });

  it.each([
    ["a price of 0", "simple", "2/price/0"],
    ["a negative price", "simple", "2/price/-1"],
    ["a quantity of 0", "simple", "0/price/1"],
    ["a negative quantity", "simple", "-2/price/1"],
    ["a price beyond the column", "simple", "1/price/1e14"],
    ["a quantity beyond the column", "simple", "1e8/price/1"],
    ["a price that vanishes in the column", "simple", "1/price/0.0000001"],
    ["a discount above 100", "bundle", "1/price/101"],
    ["a type without tier prices", "configurable", "1/price/1"],
  ])("rejects %s", async (_, sku, rest) => {
    const reply = await admin.post(`${of(sku, 1)}/${rest}`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: "The data was invalid. Verify the data and try again." },
    ]);
    expect(await storedTierPrices(app, sku)).toEqual([]);
  });

  it.each(["abc", "1;drop table product"])("rejects the quantity %s", async (quantity) => {
    const reply = await admin.post(`${of("simple", 1)}/${encodeURIComponent(quantity)}/price/1`);
    expect(reply.status).toBe(400);
  });

  it("answers 404 for an unknown product", async () => {
    for (const reply of [
      await admin.get(of("nowhere", 1)),
      await admin.post(`${of("nowhere", 1)}/1/price/1`),
      await admin.delete(`${of("nowhere", 1)}/1`),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, { message: notFound }]);
    }
  });

  it.each(["13", "99999999999", "x"])("answers 404 for the unknown group %s", async (group) => {
    const added = await admin.post(`${of("simple", group)}/1/price/1`);
    expect([added.status, added.body]).toEqual([
      404,
      { message: "No such entity with %fieldName = %fieldValue", parameters: { fieldName: "id", fieldValue: group } },
    ]);
    expect((await admin.get(of("simple", group))).body).toEqual([]);
    const removed = await admin.delete(`${of("simple", group)}/2.50`);
    expect([removed.status, removed.body]).toEqual([
      404,
      {
        message: "Product hasn't group price with such data: customerGroupId = '%1', website = %2, qty = %3",
        parameters: [group, 0, 2.5],
      },
    ]);
  });

  it("knows the group of every customer only as all when it sets a price", async () => {
    const { status } = await admin.post(`${of("simple", 32000)}/3/price/4`);
    expect(status).toBe(404);
  });

  it("requires the catalog permission", async () => {
    const other = await app.asAdmin(["Magento_Customer::group"]);
    for (const client of [other, app.asGuest()]) expect((await client.get(of("simple", 1))).status).toBe(401);
  });
});

describe("the API of group prices in the website price scope", () => {
  const { app: scoped, admin: client } = useApp({ PORTICO_PRICE_SCOPE: "website" });

  beforeAll(async () => {
    await addStores(scoped.db);
    await addProducts(scoped.db, [{ sku: "a" }]);
  });

  it("saves a price for the website of the called store view, next to those for all websites", async () => {
    await client.post(`${of("a", 1)}/1/price/10`, undefined, { store: "all" });
    await client.post(`${of("a", 1)}/2/price/20`);
    await client.post(`${of("a", 1)}/3/price/30`, undefined, { store: "second_b" });
    const quantities = async (store?: string) => {
      const reply = await client.get(of("a", 1), store === undefined ? {} : { store });
      return (reply.body as { qty: number }[]).map(({ qty }) => qty);
    };
    expect(await quantities()).toEqual([1, 2]);
    expect(await quantities("second_a")).toEqual([1, 3]);
    expect(await quantities("all")).toEqual([1, 2, 3]);
    expect((await client.delete(`${of("a", 1)}/3`)).status).toBe(404);
    expect((await client.delete(`${of("a", 1)}/3`, undefined, { store: "second_a" })).body).toBe(true);
  });
});
