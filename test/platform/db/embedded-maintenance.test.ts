import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EmbeddedEngine, type EmbeddedDatabase } from "../../../src/platform/db/embedded/engine.js";
import { EmbeddedMaintenance } from "../../../src/platform/db/embedded/maintenance.js";

let folder: string;
let database: EmbeddedDatabase;
let maintenance: EmbeddedMaintenance;
const errors: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-maintenance-"));
  database = await EmbeddedEngine.open(folder, "relaxed");
  const onError = (error: unknown) => void errors.push(error);
  maintenance = new EmbeddedMaintenance(database, { onError, interval: 20, maxWalBytes: 4 << 20 });
});
afterEach(async () => {
  await maintenance.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

/** Runs SQL as a call does: while nobody else uses the engine. */
async function run<Row>(sql: string): Promise<Row[]> {
  await database.bridge.lock.acquire();
  try {
    return (await database.engine.query<Row>(sql)).rows;
  } finally {
    database.bridge.lock.release();
  }
}

const readState = async () =>
  (
    await run<{ dead: number; analysed: boolean; wal: number }>(
      `select n_dead_tup::int as dead, last_analyze is not null as analysed,
         (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 from pg_control_checkpoint()) as wal
       from pg_stat_user_tables where relname = 'written'`,
    )
  )[0];

describe("the maintenance of the embedded database", () => {
  it("analyses and vacuums tables of which many rows have changed", async () => {
    await run("create table written (id int primary key, value int)");
    await run("insert into written select i, i from generate_series(1, 5000) as i");
    await run("update written set value = value + 1");
    await expect.poll(readState, { timeout: 60_000 }).toMatchObject({ dead: 5000, analysed: false });
    maintenance.start();
    await expect.poll(readState, { timeout: 60_000 }).toMatchObject({ dead: 0, analysed: true });
  });

  it("keeps the write-ahead log and the recovery bounded, however much is written", async () => {
    await run("create table written (id int primary key, value text)");
    await run("insert into written select i, '' from generate_series(1, 2000) as i");
    maintenance.start();
    let total = 0;
    for (let round = 0; round < 40; round += 1) {
      const from = await readState();
      await run(`update written set value = repeat('${round % 10}', 500)`);
      const to = await readState();
      total += Math.max(0, (to?.wal ?? 0) - (from?.wal ?? 0));
      await pause(50);
    }
    expect(total).toBeGreaterThan(40 << 20);
    await expect.poll(async () => (await readState())?.wal, { timeout: 60_000 }).toBeLessThan(4 << 20);
    expect(await walBytes()).toBeLessThan(100 << 20);
  });

  it("runs between calls: it waits while a transaction is open", async () => {
    await run("create table written (id int primary key, value int)");
    await run("insert into written select i, i from generate_series(1, 5000) as i");
    await database.bridge.lock.acquire();
    maintenance.start();
    await pause(200);
    const { rows } = await database.engine.query("select last_analyze from pg_stat_user_tables");
    expect(rows).toEqual([{ last_analyze: null }]);
    database.bridge.lock.release();
    await expect.poll(readState, { timeout: 60_000 }).toMatchObject({ analysed: true });
  });
});

async function walBytes(): Promise<number> {
  const path = join(folder, "database", "pg_wal");
  const sizes = await Promise.all((await readdir(path)).map(async (name) => (await stat(join(path, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
