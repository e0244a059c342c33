import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Actor, guest, UserType } from "../../../src/api/auth/actor.js";
import type { OrderingKeys } from "../../../src/api/bulk/accept/ordering-keys.js";
import { insertBulk } from "../../../src/api/bulk/accept/insert-bulk.sql.js";
import {
  type ClaimedOperation,
  claimByKeys,
  type OperationKey,
  type Outcome,
} from "../../../src/api/bulk/queue/operations.sql.js";
import { claimDue } from "../../../src/api/bulk/queue/turns.sql.js";
import { type BatchRunner, runBatch } from "../../../src/api/bulk/run/batch.js";
import { DueRows } from "../../../src/api/bulk/run/due-rows.js";
import type { ReadOperation } from "../../../src/api/bulk/run/operation-runner.js";
import type { Context } from "../../../src/api/call/context.js";
import type { Database, Db } from "../../../src/platform/db/database.js";
import { openTestDatabase, type TestDatabase } from "../../support/test-database.js";
import { routeFor } from "../call/pure.schema.js";

let opened: TestDatabase;
let db: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
  // What every operation did, in the order in which the database saw it, for each entity that it changed.
  await db.execute("create table trail (entity text primary key, operations int[] not null default '{}')");
});
afterAll(() => opened[Symbol.asyncDispose]());

beforeEach(async () => {
  await db.execute("truncate bulk, bulk_operation, bulk_queue, bulk_queue_key, bulk_caller, trail");
});

/** How a planned operation ends: at once, with an error of its own, or only when it is tried a second time. */
type Ending = "completes" | "fails" | "completes later";

interface Planned {
  readonly keys: OrderingKeys;
  readonly ending: Ending;
}

const entities = ["product:a", "product:b", "product:c", "cart:a", "cart:b"];

/** The entities that an operation with these keys may change. */
const changedBy = (keys: OrderingKeys) =>
  entities.filter((entity) => keys.some((key) => key === entity || key === `${entity.split(":")[0]}:*`));

/** Returns the operations that change each entity if they run one after the other. */
function sequentialTrail(plan: readonly Planned[]): Readonly<Record<string, number[]>> {
  const trail: Record<string, number[]> = Object.fromEntries(entities.map((entity) => [entity, []]));
  for (const [at, { keys, ending }] of plan.entries()) {
    if (ending !== "fails") for (const entity of changedBy(keys)) trail[entity]?.push(at);
  }
  return trail;
}

const route = routeFor("saveProduct", "POST /V1/products");

/** Runs operations by noting them for each entity that they change. The payload says which of the plan they are. */
const noting = (plan: readonly Planned[]): BatchRunner => ({
  prepare: async () => ({ actorOf: () => guest, scopeOf: () => undefined }),
  read: async (tx, operation) => ({ operation, route, args: {}, ctx: { db: tx } as Context }),
  run: async ({ operation, ctx }: ReadOperation) => {
    const at = Number(operation.payload);
    const { keys, ending } = plan[at] ?? { keys: ["product:a"], ending: "fails" };
    // Otherwise the order in which operations are started would be that in which the database sees them.
    if (at % 2 === 0) await ctx.db.query("select 1");
    await ctx.db.execute(
      `insert into trail as t (entity, operations) select entity, array[$2::int] from unnest($1::text[]) as e(entity)
       on conflict (entity) do update set operations = t.operations || excluded.operations`,
      [changedBy(keys), at],
    );
    if (ending === "fails" || (ending === "completes later" && operation.attempts === 0)) throw new Error(ending);
    return outcome(operation, { status: 1 });
  },
  toFailure: (operation, error) =>
    error instanceof Error && error.message === "completes later"
      ? outcome(operation, { status: 2, retryIn: 1 })
      : outcome(operation, { status: 3 }),
  logRerun: () => undefined,
});

const outcome = (operation: ClaimedOperation, ended: Partial<Outcome>): Outcome => ({
  operation,
  status: 1,
  message: "",
  result: null,
  errorCode: null,
  redacted: null,
  retryIn: null,
  rows: null,
  ...ended,
});

const admin: Actor = { type: UserType.administrator, id: 1, resources: new Set() };

interface Sent {
  /** The place of the first operation in the plan. */
  readonly from?: number;
  readonly actor?: Actor;
}

const accept = (plan: readonly Planned[], { from = 0, actor = guest }: Sent = {}) =>
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
    payloads: plan.map((_, at) => String(from + at)),
    keys: plan.map(({ keys }) => keys),
    maxOpen: 100_000,
  });

const openOperations = (on: Db = db) =>
  on.query<OperationKey>("select bulk_uuid as bulk, operation_id as id from bulk_queue order by seq");

interface Consumer {
  readonly batch: number;
  /** Whether it claims the operations that messages name, in any order, or the earliest ones. */
  readonly byMessage: boolean;
}

/** Runs batches until nothing is open and nothing more is accepted. */
async function consume(runner: BatchRunner, { batch, byMessage }: Consumer, isAccepting: () => boolean) {
  const rows = new DueRows();
  const runNamed = (named: readonly OperationKey[]) => runBatch(db, runner, { claim: (tx) => claimByKeys(tx, named) });
  const runDue = async () => {
    const claim = rows.next(batch);
    const result = await runBatch(db, runner, claim);
    claim.done(result);
    return result;
  };
  for (;;) {
    const isMoreToCome = isAccepting();
    const open = await openOperations();
    if (open.length === 0 && !isMoreToCome) return;
    const inAnyOrder = open.sort(() => Math.random() - 0.5).slice(0, batch);
    const { ended } = await (byMessage ? runNamed(inAnyOrder) : runDue());
    if (ended.length === 0) await pause(2);
  }
}

