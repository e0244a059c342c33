import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { insertBulk } from "../../../src/api/bulk/accept/insert-bulk.sql.js";
import { claimBlocking, findBlocking } from "../../../src/api/bulk/queue/blocking-operations.sql.js";
import { claimByKeys, findOpen, claimUnannounced, writeOutcomes } from "../../../src/api/bulk/queue/operations.sql.js";
import { claimDue, finishBulks, finishOrphanedBulks } from "../../../src/api/bulk/queue/turns.sql.js";
import { searchOperations } from "../../../src/api/bulk/status/bulk-status.sql.js";
import { searchBulks } from "../../../src/api/bulk/status/bulks.sql.js";
import { guest } from "../../../src/api/auth/actor.js";
import type { Db } from "../../../src/platform/db/database.js";
import { openTestDatabase } from "../../support/test-database.js";

const sent: string[] = [];
const { database: db } = await openTestDatabase({ onStatement: (text) => void sent.push(text) });
afterAll(() => db.close());

const claim = () => db.transaction((tx) => claimDue(tx, 100));

it("plans the statements of the queue for its current length, not for the empty queue at the start", async () => {
  for (let poll = 0; poll < 8; poll += 1) expect(await claim()).toEqual([]);
  await insertBulk(db, {
    uuid: randomUUID(),
    route: "PUT /V1/nothing",
    topic: "nothing",
    actor: guest,
    storeCode: null,
    storeId: 1,
    requestId: "plans",
    traceparent: null,
    readerHash: null,
    payloads: ["{}", "{}"],
    keys: [["product:a"], ["product:b"]],
    maxOpen: 10,
  });
  const claimed = await claim();
  expect(claimed).toHaveLength(2);
  await writeOutcomes(
    db,
    claimed.map((operation) => ({
      operation,
      status: 1,
      message: "",
      result: null,
      errorCode: null,
      redacted: null,
      retryIn: null,
      rows: null,
    })),
  );
  expect(await claim()).toEqual([]);
  const rows = await db.query<{ statement: string }>("select statement from pg_prepared_statements");
  expect(rows.filter(({ statement }) => /\bbulk_queue\b/.test(statement))).toEqual([]);
  expect(sent.filter((text) => text.includes("skip locked"))).toHaveLength(10);
});

/** Operations of the long queue. */
const length = 10_000;

/** Fills the queue with operations of one bulk. The first half is announced. Each has a second key. */
async function fill(operations: number): Promise<void> {
  const uuid = randomUUID();
  await db.execute(
    `insert into bulk (uuid, route, topic, user_type, operation_count, request_id)
     values ($1::uuid, 'PUT /V1/nothing', 'nothing', 4, $2::int, 'plans')`,
    [uuid, operations],
  );
  await db.execute(
    `insert into bulk_operation (bulk_uuid, id, start_time, payload)
     select $1::uuid, n, now(), '{}' from generate_series(1, $2::int) as n`,
    [uuid, operations],
  );
  await db.execute(
    `insert into bulk_queue (bulk_uuid, operation_id, ordering_key, turn, published_at)
     select $1::uuid, n, 'product:' || n, n, case when n <= $2::int / 2 then now() end from generate_series(1, $2::int) as n`,
    [uuid, operations],
  );
  await db.execute(
    "insert into bulk_queue_key (seq, key) select seq, 'category:' || operation_id % 1000 from bulk_queue where bulk_uuid = $1",
    [uuid],
  );
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
}

interface Read {
  readonly rows: number;
  readonly blocks: number;
}

/** Returns the most that a part of a statement reads of tables: rows, and blocks of the tables and their indexes. */
function readOf(plan: Plan, tables: RegExp): Read {
  const parts = (plan.Plans ?? []).map((part) => readOf(part, tables));
  const isQueue = plan["Node Type"].endsWith("Scan") && tables.test(plan["Relation Name"] ?? "");
  const rows = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  const blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  return {
    rows: Math.max(isQueue ? rows : 0, ...parts.map((part) => part.rows)),
    blocks: Math.max(isQueue ? blocks : 0, ...parts.map((part) => part.blocks)),
  };
}

