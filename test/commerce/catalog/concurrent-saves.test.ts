import pino from "pino";
import { beforeAll, expect, it } from "vitest";
import { UserType } from "../../../src/api/auth/actor.js";
import { createContext } from "../../../src/api/call/context.js";
import type { Product } from "../../../src/commerce/catalog/products/product.types.js";
import { saveTogether } from "../../../src/commerce/catalog/products/save/save-together.js";
import { guardedPrices } from "../../../src/extras/prices/guard-rails/price-checks.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

const skus = ["one", "two", "three", "four"];
beforeAll(async () => {
  for (const sku of skus) {
    const product = { sku, name: sku, price: 9, type_id: "simple", attribute_set_id: 4 };
    expect((await admin.post("/V1/products", { product })).status).toBe(200);
  }
});

const price = async (sku: string) => (await admin.get(`/V1/products/${sku}`)).body.price as number;
const put = (sku: string, product: object) => admin.put(`/V1/products/${sku}`, { product });

/** Returns the rows of the history that are newer than a number of them, oldest first. */
const changes = async (after: string) =>
  (await admin.get(`/V1/price-changes?after=${after}&searchCriteria[pageSize]=50`)).body as {
    readonly items: readonly {
      readonly sku: string;
      readonly operation_id: number | null;
      readonly request_id: string;
    }[];
    readonly next: string;
  };

it("returns each product with its own price, and records a change for each call", async () => {
  const { next } = await changes("0");
  const answers = await Promise.all(skus.map((sku, at) => put(sku, { price: 20 + at })));
  expect(answers.map(({ status, body }) => [status, body.sku, body.price])).toEqual(
    skus.map((sku, at) => [200, sku, 20 + at]),
  );
  const { items } = await changes(next);
  expect(items.map(({ sku }) => sku).sort()).toEqual([...skus].sort());
  expect(new Set(items.map(({ request_id }) => request_id)).size).toBe(skus.length);
});

it("keeps the last of several prices of one product", async () => {
  const answers = await Promise.all([31, 32, 33].map((amount) => put("one", { price: amount })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([31, 32, 33]).toContain(await price("one"));
});

it("writes the prices of a bulk together, and records the operation of each", async () => {
  const { next } = await changes("0");
  const body = skus.map((sku, at) => ({ sku, product: { sku, price: 40 + at } }));
  const statements = await app.statementsOf(async () => {
    await waitForBulk(admin, await admin.put("/async/bulk/V1/products/bySku", body));
  });
  // One for each batch, of which two workers can claim one each.
  expect(statements.filter((text) => text.includes("insert into product_price")).length).toBeLessThanOrEqual(2);
  const { items } = await changes(next);
  expect(Object.fromEntries(items.map(({ sku, operation_id }) => [sku, operation_id]))).toEqual(
    Object.fromEntries(skus.map((sku, at) => [sku, at])),
  );
  expect(await Promise.all(skus.map(price))).toEqual([40, 41, 42, 43]);
});

/** Saves products at once, in the same turn of the event loop, and returns the lines of the log. */
async function saveAtOnce(given: readonly Product[]) {
  const lines: unknown[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const caller = {
    actor: { type: UserType.administrator, id: 1, resources: new Set<string>() },
    scope: { storeId: 0, websiteId: 0, code: "all", given: "all" },
    requestId: "test",
  } as const;
  const ctx = {
    ...createContext(caller, { db: app.db, log }),
    config: app.config,
    media: app.media,
    priceChecks: guardedPrices,
  };
  const saves = given.map((product) => saveTogether(app.db, { given: product, ctx }));
  const outcomes = (await Promise.allSettled(saves)).map(({ status }) => status);
  return { outcomes, lines };
}

it("saves the other products if one save fails, and logs why they ran again", async () => {
  await app.db.execute("alter table product_price add constraint not_thirteen check (price <> 13)");
  const { outcomes, lines } = await saveAtOnce([
    { sku: "one", price: "13" },
    { sku: "two", price: "14" },
  ]);
  expect(outcomes).toEqual(["rejected", "fulfilled"]);
  expect(await Promise.all(["one", "two"].map(price))).toEqual([40, 14]);
  expect(lines).toMatchObject([
    { level: 40, err: { code: "23514" }, msg: "saving products again whose transaction failed" },
  ]);
});

it("saves the others together again if one save is rejected before it writes", async () => {
  let lines: unknown[] = [];
  const statements = await app.statementsOf(async () => {
    const saved = await saveAtOnce(
      skus.map((sku, at) => ({ sku, price: `${50 + at}`, attribute_set_id: at === 1 ? 999 : 4 })),
    );
    expect(saved.outcomes).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    lines = saved.lines;
  });
  expect(await Promise.all(skus.map(price))).toEqual([50, 14, 52, 53]);
  expect(statements.filter((text) => text.includes("insert into product_price"))).toHaveLength(2);
  expect(lines).toMatchObject([{ level: 30, msg: "saving products again whose transaction failed" }]);
});

it("saves each product alone if only the commit fails, which does not say why", async () => {
  await app.db.execute(`create function refuse_price() returns trigger language plpgsql as $$
    begin raise check_violation using message = 'refused at the commit'; end $$`);
  await app.db.execute(`create constraint trigger refused_price after update on product_price
    deferrable initially deferred for each row when (new.price = 61) execute function refuse_price()`);
  let outcomes: string[] = [];
  const statements = await app.statementsOf(async () => {
    ({ outcomes } = await saveAtOnce(skus.map((sku, at) => ({ sku, price: `${60 + at}` }))));
  });
  expect(outcomes).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await Promise.all(skus.map(price))).toEqual([60, 14, 62, 63]);
  expect(statements.filter((text) => text.includes("insert into product_price"))).toHaveLength(1 + skus.length);
});
