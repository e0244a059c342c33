import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import type { Client, Reply } from "../../support/client.js";

/** One application without a consumer, where operations stay as they are put, and one with. */
const still = await startApp();
const running = await startApp({ PORTICO_CONSUMER: "on" });
afterAll(() => Promise.all([still[Symbol.asyncDispose](), running[Symbol.asyncDispose]()]));

const path = "/async/bulk/V1/products/bySku";
const element = (sku: string, price: number) => ({ sku, product: { price } });
const customer = () => ({
  customer: { email: `${randomUUID()}@example.com`, firstname: "Melanie", lastname: "Shaw" },
  password: "Strong-Password-1",
});

async function newProduct(client: Client, sku: string): Promise<void> {
  const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await client.post("/V1/products", { product })).toMatchObject({ status: 200 });
}

const uuidOf = ({ body }: Reply) => (body as { bulk_uuid: string }).bulk_uuid;

describe("retrying a bulk", () => {
  let admin: Client;
  beforeAll(async () => {
    admin = await running.asAdmin();
    await newProduct(admin, "one");
  });

  /** Makes operations look as if they had ended so. */
  const end = (bulk: string, id: number, status: number) =>
    running.db.execute("update bulk_operation set status = $3::int where bulk_uuid = $1::uuid and id = $2::int", [
      bulk,
      id,
      status,
    ]);

  it("runs operations of status 2 again, and no others", async () => {
    const answer = await admin.put(path, [element("one", 1), element("one", 2)]);
    const bulk = uuidOf(answer);
    await waitForBulk(admin, answer);
    await end(bulk, 0, 2);
    expect(await admin.post(`/V1/bulk/${bulk}/retry`)).toMatchObject({ status: 200, body: 1 });
    expect((await waitForBulk(admin, answer)).operations_list.map(({ status }) => status)).toEqual([1, 1]);
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 1 });
    expect(await admin.post(`/V1/bulk/${bulk}/retry`)).toMatchObject({ status: 200, body: 0 });
  });

  it("runs operations of status 3 again if requested", async () => {
    const product = { sku: "late", name: "Late", attribute_set_id: 4, type_id: "simple" };
    const answer = await admin.post("/async/V1/products/late/group-prices/all/tiers/5/price/3");
    const bulk = uuidOf(answer);
    expect((await waitForBulk(admin, answer)).operations_list[0]).toMatchObject({ status: 3 });
    await admin.post("/V1/products", { product: { ...product, price: 10 } });
    expect((await admin.post(`/V1/bulk/${bulk}/retry`)).body).toBe(0);
    expect((await admin.post(`/V1/bulk/${bulk}/retry`, { includeFailed: true })).body).toBe(1);
    expect((await waitForBulk(admin, answer)).operations_list[0]).toMatchObject({ status: 1, error_code: null });
  });

  it("is rejected if payloads are no longer complete, with the operations in the message", async () => {
    const taken = customer();
    const answer = await admin.post("/async/bulk/V1/customers", [taken, taken]);
    const bulk = uuidOf(answer);
    await waitForBulk(admin, answer);
    const refused = await admin.post(`/V1/bulk/${bulk}/retry`, { include_failed: true });
    expect(refused).toMatchObject({ status: 400, body: { parameters: { ids: "1" } } });
    expect(refused.body.message).toContain("were removed when they ended");
    expect((await waitForBulk(admin, answer)).operations_list[1]).toMatchObject({ status: 3 });
  });

  it("checks the caller in the transaction of the retry", async () => {
    const owner = await still.asAdmin(["Magento_Catalog::products"]);
    const bulk = uuidOf(await owner.put(path, [element("one", 4)]));
    const sent = await still.statementsOf(() => owner.post(`/V1/bulk/${bulk}/retry`));
    const decided = sent.findIndex((text) => text.startsWith("select uuid from bulk"));
    expect(sent[decided - 1]).toBe("BEGIN");
  });

  it("is allowed for callers who may read the bulk", async () => {
    const answer = await admin.put(path, [element("one", 4)]);
    await waitForBulk(admin, answer);
    const address = `/V1/bulk/${uuidOf(answer)}`;
    for (const stranger of [running.asGuest(), await running.asAdmin(["Magento_Catalog::products"])]) {
      expect((await stranger.post(`${address}/retry`)).status).toBe(401);
      expect((await stranger.delete(address)).status).toBe(401);
      // Nor can it be queued, to be refused later.
      expect((await stranger.post(`/async${address}/retry`)).status).toBe(401);
    }
    for (const unknown of [randomUUID(), "no-uuid"]) {
      expect(await admin.post(`/V1/bulk/${unknown}/retry`)).toMatchObject({
        status: 404,
        body: { message: "Bulk uuid %bulkUuid not exist" },
      });
      expect((await admin.delete(`/V1/bulk/${unknown}`)).status).toBe(404);
    }
  });

  it("marks the bulk as unfinished until its operations have ended again", async () => {
    const admin = await still.asAdmin();
    await newProduct(admin, "one");
    const bulk = uuidOf(await admin.put(path, [element("one", 5), element("one", 6)]));
    await still.db.execute("delete from bulk_queue");
    await still.db.execute("update bulk_operation set status = 2, result_message = 'x', error_code = 0");
    await still.db.execute("update bulk set finished_at = now()");
    expect((await admin.post(`/V1/bulk/${bulk}/retry`)).body).toBe(2);
    expect(await still.db.query("select finished_at from bulk where uuid = $1::uuid", [bulk])).toEqual([
      { finished_at: null },
    ]);
    expect((await admin.get(`/V1/bulk/${bulk}/status`)).body.operations_list).toEqual(
      [0, 1].map((id) => ({ id, status: 4, result_message: null, error_code: null })),
    );
    expect(await still.db.query("select ordering_key as key, attempts from bulk_queue order by seq")).toEqual(
      [0, 1].map(() => ({ key: "product:one", attempts: 0 })),
    );
  });

  it("makes operations due that are waiting for another attempt", async () => {
    const admin = await still.asAdmin();
    const bulk = uuidOf(await admin.put(path, [element("one", 7)]));
    await still.db.execute(
      "update bulk_queue set attempts = 3, due_at = now() + interval '1 hour' where bulk_uuid = $1::uuid",
      [bulk],
    );
    await still.db.execute("update bulk_operation set status = 2 where bulk_uuid = $1::uuid", [bulk]);
    expect((await admin.post(`/V1/bulk/${bulk}/retry`)).body).toBe(1);
    expect(
      await still.db.query("select attempts, due_at <= now() as is_due from bulk_queue where bulk_uuid = $1::uuid", [
        bulk,
      ]),
    ).toEqual([{ attempts: 0, is_due: true }]);
    expect((await admin.get(`/V1/bulk/${bulk}/operation-status/4`)).body).toBe(1);
  });
});

