import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client, Reply } from "../../support/client.js";
import { messagesIn, rabbitUrl, removeTopology, sendRaw } from "../../support/rabbitmq.js";
import { startProxy, type TcpProxy } from "../../support/tcp-proxy.js";

const broker = await rabbitUrl();
const possible = broker !== undefined && process.env["PORTICO_TEST_ENGINE"] === "postgresql";
const command = fileURLToPath(new URL("../../../bin/portico", import.meta.url));
const products = 200;

describe.skipIf(!possible)("the queue over RabbitMQ with separate consumer processes", () => {
  const prefix = `test-${randomUUID()}.`;
  let brokerProxy: TcpProxy;
  let databaseProxy: TcpProxy;
  let app: TestApp;
  let admin: Client;
  let consumers: Set<ChildProcess>;

  beforeAll(async () => {
    brokerProxy = await startProxy(broker ?? "");
    app = await startApp({ AMQP_URL: brokerProxy.url, PORTICO_QUEUE_PREFIX: prefix });
    databaseProxy = await startProxy(app.config.DATABASE_URL ?? "");
    admin = await app.asAdmin();
    await app.db.execute(
      `insert into product (sku, sku_key, attribute_set_id, type_id)
       select 'p' || n, 'p' || n, 4, 'simple' from generate_series(1, ${products}) n`,
    );
    await app.db.execute(
      "insert into product_values (product_id, store_id, data) select id, 0, jsonb_build_object('name', sku, 'status', 1) from product",
    );
    // What every operation did is written down by the database itself: a price that is set twice shows twice.
    await app.db.execute("create table effect (seq bigserial primary key, product_id int, price numeric)");
    await app.db.execute(
      `create function note() returns trigger language plpgsql as
       $$ begin insert into effect (product_id, price) values (new.product_id, new.price); return null; end $$`,
    );
    await app.db.execute(
      "create trigger note after insert or update on product_price for each row execute function note()",
    );
  });

  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await brokerProxy[Symbol.asyncDispose]();
    await databaseProxy[Symbol.asyncDispose]();
    await removeTopology(prefix);
  });

  beforeEach(async () => {
    consumers = new Set();
    await app.db.execute("truncate effect");
  });

  afterEach(async () => {
    for (const child of consumers) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    brokerProxy.open();
    databaseProxy.open();
  });

  function startConsumer(...options: string[]): ChildProcess {
    const child = spawn(process.execPath, [command, "queue:consumers:start", "async.operations.all", ...options], {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        LOG_LEVEL: "fatal",
        NODE_ENV: "production",
        DATABASE_URL: databaseProxy.url,
        DATABASE_DIRECT_URL: app.config.DATABASE_DIRECT_URL ?? "",
        AMQP_URL: brokerProxy.url,
        PORTICO_QUEUE_PREFIX: prefix,
      },
    });
    consumers.add(child);
    child.once("exit", () => consumers.delete(child));
    return child;
  }

  /** Prices that no two operations share, so that each effect tells which operation had it. */
  let lastPrice = 0;
  const setPrice = (product: number) => ({ sku: `p${product}`, product: { price: ++lastPrice } });
  const anyProduct = () => 1 + Math.floor(Math.random() * products);
  const submit = (elements: readonly unknown[]) => admin.put("/async/bulk/V1/products/bySku", elements);

  const open = async () => {
    const [row] = await app.db.query<{ count: number }>(
      "select count(*) as count from bulk_operation where status in (2, 4)",
    );
    return row?.count ?? 0;
  };

  /** Waits for a state of the database; calls back with the number of open operations each time it looks. */
  async function drained(look: (open: number) => Promise<void> | void = () => undefined): Promise<void> {
    const until = performance.now() + 120_000;
    for (let left = await open(); left > 0; left = await open()) {
      if (performance.now() > until) throw new Error(`${left} operations are still open`);
      await look(left);
      await pause(25);
    }
  }

  async function expectEachOnce(answers: readonly Reply[], count: number): Promise<void> {
    for (const answer of answers) expect(answer.status).toBe(202);
    const statuses = await app.db.query(
      "select status, count(*) as count from bulk_operation where bulk_uuid = any($1::uuid[]) group by status",
      [answers.map(({ body }) => (body as { bulk_uuid: string }).bulk_uuid)],
    );
    expect(statuses).toEqual([{ status: 1, count }]);
    const [effects] = await app.db.query("select count(*) as count, count(distinct price) as distinct from effect");
    expect(effects).toEqual({ count, distinct: count });
    // The last effect on a product is that of the operation accepted last.
    const [disorder] = await app.db.query(
      "select count(*) as count from effect e where exists (select 1 from effect l where l.product_id = e.product_id and l.seq < e.seq and l.price > e.price)",
    );
    expect(disorder).toEqual({ count: 0 });
    expect(await app.db.query("select seq from bulk_queue")).toEqual([]);
  }

  it("ends 5,000 operations once each, in order, while both consumers are killed again and again", async () => {
    const customers = Array.from({ length: 100 }, () => ({
      customer: { email: `${randomUUID()}@example.com`, firstname: "A", lastname: "B" },
    }));
    const others = await admin.post("/async/bulk/V1/customers", customers);
    const answers: Reply[] = [];
    for (let bulk = 0; bulk < 49; bulk += 1)
      answers.push(await submit(Array.from({ length: 100 }, () => setPrice(anyProduct()))));
    startConsumer("--concurrency", "2");
    startConsumer("--concurrency", "2");
    let kills = 0;
    let nextKill = 4700;
    await drained((left) => {
      if (left > nextKill || left < 300) return;
      nextKill = left - 200 - Math.floor(Math.random() * 400);
      kills += 1;
      const [victim] = [...consumers].sort(() => Math.random() - 0.5);
      victim?.kill("SIGKILL");
      startConsumer("--concurrency", "2");
    });
    expect(kills).toBeGreaterThan(3);
    await expectEachOnce(answers, 4900);
    const { bulk_uuid } = others.body as { bulk_uuid: string };
    expect((await admin.get(`/V1/bulk/${bulk_uuid}/operation-status/1`)).body).toBe(100);
    const [created] = await app.db.query("select count(*) as count from customer");
    expect(created).toEqual({ count: 100 });
  }, 150_000);

  it("survives a lost connection to the broker while calls are accepted and while they run", async () => {
    startConsumer();
    const answers: Reply[] = [];
    for (let bulk = 0; bulk < 20; bulk += 1) {
      answers.push(await submit(Array.from({ length: 50 }, () => setPrice(anyProduct()))));
      if (bulk % 4 === 1) brokerProxy.cut();
    }
    let cuts = 0;
    await drained((left) => {
      if (left > 100 && left < 800 - cuts * 250) {
        cuts += 1;
        brokerProxy.cut();
      }
    });
    await expectEachOnce(answers, 1000);
  }, 120_000);

  it("survives the loss of the consumer's connections to the database", async () => {
    const answers = [await submit(Array.from({ length: 1000 }, () => setPrice(anyProduct())))];
    startConsumer();
    let cuts = 0;
    await drained((left) => {
      if (left > 900 - cuts * 200) return;
      cuts += 1;
      databaseProxy.cut();
    });
    expect(cuts).toBeGreaterThan(1);
    await expectEachOnce(answers, 1000);
  }, 120_000);

  it("does nothing twice when every message is delivered twice", async () => {
    const answers = [await submit(Array.from({ length: 500 }, () => setPrice(anyProduct())))];
    const announced = async () =>
      (await app.db.query("select 1 from bulk_queue where published_at is null")).length === 0;
    await expect.poll(announced, { timeout: 10_000 }).toBe(true);
    await app.db.execute("update bulk_queue set published_at = null");
    // A consumer that was killed before may have given messages back that it had not acknowledged yet.
    const queued = () => messagesIn(`${prefix}async.operations.all`);
    await expect.poll(queued, { timeout: 20_000 }).toBeGreaterThanOrEqual(1000);
    startConsumer("--concurrency", "4");
    await drained();
    await expectEachOnce(answers, 500);
    await expect.poll(queued, { timeout: 20_000 }).toBe(0);
  }, 60_000);

  it("accepts calls while the broker is down, and runs them when it is back", async () => {
    brokerProxy.close();
    const answers = [await submit(Array.from({ length: 300 }, () => setPrice(anyProduct())))];
    expect(await open()).toBe(300);
    const health = await admin.request("/health/ready");
    expect(health.status).toBe(200);
    expect(health.body).toMatchObject({
      status: "warn",
      checks: { broker: { status: "fail" }, database: { status: "pass" } },
    });
    startConsumer();
    brokerProxy.open();
    await drained();
    await expectEachOnce(answers, 300);
  }, 60_000);

  it("keeps the order of ten operations on one product with a concurrency of eight", async () => {
    startConsumer("--concurrency", "8");
    startConsumer("--concurrency", "8");
    for (let round = 0; round < 10; round += 1) {
      await app.db.execute("truncate effect");
      const bulk = Array.from({ length: 5 }, () => setPrice(7));
      const answers = [await submit(bulk)];
      for (let single = 0; single < 5; single += 1) {
        const { sku, product } = setPrice(7);
        answers.push(await admin.put(`/async/V1/products/${sku}`, { product }));
      }
      await drained();
      await expectEachOnce(answers, 10);
    }
  }, 60_000);

  it("moves a message without an operation to the dead-letter queue, and continues", async () => {
    await sendRaw(`${prefix}async.operations.all`, "not JSON");
    await sendRaw(`${prefix}async.operations.all`, '{"bulk_uuid":"x"}');
    startConsumer();
    const answers = [await submit([setPrice(1)])];
    await drained();
    await expectEachOnce(answers, 1);
    await expect.poll(() => messagesIn(`${prefix}async.operations.dead`), { timeout: 10_000 }).toBe(2);
  }, 60_000);

  it("loses no operation when a consumer is asked to stop, which exits with code 0", async () => {
    const answers = [await submit(Array.from({ length: 400 }, () => setPrice(anyProduct())))];
    const child = startConsumer();
    await expect.poll(open, { timeout: 30_000 }).toBeLessThan(400);
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(0);
    startConsumer();
    await drained();
    await expectEachOnce(answers, 400);
  }, 60_000);
});