const key = fc.constantFrom(...entities, "product:*", "cart:*");
const planned: fc.Arbitrary<Planned> = fc.record({
  keys: fc
    .uniqueArray(key, { minLength: 1, maxLength: 3 })
    .map(([first = "", ...others]): OrderingKeys => [first, ...others]),
  ending: fc.constantFrom<Ending>("completes", "completes", "completes", "fails", "completes later"),
});
const consumer = fc.record({
  batch: fc.integer({ min: 1, max: 6 }),
  byMessage: fc.boolean(),
});

it("the queue has the same result as running one operation after the other, whatever consumers run concurrently", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          actor: fc.constantFrom(guest, admin),
          operations: fc.array(planned, { minLength: 1, maxLength: 8 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.array(consumer, { minLength: 2, maxLength: 4 }),
      async (bulks, consumers) => {
        await db.execute("delete from trail");
        const plan = bulks.flatMap(({ operations }) => operations);
        const runner = noting(plan);
        let accepted = 0;
        const acceptAll = async () => {
          for (const bulk of bulks) {
            await accept(bulk.operations, { from: accepted, actor: bulk.actor });
            accepted += bulk.operations.length;
          }
        };
        const isAccepting = () => accepted < plan.length;
        await Promise.all([acceptAll(), ...consumers.map((each) => consume(runner, each, isAccepting))]);
        const trail = await db.query<{ entity: string; operations: number[] }>("select * from trail");
        const seen = Object.fromEntries(trail.map(({ entity, operations }) => [entity, operations]));
        const none = Object.fromEntries(entities.map((entity) => [entity, []]));
        expect({ ...none, ...seen }).toEqual(sequentialTrail(plan));
        expect(await db.query("select key from bulk_queue_key")).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

it.each<[string, Ending]>([
  ["", "completes"],
  [", even if one of its operations fails", "fails"],
])("a batch leaves the rest to the next one after a second%s", async (_, ending) => {
  const plan = Array.from({ length: 5 }, (__, at): Planned => ({
    keys: ["product:a"],
    ending: at === 0 ? ending : "completes",
  }));
  await accept(plan);
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => time);
  const runner = noting(plan);
  const slow: BatchRunner = {
    ...runner,
    run: (operation) => {
      time += 600;
      return runner.run(operation);
    },
  };
  const counts: number[] = [];
  try {
    for (let left = plan.length; left > 0; left -= counts.at(-1) ?? left) {
      const { ended } = await runBatch(db, slow, { claim: async (tx) => claimByKeys(tx, await openOperations(tx)) });
      counts.push(ended.length);
    }
  } finally {
    clock.mockRestore();
  }
  expect(counts).toEqual([2, 2, 1]);
  const [seen] = await db.query<{ operations: number[] }>("select operations from trail");
  expect(seen?.operations).toEqual(ending === "fails" ? [1, 2, 3, 4] : [0, 1, 2, 3, 4]);
});

describe("while an operation runs elsewhere, the queue", () => {
  const completes = (...keys: OrderingKeys): Planned => ({ keys, ending: "completes" });

  /** Accepts a plan and runs the unblocked operations while another transaction locks the first one. Returns the rest. */
  async function leftBeside(plan: readonly Planned[]): Promise<number[]> {
    await accept(plan);
    const runner = noting(plan);
    const left = await db.transaction(async (other) => {
      await claimDue(other, 1);
      await runBatch(opened.database, runner, { claim: (tx) => claimDue(tx, 100) });
      return openOperations(other);
    });
    await runBatch(db, runner, { claim: (tx) => claimDue(tx, 100) });
    expect(await openOperations()).toEqual([]);
    return left.map(({ id }) => id);
  }

  // The embedded engine runs one transaction after the other.
  it.runIf(process.env["PORTICO_TEST_ENGINE"] === "postgresql")(
    "blocks only operations that share a key with it or with a blocked one",
    async () => {
      const first = completes("product:a", "product:b");
      const plan = [
        first,
        completes("product:c"),
        completes("product:c", "product:b"),
        completes("cart:a"),
        completes("product:c"),
      ];
      expect(await leftBeside(plan)).toEqual([0, 2, 4]);
      const trail = await db.query("select operations from trail where entity = 'product:c'");
      expect(trail).toEqual([{ operations: [1, 2, 4] }]);
    },
  );

  it.runIf(process.env["PORTICO_TEST_ENGINE"] === "postgresql")(
    "treats `*` as every key of its aggregate, on either side and in any position",
    async () => {
      expect(await leftBeside([completes("cart:a", "product:*"), completes("product:a"), completes("cart:b")])).toEqual(
        [0, 1],
      );
      await db.execute("truncate bulk, bulk_operation, bulk_queue, bulk_queue_key, bulk_caller, trail");
      expect(
        await leftBeside([
          completes("cart:a", "product:b"),
          completes("product:*"),
          completes("cart:*"),
          completes("cart:b"),
        ]),
      ).toEqual([0, 1, 2, 3]);
    },
  );
});
