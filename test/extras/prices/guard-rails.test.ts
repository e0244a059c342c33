import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import {
  addManyProducts,
  addProducts,
  addStores,
  storedPrices,
  storedTierPrices,
} from "../../commerce/pricing/support.js";

const { app, admin } = useApp({ PORTICO_PRICE_SCOPE: "website" });

beforeAll(async () => {
  await addStores(app.db);
});

afterEach(async () => {
  await app.db.models.priceGuardRail.deleteMany();
  // The process remembers the guard-rails until it reads them again.
  await admin.post("/V1/products/base-prices", { prices: [] });
});

const base = (rows: readonly (readonly [sku: string, price: number, store?: number])[]) =>
  admin.post("/V1/products/base-prices", {
    prices: rows.map(([sku, price, store_id = 0]) => ({ sku, store_id, price })),
  });

async function guard(rail: object, client = admin): Promise<number> {
  const { status, body, text } = await client.post("/V1/price-guard-rails", { guardRail: rail });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return (body as { id: number }).id;
}

const codes = (body: { extension_attributes?: { code: string } }[]) =>
  body.map((row) => row.extension_attributes?.code);

describe("guard-rails that refuse changes", () => {
  it("stop a batch that multiplies every price by 100 before anything is written", async () => {
    const skus = await addManyProducts(app.db, "batch-", 50);
    await base(skus.map((sku, index) => [sku, index + 1]));
    await guard({ kind: "base", max_rise_percent: 100 });
    const before = await app.db.query("select * from product_price order by product_id, store_id");
    const { status, body } = await base(skus.map((sku, index) => [sku, (index + 1) * 100]));
    expect([status, body.length]).toEqual([200, 50]);
    expect(body[1]).toEqual({
      message:
        "The price %price is more than %limit percent above the price %oldPrice. Row ID: SKU = %SKU, Store ID: %storeId.",
      parameters: ["200", "100", "2", "batch-2", "0"],
      extension_attributes: { code: "PRICE_RISE" },
    });
    expect(await app.db.query("select * from product_price order by product_id, store_id")).toEqual(before);
  });

  it("fail the rows that break a limit, and write the others", async () => {
    await addProducts(app.db, [{ sku: "a" }, { sku: "b" }, { sku: "c" }]);
    await base([
      ["a", 10],
      ["b", 10],
      ["c", 10],
    ]);
    await guard({ kind: "base", max_fall_percent: 20, ceiling: 12 });
    const { body } = await base([
      ["a", 7.99],
      ["b", 8],
      ["c", 12.01],
    ]);
    expect(codes(body)).toEqual(["PRICE_FALL", "PRICE_ABOVE_CEILING"]);
    expect(await storedPrices(app, "b")).toMatchObject([{ price: "8.000000" }]);
    expect(await storedPrices(app, "a")).toMatchObject([{ price: "10.000000" }]);
  });

  it("compare the first price of a website with the price of store 0, and report one failure for all its store views", async () => {
    await addProducts(app.db, [{ sku: "fallback" }]);
    await base([["fallback", 10]]);
    await guard({ kind: "base", website_id: 2, max_rise_percent: 50 });
    const { body } = await base([["fallback", 15.01, 11]]);
    expect(codes(body)).toEqual(["PRICE_RISE"]);
    expect((await base([["fallback", 15, 11]])).body).toEqual([]);
    expect((await base([["fallback", 100, 1]])).body).toEqual([]);
    // A price for all websites must also keep the limits of website 2.
    expect(codes((await base([["fallback", 15.5]])).body)).toEqual(["PRICE_RISE"]);
  });

  it("compare prices with the cost that the same save sets", async () => {
    await guard({ kind: "base", floor_above_cost_percent: 10 });
    const save = (price: number) =>
      admin.post("/V1/products", {
        product: {
          ...{ sku: "costly", name: "Costly", price, attribute_set_id: 4, type_id: "simple" },
          custom_attributes: [{ attribute_code: "cost", value: "100" }],
        },
      });
    const refused = await save(109.99);
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        message:
          "The price %price is below the floor, which is %limit percent above the cost %cost. Row ID: SKU = %SKU, Store ID: %storeId.",
        parameters: {
          ...{ price: "109.99", limit: "10", cost: "100" },
          ...{ SKU: "costly", storeId: "0", code: "PRICE_BELOW_FLOOR" },
        },
      },
    ]);
    expect((await admin.get("/V1/products/costly")).status).toBe(404);
    expect((await save(110)).status).toBe(200);
  });

  it("check a save that sends only the price, even in concurrent calls", async () => {
    const skus = await addManyProducts(app.db, "alone-", 4);
    await base(skus.map((sku) => [sku, 10]));
    const put = (price: number) =>
      Promise.all(skus.map((sku) => admin.put(`/V1/products/${sku}`, { product: { sku, price } }, { store: "all" })));
    expect((await put(11)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await guard({ kind: "base", max_rise_percent: 10 });
    const refused = await put(12.2);
    expect(refused.map(({ status, body }) => [status, body.parameters?.code])).toEqual(
      skus.map(() => [400, "PRICE_RISE"]),
    );
    expect((await put(12.1)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const keyed = await admin.put(
      "/V1/products/alone-1",
      { product: { sku: "alone-1", price: 99 } },
      { store: "all", headers: { "Idempotency-Key": "guarded" } },
    );
    expect([keyed.status, keyed.body.parameters.code]).toEqual([400, "PRICE_RISE"]);
    expect(await storedPrices(app, "alone-1")).toMatchObject([{ price: "12.100000" }]);
  });

  it("compare a new special price with the base price, and a later one with the special price", async () => {
    await addProducts(app.db, [{ sku: "special" }]);
    await base([["special", 100]]);
    await guard({ kind: "special", max_fall_percent: 50, max_rise_percent: 50 });
    const set = (price: number) =>
      admin.post("/V1/products/special-price", { prices: [{ sku: "special", store_id: 0, price }] });
    expect(codes((await set(49.99)).body)).toEqual(["PRICE_FALL"]);
    expect((await set(50)).body).toEqual([]);
    expect((await set(25)).body).toEqual([]);
    expect(codes((await set(37.51)).body)).toEqual(["PRICE_RISE"]);
  });

  it("compare discounts of tier prices by their amounts, in the routes for a single product too", async () => {
    await addProducts(app.db, [{ sku: "tiered" }]);
    await base([["tiered", 100]]);
    await guard({ kind: "tier", max_fall_percent: 30 });
    const row = { sku: "tiered", website_id: 0, customer_group: "General", quantity: 2 };
    const set = (price: number, price_type: string) =>
      admin.post("/V1/products/tier-prices", { prices: [{ ...row, price, price_type }] });
    expect((await set(69, "fixed")).body).toEqual([
      {
        message:
          "The price %price is more than %limit percent below the price %oldPrice. Row ID: SKU = %SKU, Website ID: %websiteId, Customer Group: %customerGroup, Quantity: %qty.",
        parameters: ["69", "30", "100", "tiered", "0", "General", "2"],
        extension_attributes: { code: "PRICE_FALL" },
      },
    ]);
    expect((await set(30, "discount")).body).toEqual([]);
    const group = await admin.post("/V1/products/tiered/group-prices/1/tiers/2/price/48", undefined, { store: "all" });
    expect([group.status, group.body.parameters.code]).toEqual([400, "PRICE_FALL"]);
    const value = { customer_group_id: 1, qty: 2, value: 48 };
    const saved = await admin.put("/V1/products/tiered", { product: { sku: "tiered", tier_prices: [value] } });
    expect([saved.status, saved.body.parameters.code]).toEqual([400, "PRICE_FALL"]);
    const replaced = await admin.put("/V1/products/tier-prices", {
      prices: [{ ...row, price: 48, price_type: "fixed" }],
    });
    expect(codes(replaced.body)).toEqual(["PRICE_FALL"]);
    expect(await storedTierPrices(app, "tiered")).toMatchObject([{ percentage_value: "30.00" }]);
  });

  it("stop a call that changes too many prices, but not one that repeats them", async () => {
    const skus = await addManyProducts(app.db, "rows-", 3);
    const rows = skus.map((sku) => [sku, 10] as const);
    await guard({ kind: "base", max_rows: 2 });
    const { body } = await base(rows);
    expect(codes(body)).toEqual(["PRICE_ROW_LIMIT", "PRICE_ROW_LIMIT", "PRICE_ROW_LIMIT"]);
    expect(await storedPrices(app, "rows-1")).toEqual([]);
    expect((await base(rows.slice(0, 2))).body).toEqual([]);
    expect((await base(rows)).body).toEqual([]);
  });

  it("read the current prices of a large call in one statement", async () => {
    const skus = await addManyProducts(app.db, "large-", 2000);
    await base(skus.map((sku) => [sku, 10]));
    await guard({ kind: "base", max_rise_percent: 10 });
    const reads = (await app.statementsOf(() => base(skus.map((sku) => [sku, 10.5])))).filter((text) =>
      /own_price|price_guard_rail/.test(text),
    );
    expect(reads).toHaveLength(2);
  });
});

describe("the routes of guard-rails", () => {
  it("create, search, replace and delete guard-rails, and record each change in the audit log", async () => {
    const client = await app.asAdmin(["Portico_Prices::guard_rails"]);
    const id = await guard({ kind: "cost", website_id: 2, max_rise_percent: 12.5, action: "hold" }, client);
    const found = await client.get("/V1/price-guard-rails?searchCriteria");
    expect(found.body.items).toEqual([
      {
        ...{ id, website_id: 2, kind: "cost", max_rise_percent: 12.5, max_fall_percent: null },
        ...{ floor_above_cost_percent: null, ceiling: null, max_rows: null, action: "hold" },
      },
    ]);
    const replaced = await client.put(`/V1/price-guard-rails/${id}`, { guardRail: { kind: "cost", ceiling: 7 } });
    expect(replaced.body).toMatchObject({ id, website_id: 0, max_rise_percent: null, ceiling: 7, action: "refuse" });
    expect((await client.delete(`/V1/price-guard-rails/${id}`)).body).toBe(true);
    expect((await client.delete(`/V1/price-guard-rails/${id}`)).status).toBe(404);
    expect((await client.put(`/V1/price-guard-rails/${id}`, { guardRail: { kind: "cost", ceiling: 7 } })).status).toBe(
      404,
    );
    const noted = await app.db.models.auditEvent.findMany({ where: { event: { startsWith: "price guard-rail" } } });
    expect(noted.slice(-3).map(({ event, name }) => `${event}: ${name}`)).toEqual([
      "price guard-rail created: cost, website 2",
      "price guard-rail changed: cost, website 0",
      "price guard-rail deleted: cost, website 0",
    ]);
  });

  it.each([
    [{ kind: "price", ceiling: 1 }, 400],
    [{ kind: "base" }, 400],
    [{ kind: "base", max_rise_percent: -1 }, 400],
    [{ kind: "base", max_fall_percent: 100.01 }, 400],
    [{ kind: "base", max_rows: 0 }, 400],
    [{ kind: "base", ceiling: 1, action: "warn" }, 400],
    [{ kind: "cost", floor_above_cost_percent: 1 }, 400],
    [{ kind: "base", ceiling: 1, website_id: 99 }, 404],
  ])("reject %j", async (guardRail, status) => {
    const reply = await admin.post("/V1/price-guard-rails", { guardRail });
    expect([reply.status, reply.body.message]).toEqual([status, expect.any(String)]);
    expect(await app.db.models.priceGuardRail.count()).toBe(0);
  });

  it("reject a second guard-rail for a website and kind, and callers without the permission", async () => {
    await guard({ kind: "base", ceiling: 1 });
    const second = await admin.post("/V1/price-guard-rails", { guardRail: { kind: "base", ceiling: 2 } });
    expect(second.status).toBe(400);
    const other = await app.asAdmin(["Magento_Catalog::catalog"]);
    expect((await other.get("/V1/price-guard-rails?searchCriteria")).status).toBe(401);
  });
});

describe("the price rights of a role", () => {
  it("limit its members to kinds and websites, and an empty list allows everything", async () => {
    await addProducts(app.db, [{ sku: "rights" }]);
    const member = await app.asAdmin(["Magento_Catalog::catalog", "Magento_Catalog::products"]);
    const role = await app.db.models.adminRole.findFirst({ orderBy: { id: "desc" } });
    const path = `/V1/adminRoles/${role?.id}/price-rights`;
    expect((await admin.get(path)).body).toEqual([]);
    const rights = [
      { kind: "base", website_id: 2 },
      { kind: "tier", website_id: 0 },
    ];
    expect((await admin.put(path, { rights })).body).toEqual(rights);
    const set = await member.post("/V1/products/base-prices", {
      prices: [
        { sku: "rights", store_id: 10, price: 5 },
        { sku: "rights", store_id: 11, price: 6 },
      ],
    });
    expect(set.body).toEqual([
      {
        message:
          "Your role cannot change %kind prices of the website with the ID %rightWebsiteId. Row ID: SKU = %SKU, Store ID: %storeId.",
        parameters: ["base", "1", "rights", "10"],
        extension_attributes: { code: "PRICE_RIGHT" },
      },
    ]);
    expect(await storedPrices(app, "rights")).toMatchObject([
      { store_id: 11, price: "6.000000" },
      { store_id: 12, price: "6.000000" },
    ]);
    const cost = await member.post("/V1/products/cost-delete", { skus: ["rights"] });
    expect([cost.status, cost.body.parameters.code]).toEqual([400, "PRICE_RIGHT"]);
    const alone = await member.put("/V1/products/rights", { product: { sku: "rights", price: 1 } }, { store: "all" });
    expect([alone.status, alone.body.parameters.code]).toEqual([400, "PRICE_RIGHT"]);
    const tier = {
      sku: "rights",
      website_id: 2,
      customer_group: "General",
      quantity: 2,
      price: 3,
      price_type: "fixed",
    };
    expect((await member.post("/V1/products/tier-prices", { prices: [tier] })).body).toEqual([]);
    const gone = await member.post("/V1/products/special-price-delete", {
      prices: [{ sku: "rights", store_id: 11, price: 1 }],
    });
    expect(codes(gone.body)).toEqual(["PRICE_RIGHT"]);
    await admin.put(path, { rights: [] });
    expect((await member.post("/V1/products/cost-delete", { skus: ["rights"] })).body).toBe(true);
  });

  it("reject unknown kinds, websites and roles", async () => {
    const put = (role: number, kind: string, website_id: number) =>
      admin.put(`/V1/adminRoles/${role}/price-rights`, { rights: [{ kind, website_id }] });
    expect((await put(1, "price", 0)).status).toBe(400);
    expect((await put(1, "base", 99)).status).toBe(404);
    expect((await put(9999, "base", 0)).status).toBe(404);
    expect((await admin.get("/V1/adminRoles/9999/price-rights")).status).toBe(404);
  });
});
