import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { localTime } from "../../../src/api/contract/dates.js";
import { addProducts, addStores, startShop, storedPrices, updatedAt } from "./support.js";

const path = "/V1/products/special-price";
const from = "2099-01-01 00:00:00";
const to = "2099-12-31 23:59:59";

/** Returns the failed row as Magento renders it: the reason, then the values that identify the row. */
type Values = readonly (string | null)[];
const text = (value: string | null | undefined) => value ?? "";
const failure = (reason: string, row: Values, ...first: Values) => ({
  message: `${reason} Row ID: SKU = ${text(row[0])}, Store ID: ${text(row[1])}, Price From: ${text(row[2])}, Price To: ${text(row[3])}.`,
  parameters: [...first, ...row],
});
const noProduct = (...row: Values) =>
  failure("The product that was requested doesn't exist. Verify the product and try again.", row);
const notGlobal = (...row: Values) => failure("Could not change non global Price when price scope is global.", row);
const noStore = (...row: Values) => failure("Requested store is not found.", row);
const badPrice = (price: string | null, ...row: Values) =>
  failure(`Invalid attribute Price = ${price ?? ""}.`, row, price);
const badDate = (label: string, ...row: Values) => failure(`Invalid attribute ${label} = ${row[3] ?? ""}.`, row, label);

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  ({ app, admin } = await startShop());
});

afterAll(() => app[Symbol.asyncDispose]());

const set = async (rows: readonly object[], client = admin) =>
  (await client.post(path, { prices: rows })).body as unknown;

const read = async (skus: readonly string[], client = admin) =>
  (await client.post(`${path}-information`, { skus })).body as unknown;

describe("the API of special prices", () => {
  it("sets prices with their dates for every supported type, with case-insensitive SKUs", async () => {
    const skus = ["SIMPLE", "virtual", "Downloadable", "bundle", "fixed-bundle"];
    const reply = await admin.post(path, {
      prices: skus.map((sku) => ({ sku, store_id: 0, price: 9.99, price_from: from, price_to: to })),
    });
    expect([reply.status, reply.body]).toEqual([200, []]);
    expect(await read([...skus, "configurable", "nowhere"])).toEqual(
      skus.map((sku) => ({
        price: 9.99,
        store_id: 0,
        sku,
        price_from: from,
        price_to: to,
      })),
    );
  });

  it("deletes the stored end and keeps the stored start if both are absent", async () => {
    await addProducts(app.db, [{ sku: "lasting" }]);
    await set([{ sku: "lasting", store_id: 0, price: 5, price_from: from, price_to: to }]);
    expect(await set([{ sku: "lasting", store_id: 0, price: 6 }])).toEqual([]);
    expect(await read(["lasting"])).toEqual([
      { price: 6, store_id: 0, sku: "lasting", price_from: from, price_to: null },
    ]);
  });

  it.each([
    ["empty", ""],
    ["false", false],
    ["null", null],
  ])("deletes the stored end if the new end is %s", async (name, end) => {
    const sku = `endless ${name}`;
    await addProducts(app.db, [{ sku }]);
    await set([{ sku, store_id: 0, price: 5, price_to: to }]);
    expect(await set([{ sku, store_id: 0, price: 5, price_to: end }])).toEqual([]);
    expect(await read([sku])).toEqual([{ price: 5, store_id: 0, sku, price_from: null, price_to: null }]);
  });

  it("sets and lists a price of 0", async () => {
    expect(await set([{ sku: "simple", store_id: 0, price: 0 }])).toEqual([]);
    expect(await read(["simple"])).toEqual([expect.objectContaining({ price: 0 })]);
  });

  it("accepts any discount for a bundle", async () => {
    expect(await set([{ sku: "bundle", store_id: 0, price: 150 }])).toEqual([]);
  });

  it("accepts a start in one minute, and rejects the current time, both in the time zone of the shop", async () => {
    const path = "general/locale/timezone";
    for (const zone of ["America/Los_Angeles", "Asia/Tokyo"]) {
      await app.db.execute("delete from config_value where path = $1", [path]);
      await app.db.execute("insert into config_value (scope, scope_id, path, value) values ('default', 0, $1, $2)", [
        path,
        zone,
      ]);
      const [soon, now] = [60, 0].map((seconds) => localTime(new Date(Date.now() + seconds * 1000), zone));
      expect(await set([{ sku: "simple", store_id: 0, price: 1, price_from: soon }])).toEqual([]);
      expect(await set([{ sku: "simple", store_id: 0, price: 1, price_from: now }])).toEqual([
        badDate("Price From", "simple", "0", now ?? "", null),
      ]);
    }
  });

  it("leaves the other prices and the product's updated_at unchanged", async () => {
    await addProducts(app.db, [{ sku: "rest" }]);
    await admin.post("/V1/products/cost", { prices: [{ sku: "rest", store_id: 0, cost: 4 }] });
    expect(await set([{ sku: "rest", store_id: 0, price: 3 }])).toEqual([]);
    expect(await storedPrices(app, "rest")).toEqual([
      { store_id: 0, price: null, special_price: "3.000000", special_from: null, special_to: null, cost: "4.000000" },
    ]);
    expect(await updatedAt(app, "rest")).toMatch(/^2001/);
  });

  it("applies two rows for a product in order", async () => {
    await addProducts(app.db, [{ sku: "twice" }, { sku: "other" }]);
    const rows = [
      { sku: "other", store_id: 0, price: 1 },
      { sku: "twice", store_id: 0, price: 2, price_from: from, price_to: to },
      { sku: "TWICE", store_id: 0, price: 3 },
    ];
    expect(await set(rows)).toEqual([]);
    expect(await read(["twice"])).toEqual([{ price: 3, store_id: 0, sku: "twice", price_from: from, price_to: null }]);
  });
});

