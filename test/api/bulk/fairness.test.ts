import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, guest, UserType } from "../../../src/api/auth/actor.js";
import { insertBulk } from "../../../src/api/bulk/accept/insert-bulk.sql.js";
import { embeddedBroker } from "../../../src/api/bulk/queue/embedded-broker.js";
import type { ClaimedOperation, Outcome } from "../../../src/api/bulk/queue/operations.sql.js";
import { claimDue, deleteIdleCallers } from "../../../src/api/bulk/queue/turns.sql.js";
import type { BatchRunner } from "../../../src/api/bulk/run/batch.js";
import { Consumer, type ConsumerOptions } from "../../../src/api/bulk/run/consumer.js";
import type { Context } from "../../../src/api/call/context.js";
import type { Database } from "../../../src/platform/db/database.js";
import { routeFor } from "../call/pure.schema.js";
import { startApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import { ownQueues, rabbitUrl } from "../../support/rabbitmq.js";
import { openTestDatabase, type TestDatabase } from "../../support/test-database.js";
import { startConsumer } from "./consumer-process.js";

const isOnPostgres = process.env["PORTICO_TEST_ENGINE"] === "postgresql";
const broker = isOnPostgres ? await rabbitUrl() : undefined;

const administrator = (id: number): Actor => ({ type: UserType.administrator, id, resources: new Set() });

describe("callers who have queued operations", () => {
  let opened: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    opened = await openTestDatabase();
    db = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(() => db.execute("truncate bulk, bulk_operation, bulk_queue, bulk_queue_key, bulk_caller"));

  const route = routeFor("saveProduct", "POST /V1/products");

  interface Sent {
    /** The ordering key of each operation; one of its own by default. */
    readonly key?: string;
    readonly maxOpen?: number;
  }

  const accept = (actor: Actor, count: number, { key, maxOpen = 100_000 }: Sent = {}) =>
    insertBulk(db, {
      uuid: randomUUID(),
      route: route.line,
      topic: "",
      actor,
      storeCode: null,
      storeId: 1,
      requestId: "",
      traceparent: null,
      readerHash: null,
      payloads: Array.from({ length: count }, () => callerOf(actor)),
      keys: Array.from({ length: count }, () => [key ?? `product:${randomUUID()}`]),
      maxOpen,
    });

  const callerOf = ({ type, id }: Pick<Actor, "type" | "id">) => (type === UserType.guest ? "guest" : `admin ${id}`);

  /** Runs so many operations at most, and returns whose they were, batch by batch. */
  async function run(count: number): Promise<string[]> {
    const { ran, consumer } = await start({ concurrency: 1, maxMessages: count });
    await consumer.ended;
    return ran;
  }

  /** Runs operations until one has run, and returns whose they were. */
  async function runFirst(): Promise<string[]> {
    const { ran, consumer } = await start({ concurrency: 1 });
    await eventually(() => ran.length).toBeGreaterThan(0);
    await consumer.stop();
    return ran;
  }

  async function start(options: ConsumerOptions) {
    const ran: string[] = [];
    const outcome = (operation: ClaimedOperation): Outcome => ({
      operation,
      status: 1,
      message: "",
      result: null,
      errorCode: null,
      redacted: null,
      retryIn: null,
      rows: null,
    });
    const runner: BatchRunner = {
      prepare: async () => ({ actorOf: () => guest, scopeOf: () => undefined }),
      read: async (tx, operation) => ({ operation, route, args: {}, ctx: { db: tx } as Context }),
      run: async ({ operation }) => {
        ran.push(operation.payload);
        return outcome(operation);
      },
      toFailure: (operation) => outcome(operation),
      logRerun: () => undefined,
    };
    const parts = { db, runner, broker: embeddedBroker(), log: pino({ level: "silent" }) };
    const consumer = new Consumer(parts, options);
    await consumer.start();
    return { ran, consumer };
  }

  it("do not wait for the 2,000 operations of another caller", async () => {
    await accept(guest, 2000);
    await accept(administrator(1), 1);
    expect((await run(10)).indexOf("admin 1")).toBeGreaterThanOrEqual(0);
  });

  it("do not wait for another caller's half finished bulk, although they had many turns before", async () => {
    await accept(administrator(1), 300);
    await accept(guest, 2000);
    await run(1000);
    await accept(administrator(2), 1);
    await accept(administrator(1), 1);
    const next = await run(10);
    expect(next).toContain("admin 2");
    expect(next).toContain("admin 1");
  });

  it("take turns while each of them has operations, regardless of who came first", async () => {
    await accept(guest, 400);
    await run(100);
    await accept(administrator(1), 400);
    await accept(administrator(2), 400);
    const ran = await run(300);
    for (const caller of ["guest", "admin 1", "admin 2"]) {
      const share = ran.filter((other) => other === caller).length;
      expect(share).toBeGreaterThan(60);
      expect(share).toBeLessThan(140);
    }
  });

  it("have one share, however many bulks they send at the same time", async () => {
    await Promise.all(Array.from({ length: 20 }, () => accept(guest, 50)));
    await accept(administrator(1), 20);
    const ran = await run(60);
    expect(ran.filter((caller) => caller === "admin 1")).toHaveLength(20);
  });

  it("are rejected when the operations of their unfinished bulks exceed the limit", async () => {
    expect(await accept(guest, 3, { maxOpen: 5 })).toBe(true);
    expect(await accept(guest, 3, { maxOpen: 5 })).toBe(false);
    expect(await accept(administrator(1), 5, { maxOpen: 5 })).toBe(true);
    expect(await accept(administrator(1), 0, { maxOpen: 5 })).toBe(true);
    expect(await db.query("select operation_count as count from bulk order by 1")).toEqual([
      { count: 0 },
      { count: 3 },
      { count: 5 },
    ]);
    expect(await db.query("select seq from bulk_queue")).toHaveLength(8);
    await run(8);
    const open = "select sum(open_operations)::int as open from bulk_caller";
    expect(await db.query(open)).toEqual([{ open: 0 }]);
    expect(await accept(guest, 5, { maxOpen: 5 })).toBe(true);
    await run(5);
    expect(await deleteIdleCallers(db, 10)).toBe(2);
  });

  it("are not admitted above the limit when their calls arrive at the same time", async () => {
    const accepted = await Promise.all(Array.from({ length: 10 }, () => accept(guest, 2, { maxOpen: 10 })));
    expect(accepted.filter(Boolean)).toHaveLength(5);
  });

  it("are not blocked by more than a batch of operations that wait for a retry of an earlier one", async () => {
    await accept(guest, 251, { key: "product:a" });
    await db.execute("update bulk_queue set due_at = now() + interval '1 hour' where operation_id = 0");
    await accept(guest, 1);
    expect(await runFirst()).toEqual(["guest"]);
    const left = await db.query("select count(*) as count from bulk_queue where ordering_key = 'product:a'");
    expect(left).toEqual([{ count: 251 }]);
  });

  // The embedded engine runs one transaction after the other.
  it.runIf(isOnPostgres)(
    "are not blocked by more than a batch of operations that wait for one running elsewhere",
    async () => {
      await accept(guest, 251, { key: "product:a" });
      await accept(guest, 1);
      await db.transaction(async (other) => {
        expect(await claimDue(other, 1)).toHaveLength(1);
        expect(await runFirst()).toEqual(["guest"]);
      });
      const left = await db.query("select count(*) as count from bulk_queue where ordering_key = 'product:a'");
      expect(left).toEqual([{ count: 251 }]);
    },
  );
});

describe("the queue over HTTP", () => {
  const element = { customer: { email: "a@example.com", firstname: "A", lastname: "B" } };
  const bulk = "/async/bulk/V1/customers";
  const guestBulk = `mutation ($elements: [Json!]!) {
    submitBulk(operation: "createCustomer", elements: $elements) { bulk_uuid }
  }`;
  const rows = "select 1 from bulk union all select 1 from bulk_operation union all select 1 from bulk_queue";

  it("rejects a caller with too many open operations, stores nothing, and accepts calls again when some have ended", async () => {
    await using app = await startApp({ PORTICO_OPEN_OPERATIONS: "5" });
    const [admin, other] = [await app.asAdmin(), await app.asAdmin()];
    const first = await admin.post(bulk, [element, element, element]);
    expect(first.status).toBe(202);
    const before = await app.db.query(rows);
    const keyed = { headers: { "Idempotency-Key": '"one"' } };
    const refused = await admin.post(bulk, [element, element, element], keyed);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message:
          "The call would exceed your limit of %limit operations in unfinished bulks. Try again in %seconds seconds.",
        parameters: { limit: 5, seconds: 5 },
      },
    });
    expect(refused.headers.get("Retry-After")).toBe("5");
    expect(await app.db.query(rows)).toEqual(before);
    expect((await other.post(bulk, [element])).status).toBe(202);
    expect((await admin.post("/async/V1/customers", element)).status).toBe(202);
    const overGraphql = await admin.graphql(guestBulk, { elements: [element, element] });
    expect(overGraphql.body.errors[0].extensions.code).toBe("TOO_MANY_REQUESTS");
    expect((await admin.post(bulk, Array(6).fill(element))).status).toBe(400);
    await admin.delete(`/V1/bulk/${first.body.bulk_uuid}`);
    await eventually(async () => (await admin.post(bulk, [element, element, element], keyed)).status).toBe(202);
  });

  it("counts operations again when a bulk is put back into the queue", async () => {
    await using app = await startApp({ PORTICO_OPEN_OPERATIONS: "3" });
    const admin = await app.asAdmin();
    const { body } = await admin.post(bulk, [element, element]);
    await admin.delete(`/V1/bulk/${body.bulk_uuid}`);
    const finished = async () => (await app.db.query("select 1 from bulk where finished_at is null")).length === 0;
    await eventually(finished).toBe(true);
    await app.db.execute("update bulk_operation set status = 2");
    expect((await admin.post(`/V1/bulk/${body.bulk_uuid}/retry`)).body).toBe(2);
    expect((await admin.post(bulk, [element, element])).status).toBe(429);
    expect((await admin.post(bulk, [element])).status).toBe(202);
  });

  it("rejects bulk calls of guests unless a setting allows them", async () => {
    await using app = await startApp();
    const refused = await app.asGuest().post(bulk, [element]);
    expect(refused).toMatchObject({ status: 401, body: { parameters: { resources: "self" } } });
    const overGraphql = await app.asGuest().graphql(guestBulk, { elements: [element] });
    expect(overGraphql.body.errors[0].extensions.code).toBe("NOT_AUTHORIZED");
    expect(await app.db.query(rows)).toEqual([]);
    expect((await app.asGuest().post("/async/V1/customers", element)).status).toBe(202);
    await using open = await startApp({ PORTICO_GUEST_BULK: "on" });
    expect((await open.asGuest().post(bulk, [element])).status).toBe(202);
    expect((await open.asGuest().graphql(guestBulk, { elements: [element] })).body.errors).toBeUndefined();
  });
});

