import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { guest } from "../../../src/api/auth/actor.js";
import type { Db } from "../../../src/platform/db/database.js";
import { asAmount } from "../../../src/platform/money/amount.js";
import { keepPartitions } from "../../../src/commerce/pricing/history/maintenance.js";
import { writePrices } from "../../../src/commerce/pricing/writes/price-writes.sql.js";
import { waitForBulk } from "../../support/bulk.js";
import { priceCall } from "./price-calls.js";
import { addProducts, addStores } from "./support.js";

const isEmbedded = process.env["PORTICO_TEST_ENGINE"] !== "postgresql";

const { app, admin } = useApp({ PORTICO_PRICE_SCOPE: "website", PORTICO_CONSUMER: "true" });

beforeAll(async () => {
  await addStores(app.db);
  await addProducts(app.db, [{ sku: "one" }, { sku: "two" }, { sku: "three" }]);
});

interface Change {
  readonly id: string;
  readonly sku: string;
  readonly kind: string;
  readonly store_id: number | null;
  readonly website_id: number | null;
  readonly customer_group_id: number | null;
  readonly quantity: number | null;
  readonly old: object | null;
  readonly new: object | null;
  readonly [field: string]: unknown;
}

interface Page {
  readonly items: Change[];
  readonly total_count: number;
  readonly next: string;
}

