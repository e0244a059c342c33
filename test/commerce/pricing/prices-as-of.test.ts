import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { priceCall, pricedSkus } from "./price-calls.js";
import { addProducts, addStores, databaseTime } from "./support.js";

const { app, admin } = useApp({ PORTICO_PRICE_SCOPE: "website" });

beforeAll(async () => {
  await addStores(app.db);
  await addProducts(
    app.db,
    pricedSkus.map((sku) => ({ sku })),
  );
});

interface Row {
  readonly sku: string;
}

/** Tier prices in one order: their read route returns them as they were inserted. */
const inOrder = (rows: readonly unknown[]): readonly unknown[] =>
  rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

/** The prices as the read routes return them, with tier prices in one order. */
async function snapshot(): Promise<Record<string, unknown>> {
  const read = async (path: string): Promise<Row[]> =>
    (await admin.post(`/V1/products/${path}-information`, { skus: pricedSkus })).body;
  const [base, special, cost, tier] = [
    await read("base-prices"),
    await read("special-price"),
    await read("cost"),
    await read("tier-prices"),
  ];
  const of = (rows: readonly Row[], sku: string) => rows.filter((row) => row.sku === sku);
  return Object.fromEntries(
    pricedSkus.map((sku) => [
      sku,
      {
        base_prices: of(base, sku),
        special_prices: of(special, sku),
        costs: of(cost, sku),
        tier_prices: inOrder(of(tier, sku)),
      },
    ]),
  );
}

interface Prices extends Row {
  readonly base_prices: readonly { readonly price: number }[];
  readonly [field: string]: unknown;
}

async function asOf(at: string, more: object = { skus: pricedSkus }): Promise<Prices[]> {
  const { status, body } = await admin.post("/V1/products/prices-as-of", { at, ...more });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

const bySku = (prices: readonly Prices[]) =>
  Object.fromEntries(
    prices.map(({ sku, product_id: _, is_deleted: __, ...rest }) => [
      sku,
      { ...rest, tier_prices: inOrder(rest["tier_prices"] as readonly unknown[]) },
    ]),
  );

const setBase = (sku: string, price: number, store_id = 0) =>
  admin.post("/V1/products/base-prices", { prices: [{ sku, store_id, price }] });

describe("prices as of a time", () => {
  it("are those that were stored at that time, whatever changed later", async () => {
    const taken: { readonly at: string; readonly prices: object }[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(priceCall, { minLength: 1, maxLength: 6 }), async (calls) => {
        for (const { method, path, body } of calls) await admin[method](path, body);
        const prices = await snapshot();
        taken.push({ at: await databaseTime(app), prices });
        for (const then of taken) expect(bySku(await asOf(then.at))).toEqual(then.prices);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    const earliest = await asOf("2001-01-01T00:00:00Z");
    expect(earliest.map(({ base_prices }) => base_prices)).toEqual([[], [], []]);
    expect(new Set(taken.map(({ prices }) => JSON.stringify(prices))).size).toBeGreaterThan(1);
  });

  it("are known for times before the first recorded change", async () => {
    await addProducts(app.db, [{ sku: "old" }]);
    await app.db.execute(
      "insert into product_price (product_id, store_id, price) select id, 0, 7 from product where sku = 'old'",
    );
    expect(await asOf("2001-01-01", { skus: ["OLD"] })).toMatchObject([{ sku: "old", base_prices: [{ price: 7 }] }]);
    await setBase("old", 8);
    expect(await asOf("2001-01-01", { skus: ["OLD"] })).toMatchObject([{ sku: "old", base_prices: [{ price: 7 }] }]);
  });

  it("include those of products that were deleted later, and of new products with the same SKU", async () => {
    await addProducts(app.db, [{ sku: "again" }]);
    await setBase("again", 5);
    const before = await databaseTime(app);
    await admin.delete("/V1/products/again");
    const between = await databaseTime(app);
    await addProducts(app.db, [{ sku: "again" }]);
    await setBase("again", 6);
    const after = await databaseTime(app);
    const prices = async (at: string) =>
      (await asOf(at, { skus: ["Again", "never"] })).flatMap(({ is_deleted, base_prices }) =>
        base_prices.map(({ price }) => [is_deleted, price]),
      );
    expect(await prices(before)).toEqual([[true, 5]]);
    expect(await prices(between)).toEqual([]);
    expect(await prices(after)).toEqual([[false, 6]]);
  });

  it("are only those that apply in a store view, if one is given", async () => {
    await addProducts(app.db, [{ sku: "viewed" }]);
    for (const [store, price] of [0, 1, 11].entries()) await setBase("viewed", store + 1, price);
    await admin.post("/V1/products/tier-prices", {
      prices: [0, 1, 2].map((website_id) => ({
        ...{
          sku: "viewed",
          price: 1,
          price_type: "fixed",
          website_id,
          customer_group: "General",
          quantity: website_id + 1,
        },
      })),
    });
    const [found] = await asOf(await databaseTime(app), { skus: ["viewed"], storeId: 12 });
    expect(found).toMatchObject({
      base_prices: [{ store_id: 0 }, { store_id: 12 }],
      tier_prices: [{ website_id: 0 }, { website_id: 2 }],
    });
  });

  it("are rejected for times in the future, for invalid times, and without the permission", async () => {
    const ask = async (at: string, client = admin) =>
      (await client.post("/V1/products/prices-as-of", { skus: ["one"], at })).status;
    expect(await ask(new Date(Date.now() + 60_000).toISOString())).toBe(400);
    expect(await ask("yesterday")).toBe(400);
    expect(await ask("2001-01-01", await app.asAdmin(["Magento_Catalog::catalog"]))).toBe(401);
    const { status } = await admin.post("/V1/products/prices-as-of", { skus: ["one"], at: "2001-01-01", storeId: 99 });
    expect(status).toBe(404);
  });

  it("are rejected for a time whose later changes were removed", async () => {
    await app.db.execute("update price_history_state set removed_up_to = 1");
    const { status, body } = await admin.post("/V1/products/prices-as-of", { skus: ["one"], at: "2001-01-01" });
    expect([status, body.message]).toEqual([400, expect.stringContaining("was removed")]);
    expect(await asOf(await databaseTime(app))).toHaveLength(3);
    await app.db.execute("update price_history_state set removed_up_to = 0");
  });
});
