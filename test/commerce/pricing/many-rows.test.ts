import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addManyProducts } from "./support.js";

const { app, admin } = useApp();
let skus: readonly string[];

beforeAll(async () => {
  skus = await addManyProducts(app.db, "many-", 10_000);
});

const tier = { price_type: "fixed", website_id: 0, customer_group: "General", quantity: 2 };

/** All writes, with their rows and their number of statements on prices. */
const writes = {
  "special-price": {
    rows: (sku: string, price: number) => ({ sku, store_id: 0, price, price_from: "2099-01-01 00:00:00" }),
    statements: 3,
  },
  "special-price-delete": { rows: (sku: string, price: number) => ({ sku, store_id: 0, price }), statements: 3 },
  "base-prices": { rows: (sku: string, price: number) => ({ sku, store_id: 0, price }), statements: 3 },
  cost: { rows: (sku: string, cost: number) => ({ sku, store_id: 0, cost }), statements: 3 },
  "tier-prices": { rows: (sku: string, price: number) => ({ sku, price, ...tier }), statements: 3 },
  "tier-prices-delete": { rows: (sku: string, price: number) => ({ sku, price, ...tier }), statements: 2 },
} as const;

type Write = keyof typeof writes;

const pricesOf = (write: Write, count: number) =>
  skus.slice(0, count).map((sku, index) => writes[write].rows(sku, index + 0.25));

/** Excludes reads of the token and the store code, and background work of the application. */
const aboutPrices =
  /\bproduct(_price|_tier_price)?\b|^select id, website_id from \(select .* from store\)|\bbase_currency\b/;

const statementsOf = async (work: () => Promise<{ status: number; body: unknown }>) => {
  const sent = await app.statementsOf(async () => {
    const reply = await work();
    expect([reply.status, reply.body]).toSatisfy(
      ([status, body]) => status === 200 && (body === true || Array.isArray(body)),
    );
  });
  return sent.filter((text) => aboutPrices.test(text));
};

describe("the number of statements of a call", () => {
  it.each(Object.keys(writes) as Write[])("is constant for %s", async (write) => {
    for (const count of [10, 1000]) {
      const sent = await statementsOf(() => admin.post(`/V1/products/${write}`, { prices: pricesOf(write, count) }));
      expect(sent).toHaveLength(writes[write].statements);
    }
  });

  it("is constant for replacing tier prices", async () => {
    for (const count of [10, 1000]) {
      const sent = await statementsOf(() =>
        admin.put("/V1/products/tier-prices", { prices: pricesOf("tier-prices", count) }),
      );
      expect(sent).toHaveLength(3);
    }
  });

  it("is constant for cost-delete", async () => {
    for (const count of [10, 1000]) {
      const sent = await statementsOf(() => admin.post("/V1/products/cost-delete", { skus: skus.slice(0, count) }));
      expect(sent).toHaveLength(2);
    }
  });

  it.each(["special-price", "base-prices", "cost", "tier-prices"])("is one for reading %s", async (kind) => {
    for (const count of [10, 1000]) {
      const sent = await statementsOf(() =>
        admin.post(`/V1/products/${kind}-information`, { skus: skus.slice(0, count) }),
      );
      expect(sent).toHaveLength(1);
    }
  });

  it("grows by one if special prices have no start", async () => {
    const prices = skus.slice(0, 1000).map((sku, index) => {
      const row = { sku, store_id: 0, price: index };
      return index % 2 ? { ...row, price_from: "2099-01-01 00:00:00" } : row;
    });
    const sent = await statementsOf(() => admin.post("/V1/products/special-price", { prices }));
    expect(sent).toHaveLength(4);
  });
});

describe("a call with ten thousand rows", () => {
  it.each([
    ["special-price", "price"],
    ["base-prices", "price"],
    ["cost", "cost"],
    ["tier-prices", "price"],
  ] as const)("sets all %s and reads them back in order", async (write, amount) => {
    const prices = pricesOf(write, 10_000);
    const reply = await admin.post(`/V1/products/${write}`, { prices });
    expect([reply.status, reply.body]).toEqual([200, []]);
    const read = await admin.post(`/V1/products/${write}-information`, { skus });
    const rows = read.body as Record<string, unknown>[];
    expect(rows.map((row) => row["sku"])).toEqual(skus);
    expect(rows.map((row) => row[amount])).toEqual(skus.map((_, index) => index + 0.25));
  });

  it("replaces and deletes all tier prices", async () => {
    const prices = pricesOf("tier-prices", 10_000).map((row) => ({ ...row, quantity: 5 }));
    expect((await admin.put("/V1/products/tier-prices", { prices })).body).toEqual([]);
    const read = await admin.post("/V1/products/tier-prices-information", { skus });
    expect(read.body.map((row: { quantity: number }) => row.quantity)).toEqual(skus.map(() => 5));
    expect((await admin.post("/V1/products/tier-prices-delete", { prices })).body).toEqual([]);
    expect((await admin.post("/V1/products/tier-prices-information", { skus })).body).toEqual([]);
  });

  it("reports invalid rows and sets the valid ones", async () => {
    const prices = pricesOf("cost", 10_000).map((row, index) =>
      index % 100 === 0 ? { ...row, cost: -1 } : { ...row, cost: 3 },
    );
    const failures = (await admin.post("/V1/products/cost", { prices })).body as { parameters: string[] }[];
    expect(failures.map((failure) => failure.parameters[1])).toEqual(skus.filter((_, index) => index % 100 === 0));
    const [count] = await app.db.query<{ count: number }>("select count(*) as count from product_price where cost = 3");
    expect(count?.count).toBe(9_900);
  });

  it("names a limited number of conflicting rows if all tier prices are equal", async () => {
    const prices = skus.map(() => ({ sku: skus[0], price: 1, ...tier }));
    const reply = await admin.post("/V1/products/tier-prices", { prices });
    expect([reply.status, reply.body.length]).toEqual([200, 20_000]);
  });
});

describe("a call with a hundred thousand rows of unknown products", () => {
  it.each(["special-price", "base-prices", "cost", "tier-prices"] as const)(
    "reports all %s as failed",
    async (write) => {
      const prices = Array.from({ length: 100_000 }, (_, index) => writes[write].rows(`?${index}`, 1));
      const reply = await admin.post(`/V1/products/${write}`, { prices });
      expect([reply.status, reply.body.length]).toEqual([200, 100_000]);
    },
  );
});
