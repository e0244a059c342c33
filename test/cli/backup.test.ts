import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { answerOf, dataFolder, portico, serveInProcess } from "./portico.js";

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
