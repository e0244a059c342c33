import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { addManyProducts } from "./support.js";

let app: TestApp;
let admin: Client;
let skus: readonly string[];

beforeEach(async () => {
  app = await startApp();
  admin = await app.asAdmin();
  skus = await addManyProducts(app.db, "p-", 50);
});

afterEach(() => app[Symbol.asyncDispose]());

const tier = { price_type: "fixed", website_id: 0, customer_group: "General", quantity: 2 };

/** Makes the database reject changes of the 25th product's row in a table. */
async function refuse(table: string): Promise<void> {
  await app.db.execute(
    `create function refuse() returns trigger language plpgsql as $$
    begin
      if coalesce(new.product_id, old.product_id) = (select id from product where sku = 'p-25') then
        raise exception 'refused';
      end if;
      return coalesce(new, old);
    end $$`,
  );
  await app.db.execute(
    `create trigger refuse before insert or update or delete on ${table} for each row execute function refuse()`,
  );
}

const stored = async () => [
  await app.db.query("select * from product_price order by product_id, store_id"),
  await app.db.query("select * from product_tier_price order by id"),
  await app.db.query("select * from product order by id"),
];

const special = () => skus.map((sku) => ({ sku, store_id: 0, price: 2 }));
const costs = () => skus.map((sku) => ({ sku, store_id: 0, cost: 2 }));
const tiers = (price: number) => skus.map((sku) => ({ sku, price, ...tier }));

const calls: readonly (readonly [string, string, (client: Client) => Promise<{ status: number; body: unknown }>])[] = [
  [
    "Could not save Prices.",
    "product_price",
    (client) => client.post("/V1/products/special-price", { prices: special() }),
  ],
  [
    "Could not delete Prices",
    "product_price",
    (client) => client.post("/V1/products/special-price-delete", { prices: special() }),
  ],
  [
    "Could not save Prices.",
    "product_price",
    (client) => client.post("/V1/products/base-prices", { prices: special() }),
  ],
  ["Could not save Prices.", "product_price", (client) => client.post("/V1/products/cost", { prices: costs() })],
  ["Could not delete Prices", "product_price", (client) => client.post("/V1/products/cost-delete", { skus })],
  [
    "Could not save Tier Prices",
    "product_tier_price",
    (client) => client.post("/V1/products/tier-prices", { prices: tiers(3) }),
  ],
  [
    "Could not replace Tier Prices",
    "product_tier_price",
    (client) => client.put("/V1/products/tier-prices", { prices: tiers(3) }),
  ],
  [
    "Could not delete Tier Prices",
    "product_tier_price",
    (client) => client.post("/V1/products/tier-prices-delete", { prices: tiers(1) }),
  ],
  [
    "The group price couldn't be saved.",
    "product_tier_price",
    (client) => client.post("/V1/products/p-25/group-prices/1/tiers/9/price/3"),
  ],
  [
    "The tier_price data is invalid. Verify the data and try again.",
    "product_tier_price",
    (client) => client.delete("/V1/products/p-25/group-prices/1/tiers/2"),
  ],
];

describe("a price call with a database failure half-way", () => {
  it.each(calls)("answers `%s` for a failure in %s and changes nothing (%#)", async (message, table, call) => {
    await admin.post("/V1/products/special-price", { prices: special().map((row) => ({ ...row, price: 1 })) });
    await admin.post("/V1/products/cost", { prices: costs().map((row) => ({ ...row, cost: 1 })) });
    await admin.post("/V1/products/tier-prices", { prices: tiers(1) });
    await refuse(table);
    const before = await stored();
    const reply = await call(admin);
    expect([reply.status, reply.body]).toEqual([400, { message }]);
    expect(await stored()).toEqual(before);
  });
});

describe("concurrent price calls", () => {
  it("succeed for the same products in any order", async () => {
    const shuffled = (seed: number) => skus.toSorted((one, other) => hash(one, seed) - hash(other, seed));
    const kinds = ["special-price", "base-prices", "cost", "tier-prices", "special-price-delete", "tier-prices-delete"];
    const calls = Array.from({ length: 60 }, (_, index) => {
      const rows = shuffled(index).map((sku) => ({ sku, price: index + 1 }));
      const kind = kinds[index % kinds.length] ?? "";
      const prices = rows.map(({ sku, price }) =>
        kind.startsWith("tier")
          ? { sku, price, ...tier }
          : { sku, store_id: 0, [kind === "cost" ? "cost" : "price"]: price },
      );
      return () => admin.post(`/V1/products/${kind}`, { prices });
    });
    const replies = await Promise.all(calls.map((call) => call()));
    expect(replies.map((reply) => [reply.status, reply.body])).toEqual(replies.map(() => [200, []]));
  });
});

/** Returns a pseudo-random number for a text and a seed. */
const hash = (text: string, seed: number): number => {
  let value = seed * 7919;
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) % 65_521;
  return value;
};
