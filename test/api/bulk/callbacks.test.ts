import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.js";
import { startApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import type { Client, Reply } from "../../support/client.js";
import { type Received, startReceiver } from "./callback-receiver.js";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`;
const receiver = await startReceiver();
const app = await startApp({
  PORTICO_CONSUMER: "on",
  PORTICO_CALLBACK_HOSTS: "127.0.0.1, hooks.example.com",
  PORTICO_CALLBACK_PRIVATE: "on",
  PORTICO_CALLBACK_SECRET: secret,
});
const guarded = await startApp({
  PORTICO_CONSUMER: "on",
  PORTICO_CALLBACK_PORTS: new URL(receiver.url).port,
  PORTICO_CALLBACK_HOSTS: "127.0.0.1,localhost",
  PORTICO_CALLBACK_SECRET: secret,
});
const closed = await startApp();
afterAll(async () => {
  for (const used of [app, guarded, closed, receiver]) await used[Symbol.asyncDispose]();
});

let admin: Client;
beforeAll(async () => {
  admin = await app.asAdmin();
  const product = { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
});
beforeEach(() => void receiver.answers.splice(0));

const uuidOf = ({ body }: Reply) => (body as { bulk_uuid: string }).bulk_uuid;
const submit = (headers: Readonly<Record<string, string>>, client = admin) =>
  client.put("/async/bulk/V1/products/bySku", [{ sku: "one", product: { price: 1 } }], { headers });
const parsed = ({ body }: Received) =>
  JSON.parse(body) as { type: string; timestamp: string; data: { bulk_id: string } };
const about = (bulk: string) => receiver.received.filter((message) => parsed(message).data.bulk_id === bulk);
const callbacks = async (bulk: string, client = admin) => {
  const { status, body } = await client.get(`/V1/bulk/${bulk}/callbacks`);
  expect(status).toBe(200);
  return body as {
    id: string;
    state: string;
    attempts: number;
    http_status: number | null;
    last_error: string | null;
  }[];
};
const settledCallback = async (bulk: string, state: string, client = admin) => {
  await eventually(async () => (await callbacks(bulk, client)).map((callback) => callback.state)).toEqual([state]);
  const [callback] = await callbacks(bulk, client);
  if (!callback) throw new Error("no callback");
  return callback;
};
/** Makes the next attempt due now. */
const makeDue = (bulk: string, used = app) =>
  used.db.execute("update bulk_callback set due_at = now() - interval '1 second' where bulk_uuid = $1::uuid", [bulk]);

describe("a callback", () => {
  it.each(["callback_url", "Callback-Url"])(
    "is posted to the address in %s when the bulk is finished",
    async (header) => {
      const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
      const answer = await submit({ [header]: receiver.url, "X-Request-Id": "call-1", traceparent });
      const bulk = uuidOf(answer);
      const callback = await settledCallback(bulk, "delivered");
      expect(callback).toMatchObject({ attempts: 1, http_status: 204, last_error: null, due_at: null });
      const [message, ...more] = about(bulk);
      if (!message) throw new Error("nothing was received");
      expect(more).toEqual([]);
      expect(message.headers).toMatchObject({ "x-request-id": "call-1", traceparent, "webhook-id": callback.id });
      const verified = new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
      expect(verified).toEqual({
        type: "bulk.finished",
        timestamp: expect.any(String) as string,
        data: (await admin.get(`/V1/bulk/${bulk}/status`)).body as object,
      });
    },
  );

  it("is sent for an empty bulk too, and only once for a call that is repeated with its key", async () => {
    const headers = { "Callback-Url": receiver.url, "Idempotency-Key": randomUUID() };
    const empty = await admin.put("/async/bulk/V1/products/bySku", [], { headers });
    await admin.put("/async/bulk/V1/products/bySku", [], { headers });
    await settledCallback(uuidOf(empty), "delivered");
    expect(about(uuidOf(empty))).toHaveLength(1);
  });

  it("is retried with the same id until it is accepted", async () => {
    receiver.answers.push({ status: 500 }, { status: 302, location: `${receiver.url}/elsewhere` });
    const bulk = uuidOf(await submit({ "Callback-Url": receiver.url }));
    const errors = ["The response status was 500.", "The response status was 302."];
    for (const [attempt, last_error] of errors.entries()) {
      await eventually(() => callbacks(bulk)).toMatchObject([{ state: "pending", attempts: attempt + 1, last_error }]);
      await makeDue(bulk);
    }
    const { id, attempts } = await settledCallback(bulk, "delivered");
    expect(attempts).toBe(3);
    expect(about(bulk).map(({ headers }) => headers["webhook-id"])).toEqual([id, id, id]);
  });

  it("fails after a day, or immediately if the receiver answers that it is gone", async () => {
    receiver.answers.push({ status: 500 });
    const bulk = uuidOf(await submit({ "Callback-Url": receiver.url }));
    await eventually(() => callbacks(bulk)).toMatchObject([{ http_status: 500 }]);
    receiver.answers.push({ status: 503 });
    await app.db.execute(
      "update bulk_callback set give_up_at = now() - interval '1 second' where bulk_uuid = $1::uuid",
      [bulk],
    );
    await makeDue(bulk);
    expect(await settledCallback(bulk, "failed")).toMatchObject({ attempts: 2, http_status: 503 });
    receiver.answers.push({ status: 410 });
    expect(await settledCallback(uuidOf(await submit({ "Callback-Url": receiver.url })), "failed")).toMatchObject({
      attempts: 1,
      http_status: 410,
    });
  });

  it("is sent by another process if the one that claimed it has ended", async () => {
    const bulk = uuidOf(await submit({ "Callback-Url": receiver.url }));
    await settledCallback(bulk, "delivered");
    // As a process leaves it that is killed while it sends.
    await app.db.execute(
      "update bulk_callback set state = 'pending', due_at = now() - interval '1 second' where bulk_uuid = $1::uuid",
      [bulk],
    );
    expect(await settledCallback(bulk, "delivered")).toMatchObject({ attempts: 2 });
  });

  it("can be replayed by the bulk's owner", async () => {
    const bulk = uuidOf(await submit({ "Callback-Url": receiver.url }));
    const { id } = await settledCallback(bulk, "delivered");
    const stranger = await app.asAdmin(["Magento_Catalog::products"]);
    expect((await stranger.get(`/V1/bulk/${bulk}/callbacks`)).status).toBe(401);
    expect((await stranger.post(`/V1/bulk/${bulk}/callbacks/${id}/replay`)).status).toBe(401);
    expect(await admin.post(`/V1/bulk/${bulk}/callbacks/${id}/replay`)).toMatchObject({ status: 200, body: true });
    await eventually(() => about(bulk).length).toBe(2);
    expect(await settledCallback(bulk, "delivered")).toMatchObject({ id, attempts: 1 });
    expect((await admin.post(`/V1/bulk/${bulk}/callbacks/${randomUUID()}/replay`)).status).toBe(404);
    expect((await admin.post(`/V1/bulk/${bulk}/callbacks/none/replay`)).status).toBe(404);
    expect((await admin.get(`/V1/bulk/${randomUUID()}/callbacks`)).status).toBe(404);
  });

  it("is sent again when the bulk is retried", async () => {
    const answer = await submit({ "Callback-Url": receiver.url });
    const bulk = uuidOf(answer);
    await settledCallback(bulk, "delivered");
    await app.db.execute("update bulk_operation set status = 2 where bulk_uuid = $1::uuid", [bulk]);
    expect((await admin.post(`/V1/bulk/${bulk}/retry`)).body).toBe(1);
    await waitForBulk(admin, answer);
    await eventually(() => about(bulk).length).toBe(2);
    expect(new Set((await callbacks(bulk)).map(({ id }) => id)).size).toBe(2);
  });

  it("can be requested over GraphQL", async () => {
    const { body } = await admin.graphql(
      `mutation ($url: String) { submitBulk(operation: "updateBasePrices", elements: [], callbackUrl: $url) { bulk_uuid } }`,
      { url: receiver.url },
    );
    await settledCallback(body.data.submitBulk.bulk_uuid as string, "delivered");
  });
});

describe("the address of a callback", () => {
  it.each([
    "no url",
    "ftp://hooks.example.com/",
    "https://user:secret@hooks.example.com/",
    "https://example.com/",
    "https://hooks.example.com.evil.test/",
  ])("cannot be %s, and nothing is queued", async (url) => {
    const before = await app.db.query("select 1 from bulk");
    expect(await submit({ "Callback-Url": url })).toMatchObject({ status: 400 });
    expect(await app.db.query("select 1 from bulk")).toHaveLength(before.length);
  });

  it("is rejected by default", async () => {
    expect(await submit({ "Callback-Url": "https://example.com/" }, await closed.asAdmin())).toMatchObject({
      status: 400,
      body: { message: "Callbacks to %host are not allowed.", parameters: { host: "example.com" } },
    });
  });

  it("must be public and use TLS, unless a setting allows others", async () => {
    const client = await guarded.asAdmin();
    for (const url of [receiver.url, receiver.url.replace("http:", "https:")]) {
      expect((await submit({ "Callback-Url": url }, client)).status).toBe(400);
    }
  });

  it("is resolved and checked again when it is called", async () => {
    const client = await guarded.asAdmin();
    const before = receiver.received.length;
    const url = receiver.url.replace("http://127.0.0.1", "https://localhost");
    const bulk = uuidOf(await submit({ "Callback-Url": url }, client));
    const refused = /^localhost resolves to (?:127\.0\.0\.1|::1), which is not a public address\.$/;
    await eventually(async () => (await callbacks(bulk, client))[0]?.last_error).toMatch(refused);
    expect(receiver.received).toHaveLength(before);
  });

  it("requires a secret for signatures", () => {
    expect(() => readConfig({ PORTICO_CALLBACK_HOSTS: "example.com" })).toThrow("PORTICO_CALLBACK_SECRET");
    expect(() => readConfig({ PORTICO_CALLBACK_SECRET: "weak" })).toThrow("whsec_");
  });
});
