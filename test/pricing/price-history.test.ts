import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.js";
import type { Client } from "../support/client.js";
import { addProducts, addStores } from "./support.js";

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ PORTICO_PRICE_SCOPE: "website" });
  await addStores(app.db);
  await addProducts(app.db, [{ sku: "one" }, { sku: "two" }, { sku: "three" }]);
  admin = await app.asAdmin();
});
afterAll(() => app[Symbol.asyncDispose]());

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

const sku = fc.constantFrom("one", "two", "three");
const price = fc.integer({ min: 1, max: 4 });
const store = fc.constantFrom(0, 1, 11);
const scoped = fc.record({ sku, store_id: store, price });
const tier = fc.record({
  sku,
  price,
  price_type: fc.constantFrom("fixed", "discount"),
  website_id: fc.constantFrom(0, 1),
  customer_group: fc.constantFrom("ALL GROUPS", "General"),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const rows = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { minLength: 1, maxLength: 6 });
const of = <Body>(method: "post" | "put", path: string, body: fc.Arbitrary<Body>) =>
  body.map((given) => ({ method, path: `/V1/products${path}`, body: given }));

/** A call that changes prices, or tries to. */
const call = fc.oneof(
  of("post", "/base-prices", fc.record({ prices: rows(scoped) })),
  of(
    "post",
    "/special-price",
    fc.record({
      prices: rows(
        fc.record({ sku, store_id: store, price, price_to: fc.constantFrom("2031-01-01 00:00:00", undefined) }),
      ),
    }),
  ),
  of("post", "/special-price-delete", fc.record({ prices: rows(scoped) })),
  of("post", "/cost", fc.record({ prices: rows(fc.record({ sku, store_id: store, cost: price })) })),
  of("post", "/cost-delete", fc.record({ skus: fc.array(sku, { minLength: 1, maxLength: 2 }) })),
  of("post", "/tier-prices", fc.record({ prices: rows(tier) })),
  of("put", "/tier-prices", fc.record({ prices: rows(tier) })),
  of("post", "/tier-prices-delete", fc.record({ prices: rows(tier) })),
  sku.chain((one) => of("put", `/${one}`, fc.record({ product: fc.record({ price }) }))),
);

const keyOf = ({ sku: product, kind, store_id, website_id, customer_group_id, quantity }: Change) =>
  JSON.stringify([product, kind, store_id, website_id, customer_group_id, quantity]);

/** What the tables hold, by the same keys. */
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
  it("gives the stored prices when it is replayed, in pages, and each change begins where the one before ended", async () => {
    let { next } = await follow("0");
    const replayed: Record<string, object> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
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
      { numRuns: 15 },
    );
  });
});