async function follow(after: string, criteria = ""): Promise<Page> {
  const { status, body } = await admin.get(`/V1/price-changes?after=${after}&searchCriteria[pageSize]=50${criteria}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

/** Every change after a cursor, page by page. */
async function all(after: string): Promise<Page> {
  const items: Change[] = [];
  for (let cursor = after; ;) {
    const page = await follow(cursor);
    items.push(...page.items);
    if (page.items.length === page.total_count) return { ...page, items };
    cursor = page.next;
  }
}

const keyOf = ({ sku: product, kind, store_id, website_id, customer_group_id, quantity }: Change) =>
  JSON.stringify([product, kind, store_id, website_id, customer_group_id, quantity]);

/** The stored prices, by the same keys. */
async function stored(): Promise<Record<string, object>> {
  const found: [string, object][] = [];
  const skus = ["one", "two", "three"];
  const read = async (path: string) => (await admin.post(`/V1/products/${path}`, { skus })).body;
  const key = (product: string, kind: string, of: Partial<Change>) =>
    keyOf({
      ...{ id: "", store_id: null, website_id: null, customer_group_id: null, quantity: null, old: null, new: null },
      ...{ sku: product, kind, ...of },
    });
  for (const { sku: product, store_id, price: amount } of await read("base-prices-information")) {
    found.push([key(product, "base", { store_id }), { price: amount }]);
  }
  for (const { sku: product, store_id, ...special } of await read("special-price-information")) {
    found.push([key(product, "special", { store_id }), special]);
  }
  for (const { sku: product, store_id, cost } of await read("cost-information")) {
    found.push([key(product, "cost", { store_id }), { price: cost }]);
  }
  for (const { sku: product, website_id, customer_group, quantity, ...tierPrice } of await read(
    "tier-prices-information",
  )) {
    const customer_group_id = customer_group === "General" ? 1 : 32_000;
    found.push([key(product, "tier", { website_id, customer_group_id, quantity }), tierPrice]);
  }
  return Object.fromEntries(found);
}

describe("the history of prices", () => {
  it("gives the stored prices when it is replayed in pages, and each change begins where the previous one ended", async () => {
    let { next } = await follow("0");
    const replayed: Record<string, object> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(priceCall, { minLength: 1, maxLength: 12 }), async (calls) => {
        for (const { method, path, body } of calls) await admin[method](path, body);
        const page = await all(next);
        next = page.next;
        for (const change of page.items) {
          const key = keyOf(change);
          expect([key, change.old]).toEqual([key, replayed[key] ?? null]);
          expect(change.new).not.toEqual(change.old);
          if (change.new) replayed[key] = change.new;
          else Reflect.deleteProperty(replayed, key);
        }
        expect(replayed).toEqual(await stored());
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it("has a cursor to the rest for a caller that leaves out total_count", async () => {
    await addProducts(app.db, [{ sku: "left" }, { sku: "over" }]);
    const { next } = await all("0");
    for (const sku of ["left", "over"]) await admin.put(`/V1/products/${sku}`, { product: { price: 6 } });
    const path = `/V1/price-changes?after=${next}&searchCriteria[pageSize]=1`;
    const { items } = await all(next);
    const { body: part } = await admin.get(`${path}&fields=items[sku],next`);
    expect(part).toEqual({ items: [{ sku: "left" }], next: (await admin.get(path)).body.next });
    expect((await all(part.next)).items).toEqual(items.slice(1));
  });

  it("says who made a change, through which call and in which operation", async () => {
    await addProducts(app.db, [{ sku: "named" }]);
    const { next } = await all("0");
    await admin.put(
      "/V1/products/named",
      { product: { price: 5 } },
      { store: "all", headers: { "X-Request-Id": "by-hand-1" } },
    );
    const special = { prices: [{ sku: "named", store_id: 0, price: 4 }] };
    await waitForBulk(admin, await admin.post("/async/bulk/V1/products/special-price", [special]));
    const { items } = await all(next);
    const who = {
      actor_type: "administrator",
      actor_name: expect.any(String),
      sku: "named",
      store_id: 0,
      website_id: null,
    };
    expect(items).toEqual([
      expect.objectContaining({
        ...{ ...who, kind: "base", call: "ProductRepository.save", request_id: "by-hand-1", bulk_uuid: null },
        ...{ operation_id: null, old: null, new: { price: 5 } },
      }),
      expect.objectContaining({
        ...{
          ...who,
          kind: "special",
          call: "SpecialPriceStorage.update",
          bulk_uuid: expect.any(String),
          operation_id: 0,
        },
        ...{ old: null, new: { price: 4, price_from: null, price_to: null } },
      }),
    ]);
  });

  it("records nothing for an unchanged price", async () => {
    await addProducts(app.db, [{ sku: "same" }]);
    const set = () => admin.post("/V1/products/base-prices", { prices: [{ sku: "same", store_id: 0, price: 5 }] });
    await set();
    const { next } = await all("0");
    await set();
    await admin.put("/V1/products/same", { product: { price: "5.00" } }, { store: "all" });
    expect((await all(next)).items).toEqual([]);
  });

  it("can be searched, and lists the latest changes first", async () => {
    await addProducts(app.db, [{ sku: "found" }]);
    for (const amount of [1, 2, 3]) {
      await admin.post("/V1/products/cost", { prices: [{ sku: "found", store_id: 0, cost: amount }] });
    }
    const search = async (criteria: string) =>
      (await admin.get(`/V1/price-changes?${criteria}`)).body.items.map(({ new: after }: Change) => after);
    const ofSku =
      "searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=FOUND";
    expect(await search(ofSku)).toEqual([{ price: 3 }, { price: 2 }, { price: 1 }]);
    expect(await search(`${ofSku}&searchCriteria[pageSize]=2&searchCriteria[currentPage]=2`)).toEqual([{ price: 1 }]);
    const above =
      "searchCriteria[filter_groups][1][filters][0][field]=new_price&searchCriteria[filter_groups][1][filters][0][value]=1";
    expect(await search(`${ofSku}&${above}&searchCriteria[filter_groups][1][filters][0][condition_type]=gt`)).toEqual([
      { price: 3 },
      { price: 2 },
    ]);
  });

  it("is kept for a deleted product, and records the end of its prices", async () => {
    await addProducts(app.db, [{ sku: "gone" }]);
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "gone", store_id: 0, price: 5 }] });
    const tierPrice = {
      sku: "gone",
      price: 4,
      price_type: "fixed",
      website_id: 0,
      customer_group: "General",
      quantity: 2,
    };
    await admin.post("/V1/products/tier-prices", { prices: [tierPrice] });
    await admin.delete("/V1/products/gone");
    const { status, body } = await admin.get("/V1/products/GONE/price-changes");
    expect(status).toBe(200);
    expect(body.items.map(({ kind, old, new: after }: Change) => [kind, old, after])).toEqual([
      ["tier", { price: 4, price_type: "fixed" }, null],
      ["base", { price: 5 }, null],
      ["tier", null, { price: 4, price_type: "fixed" }],
      ["base", null, { price: 5 }],
    ]);
    expect((await admin.get("/V1/products/never/price-changes")).status).toBe(404);
  });

  it("cannot be changed or deleted", async () => {
    await follow("0");
    for (const table of ["price_change_set", "price_change_block"]) {
      for (const statement of [`update ${table} set changed_at = now()`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(app.db.execute(statement)).rejects.toThrow("can only be added to");
      }
    }
  });

  it("requires its permission, and rejects invalid cursors", async () => {
    const other = await app.asAdmin(["Magento_Catalog::catalog"]);
    expect((await other.get("/V1/price-changes")).status).toBe(401);
    for (const cursor of ["x", "1.", "-1", "1.99999999999"]) {
      expect((await admin.get(`/V1/price-changes?after=${cursor}`)).status).toBe(400);
    }
  });

  // The embedded database runs one transaction at a time.
  it.skipIf(isEmbedded)(
    "lists changes that are committed late after those that a reader has seen, so that none is missed",
    async () => {
      await addProducts(app.db, [{ sku: "slow" }, { sku: "fast" }]);
      const { next } = await all("0");
      const write = async (db: Db, sku: string) => {
        const product = await db.one<{ id: number }>("select id from product where sku = $1", [sku]);
        const row = { productId: product?.id ?? 0, sku, storeId: 0, price: asAmount(9) };
        await writePrices(db, [row], { actor: guest, call: "test", requestId: sku });
      };
      const seen = await app.db.transaction(async (tx) => {
        await write(tx, "slow");
        await app.db.transaction((other) => write(other, "fast"));
        return all(next);
      });
      const late = await all(seen.next);
      expect([seen, late].map(({ items }) => items.map((change) => change.sku))).toEqual([["fast"], ["slow"]]);
    },
  );
});

describe("the months of the history", () => {
  it("are created in advance, and dropped when they are old", async () => {
    await keepPartitions(app.db, 0);
    const months = async () =>
      (
        await app.db.query<{ name: string }>(
          "select relname as name from pg_class where relname ~ '^price_change_(set|block)_[0-9]+$' and relkind = 'r' order by 1",
        )
      ).map(({ name }) => name.slice(-6));
    const ahead = await months();
    expect(new Set(ahead).size).toBe(4);
    await app.db.execute(
      "create table price_change_set_202001 partition of price_change_set for values from ('2020-01-01') to ('2020-02-01')",
    );
    await app.db.execute(
      "create table price_change_block_202001 partition of price_change_block for values from ('2020-01-01') to ('2020-02-01')",
    );
    await app.db.execute(
      `insert into price_change_set (changed_at, actor_type, call, request_id, position) values ('2020-01-02', 0, 'test', 'old', 1)`,
    );
    await keepPartitions(app.db, 0);
    expect(await months()).toHaveLength(ahead.length + 2);
    await keepPartitions(app.db, 365);
    expect(await months()).toEqual(ahead);
    expect((await admin.get("/V1/price-changes?after=0")).status).toBe(200);
  });
});
