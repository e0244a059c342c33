import { beforeAll, expect, it } from "vitest";
import { removeOld } from "../../../src/api/bulk/queue/retention.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { type Client, search } from "../../support/client.js";

const { app, admin } = useApp({ PORTICO_LISTED_CALL_ROWS: "3", PORTICO_CONSUMER: "on" });

let other: Client;

beforeAll(async () => {
  other = await app.asAdmin(["Magento_Catalog::catalog"]);
  for (const sku of ["one", "two", "three"]) {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }
});

const rows = (price: number, ...skus: string[]) => ({ prices: skus.map((sku) => ({ sku, store_id: 0, price })) });
const path = "/V1/products/base-prices";

/** Returns what the caller's list has, the newest first, with synchronous calls. */
async function listed(client: Client, filters: Parameters<typeof search>[0] = []) {
  const { status, body } = await client.get(`/V1/bulks?${search(filters)}&withSynchronous=true`);
  expect(status).toBe(200);
  return body;
}

it("lists a synchronous call of many rows with its caller, counts, failed rows and request", async () => {
  const sent = await other.post(path, rows(7, "one", "gone", "two", "lost"));
  expect(sent).toMatchObject({ status: 200, body: [{}, {}] });
  const request = sent.headers.get("x-request-id");
  const { items, total_count: total } = await listed(other);
  expect(total).toBe(1);
  expect(items).toEqual([
    {
      bulk_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_synchronous: true,
      start_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      state: "failed",
      description: expect.stringMatching(/base prices/i),
      route: `POST ${path}`,
      topic_name: expect.stringMatching(/^async\./),
      user_type: 2,
      user_id: expect.any(Number),
      user_name: expect.stringMatching(/^admin-/),
      store_code: null,
      request_id: request,
      ...{ operation_count: 1, open_count: 0, complete_count: 1, failed_count: 0, rejected_count: 0 },
      ...{ row_count: 4, failed_row_count: 2 },
      failed_rows: [
        { row: 1, sku: "gone", ...sent.body[0] },
        { row: 3, sku: "lost", ...sent.body[1] },
      ],
      per_second: null,
    },
  ]);
  const changes = await admin.get(`/V1/price-changes?${search([["request_id", String(request)]])}`);
  expect(changes.body.items.map(({ sku }: { sku: string }) => sku).sort()).toEqual(["one", "two"]);
});

it("finds it among bulks by state and sender, and other callers and other routes do not see it", async () => {
  const bulk = await waitForBulk(admin, await admin.post(`/async/bulk${path}`, [rows(8, "one", "two", "three")]));
  const all = await listed(admin);
  expect(all.total_count).toBe(2);
  const found = new Map<boolean, { bulk_uuid: string; user_id: number }>(
    all.items.map((item: { is_synchronous: boolean }) => [item.is_synchronous, item]),
  );
  expect(found.get(false)).toMatchObject({ bulk_uuid: bulk.bulk_id, failed_rows: [] });
  const { bulk_uuid: id, user_id: user } = found.get(true) ?? {};
  expect((await listed(admin, [["state", "failed"]])).items).toMatchObject([{ bulk_uuid: id, row_count: 4 }]);
  expect((await listed(admin, [["user_id", String(user)]])).total_count).toBe(1);
  expect((await listed(await app.asAdmin(["Magento_Catalog::catalog"]))).items).toEqual([]);

  // The routes of bulks alone know nothing of it.
  expect((await admin.get("/V1/bulks?searchCriteria=")).body.items).toMatchObject([{ bulk_uuid: bulk.bulk_id }]);
  expect((await admin.get("/V1/bulk?searchCriteria=")).body.total_count).toBe(1);
  expect(await admin.get(`/V1/bulk/${id}/status`)).toMatchObject({ status: 404 });
});

it("does not list calls of few rows, previews, failed calls and calls that are repeated with their key", async () => {
  const before = (await listed(admin)).total_count;
  expect(await admin.post(path, rows(9, "one", "gone"))).toMatchObject({ status: 200 });
  const many = rows(9, "one", "two", "three");
  expect(await admin.post(path, many, { headers: { Prefer: "dry-run" } })).toMatchObject({ status: 200 });
  expect(await admin.post(path, { prices: [...many.prices, { sku: "one", price: "x" }] })).toMatchObject({
    status: 400,
  });
  expect((await listed(admin)).total_count).toBe(before);
  for (const replayed of [false, true]) {
    const { headers } = await admin.post(path, many, { headers: { "Idempotency-Key": '"large"' } });
    expect(headers.has("idempotency-replayed")).toBe(replayed);
  }
  expect((await listed(admin)).total_count).toBe(before + 1);
});

it("lists calls that were made over GraphQL, over GraphQL", async () => {
  const prices =
    '[{sku: "one", store_id: 0, price: 3}, {sku: "two", store_id: 0, price: 3}, {sku: "-", store_id: 0, price: 3}]';
  const sent = await other.graphql(`mutation { updateBasePrices(prices: ${prices}) { message } }`);
  expect(sent.body.errors).toBe(undefined);
  const condition = `{ field: "request_id", value: "${sent.headers.get("x-request-id")}" }`;
  const { body } = await other.graphql(
    `{ bulks(searchCriteria: { filter_groups: [{ filters: [${condition}] }] }, withSynchronous: true) {
      items { is_synchronous state row_count failed_rows { row sku } } } }`,
  );
  expect(body.data.bulks.items).toEqual([
    { is_synchronous: true, state: "FAILED", row_count: 3, failed_rows: [{ row: 2, sku: "-" }] },
  ]);
});

it("keeps the first hundred failed rows, and counts all of them", async () => {
  const skus = Array.from({ length: 130 }, (_, index) => `none-${index}`);
  const sent = await admin.post(path, rows(5, ...skus));
  expect(sent.body).toHaveLength(130);
  const [call] = (await listed(admin, [["request_id", String(sent.headers.get("x-request-id"))]])).items;
  expect(call).toMatchObject({ row_count: 130, failed_row_count: 130, state: "failed" });
  expect(call.failed_rows).toHaveLength(100);
  expect(call.failed_rows[99]).toMatchObject({ row: 99, sku: "none-99" });
});

it("sends one statement more for a call of many rows, with its commit, and none for one of few", async () => {
  const stored = async (...skus: string[]) =>
    (await app.statementsOf(() => admin.post(path, rows(Math.random() * 100, ...skus)))).filter((text) =>
      text.includes("large_call"),
    ).length;
  expect(await stored("one", "two")).toBe(0);
  expect(await stored("one", "two", "three")).toBe(1);
});

it("removes old calls with old bulks", async () => {
  await app.db.execute("update large_call set finished_at = now() - interval '61 days' where failed_row_count = 130");
  const before = (await listed(admin)).total_count;
  await removeOld(app.db, { days: 60 });
  expect((await listed(admin)).total_count).toBe(before - 1);
});