describe("invalid special prices", () => {
  it.each([
    ["an unknown SKU", { sku: "nowhere", store_id: 0, price: 1 }, [noProduct("nowhere", "0", null, null)]],
    ["no SKU", { store_id: 0, price: 1 }, [noProduct(null, "0", null, null)]],
    ["a null SKU", { sku: null, store_id: 0, price: 1 }, [noProduct(null, "0", null, null)]],
    [
      "a configurable product",
      { sku: "configurable", store_id: 0, price: 1 },
      [noProduct("configurable", "0", null, null)],
    ],
    ["a grouped product", { sku: "grouped", store_id: 0, price: 1 }, [noProduct("grouped", "0", null, null)]],
    ["a store view", { sku: "simple", store_id: 1, price: 1 }, [notGlobal("simple", "1", null, null)]],
    [
      "an unknown store view",
      { sku: "simple", store_id: 99, price: 1 },
      [notGlobal("simple", "99", null, null), noStore("simple", "99", null, null)],
    ],
    [
      "no store view",
      { sku: "simple", price: 1 },
      [notGlobal("simple", null, null, null), noStore("simple", null, null, null)],
    ],
    ["no price", { sku: "simple", store_id: 0 }, [badPrice(null, "simple", "0", null, null)]],
    ["a null price", { sku: "simple", store_id: 0, price: null }, [badPrice(null, "simple", "0", null, null)]],
    ["a negative price", { sku: "simple", store_id: 0, price: -0.5 }, [badPrice("-0.5", "simple", "0", null, null)]],
    [
      "a price beyond the column",
      { sku: "simple", store_id: 0, price: 1e15 },
      [badPrice("1.0E+15", "simple", "0", null, null)],
    ],
    [
      "a start that has passed",
      { sku: "simple", store_id: 0, price: 1, price_from: "2020-01-01 00:00:00", price_to: to },
      [badDate("Price From", "simple", "0", "2020-01-01 00:00:00", to)],
    ],
    [
      "dates without a time",
      { sku: "simple", store_id: 0, price: 1, price_from: "2099-01-01", price_to: "2099-12-31" },
      [
        badDate("Price From", "simple", "0", "2099-01-01", "2099-12-31"),
        badDate("Price To", "simple", "0", "2099-01-01", "2099-12-31"),
      ],
    ],
    [
      "an end on a day that does not exist",
      { sku: "simple", store_id: 0, price: 1, price_to: "2021-02-30 00:00:00" },
      [badDate("Price To", "simple", "0", null, "2021-02-30 00:00:00")],
    ],
    [
      "everything wrong, in Magento's order",
      { sku: "x", store_id: 99, price: -1, price_from: "a", price_to: "b" },
      [
        noProduct("x", "99", "a", "b"),
        notGlobal("x", "99", "a", "b"),
        noStore("x", "99", "a", "b"),
        badPrice("-1", "x", "99", "a", "b"),
        badDate("Price From", "x", "99", "a", "b"),
        badDate("Price To", "x", "99", "a", "b"),
      ],
    ],
  ])("are reported as failed for %s, while the other rows are set", async (name, row, failures) => {
    const good = `good ${name}`;
    await addProducts(app.db, [{ sku: good }]);
    const before = await storedPrices(app, "simple");
    expect(await set([row, { sku: good, store_id: 0, price: 7 }])).toEqual(failures);
    expect(await read([good])).toHaveLength(1);
    expect(await storedPrices(app, "simple")).toEqual(before);
  });
});

