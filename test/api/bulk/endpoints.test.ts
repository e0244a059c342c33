import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { search } from "../../support/client.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on", PORTICO_BULK_LIMIT: "50" });

beforeAll(async () => {
  for (const sku of ["one", "two", "a/b"]) {
    const product = { sku, name: `Product ${sku}`, price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }
});

const customer = (email = `${randomUUID()}@example.com`) => ({
  customer: { email, firstname: "Melanie", lastname: "Shaw" },
  password: "Strong-Password-1",
});
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/) as string;
const accepted = (count: number) => ({
  bulk_uuid: uuid,
  request_items: Array.from({ length: count }, (_, id) => ({ id, data_hash: null, status: "accepted" })),
  errors: false,
});
const queued = async () => (await app.db.query("select seq from bulk_queue union all select 1 from bulk")).length;

describe("the asynchronous form of a route", () => {
  it("accepts the body of the synchronous call, and runs the call", async () => {
    const answer = await admin.put("/async/V1/products/one", { product: { price: 29.95 } });
    expect(answer).toMatchObject({ status: 202 });
    expect(answer.body).toEqual(accepted(1));
    const detail = await waitForBulk(admin, answer);
    expect(detail).toEqual({
      user_type: 2,
      bulk_id: answer.body.bulk_uuid as string,
      description: "async.magento.catalog.api.productrepositoryinterface.save.put",
      start_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      user_id: expect.any(Number) as number,
      operation_count: 1,
      operations_list: [
        {
          id: 0,
          bulk_uuid: answer.body.bulk_uuid as string,
          topic_name: "async.magento.catalog.api.productrepositoryinterface.save.put",
          serialized_data: JSON.stringify({
            entity_id: null,
            entity_link: "",
            meta_information: '{"sku":"one","product":{"price":29.95}}',
            store_id: "1",
          }),
          result_serialized_data: expect.stringContaining('"price":29.95') as string,
          status: 1,
          result_message: "Service execution success Magento\\Catalog\\Api\\ProductRepositoryInterface::save",
          error_code: null,
        },
      ],
    });
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 29.95 });
  });

  it("stores the whole result, as the synchronous call returns it", async () => {
    const description = { attribute_code: "description", value: "x".repeat(2000) };
    const writes = [
      ["put", "/V1/products/whole", { product: { price: 1.5 } }],
      ["put", "/V1/products/whole", { product: { price: 1.5, name: "x".repeat(255) } }],
      ["post", "/V1/products", { product: { sku: "whole", price: 2, custom_attributes: [description] } }],
    ] as const;
    await admin.post("/V1/products", { product: { sku: "whole", name: "Whole", attribute_set_id: 4, price: 1 } });
    for (const [method, path, body] of writes) {
      const detail = await waitForBulk(admin, await admin[method](`/async${path}`, body));
      const [{ result_serialized_data: stored } = { result_serialized_data: "" }] = detail.operations_list;
      const { body: whole } = await admin[method](path, body);
      expect(whole).toMatchObject({ sku: "whole", extension_attributes: expect.any(Object) as object });
      expect(JSON.parse(stored ?? "")).toEqual({ ...(whole as object), updated_at: expect.any(String) as string });
    }
  });

  it("runs the call for the store view of its address", async () => {
    const body = { product: { name: "Store view name" } };
    await waitForBulk(admin, await admin.put("/async/V1/products/two", body, { store: "default" }));
    expect((await admin.get("/V1/products/two", { store: "all" })).body).toMatchObject({ name: "Product two" });
    expect((await admin.get("/V1/products/two", { store: "default" })).body).toMatchObject({ name: "Store view name" });
  });

  it("has no GET, and checks the permission of the synchronous route before it reads the body", async () => {
    expect(await admin.get("/async/V1/products/one")).toMatchObject({
      status: 400,
      body: { message: "Specified request cannot be processed." },
    });
    expect(await app.asGuest().put("/async/V1/products/one", {})).toMatchObject({ status: 401 });
    expect(await admin.put("/async/V1/nothing", {})).toMatchObject({ status: 404 });
  });

  it("rejects an unreadable call immediately, like the synchronous form, and queues nothing", async () => {
    const before = await queued();
    for (const body of [{}, [], { product: { price: "abc" } }, { product: { nothing: 1 } }]) {
      expect(await admin.put("/async/V1/products/one", body)).toMatchObject({ status: 400 });
    }
    expect(await queued()).toBe(before);
  });
});

