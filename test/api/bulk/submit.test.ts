import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on", PORTICO_BULK_LIMIT: "50", PORTICO_GUEST_BULK: "on" });

beforeAll(async () => {
  const product = { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
});

const submit = `mutation ($operation: String!, $elements: [Json!]!, $key: String) {
  submitBulk(operation: $operation, elements: $elements, idempotencyKey: $key) {
    bulk_uuid request_items { id data_hash status } errors
  }
}`;
const price = (value: number) => ({ prices: [{ sku: "one", price: value, store_id: 0 }] });
const bulks = async () => (await app.db.query("select 1 from bulk")).length;

describe("submitBulk", () => {
  it("queues calls of a mutation over GraphQL, whose status and operations can be read there", async () => {
    const { body } = await admin.graphql(submit, { operation: "updateBasePrices", elements: [price(11), price(12)] });
    const accepted = body.data.submitBulk as { bulk_uuid: string };
    expect(accepted).toEqual({
      bulk_uuid: expect.any(String) as string,
      request_items: [0, 1].map((id) => ({ id, data_hash: null, status: "accepted" })),
      errors: false,
    });
    await waitForBulk(admin, { status: 202, headers: new Headers(), text: "", body: accepted });
    const read = `query ($id: String!) {
      bulkStatus(bulkUuid: $id) { operation_count operations_list { status } }
      detailedBulkStatus(bulkUuid: $id) { operations_list { topic_name result_serialized_data } }
      bulkOperationCount(bulkUuid: $id, status: 1)
    }`;
    expect((await admin.graphql(read, { id: accepted.bulk_uuid })).body.data).toMatchObject({
      bulkStatus: { operation_count: 2, operations_list: [{ status: "COMPLETE" }, { status: "COMPLETE" }] },
      detailedBulkStatus: {
        operations_list: [0, 1].map(() => ({
          topic_name: "async.magento.catalog.api.basepricestorageinterface.update.post",
          result_serialized_data: "[]",
        })),
      },
      bulkOperationCount: 2,
    });
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 12 });
  });

  it("accepts arguments in the document, including variables within them", async () => {
    const { body } = await admin.graphql(
      `mutation ($sku: Json) { submitBulk(operation: "updateBasePrices",
         elements: [{ prices: [{ sku: $sku, price: 13.5, store_id: 0 }] }]) { bulk_uuid } }`,
      { sku: "one" },
    );
    const accepted = body.data.submitBulk as object;
    const detail = await waitForBulk(admin, { status: 202, headers: new Headers(), text: "", body: accepted });
    expect(detail.operations_list[0]).toMatchObject({ status: 1 });
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 13.5 });
  });

  it("works over REST as well", async () => {
    const answer = await admin.post("/V1/bulk", { operation: "updateBasePrices", elements: [price(14)] });
    expect(answer).toMatchObject({ status: 200, body: { request_items: [{ id: 0 }], errors: false } });
    await waitForBulk(admin, { ...answer, status: 202 });
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 14 });
  });

  it("has the limits of the bulk form, accepts all elements or none, and names the invalid one", async () => {
    const before = await bulks();
    const wrong = await admin.graphql(submit, {
      operation: "updateBasePrices",
      elements: [price(1), { prices: [{ price: "abc" }] }],
    });
    expect(wrong.body.errors[0]).toMatchObject({ extensions: { code: "BAD_REQUEST", parameters: { key: 1 } } });
    const many = await admin.post("/V1/bulk", { operation: "updateBasePrices", elements: Array(51).fill(price(1)) });
    expect(many).toMatchObject({ status: 400, body: { parameters: { limit: 50, count: 51 } } });
    for (const operation of ["noSuchMutation", "bulkStatus", "constructor"]) {
      expect(await admin.post("/V1/bulk", { operation, elements: [] })).toMatchObject({
        status: 400,
        body: { message: "The mutation %name does not exist.", parameters: { name: operation } },
      });
    }
    expect(await bulks()).toBe(before);
  });

  it("requires the permission of the mutation, and runs it as the caller", async () => {
    const refused = await app.asGuest().graphql(submit, { operation: "updateBasePrices", elements: [price(1)] });
    expect(refused.body.errors[0]).toMatchObject({ extensions: { code: "NOT_AUTHORIZED" } });
    expect((await app.asGuest().post("/V1/bulk", { operation: "updateBasePrices", elements: [] })).status).toBe(401);
    const customer = { email: `${randomUUID()}@example.com`, firstname: "A", lastname: "B" };
    const elements = [{ customer, password: "Strong-Password-1" }];
    const { body } = await app.asGuest().graphql(submit, { operation: "createCustomer", elements });
    const accepted = body.data.submitBulk as object;
    const detail = await waitForBulk(admin, { status: 202, headers: new Headers(), text: "", body: accepted });
    expect(detail).toMatchObject({ user_type: 4, user_id: null, operations_list: [{ status: 1 }] });
  });

  it("accepts an idempotency key", async () => {
    const key = `with "quotes" ${randomUUID()}`;
    const first = await admin.graphql(submit, { operation: "updateBasePrices", elements: [price(15)], key });
    expect(first.body.errors).toBeUndefined();
    const again = await admin.graphql(submit, { operation: "updateBasePrices", elements: [price(15)], key });
    expect(again.body).toEqual(first.body);
    const other = await admin.graphql(submit, { operation: "updateBasePrices", elements: [price(16)], key });
    expect(other.body.errors[0].message).toContain("was already used for another call");
  });
});
