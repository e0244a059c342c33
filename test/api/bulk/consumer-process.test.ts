import { afterAll, describe, expect, it, vi } from "vitest";
import { answerOf, dataFolder, portico } from "../../cli/portico.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { messagesIn, ownQueues, rabbitUrl } from "../../support/rabbitmq.js";
import { startConsumer } from "./consumer-process.js";

// Each test starts processes.
vi.setConfig({ testTimeout: 120_000 });

const isOnPostgres = process.env["PORTICO_TEST_ENGINE"] === "postgresql";
const broker = isOnPostgres ? await rabbitUrl() : undefined;
const folder = await dataFolder();
afterAll(() => folder[Symbol.asyncDispose]());

const path = "/async/bulk/V1/products/bySku";
const prices = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ sku: "one", product: { price: at + 1 } }));

async function newProduct(app: TestApp): Promise<Client> {
  const admin = await app.asAdmin();
  const product = { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  return admin;
}

const databaseOf = ({ config }: TestApp) => ({
  DATABASE_URL: config.DATABASE_URL ?? "",
  DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL ?? "",
});

describe("queue:consumers:list", () => {
  it("names the consumers", async () => {
    expect((await portico(folder, ["queue:consumers:list"])).stdout).toBe("async.operations.all\n");
    expect(await answerOf(folder, ["queue:consumers:list"])).toEqual({ consumers: ["async.operations.all"] });
  });
});

describe("queue:consumers:start", () => {
  it("lists the consumers if an unknown one is named", async () => {
    const { code, stderr } = await portico(folder, ["queue:consumers:start", "async.operations.some"]);
    expect([code, stderr.trim()]).toEqual([
      1,
      "The consumer async.operations.some does not exist. Consumers: async.operations.all.",
    ]);
    expect((await portico(folder, ["queue:consumers:start"])).code).toBe(2);
  });

  it("refuses to run on the embedded database, which has one process", async () => {
    const { code, stderr } = await portico(folder, ["queue:consumers:start", "async.operations.all"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Only one process can open the embedded database");
    expect(stderr).toContain("DATABASE_URL");
  });
});

describe.skipIf(!isOnPostgres)("a consumer process on PostgreSQL", () => {
  it("runs queued operations without a broker, reports itself, and exits with code 0 on SIGTERM", async () => {
    await using app = await startApp();
    const admin = await newProduct(app);
    const answer = await admin.put(path, prices(20));
    expect(await answerOf(folder, ["queue:status"], databaseOf(app))).toMatchObject({ open: 20, consumers: 0 });
    await using consumer = await startConsumer(databaseOf(app), ["--concurrency", "2"]);
    expect((await waitForBulk(admin, answer)).operations_list.every(({ status }) => status === 1)).toBe(true);
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 20 });
    const state = await answerOf(folder, ["queue:status"], databaseOf(app));
    expect(state).toMatchObject({ open: 0, postponed: 0, oldestSeconds: null, consumers: 1 });
    consumer.signal("SIGTERM");
    expect(await consumer.ended).toBe(0);
    expect(consumer.output()).toMatch(/Stopped\.\n$/);
    expect(await answerOf(folder, ["queue:status"], databaseOf(app))).toMatchObject({ consumers: 0 });
    expect((await portico(folder, ["queue:status"], databaseOf(app))).stdout).toMatch(/^Open operations +0$/m);
  });

  it("ends by itself after its maximum number of operations", async () => {
    await using app = await startApp();
    const admin = await newProduct(app);
    const bulk = (await admin.put(path, prices(250))).body.bulk_uuid as string;
    for (const [limit, left] of [
      [5, 245],
      [130, 115],
    ]) {
      await using consumer = await startConsumer(databaseOf(app), [
        "--max-messages",
        String(limit),
        "--concurrency",
        "3",
      ]);
      expect(await consumer.ended).toBe(0);
      expect((await admin.get(`/V1/bulk/${bulk}/operation-status/4`)).body).toBe(left);
    }
  });

  it("rejects a second one with --single-thread until the first one ends, even if it is killed", async () => {
    await using app = await startApp();
    await using first = await startConsumer(databaseOf(app), ["--single-thread"]);
    const second = await portico(
      folder,
      ["queue:consumers:start", "async.operations.all", "--single-thread"],
      databaseOf(app),
    );
    expect([second.code, second.stderr.trim()]).toEqual([
      1,
      "Another consumer is already running with --single-thread.",
    ]);
    await using other = await startConsumer(databaseOf(app));
    other.signal("SIGINT");
    expect(await other.ended).toBe(0);
    first.signal("SIGKILL");
    expect(await first.ended).toBeNull();
    await using third = await startConsumer(databaseOf(app), ["--single-thread"]);
    third.signal("SIGTERM");
    expect(await third.ended).toBe(0);
  });

  it("removes old bulks when queue:cleanup runs", async () => {
    await using app = await startApp();
    const admin = await newProduct(app);
    const [old] = [await admin.put(path, prices(3)), await admin.put(path, prices(2))];
    await app.db.execute("delete from bulk_queue where bulk_uuid = $1::uuid", [old.body.bulk_uuid]);
    await app.db.execute("update bulk set finished_at = now() - interval '61 days' where uuid = $1::uuid", [
      old.body.bulk_uuid,
    ]);
    expect(await answerOf(folder, ["queue:cleanup", "--days", "62"], databaseOf(app))).toMatchObject({ bulks: 0 });
    expect(await answerOf(folder, ["queue:cleanup"], databaseOf(app))).toEqual({
      bulks: 1,
      operations: 3,
      idempotencyKeys: 0,
    });
    expect((await portico(folder, ["queue:cleanup"], databaseOf(app))).stdout).toContain("Removed 0 bulks");
  });
});

describe.skipIf(broker === undefined)("a consumer process on RabbitMQ", () => {
  it("takes over the operations of a stopped consumer and loses none", async () => {
    await using queues = ownQueues(broker ?? "");
    await using app = await startApp(queues.settings);
    const settings = { ...databaseOf(app), ...queues.settings };
    const admin = await newProduct(app);
    await using first = await startConsumer(settings, ["--concurrency", "1"]);
    const answer = await admin.put(path, prices(1500));
    const done = async () => (await app.db.query("select 1 from bulk_operation where status = 1 limit 1")).length;
    await eventually(done).toBe(1);
    first.signal("SIGTERM");
    expect(await first.ended).toBe(0);
    await using second = await startConsumer(settings);
    const { operations_list: operations } = await waitForBulk(admin, answer, 90);
    expect(operations.filter(({ status }) => status === 1)).toHaveLength(1500);
    expect((await admin.get("/V1/products/one")).body).toMatchObject({ price: 1500 });
    second.signal("SIGTERM");
    expect(await second.ended).toBe(0);
    // Messages that came again and had to wait for earlier ones are not taken for those that end their consumer.
    expect(await messagesIn(`${queues.settings.PORTICO_QUEUE_PREFIX}async.operations.dead`)).toBe(0);
  });
});
