import { shopAccounts } from "../../../src/commerce/customer/published.accounts.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import pino from "pino";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadActors } from "../../../src/api/auth/actors.sql.js";
import { encryptSecrets } from "../../../src/api/auth/secrets/encrypt-secrets.js";
import { countSecretsAtRisk } from "../../../src/api/auth/secrets/stored-secrets.rows.js";
import { recordEvents } from "../../../src/commerce/events/published.recording.js";
import { createServices } from "../../../src/services.js";
import { simple } from "../../commerce/catalog/support.js";
import { importOrder } from "../../commerce/sales/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import { type Client, search } from "../../support/client.js";
import { secretPlaces, workOf } from "../../support/extension-work.js";
import {
  deliveriesOf,
  retryNow,
  waitForWebhook,
  type Receiver,
  settings,
  startReceiver,
  subscribe,
} from "./support.js";

let app: TestApp;
let receiver: Receiver;
let admin: Client;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startApp({ ...settings, ...encryption, PORTICO_CONSUMER: "on" });
  admin = await app.asAdmin();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const encryption = { PORTICO_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") };
const webhookRight = "Portico_Events::webhooks";
const urlOf = (path: string) => receiver.url + path;
const received = (path: string) => receiver.at(path).map(({ body }) => body);

/** Adds events of deleted products, which need no product. */
async function record(...skus: readonly string[]): Promise<void> {
  await recordEvents(
    app.db,
    skus.map((sku) => ({ type: "product.deleted", data: { id: 1, sku } })),
  );
  app.wakeWebhooks();
}
const skusAt = (path: string) => received(path).map(({ data }) => data["sku"]);

describe("the audit log", () => {
  it("records pauses, resumptions, replays and reads of the secret", async () => {
    const { id, cursor } = await subscribe(admin, { name: "Audited", url: urlOf("/audited"), types: ["product.*"] });
    await record("audited");
    const delivered = () => deliveriesOf(admin, id).then((all) => all.find(({ state }) => state === "delivered"));
    await eventually(delivered).toBeDefined();
    const sent = (await delivered())?.id;
    const path = `/V1/webhooks/${id}`;
    const calls = [
      () => admin.post(`${path}/pause`),
      () => admin.post(`${path}/resume`, {}),
      () => admin.post(`${path}/replay`, { after: cursor }),
      () => admin.post(`${path}/deliveries/${sent}/replay`),
      () => admin.get(`${path}/secret`),
      () => admin.post(`${path}/secret`),
    ];
    for (const call of calls) expect((await call()).status).toBe(200);
    const rows = await app.db.query<{ event: string; by_user_type: number }>(
      "select event, by_user_type from audit_event where name like $1 order by id",
      [`${id}, %`],
    );
    const events = ["created", "paused", "resumed", "replayed", "delivery replayed", "secret read", "secret replaced"];
    expect(rows).toEqual(events.map((event) => ({ event: `webhook ${event}`, by_user_type: 2 })));
  });
});

describe("subscriptions", () => {
  it("are created, found, replaced and deleted by their owner, also by GraphQL and in bulk", async () => {
    const owner = await app.asAdmin([webhookRight, "Magento_Catalog::products"]);
    const other = await app.asAdmin([webhookRight, "Magento_Catalog::products"]);
    const url = urlOf("/crud");
    const created = await subscribe(owner, { name: "ERP", url, types: ["product.*"] });
    expect(created).toMatchObject({ status: "active", payload: "full", reason: null, attempts: 0, user_type: 2 });
    expect(created).not.toHaveProperty("claim");
    const { id } = created;
    const replaced = await owner.put(`/V1/webhooks/${id}`, {
      webhook: { url, types: ["product.deleted"], payload: "reference" },
    });
    expect(replaced.body).toMatchObject({
      id,
      name: "",
      types: ["product.deleted"],
      payload: "reference",
      cursor: created.cursor,
    });
    const found = async (client: Client) =>
      (await client.get(`/V1/webhooks?${search([["url", url]])}`)).body.total_count;
    expect([await found(owner), await found(other), await found(admin)]).toEqual([1, 0, 1]);
    const body = { webhook: { url, types: ["*"] }, after: "0" };
    const foreign = [
      other.get(`/V1/webhooks/${id}`),
      other.put(`/V1/webhooks/${id}`, body),
      other.delete(`/V1/webhooks/${id}`),
      other.get(`/V1/webhooks/${id}/secret`),
      other.get(`/V1/webhooks/${id}/deliveries?${search([])}`),
      ...["pause", "resume", "replay", "ping", "secret"].map((name) => other.post(`/V1/webhooks/${id}/${name}`, body)),
    ];
    expect((await Promise.all(foreign)).map(({ status }) => status)).toEqual(foreign.map(() => 404));
    const bulk = await owner.post("/async/bulk/V1/webhooks", [
      { webhook: { url, types: ["product.saved"] } },
      { webhook: { url, types: ["nothing"] } },
    ]);
    const { operations_list: operations } = await waitForBulk(owner, bulk);
    expect(operations.map(({ status }) => status)).toEqual([1, 3]);
    const deleted = await owner.graphql(`mutation ($id: Int!) { deleteWebhook(id: $id) }`, { id });
    expect(deleted.body.data).toEqual({ deleteWebhook: true });
    const left = (await owner.get(`/V1/webhooks?${search([["url", url]])}`)).body.items as { id: number }[];
    expect((await owner.delete(`/V1/webhooks/${left[0]?.id}`)).body).toBe(true);
    expect((await owner.delete(`/V1/webhooks/${id}`)).status).toBe(404);
  });

  it("are rejected with an unknown type, a type that the caller may not see, a URL that is not allowed or an unknown payload", async () => {
    const clerk = await app.asAdmin([webhookRight, "Magento_Catalog::products"]);
    const url = urlOf("/refused");
    for (const [webhook, status] of [
      [{ url, types: ["order"] }, 400],
      [{ url, types: [] }, 400],
      [{ url, types: ["*"], payload: "some" }, 400],
      [{ url, types: ["*"], name: "x".repeat(256) }, 400],
      [{ url: "https://elsewhere.example.com", types: ["*"] }, 400],
      [{ url: "http://user@127.0.0.1", types: ["*"] }, 400],
      [{ url, types: ["product.saved", "order.*"] }, 401],
    ] as const) {
      expect([webhook, (await clerk.post("/V1/webhooks", { webhook })).status]).toEqual([webhook, status]);
    }
    expect((await (await app.asAdmin(["Portico_Events::events"])).get(`/V1/webhooks?${search([])}`)).status).toBe(401);
    expect((await admin.get(`/V1/webhooks?${search([["url", url]])}`)).body.total_count).toBe(0);
  });
});

describe("events", () => {
  it("are posted in order with their objects, signed, and in the form that events-schema describes", async () => {
    const { id } = await subscribe(admin, {
      url: urlOf("/order"),
      types: ["order.*", "invoice.*", "shipment.*", "product.*", "price.*"],
    });
    const reference = await subscribe(admin, { url: urlOf("/reference"), types: ["product.*"], payload: "reference" });
    const stock = { extension_attributes: { stock_item: { qty: 10, is_in_stock: true } } };
    await admin.post("/V1/products", { product: simple("lens", stock) });
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "lens", store_id: 0, price: 7.5 }] });
    const { entity_id: order } = await importOrder(admin);
    await admin.post(`/V1/order/${order}/invoice`, {});
    await admin.post(`/V1/order/${order}/ship`, {});
    const expected = ["product.saved", "price.changed", "order.state_changed", "invoice.created"];
    await eventually(() => received("/order").map(({ type }) => type)).toEqual(
      expect.arrayContaining([...expected, "shipment.created"]),
    );
    const posted = received("/order");
    expect(posted.map((event) => Number(event.id))).toEqual(
      posted.map((event) => Number(event.id)).sort((one, two) => one - two),
    );
    const last = posted.findLast(({ type }) => type === "order.state_changed");
    expect(last?.object).toEqual((await admin.get(`/V1/orders/${order}`)).body);
    expect(posted[0]?.object).toMatchObject({ sku: "lens" });
    expect(posted.find(({ type }) => type === "price.changed")?.object).toBeNull();
    expect(received("/reference")).toEqual([
      { type: "product.saved", timestamp: expect.any(String) as string, id: posted[0]?.id, data: posted[0]?.data },
    ]);
    const secret = (await admin.get(`/V1/webhooks/${id}/secret`)).body as string;
    for (const { text, headers } of receiver.at("/order"))
      new Webhook(secret).verify(text, headers as Record<string, string>);
    const document = (await admin.get("/events-schema")).body as object;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "events");
    for (const event of [...posted, ...received("/reference")]) {
      const name = event.type
        .split(/[._]/)
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join("");
      const validate = ajv.getSchema(`events#/components/schemas/${name}Event`);
      expect([event.type, validate?.(event), validate?.errors]).toEqual([event.type, true, null]);
    }
    await admin.post(`/V1/webhooks/${reference.id}/pause`);
  });

  it("wait behind one that fails, which is retried with the same id", async () => {
    const { id } = await subscribe(admin, { url: urlOf("/retry"), types: ["product.deleted"] });
    receiver.statuses.set("/retry", [204, 500, 503]);
    await record("a", "b", "c");
    await waitForWebhook(admin, id, {
      attempts: 1,
      http_status: 500,
      last_error: "The response status was 500.",
      failing_since: expect.any(String),
    });
    await retryNow(app, id);
    await waitForWebhook(admin, id, { attempts: 2, http_status: 503 });
    expect(skusAt("/retry")).toEqual(["a", "b", "b"]);
    await retryNow(app, id);
    await waitForWebhook(admin, id, { attempts: 0, http_status: 204, last_error: null, failing_since: null });
    await eventually(() => skusAt("/retry")).toEqual(["a", "b", "b", "b", "c"]);
    const ids = receiver.at("/retry").map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(3);
    await eventually(async () =>
      (await deliveriesOf(admin, id)).map(({ id: delivery, state, attempts }) => [delivery, state, attempts]),
    ).toEqual([
      [ids[0], "delivered", 1],
      [ids[1], "delivered", 3],
      [ids[4], "delivered", 1],
    ]);
  });

  it("are retried after five seconds again once one was delivered, however long the outage before was", async () => {
    const { id } = await subscribe(admin, { url: urlOf("/outage"), types: ["product.deleted"] });
    await app.db.execute("update webhook set attempts = 6, failing_since = now() where id = $1::int", [id]);
    receiver.statuses.set("/outage", [204, 500]);
    await record("a", "b");
    await waitForWebhook(admin, id, { attempts: 1, http_status: 500 });
    const [next] = await app.db.query<{ seconds: number }>(
      "select extract(epoch from due_at - now())::float8 as seconds from webhook where id = $1::int",
      [id],
    );
    expect(next?.seconds).toBeLessThan(6.1);
    await admin.delete(`/V1/webhooks/${id}`);
  });

  it("wait while a webhook is paused, and are posted again from a cursor or one by one", async () => {
    const { id, cursor } = await subscribe(admin, { url: urlOf("/paused"), types: ["product.deleted"] });
    expect((await admin.post(`/V1/webhooks/${id}/pause`)).body).toMatchObject({ status: "paused" });
    await record("a", "b");
    expect((await admin.post(`/V1/webhooks/${id}/ping`)).body).toMatchObject({
      type: "webhook.ping",
      state: "pending",
    });
    await eventually(() => received("/paused").map(({ type, id: event }) => [type, event])).toEqual([
      ["webhook.ping", null],
    ]);
    expect((await admin.post(`/V1/webhooks/${id}/resume`)).body).toMatchObject({ status: "active", cursor });
    await eventually(() => skusAt("/paused")).toEqual([undefined, "a", "b"]);
    await eventually(async () => (await deliveriesOf(admin, id)).map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => "delivered"),
    );
    expect((await admin.post(`/V1/webhooks/${id}/replay`, { after: cursor })).status).toBe(200);
    await eventually(() => skusAt("/paused").slice(3)).toEqual(["a", "b"]);
    const ids = receiver.at("/paused").map(({ headers }) => String(headers["webhook-id"]));
    expect([ids[3], ids[4]]).toEqual([ids[1], ids[2]]);
    const again = await admin.post(`/V1/webhooks/${id}/deliveries/${ids[1]}/replay`);
    expect(again.body).toMatchObject({ id: ids[1], state: "pending", attempts: 0 });
    await eventually(() => skusAt("/paused").slice(5)).toEqual(["a"]);
    for (const after of ["soon", "999999999"]) {
      expect((await admin.post(`/V1/webhooks/${id}/replay`, { after })).status).toBe(400);
    }
    for (const delivery of ["1", "00000000-0000-4000-8000-000000000000"]) {
      expect((await admin.post(`/V1/webhooks/${id}/deliveries/${delivery}/replay`)).status).toBe(404);
    }
    await admin.post(`/V1/webhooks/${id}/pause`);
    await record("c");
    const { body } = await admin.post(`/V1/webhooks/${id}/resume`, { after: "latest" });
    expect(Number(body.cursor)).toBeGreaterThan(Number(cursor) + 2);
    await record("d");
    await eventually(() => skusAt("/paused").slice(6)).toEqual(["d"]);
  });

  it("are signed with the old and the new key for a day after the key was replaced", async () => {
    const { id } = await subscribe(admin, { url: urlOf("/keys"), types: ["product.deleted"] });
    const before = (await admin.get(`/V1/webhooks/${id}/secret`)).body as string;
    const after = (await admin.post(`/V1/webhooks/${id}/secret`)).body as string;
    expect([after, (await admin.get(`/V1/webhooks/${id}/secret`)).body]).toEqual([
      expect.stringMatching(/^whsec_.{44}$/),
      after,
    ]);
    await record("a");
    await eventually(() => skusAt("/keys")).toEqual(["a"]);
    const [message] = receiver.at("/keys");
    for (const key of [before, after])
      new Webhook(key).verify(message?.text ?? "", message?.headers as Record<string, string>);
  });

  it("are signed with keys that are stored encrypted", async () => {
    const { id } = await subscribe(admin, { url: urlOf("/encrypted"), types: ["product.deleted"] });
    const key = (await admin.get(`/V1/webhooks/${id}/secret`)).body as string;
    const stored = async () =>
      (await app.db.models.webhookSecret.findFirstOrThrow({ where: { webhook_id: id } })).secret;
    expect(await stored()).toMatch(/^aes:/);
    await app.db.models.webhookSecret.updateMany({ where: { webhook_id: id }, data: { secret: `clear:${key}` } });
    expect(await countSecretsAtRisk(app.db, encryption, secretPlaces)).toEqual({ clear: 1, unreadable: 0 });
    expect(await encryptSecrets(app.db, encryption, secretPlaces)).toEqual({ encrypted: 1, unreadable: 0 });
    expect(await stored()).toMatch(/^aes:/);
    await record("a");
    await eventually(() => skusAt("/encrypted")).toEqual(["a"]);
    const [message] = receiver.at("/encrypted");
    new Webhook(key).verify(message?.text ?? "", message?.headers as Record<string, string>);
  });

  it.each([
    ["the receiver answers 410", () => Promise.resolve(), "The response status was 410."],
    [
      "nothing could be delivered for days",
      (id: number) =>
        app.db.execute("update webhook set failing_since = now() - interval '4 days' where id = $1::int", [id]),
      "Nothing could be delivered for 3 days.",
    ],
  ])("stop, and the webhook fails, when %s", async (_title, prepare, reason) => {
    const path = `/${reason.replace(/\W/g, "")}`;
    const { id } = await subscribe(admin, { url: urlOf(path), types: ["product.deleted"] });
    await prepare(id);
    receiver.statuses.set(path, [reason.includes("410") ? 410 : 500]);
    await record("a", "b");
    await waitForWebhook(admin, id, { status: "failed", reason });
    expect(app.logs.filter(({ msg, webhook }) => msg === "webhook paused" && webhook === id)).toMatchObject([
      { reason },
    ]);
    expect(skusAt(path)).toEqual(["a"]);
    await admin.post(`/V1/webhooks/${id}/resume`);
    await eventually(() => skusAt(path)).toEqual(["a", "a", "b"]);
    await waitForWebhook(admin, id, { status: "active", reason: null });
  });

  it("are posted with the owner's current rights, and end with the owner's account", async () => {
    const owner = await app.asAdmin([webhookRight, "Magento_Catalog::products", "Magento_Customer::customer"]);
    const { id } = await subscribe(owner, { url: urlOf("/rights"), types: ["*"] });
    const { user_id: user } = (await owner.get(`/V1/webhooks/${id}`)).body as { user_id: number };
    await recordEvents(app.db, [{ type: "order.placed", data: { entity_id: 1 } }]);
    await record("a");
    await eventually(() => skusAt("/rights")).toEqual(["a"]);
    const setRights = (resources: readonly string[]) =>
      app.db.execute(
        "update admin_role set resources = $2::text[] where id = (select role_id from admin_user where id = $1::int)",
        [user, resources],
      );
    await setRights([webhookRight, "Magento_Customer::customer"]);
    await record("b");
    const [delivery] = await deliveriesOf(owner, id);
    await owner.post(`/V1/webhooks/${id}/deliveries/${delivery?.id}/replay`);
    await eventually(async () => (await deliveriesOf(owner, id)).map(({ state }) => state)).toEqual(["failed"]);
    await setRights([webhookRight, "Magento_Catalog::products"]);
    await record("c");
    await eventually(() => skusAt("/rights")).toEqual(["a", "c"]);
    await app.db.execute("update admin_user set is_active = false where id = $1::int", [user]);
    expect((await loadActors(app.db, [], shopAccounts))({ userType: 2, userId: user }).id).toBeNull();
    await record("d");
    await waitForWebhook(admin, id, { status: "failed", reason: "The owner no longer has the webhooks permission." });
    expect(skusAt("/rights")).toEqual(["a", "c"]);
  });

  it("are posted once each and in order by several processes, and continue when one of them dies", async () => {
    const paths = ["/shared/1", "/shared/2", "/shared/3"];
    const ids = await Promise.all(
      paths.map(async (path) => (await subscribe(admin, { url: urlOf(path), types: ["product.deleted"] })).id),
    );
    const second = createServices(app.config, app.db, pino({ level: "silent" }));
    const deliveries = workOf(second, "webhooks/deliveries");
    deliveries.start();
    const skus = Array.from({ length: 40 }, (_, at) => `sku-${at}`);
    for (const sku of skus) await record(sku);
    deliveries.wake();
    for (const path of paths) await eventually(() => skusAt(path)).toEqual(skus);
    // The other process would post messages in flight again.
    await eventually(async () => (await app.db.query("select id from webhook where claim is not null")).length).toBe(0);
    await deliveries.stop();
    await second.bulk.stop();
    // A process that claimed the webhook and died.
    const [id = 0] = ids;
    await app.db.execute(
      "update webhook set claim = gen_random_uuid(), due_at = now() + interval '60 seconds' where id = $1::int",
      [id],
    );
    await record("after");
    await eventually(() => skusAt("/shared/2").at(-1)).toBe("after");
    expect(skusAt("/shared/1")).toEqual(skus);
    await retryNow(app, id);
    await eventually(() => skusAt("/shared/1")).toEqual([...skus, "after"]);
  });
});