describe.skipIf(broker === undefined)("the queue over RabbitMQ", () => {
  it("runs another caller's operation first although 2,000 messages are ahead of its message", async () => {
    await using queues = ownQueues(broker ?? "");
    await using app = await startApp(queues.settings);
    const [admin, other] = [await app.asAdmin(), await app.asAdmin()];
    await admin.post("/V1/products", {
      product: { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" },
    });
    const price = (value: number) => ({ sku: "one", product: { price: value } });
    await admin.put(
      "/async/bulk/V1/products/bySku",
      Array.from({ length: 2000 }, (_, at) => price(at + 1)),
    );
    const announced = async () => (await app.db.query("select 1 from bulk_queue where published_at is null")).length;
    await eventually(announced).toBe(0);
    const { body } = await other.put("/async/V1/customerGroups/1", { group: { code: "Members", tax_class_id: 3 } });
    await eventually(announced).toBe(0);
    const { DATABASE_URL = "", DATABASE_DIRECT_URL = "" } = app.config;
    const settings = { ...queues.settings, DATABASE_URL, DATABASE_DIRECT_URL };
    await using consumer = await startConsumer(settings, ["--max-messages", "10"]);
    expect(await consumer.ended).toBe(0);
    const { operations_list: operations } = (await other.get(`/V1/bulk/${body.bulk_uuid}/status`)).body;
    expect(operations[0]).toMatchObject({ status: 1 });
    expect(await app.db.query("select count(*) as count from bulk_queue")).toEqual([{ count: 1991 }]);
  }, 120_000);
});