describe("special-price-delete", () => {
  it("deletes the price and its dates in the named store view, whatever the row contains", async () => {
    await addProducts(app.db, [{ sku: "gone" }, { sku: "kept" }]);
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "gone", store_id: 0, price: 20 }] });
    await set(["gone", "kept"].map((sku) => ({ sku, store_id: 0, price: 5, price_from: from, price_to: to })));
    const reply = await admin.post(`${path}-delete`, { prices: [{ sku: "GONE", store_id: 0, price: 4 }] });
    expect([reply.status, reply.body]).toEqual([200, []]);
    expect(await read(["gone", "kept"])).toEqual([expect.objectContaining({ sku: "kept" })]);
    expect(await storedPrices(app, "gone")).toEqual([
      { store_id: 0, price: "20.000000", special_price: null, special_from: null, special_to: null, cost: null },
    ]);
  });

  it("skips an invalid row and deletes the others", async () => {
    await addProducts(app.db, [{ sku: "first" }, { sku: "second" }]);
    await set(["first", "second"].map((sku) => ({ sku, store_id: 0, price: 5 })));
    const reply = await admin.post(`${path}-delete`, {
      prices: [
        { sku: "first", store_id: 0, price: 5, price_from: "tomorrow" },
        { sku: "second", store_id: 0, price: 5 },
        { sku: "nowhere", store_id: 0 },
      ],
    });
    expect(reply.body).toEqual([
      badDate("Price From", "first", "0", "tomorrow", null),
      noProduct("nowhere", "0", null, null),
      badPrice(null, "nowhere", "0", null, null),
    ]);
    expect(await read(["first", "second"])).toEqual([expect.objectContaining({ sku: "first" })]);
  });

  it("deletes an active price, and stores nothing for a product without one", async () => {
    await addProducts(app.db, [{ sku: "begun" }, { sku: "bare" }]);
    await set([{ sku: "begun", store_id: 0, price: 5 }]);
    const prices = ["begun", "bare"].map((sku) => ({ sku, store_id: 0, price: 5, price_from: "2020-01-01 00:00:00" }));
    expect((await admin.post(`${path}-delete`, { prices })).body).toEqual([]);
    expect(await read(["begun", "bare"])).toEqual([]);
    expect(await storedPrices(app, "bare")).toEqual([]);
  });
});

describe("the API of special prices in the website price scope and the commerce edition", () => {
  const { app: other, admin: client } = useApp({ PORTICO_PRICE_SCOPE: "website", PORTICO_EDITION: "commerce" });

  beforeAll(async () => {
    await addStores(other.db);
    await addProducts(other.db, [{ sku: "a" }, { sku: "b" }]);
  });

  it("applies a price only to its store view, and lists by SKU, then store view", async () => {
    const rows = [
      { sku: "b", store_id: 11, price: 3, price_from: from },
      { sku: "a", store_id: 11, price: 2, price_from: from },
      { sku: "a", store_id: 0, price: 1, price_from: from },
    ];
    expect(await set(rows, client)).toEqual([]);
    expect(await read(["b", "a", "B"], client)).toEqual([
      { price: 3, store_id: 11, sku: "b", price_from: from, price_to: null },
      { price: 1, store_id: 0, sku: "a", price_from: from, price_to: null },
      { price: 2, store_id: 11, sku: "a", price_from: from, price_to: null },
    ]);
    await client.post(`${path}-delete`, { prices: [{ sku: "a", store_id: 11, price: 2 }] });
    expect(await read(["a"], client)).toEqual([expect.objectContaining({ store_id: 0 })]);
  });

  it("requires a start to set a price, but not to delete it", async () => {
    expect(await set([{ sku: "b", store_id: 0, price: 1 }], client)).toEqual([
      badDate("Price From", "b", "0", null, null),
    ]);
    expect(await set([{ sku: "b", store_id: 99, price: 1, price_from: from }], client)).toEqual([
      noStore("b", "99", from, null),
    ]);
    const reply = await client.post(`${path}-delete`, { prices: [{ sku: "b", store_id: 11, price: 1 }] });
    expect(reply.body).toEqual([]);
  });
});