describe("the bulk form of a route", () => {
  it("accepts a list, in which a failed operation does not affect the others", async () => {
    const taken = customer();
    const answer = await admin.post("/async/bulk/V1/customers", [taken, taken, customer()]);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual(accepted(3));
    const { operations_list: operations, ...bulk } = await waitForBulk(admin, answer);
    expect(bulk).toMatchObject({ user_type: 2, operation_count: 3 });
    expect(operations.map(({ status, error_code }) => [status, error_code])).toEqual([
      [1, null],
      [3, 0],
      [1, null],
    ]);
    expect(operations[1]).toMatchObject({
      result_message: "A customer with the same email address already exists in an associated website.",
      result_serialized_data: null,
    });
    const { meta_information } = JSON.parse(operations[0]?.serialized_data ?? "") as { meta_information: string };
    expect(JSON.parse(meta_information)).toEqual({ ...taken, password: "***" });
  });

  it("logs why a batch is retried when one of its operations fails, and which one", async () => {
    const since = app.logs.length;
    const answer = await admin.delete("/async/bulk/V1/customers/byCustomerId", [{ customerId: 999_999 }]);
    await waitForBulk(admin, answer);
    const lines = app.logs.slice(since).filter(({ msg }) => String(msg).startsWith("retrying a batch"));
    // The other worker may claim the operations between the two runs, and then has the same to log.
    expect(lines[0]).toMatchObject({
      level: 30,
      bulk: answer.body.bulk_uuid as string,
      operation: 0,
      route: "DELETE /V1/customers/:customerId",
      code: "NO_SUCH_ENTITY",
      reason: "No such entity with customerId = 999999",
    });
  });

  it("takes the path parameters from each element, in either spelling", async () => {
    const answer = await admin.put("/async/bulk/V1/products/bySku", [
      { sku: "one", product: { price: 1 } },
      { product: { sku: "a/b", price: 2 } },
    ]);
    expect((await waitForBulk(admin, answer)).operations_list.map(({ status }) => status)).toEqual([1, 1]);
    expect((await admin.get("/V1/products/a%2Fb")).body).toMatchObject({ price: 2 });
    const created = await app.asGuest().post("/V1/customers", customer());
    const removed = await admin.delete("/async/bulk/V1/customers/byCustomerId", [
      { customer_id: created.body.id as number },
    ]);
    expect((await waitForBulk(admin, removed)).operations_list[0]).toMatchObject({
      status: 1,
      result_serialized_data: "true",
    });
  });

  it.each([
    [[{ product: { price: 1 } }, { product: { price: "abc" } }], 1],
    [[{ sku: "one" }], 0],
    [[{ product: {} }, "text"], 1],
    [{ product: { price: 1 } }, 0],
  ])("rejects %j as a whole, naming element %i, and queues nothing", async (body, index) => {
    const before = await queued();
    const answer = await admin.put("/async/bulk/V1/products/bySku", body);
    expect(answer).toMatchObject({
      status: 400,
      body: { message: "Error processing %key element of input data: %details", parameters: { key: index } },
    });
    expect(await queued()).toBe(before);
  });

  it("suggests the form without parameters for a path that has some", async () => {
    expect(await admin.put("/async/bulk/V1/products/one", [])).toMatchObject({
      status: 400,
      body: { parameters: { path: "/async/bulk/V1/products/bySku" } },
    });
  });

  it("accepts an empty list, and no more elements than the limit", async () => {
    const empty = await admin.put("/async/bulk/V1/products/bySku", []);
    expect(empty.body).toEqual(accepted(0));
    expect(await waitForBulk(admin, empty)).toMatchObject({ operation_count: 0, operations_list: [] });
    const elements = Array.from({ length: 51 }, () => ({ sku: "one", product: { price: 1 } }));
    expect(await admin.put("/async/bulk/V1/products/bySku", elements)).toMatchObject({
      status: 400,
      body: { parameters: { limit: 50, count: 51 } },
    });
  });

  it("runs operations on one product in the order in which they were accepted", async () => {
    const prices = Array.from({ length: 40 }, (_, at) => at + 1);
    const elements = prices.map((price) => ({ sku: "one", product: { price } }));
    const answers = await Promise.all([
      admin.put("/async/bulk/V1/products/bySku", elements),
      admin.put("/async/bulk/V1/products/bySku", [{ sku: "two", product: { price: 5 } }]),
    ]);
    for (const answer of answers) await waitForBulk(admin, answer);
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 40 });
  });

  it("reports failed rows in the result, as the synchronous call does", async () => {
    const prices = [
      { sku: "one", price: 5, store_id: 0 },
      { sku: "no-such", price: 5, store_id: 0 },
    ];
    const detail = await waitForBulk(admin, await admin.post("/async/bulk/V1/products/special-price", [{ prices }]));
    expect(detail.operations_list[0]).toMatchObject({ status: 1 });
    expect(JSON.parse(detail.operations_list[0]?.result_serialized_data ?? "")).toMatchObject([
      { parameters: ["no-such", "0", null, null] },
    ]);
  });
});

