import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { readConfig } from "../../src/config.js";
import { migrate } from "../../src/platform/db/migrations/migrate.js";
import { readMigrations } from "../../src/platform/db/migrations/migration-files.js";
import { openDatabase } from "../../src/platform/db/open.js";
import { answerOf, dataFolder, type DataFolder, portico, serveInProcess } from "./portico.js";

// The test opens several databases.
vi.setConfig({ testTimeout: 180_000 });

it("db:backup works while a server runs, and db:restore needs a folder without a running server", async () => {
  await using folder = await dataFolder("prepared");
  await using elsewhere = await dataFolder();
  const file = join(elsewhere.path, "backup.gz");
  {
    await using _server = await serveInProcess(folder);
    await answerOf(folder, ["sampledata:deploy", "--products", "10"]);
    const written = await answerOf<{ rows: number; tables: number }>(folder, ["db:backup", file]);
    expect(written.rows).toBeGreaterThan(100);
    const again = await portico(folder, ["db:backup", file]);
    expect(again).toMatchObject({ code: 1, stderr: `${file} already exists.\n` });
    const refused = await portico(folder, ["db:restore", file, "--force"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^The embedded database in .* has been open in process \d+ .*Stop that process/);
    const restored = await answerOf(elsewhere, ["db:restore", file]);
    expect(restored).toMatchObject({ database: "embedded", rows: written.rows, tables: written.tables });
  }
  // The restored shop is complete: there is nothing left to create.
  expect(await answerOf(elsewhere, ["sampledata:deploy", "--products", "10"])).toEqual({ products: 10, created: 0 });
  expect(await answerOf(elsewhere, ["db:status"])).toMatchObject({ ready: true });
  expect((await portico(elsewhere, ["db:restore", file])).stderr).toMatch(/^The database is not empty\./);
});

it("db:backup takes the schema of an older release, which db:restore brings up to date", async () => {
  await using folder = await dataFolder("prepared");
  await using older = await dataFolder("empty");
  await using elsewhere = await dataFolder();
  await using empty = await dataFolder("empty");
  const file = join(elsewhere.path, "backup.gz");
  const open = ({ path }: DataFolder) =>
    openDatabase(readConfig({ PORTICO_DATA_DIR: path, PORTICO_EMBEDDED_DURABILITY: "relaxed" }));
  const db = await open(older);
  await db.transaction((tx) => migrate(tx, undefined, readMigrations().slice(0, -1)));
  await db.close();
  expect(await answerOf<{ rows: number }>(older, ["db:backup", file])).toMatchObject({ file });
  await answerOf(elsewhere, ["db:restore", file]);
  expect(await answerOf(elsewhere, ["db:status"])).toMatchObject({ ready: true });
  const newer = await open(folder);
  await newer.execute(
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('newer', 'x', '9999_newer', now())",
  );
  await newer.close();
  expect((await portico(folder, ["db:backup", `${file}2`])).stderr).toBe(
    "The database has the schema of another release: use the `db:backup` of that release.\n",
  );
  expect((await portico(empty, ["db:backup", `${file}3`])).stderr).toBe(
    "The database is empty: there is nothing to back up.\n",
  );
});

it("db:backup names pg_dump for a PostgreSQL database, and db:restore reports a missing file", async () => {
  await using folder = await dataFolder();
  const settings = { DATABASE_URL: "postgresql://127.0.0.1:1/shop" };
  const { code, stderr } = await portico(folder, ["db:backup", "x.dump"], settings);
  expect([code, stderr]).toEqual([
    1,
    'The database is PostgreSQL. Use its own tool: pg_dump --format=custom --file=x.dump "$DATABASE_URL"\n',
  ]);
  const missing = await portico(folder, ["db:restore", "none.gz"]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/^The file .*none\.gz does not exist\.\n$/);
});
