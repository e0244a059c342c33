import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countRows, totalOfPage } from "../../../src/api/search-criteria/count-rows.sql.js";
import { openDatabase } from "../../../src/platform/db/open.js";
import type { Db } from "../../../src/platform/db/database.js";
import { readConfig } from "../../../src/config.js";
import { deferred } from "../../../src/platform/process/promises.js";
import { engines } from "../../support/engines.js";
import { postgresPrograms, startCluster } from "../../support/postgres-cluster.js";

/** A "count" that is another one each time, so that an equal one was remembered. */
const anyNumber = "from generate_series(1, (random() * 1000000)::int)";
const matching = "from tax_class where class_type = $1::text";
const total = (db: Db) => countRows(db, matching, ["PRODUCT"]);
/** Returns a new count, whose statement remembers nothing. */
const counted = async (db: Db) =>
  (await db.one<{ total: number }>(`select count(*) as total ${matching}`, ["PRODUCT"]))?.total;

let number = 0;
const write = (db: Db) =>
  db.execute("insert into tax_class (class_name, class_name_key, class_type) values ($1, $1, 'PRODUCT')", [
    `class ${(number += 1)}`,
  ]);
const remove = (db: Db) =>
  db.execute(
    "delete from tax_class where class_id = (select max(class_id) from tax_class where class_name like 'class %')",
  );

class Undone extends Error {}
const undone = async (db: Db, work: (part: Db) => Promise<unknown>) => {
  const undoing = db.savepoint(async (part) => {
    await work(part);
    throw new Undone();
  });
  await expect(undoing).rejects.toThrow(Undone);
};

type Step = (db: Db) => Promise<unknown>;
const isCounted: Step = async (db) => expect(await total(db)).toBe(await counted(db));
const single: fc.Arbitrary<Step> = fc.constantFrom<Step>(isCounted, isCounted, write, remove);
const steps = fc.array(single, { minLength: 1, maxLength: 5 });
const run =
  (parts: readonly Step[]): Step =>
  async (db) => {
    for (const part of parts) await part(db);
  };
const inSavepoint = fc.oneof(
  steps.map(
    (parts): Step =>
      (db) =>
        db.savepoint(run(parts)),
  ),
  steps.map(
    (parts): Step =>
      (db) =>
        undone(db, run(parts)),
  ),
);
const inTransaction = fc.array(fc.oneof(single, inSavepoint), { minLength: 1, maxLength: 5 }).chain((parts) =>
  fc.constantFrom<Step>(
    (db) => db.transaction(run(parts)),
    (db) => undone(db, run(parts)),
  ),
);

describe.for(await engines())("A remembered count on $name", (engine) => {
  const on = engine.skipped ? test.skip : test;

  on("is that of a new count, whatever is written, also in transactions and savepoints", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const step = fc.oneof(single, inTransaction);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (all) => {
        await run(all)(database);
        await isCounted(database);
      }),
      { numRuns: 40 },
    );
  });

  on("is counted again only after a commit, and for each statement and value", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const count = (value: number) => countRows(database, `${anyNumber} where $1::int > 0`, [value]);
    const ask = async () => [await count(1), await count(2), await count(1), await count(2)];
    // Other tests commit in the same server: one of these rounds is between two commits.
    const isRemembered = async () => {
      const [one, two, oneAgain, twoAgain] = await ask();
      return one === oneAgain && two === twoAgain && one !== two;
    };
    await expect.poll(isRemembered, { interval: 5, timeout: 30_000 }).toBe(true);
    const before = await count(1);
    await write(database);
    expect(await count(1)).not.toBe(before);
  });

  on("is counted each time if it depends on the time", async () => {
    await using opened = await engine.open();
    const timed = () => countRows(opened.database, `${anyNumber} where now() is not null`, []);
    expect(await timed()).not.toBe(await timed());
  });
});

describe.skipIf((await engines()).some(({ skipped }) => skipped))("Beside other transactions", () => {
  test("a count has what was committed, in any order of the commits", async () => {
    const engine = (await engines()).find(({ name }) => name === "PostgreSQL");
    await using opened = (await engine?.open()) ?? expect.fail("There is no PostgreSQL.");
    const { database } = opened;
    const held = async () => {
      const end = deferred<undefined>();
      const begun = deferred<undefined>();
      const done = database.transaction(async (tx) => {
        await write(tx);
        begun.resolve(undefined);
        await end.promise;
        await isCounted(tx);
      });
      await begun.promise;
      return async () => {
        end.resolve(undefined);
        await done;
      };
    };
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const commits = [await held(), await held()];
      await isCounted(database);
      for (const at of order) {
        await commits[at]?.();
        await isCounted(database);
      }
    }
  });
});

describe.skipIf(postgresPrograms() === undefined)("With a server of its own", () => {
  test("a count is remembered on the primary, never on a standby, and forgotten after a promotion and a crash", async () => {
    await using cluster = await startCluster();
    const open = (url: string) => openDatabase(readConfig({ DATABASE_URL: url }));
    const any = (db: Db) => countRows(db, anyNumber, []);
    const standby = await open(cluster.standby.url);
    try {
      const primary = await open(cluster.primary.url);
      expect(await any(primary)).toBe(await any(primary));
      const last = await any(primary);
      expect(await any(standby)).not.toBe(await any(standby));
      await primary.close();
      await cluster.standby.promote();
      const promoted = await any(standby);
      expect(promoted).not.toBe(last);
      expect(await any(standby)).toBe(promoted);
      // PostgreSQL restarts its other processes after one of them was killed, and goes on with the same start time.
      const [start] = await cluster.standby.query("select pg_postmaster_start_time()::text as time");
      const [backend] = await cluster.standby.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'checkpointer'",
      );
      process.kill(backend?.pid ?? 0, "SIGKILL");
      const answers = async () =>
        cluster.standby.query("select pg_postmaster_start_time()::text as time").catch(() => []);
      await expect.poll(answers, { timeout: 30_000 }).toEqual([start]);
      expect(await any(standby).catch(() => any(standby))).not.toBe(promoted);
    } finally {
      await standby.close();
    }
  });
});

test.each([
  [{}, 7, 7],
  [{ page_size: 0, current_page: 3 }, 7, 7],
  [{ page_size: 10 }, 7, 7],
  [{ page_size: 10, current_page: 0 }, 0, 0],
  [{ page_size: 10, current_page: 1 }, 10, undefined],
  [{ page_size: 10, current_page: 3 }, 4, 24],
  [{ page_size: 10, current_page: 3 }, 0, undefined],
])("the page %j with %i rows has the total %s without a count", (page, rows, expected) => {
  expect(totalOfPage(page, rows)).toBe(expected);
});