/** Explains a statement as it is sent, and undoes it. */
async function explain(work: (tx: Db) => Promise<unknown>, tables = /^bulk_queue/): Promise<Read> {
  const plans: Plan[] = [];
  await db
    .transaction(async (tx) => {
      const query = async (text: string, values?: readonly unknown[]) => {
        const [row] = await tx.query<{ "QUERY PLAN": readonly [{ Plan: Plan }] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        if (row) plans.push(row["QUERY PLAN"][0].Plan);
        return [];
      };
      const execute = (text: string, values?: readonly unknown[]) =>
        text.startsWith("set local") ? tx.execute(text) : query(text, values);
      const replaced = { query, execute };
      await work(
        new Proxy(tx, {
          get: (target, name) =>
            Object.hasOwn(replaced, name) ? Reflect.get(replaced, name) : Reflect.get(target, name),
        }),
      );
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  const [plan] = plans;
  if (!plan || plans.length > 1) throw new Error(`${plans.length} statements were explained`);
  return readOf(plan, tables);
}

class Undone extends Error {}

const statistics: Readonly<Record<string, () => Promise<unknown>>> = {
  "that were never gathered": () => db.execute("truncate bulk_queue, bulk_queue_key"),
  "of an empty queue with the pages of a long one": async () => {
    await fill(length);
    await db.execute("delete from bulk_queue");
    await db.execute("delete from bulk_queue_key");
    await db.execute("analyze bulk_queue, bulk_queue_key, bulk_operation, bulk");
  },
  "of a queue of thirty operations with the pages of a long one": async () => {
    await fill(length);
    await db.execute("delete from bulk_queue where operation_id > 30");
    await db.execute("analyze bulk_queue, bulk_queue_key, bulk_operation, bulk");
    await db.execute("delete from bulk_queue");
    await db.execute("delete from bulk_queue_key");
  },
  "of an empty queue and of many operations that have ended": async () => {
    await fill(length);
    await db.execute("truncate bulk_queue, bulk_queue_key");
    await db.execute("analyze bulk_queue, bulk_queue_key, bulk_operation, bulk");
  },
};

it.each(Object.keys(statistics))("reads a hundred operations of a long queue with statistics %s", async (state) => {
  await statistics[state]?.();
  await fill(length);
  const operations = (await db.transaction(async (tx) => claimDue(tx, 2_100))).slice(2_000);
  const blocking = await findBlocking(db, operations);
  expect(blocking.length).toBeGreaterThan(0);
  const outcomes = operations.map((operation) => ({
    ...{
      operation,
      status: 1 as const,
      message: "",
      result: null,
      errorCode: null,
      redacted: null,
      retryIn: null,
      rows: null,
    },
  }));
  const statements: Readonly<Record<string, (tx: Db) => Promise<unknown>>> = {
    claimBlocking: (tx) => claimBlocking(tx, blocking, { operations, limit: 100 }),
    claimDue: (tx) => claimDue(tx, 100),
    claimNamed: (tx) => claimByKeys(tx, operations),
    findBlocking: (tx) => findBlocking(tx, operations),
    finishBulks: (tx) => finishBulks(tx, [...new Set(operations.map(({ bulk }) => bulk))]),
    findOpen: (tx) => findOpen(tx, operations),
    takeUnannounced: (tx) => claimUnannounced(tx, 100),
    writeOutcomes: (tx) => writeOutcomes(tx, outcomes),
  };
  for (const [name, statement] of Object.entries(statements)) {
    const read = await explain(statement);
    expect(read.rows, name).toBeLessThanOrEqual(300);
    // Fifty for each operation. The most that a good plan read was half of it, with rows that are deleted but not vacuumed; a bad
    // one reads some hundred.
    expect(read.blocks, name).toBeLessThanOrEqual(5_000);
  }
});

it("finishes bulks without reading all unfinished ones, with statistics of finished ones", async () => {
  await db.execute("truncate bulk, bulk_operation, bulk_queue, bulk_queue_key, bulk_caller");
  const insert = (finished: string) =>
    db.execute(
      `with bulks as (
         insert into bulk (uuid, route, topic, user_type, operation_count, request_id, finished_at)
         select gen_random_uuid(), 'PUT /V1/nothing', 'nothing', 4, 1, 'plans', ${finished} from generate_series(1, $1::int)
         returning uuid, finished_at
       ), operations as (
         insert into bulk_operation (bulk_uuid, id, start_time, payload) select uuid, 0, now(), '{}' from bulks
       )
       insert into bulk_queue (bulk_uuid, operation_id, ordering_key, turn)
       select uuid, 0, 'product:' || uuid, row_number() over () from bulks where finished_at is null`,
      [length],
    );
  await insert("now()");
  await db.execute("analyze bulk, bulk_queue");
  await insert("null");
  const [open] = await db.query<{ uuid: string }>("select uuid from bulk where finished_at is null limit 1");
  const one = await explain((tx) => finishBulks(tx, [open?.uuid ?? ""]), /^bulk/);
  expect(one.rows).toBeLessThanOrEqual(10);
  // It looks at a thousand.
  const leftBehind = await explain((tx) => finishOrphanedBulks(tx), /^bulk/);
  expect(leftBehind.rows).toBeLessThanOrEqual(1_000);
});

it.each(["ASC", "DESC"])(
  "reads pages of bulks and of operations in the order of their time %s by an index",
  async (direction) => {
    await db.execute("truncate bulk, bulk_operation, bulk_queue, bulk_queue_key, bulk_caller");
    await db.execute(
      `with bulks as (
       insert into bulk (uuid, route, topic, user_type, operation_count, request_id, start_time, finished_at)
       select gen_random_uuid(), 'PUT /V1/nothing', 'nothing', 4, 1, 'plans', timestamp '2026-01-01' + make_interval(mins => n), now()
       from generate_series(1, $1::int) n returning uuid, start_time
     )
     insert into bulk_operation (bulk_uuid, id, start_time, payload, status) select uuid, 0, start_time, '{}', 1 from bulks`,
      [length],
    );
    await db.execute("analyze bulk, bulk_operation");
    const page = { page_size: 20, sort_orders: [{ field: "start_time", direction }] };
    const complete = { ...page, filter_groups: [{ filters: [{ field: "status", value: "1", condition_type: "eq" }] }] };
    const bulks = await explain((tx) => searchBulks(tx, page, { owner: undefined, withSynchronous: false }), /^bulk$/);
    const operations = await explain((tx) => searchOperations(tx, complete), /^bulk_operation$/);
    expect([bulks.rows, operations.rows].every((rows) => rows > 0 && rows < 200)).toBe(true);
  },
);
