import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import pino from "pino";
import { ConsumerCheck } from "../../../src/api/bulk/queue/consumer-check.js";
import { removeOld } from "../../../src/api/bulk/queue/retention.js";
import { Maintenance } from "../../../src/api/bulk/queue/maintenance.js";
import { useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";

const { app } = useApp();

let admin: Client;
beforeAll(async () => void (admin = await app.asAdmin()));

const bulkOf = async (count: number): Promise<string> => {
  const elements = Array.from({ length: count }, (_, price) => ({ sku: "one", product: { price } }));
  return (await admin.put("/async/bulk/V1/products/bySku", elements)).body.bulk_uuid as string;
};

/** Makes a bulk look as if its operations had ended so many days ago. */
async function finish(bulk: string, days: number): Promise<void> {
  await app.db.execute("delete from bulk_queue where bulk_uuid = $1::uuid", [bulk]);
  await app.db.execute("update bulk_operation set status = 1 where bulk_uuid = $1::uuid", [bulk]);
  await app.db.execute("update bulk set finished_at = now() - make_interval(days => $2::int) where uuid = $1::uuid", [
    bulk,
    days,
  ]);
}

const ids = async () => (await app.db.query<{ uuid: string }>("select uuid from bulk")).map(({ uuid }) => uuid);
const operations = async () => (await app.db.query("select 1 from bulk_operation")).length;
const clear = () => app.db.execute("truncate bulk, bulk_operation, bulk_queue, bulk_caller, bulk_consumer");

describe("retention", () => {
  it("removes bulks that finished long ago, in small chunks, and keeps younger and open ones", async () => {
    await clear();
    const [old, empty, young, open] = [await bulkOf(25), await bulkOf(0), await bulkOf(3), await bulkOf(2)];
    await finish(old, 61);
    await finish(empty, 61);
    await finish(young, 59);
    await app.db.execute("update bulk set start_time = now() - interval '90 days' where uuid = $1::uuid", [open]);
    const statements = await app.statementsOf(async () => {
      const removed = await removeOld(app.db, { days: 60, chunk: 10 });
      expect(removed).toEqual({ bulks: 2, operations: 25, idempotencyKeys: 0 });
    });
    expect(statements.length).toBeGreaterThan(3);
    expect((await ids()).sort()).toEqual([young, open].sort());
    expect(await operations()).toBe(5);
    expect(await removeOld(app.db, { days: 60 })).toEqual({ bulks: 0, operations: 0, idempotencyKeys: 0 });
  });

  it("happens automatically while maintenance runs", async () => {
    await clear();
    await finish(await bulkOf(2), 61);
    const { db, log } = { db: app.db, log: pino({ level: "silent" }) };
    const parts = { db, log, consumerCheck: new ConsumerCheck(db, log), onFinished: () => undefined, days: 60 };
    const maintenance = new Maintenance(parts, { clean: 50 });
    maintenance.start();
    await eventually(ids).toEqual([]);
    await finish(await bulkOf(2), 61);
    await eventually(ids).toEqual([]);
    await maintenance.stop();
  });
});

describe("maintenance of the queue", () => {
  it("finishes bulks whose last operation ended with the process that ran it, and reports them", async () => {
    await clear();
    const [left, open] = [await bulkOf(1), await bulkOf(1)];
    await app.db.execute("delete from bulk_queue where bulk_uuid = $1::uuid", [left]);
    const reported: string[] = [];
    const { db, log } = { db: app.db, log: pino({ level: "silent" }) };
    const onFinished = (bulks: readonly string[]) => void reported.push(...bulks);
    const maintenance = new Maintenance({ db, log, consumerCheck: new ConsumerCheck(db, log), onFinished, days: 60 });
    maintenance.start();
    await eventually(() => reported).toEqual([left]);
    await maintenance.stop();
    expect(await app.db.query("select uuid from bulk where finished_at is null")).toEqual([{ uuid: open }]);
  });
});

describe("the health check of the queue", () => {
  const health = () => admin.request("/health/ready");
  const seeConsumer = (ago: string) =>
    app.db.execute(
      `insert into bulk_consumer (id, host, pid, seen_at) values ($1::uuid, 'elsewhere', 1, now() - interval '${ago}')`,
      [randomUUID()],
    );

  it("passes while no operation waits, or none has waited for long", async () => {
    await clear();
    expect((await health()).body).toMatchObject({
      status: "pass",
      checks: { consumer: { status: "pass", kind: "async.operations.all" } },
    });
    await bulkOf(1);
    expect((await health()).body.status).toBe("pass");
  });

  it("warns in the response and once a minute in the log when operations wait without a consumer for a minute", async () => {
    await clear();
    await bulkOf(2);
    await app.db.execute("update bulk_queue set due_at = now() - interval '90 seconds'");
    await seeConsumer("2 minutes");
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await health();
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: "warn",
        checks: { database: { status: "pass" }, consumer: { status: "warn" } },
      });
      expect(body.checks.consumer.oldestSeconds).toBeGreaterThanOrEqual(90);
    }
    const said = app.logs.filter(({ msg }) => String(msg).includes("no consumer has been seen for a minute"));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({ level: 40 });
  });

  it("logs the warning again after a minute if nothing has changed", async () => {
    const lines: string[] = [];
    let now = 0;
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const check = new ConsumerCheck(app.db, log, () => now);
    for (now of [0, 30_000, 61_000, 100_000, 130_000]) expect((await check.run()).status).toBe("warn");
    expect(lines).toHaveLength(3);
  });

  it("passes again after a consumer's heartbeat", async () => {
    await seeConsumer("10 seconds");
    expect((await health()).body.status).toBe("pass");
  });
});