describe("reading the status of a bulk", () => {
  it("is allowed for callers with the permission and for the sender of the bulk", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    const answer = await other.put("/async/V1/products/one", { product: { price: 3 } });
    const { bulk_uuid } = answer.body as { bulk_uuid: string };
    await waitForBulk(other, answer);
    for (const path of ["status", "detailed-status", "operation-status/1"]) {
      expect((await admin.get(`/V1/bulk/${bulk_uuid}/${path}`)).status).toBe(200);
      expect((await other.get(`/V1/bulk/${bulk_uuid}/${path}`)).status).toBe(200);
      expect((await app.asGuest().get(`/V1/bulk/${bulk_uuid}/${path}`)).status).toBe(401);
      expect((await (await app.asAdmin([])).get(`/V1/bulk/${bulk_uuid}/${path}`)).status).toBe(401);
    }
    expect((await other.get("/V1/bulk?searchCriteria")).status).toBe(401);
    expect((await admin.get(`/V1/bulk/${bulk_uuid}/operation-status/1`)).body).toBe(1);
    expect((await admin.get(`/V1/bulk/${bulk_uuid}/operation-status/9`)).body).toBe(0);
    expect((await admin.get(`/V1/bulk/${bulk_uuid}/operation-status/x`)).status).toBe(400);
  });

  it.each([randomUUID(), "no-uuid", "x'--"])("finds nothing for %s", async (id) => {
    for (const path of ["status", "detailed-status"]) {
      expect(await admin.get(`/V1/bulk/${encodeURIComponent(id)}/${path}`)).toMatchObject({
        status: 404,
        body: { message: "Bulk uuid %bulkUuid not exist", parameters: { bulkUuid: id } },
      });
    }
    expect((await admin.get(`/V1/bulk/${encodeURIComponent(id)}/operation-status/1`)).body).toBe(0);
  });

  it("searches operations by status, time, bulk and topic, page by page", async () => {
    const answer = await admin.put("/async/bulk/V1/products/bySku", [
      { sku: "one", product: { price: 1 } },
      { sku: "none-such", product: { name: "", price: -1 } },
    ]);
    await waitForBulk(admin, answer);
    const { bulk_uuid } = answer.body as { bulk_uuid: string };
    const find = async (...args: Parameters<typeof search>) =>
      (await admin.get(`/V1/bulk/?${search(...args)}`)).body as Found;
    const failed = await find([
      ["bulk_uuid", bulk_uuid],
      ["status", "3"],
    ]);
    expect(failed).toMatchObject({
      total_count: 1,
      items: [{ id: 1, bulk_uuid, status: 3, extension_attributes: { start_time: expect.any(String) as string } }],
      search_criteria: { filter_groups: [{ filters: [{ field: "bulk_uuid" }] }, { filters: [{ field: "status" }] }] },
    });
    const page = await find([["bulk_uuid", bulk_uuid]], { page_size: 1, current_page: 2 });
    expect(page).toMatchObject({
      total_count: 2,
      items: [{ id: 1 }],
      search_criteria: { page_size: 1, current_page: 2 },
    });
    const topic = "async.magento.catalog.api.productrepositoryinterface.save.put";
    const byTopic = await find([
      ["topic_name", topic],
      ["start_time", "2020-01-01 00:00:00", "gt"],
      ["bulk_uuid", bulk_uuid],
    ]);
    expect(byTopic.total_count).toBe(2);
    expect(
      (
        await find([
          ["topic_name", "async.%", "like"],
          ["bulk_uuid", bulk_uuid.slice(0, 8) + "%", "like"],
        ])
      ).total_count,
    ).toBe(2);
    expect((await find([["bulk_uuid", "no-uuid"]])).total_count).toBe(0);
    expect(await admin.get(`/V1/bulk?${search([["nothing", "1"]])}`)).toMatchObject({ status: 400 });
    expect(await admin.get("/V1/bulk")).toMatchObject({
      status: 400,
      body: { parameters: { fieldName: "searchCriteria" } },
    });
  });
});

interface Found {
  readonly total_count: number;
  readonly items: readonly unknown[];
}