describe("canceling a bulk", () => {
  it("rejects open operations, masks secrets, and keeps ended operations unchanged", async () => {
    const admin = await still.asAdmin();
    const bulk = uuidOf(await admin.post("/async/bulk/V1/customers", [customer(), customer(), customer()]));
    await still.db.execute("delete from bulk_queue where bulk_uuid = $1::uuid and operation_id = 0", [bulk]);
    await still.db.execute("update bulk_operation set status = 1 where bulk_uuid = $1::uuid and id = 0", [bulk]);
    expect(await admin.delete(`/V1/bulk/${bulk}`)).toMatchObject({ status: 200, body: 2 });
    const detail = (await admin.get(`/V1/bulk/${bulk}/detailed-status`)).body;
    expect(detail.operations_list).toMatchObject([
      { status: 1 },
      ...[1, 2].map(() => ({ status: 5, result_message: "The bulk was canceled before the operation ran." })),
    ]);
    expect(detail.operations_list[1].serialized_data).not.toContain("Strong-Password-1");
    expect(await still.db.query("select 1 from bulk_queue where bulk_uuid = $1::uuid", [bulk])).toEqual([]);
    await eventually(() =>
      still.db.query("select 1 from bulk where uuid = $1::uuid and finished_at is not null", [bulk]),
    ).toHaveLength(1);
    expect((await admin.delete(`/V1/bulk/${bulk}`)).body).toBe(0);
  });

  it("is allowed for its owner, who can be a customer", async () => {
    const shopper = customer();
    await still.asGuest().post("/V1/customers", shopper);
    const client = await still.asCustomer(shopper.customer.email);
    const answer = await client.post("/async/V1/customers", customer());
    expect(answer.status).toBe(202);
    expect(await client.delete(`/V1/bulk/${uuidOf(answer)}`)).toMatchObject({ status: 200, body: 1 });
  });
});

describe("a running operation", () => {
  it("is logged with the request that queued it", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const headers = { "X-Request-Id": "call-17", traceparent };
    const admin = await running.asAdmin();
    const answer = await admin.put(path, [element("one", 8), element("none", -1)], { headers });
    await waitForBulk(admin, answer);
    const lines = running.logs.filter(({ bulk }) => bulk === uuidOf(answer));
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: "call-17", traceparent, operation: 0, msg: "ran operation" }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: "call-17", traceparent, operation: 1, msg: "operation failed" }),
    );
  });

  it("ignores an invalid traceparent", async () => {
    const admin = await running.asAdmin();
    const answer = await admin.put(path, [element("one", 9)], { headers: { traceparent: "nonsense" } });
    await waitForBulk(admin, answer);
    const [line] = running.logs.filter(({ bulk }) => bulk === uuidOf(answer));
    expect(line).not.toHaveProperty("traceparent");
  });
});
