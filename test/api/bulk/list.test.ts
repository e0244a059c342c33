import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { listedBulk } from "../../../src/api/bulk/status/bulk-list.js";
import type { BulkCounts } from "../../../src/api/bulk/status/bulks.sql.js";
import { useApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import { type Client, search } from "../../support/client.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

const path = "/async/bulk/V1/products/bySku";
const permission = "Magento_Logging::system_magento_logging_bulk_operations";
const element = (sku: string, price: number) => ({ sku, product: { price } });

let other: Client;
let mixed: string;
let good: string;

beforeAll(async () => {
  other = await app.asAdmin(["Magento_Catalog::products"]);
  const product = { sku: "listed", name: "Listed", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  const sent = await admin.put(path, [element("listed", 1), element("listed", -5), element("listed", 2)]);
  mixed = (await waitForBulk(admin, sent)).bulk_id;
  good = (await waitForBulk(admin, await other.put(path, [element("listed", 3)]))).bulk_id;
});

/** Returns the list once the bulk is marked as finished, which follows the end of its last operation. */
async function listed(client: Client, uuid: string) {
  const read = async () => (await client.get(`/V1/bulks?${search([["bulk_uuid", uuid]])}`)).body.items[0];
  await eventually(async () => (await read()).state).not.toBe("running");
  return read();
}

it("lists a bulk with its sender, route, counts and state", async () => {
  expect(await listed(admin, mixed)).toEqual({
    bulk_uuid: mixed,
    is_synchronous: false,
    start_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    state: "failed",
    description: expect.stringMatching(/^[A-Z].*product/),
    route: "PUT /V1/products/:sku",
    topic_name: expect.stringMatching(/^async\./),
    user_type: 2,
    user_id: expect.any(Number),
    user_name: expect.stringMatching(/^admin-/),
    store_code: null,
    request_id: expect.any(String),
    operation_count: 3,
    open_count: 0,
    complete_count: 2,
    failed_count: 1,
    rejected_count: 0,
    row_count: 3,
    failed_row_count: 1,
    failed_rows: [],
    per_second: expect.toSatisfy((rate) => rate === null || rate > 0),
  });
  expect(await listed(admin, good)).toMatchObject({ state: "complete", complete_count: 1, failed_count: 0 });
});

it("counts a finished bulk once, and again after a retry", async () => {
  await listed(admin, mixed);
  const counted = (statements: readonly string[]) => statements.some((text) => text.includes("complete_count"));
  const query = `/V1/bulks?${search([["bulk_uuid", mixed]])}`;
  expect(counted(await app.statementsOf(() => admin.get(query)))).toBe(false);
  expect((await admin.post(`/V1/bulk/${mixed}/retry`, { includeFailed: true })).body).toBe(1);
  expect(counted(await app.statementsOf(() => admin.get(query)))).toBe(true);
});

it("lists all bulks for callers who may read the status of any bulk, their own for others, and none for guests", async () => {
  const uuids = async (client: Client) =>
    (await client.get("/V1/bulks?searchCriteria=")).body.items.map((item: { bulk_uuid: string }) => item.bulk_uuid);
  expect(await uuids(await app.asAdmin([permission]))).toEqual(expect.arrayContaining([good, mixed]));
  expect(await uuids(other)).toEqual([good]);
  expect(await uuids(await app.asAdmin(["Magento_Catalog::products"]))).toEqual([]);
  const { body } = await other.get(`/V1/bulks?${search([["bulk_uuid", mixed]], { pageSize: 5 })}`);
  expect(body).toMatchObject({ items: [], total_count: 0 });
  expect(await app.asGuest().get("/V1/bulks?searchCriteria=")).toMatchObject({ status: 401 });
});

it("finds bulks by state, route and sender, page by page", async () => {
  await listed(admin, mixed);
  await listed(admin, good);
  const found = async (filters: Parameters<typeof search>[0], page = {}) =>
    (await admin.get(`/V1/bulks?${search(filters, page)}`)).body;
  expect((await found([["state", "complete"]])).items).toMatchObject([{ bulk_uuid: good }]);
  expect((await found([["state", "failed"]])).items).toMatchObject([{ bulk_uuid: mixed }]);
  expect((await found([["route", "%/:sku", "like"]], { pageSize: 1, currentPage: 2 })).total_count).toBe(2);
  expect((await found([["bulk_uuid", randomUUID()]])).items).toEqual([]);
  expect((await admin.get(`/V1/bulks?${search([["payload", "1"]])}`)).status).toBe(400);
});

it("lists the same bulks over GraphQL", async () => {
  const { body } = await other.graphql("{ bulks(searchCriteria: {}) { total_count items { bulk_uuid state } } }");
  expect(body).toEqual({ data: { bulks: { total_count: 1, items: [{ bulk_uuid: good, state: "COMPLETE" }] } } });
});

it("calculates the failures and the rate of a running bulk", () => {
  const head = {
    ...{ bulk_uuid: "u", start_time: "", finished_at: null, route: "r", topic_name: "t", user_type: 4, user_id: null },
    ...{ store_code: null, request_id: "", operation_count: 100, seconds: 4, is_synchronous: false },
    ...{ call_rows: null, call_failed_rows: null, call_failures: null },
  };
  const known = (counts: BulkCounts) => ({ counts, description: "d", userName: null });
  const counts = { open_count: 60, complete_count: 30, rejected_count: 2, row_count: 100, failed_row_count: 8 };
  expect(listedBulk(head, known(counts))).toMatchObject({ state: "running", failed_count: 8, per_second: 9.5 });
  expect(listedBulk({ ...head, seconds: 0.5 }, known(counts))).toMatchObject({ per_second: null });
  const finished = { ...head, finished_at: "2026-01-01 00:00:00" };
  const done = { open_count: 0, complete_count: 100, rejected_count: 0, row_count: 100, failed_row_count: 0 };
  expect(listedBulk(finished, known(done))).toMatchObject({ state: "complete" });
  expect(listedBulk(finished, known({ ...done, complete_count: 98, rejected_count: 2 }))).toMatchObject({
    state: "failed",
    failed_count: 0,
  });
});

it("counts the rows of price calls, and a bulk with failed rows as failed although its operations succeeded", async () => {
  const price = (sku: string) => ({ sku, store_id: 0, price: 4 });
  const sent = await admin.post("/async/bulk/V1/products/base-prices", [
    { prices: [price("listed"), price("gone"), price("lost")] },
    { prices: [price("listed")] },
  ]);
  const { bulk_id: uuid } = await waitForBulk(admin, sent);
  expect(await listed(admin, uuid)).toMatchObject({
    ...{ state: "failed", complete_count: 2, failed_count: 0, row_count: 4, failed_row_count: 2 },
  });
  const found = await admin.get(
    `/V1/bulks?${search([
      ["bulk_uuid", uuid],
      ["state", "failed"],
    ])}`,
  );
  expect(found.body.total_count).toBe(1);
  const filters = [
    ["bulk_uuid", uuid],
    ["failed_row_count", "0", "gt"],
  ] as const;
  const { body } = await admin.get(`/V1/bulk?${search(filters)}`);
  expect(body.items).toMatchObject([{ id: 0, status: 1 }]);
});
