import { beforeAll, expect, it } from "vitest";
import { catalogueRows, measureRow } from "../../bench/catalogue-rows.js";
import { fill, filledBulk, fillings } from "../../bench/filling.js";
import { sizesPage } from "../../bench/among.js";
import { shopRows } from "../../bench/shop-rows.js";
import { deploySampleData } from "../../src/extras/sampledata/deploy-sample-data.js";
import { useApp } from "../support/app.js";
import { search } from "../support/client.js";

const { app, admin } = useApp();
const products = 60;
const each = 600;

beforeAll(async () => {
  await deploySampleData(app.db, products, () => undefined);
  const execute = (text: string, values: number[]) => app.db.execute(text, values);
  // Twice, because a shop can be filled further.
  for (const filling of [...fillings, ...fillings]) expect(await fill(execute, filling, each)).toBe(each);
});

const total = async (path: string) => {
  const { status, body } = await admin.get(`/V1/${path}`);
  expect(status).toBe(200);
  return body.total_count as number;
};

it("fills a shop with prices, customers, orders, changes, events and operations that the API returns", async () => {
  expect(await total("customers/search?searchCriteria[pageSize]=1")).toBe(2 * each);
  expect(await total("orders?searchCriteria[pageSize]=1")).toBe(2 * each + 4);
  const { body: prices } = await admin.post("/V1/products/base-prices-information", { skus: ["sample-simple-00001"] });
  // One for all store views, and one for each.
  expect(prices).toHaveLength(5);
  expect(
    await total(`price-changes?${search([["request_id", "bench:fill"]])}&searchCriteria[pageSize]=1`),
  ).toBeGreaterThan(0);
  const { body: feed } = await admin.get("/V1/events?types=price.changed&limit=100");
  expect(feed.events).toHaveLength(100);
  const { body: bulk } = await admin.get(`/V1/bulk/${filledBulk}/status`);
  expect([bulk.operation_count, bulk.operations_list.length]).toEqual([each, each]);
  expect(await total("bulks?searchCriteria[pageSize]=1")).toBe(2);
});

it("measures carts, orders, operations and events of a filled shop", async () => {
  const token = (await app.asAdmin()).token ?? "";
  const target = { url: app.url, headers: { authorization: `Bearer ${token}` } };
  for (const row of shopRows) expect([row.work, (await measureRow(target, row, 1)) > 0]).toEqual([row.work, true]);
  const { body } = await admin.get("/V1/orders?searchCriteria[pageSize]=1");
  // Two calls warm a row up.
  expect(body.total_count).toBe(2 * each + 4 + 3);
});

it("measures calls that succeed, and writes how their times grow", async () => {
  const rows = catalogueRows(products * 25);
  expect(new Set(rows.map(({ work }) => work)).size).toBe(rows.length);
  for (const { method, call, work } of rows) {
    if (method !== "GET") continue;
    const { status } = await admin.request(call(0, "").path, { method });
    expect([work, status]).toEqual([work, 200]);
  }
  const page = sizesPage(
    [
      { count: 10_000, times: new Map([["read a product", 2]]) },
      { count: 1_000_000, times: new Map([["read a product", 3]]) },
    ],
    { version: "17.0", isBare: true },
  );
  expect(page).toContain("| read a product | 2.0 | 3.0 | 1.5 |");
});
