import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUp, restore } from "../../../src/platform/db/backup.js";
import type { Database } from "../../../src/platform/db/database.js";
import { lockSchema, migrate, readMigrationStatus } from "../../../src/platform/db/migrations/migrate.js";
import { readMigrations } from "../../../src/platform/db/migrations/migration-files.js";
import { openThrough } from "../../../src/platform/db/open.js";
import { deploySampleData } from "../../../src/extras/sampledata/deploy-sample-data.js";
import { embeddedDatabase, emptyEmbedded, type EmbeddedTestDatabase } from "../../support/embedded.js";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";
import { contentsOf } from "./table-contents.js";

const run = promisify(execFile);
const postgres = await postgresUrl();

let folder: string;
let shop: EmbeddedTestDatabase;
let file: string;
let written: { tables: number; rows: number };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-backup-"));
  file = join(folder, "backup.gz");
  shop = await embeddedDatabase();
  await deploySampleData(shop.database, 30, () => undefined);
  // Texts that a careless format would change.
  await shop.database.execute(
    "insert into config_value (path, scope, scope_id, value) values ('test/texts', 'default', 0, $1)",
    ['"quoted", (brackets), \\ and\nlines \u{1F4A1} \\N'],
  );
  written = await backUp(shop.database, file);
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function withEmpty(work: (db: Database) => Promise<void>): Promise<void> {
  const db = openThrough(await emptyEmbedded());
  await work(db).finally(() => db.close());
}

describe("a backup of the embedded database", () => {
  test("restores all rows and sequences into an empty database", async () => {
    const before = await contentsOf(shop.database);
    expect(before["product"]?.length).toBeGreaterThanOrEqual(30);
    expect(written.rows).toBe(Object.values({ ...before, sequences: [] }).flat().length);
    await withEmpty(async (db) => {
      expect(await restore(db, file, { force: false })).toEqual(written);
      expect(await contentsOf(db)).toEqual(before);
      // Rows that are written next get new numbers.
      await deploySampleData(db, 40, () => undefined);
      expect((await contentsOf(db))["product"]?.length).toBe((before["product"]?.length ?? 0) + 10);
    });
  });

  test("is readable by its owner alone, and leaves no unfinished file", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["backup.gz"]);
  });

  test("replaces the content of a database only if that is requested", async () => {
    await using other = await embeddedDatabase();
    await other.database.execute(
      "insert into config_value (path, scope, scope_id, value) values ('test/own', 'default', 0, 'x')",
    );
    const before = await contentsOf(other.database);
    await expect(restore(other.database, file, { force: false })).rejects.toThrow(/not empty\. .*--force/);
    expect(await contentsOf(other.database)).toEqual(before);
    await restore(other.database, file, { force: true });
    expect(await contentsOf(other.database)).toEqual(await contentsOf(shop.database));
  });

  test.for([
    ["is cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), /is not a Portico backup, or is damaged/],
    [
      "has a changed byte",
      (bytes: Buffer) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(bytes.readUInt8(bytes.length - 6) ^ 1, bytes.length - 6);
        return changed;
      },
      /damaged/,
    ],
    [
      "lacks its end",
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().split("\n").slice(0, -2).join("\n")),
      /is incomplete/,
    ],
    [
      "lacks rows",
      (bytes: Buffer) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/^\["[^\n]*\]\n/m, ""),
        ),
      /is incomplete/,
    ],
    ["is something else", () => Buffer.from("hello"), /is not a Portico backup/],
    [
      "is of a newer release",
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replace("0001_initial", "9999_later")),
      /migration 9999_later/,
    ],
  ] as const)("changes nothing if it %s", async ([, damage, message]) => {
    const damaged = join(folder, "damaged.gz");
    writeFileSync(damaged, damage(readFileSync(file)));
    await withEmpty(async (db) => {
      await expect(restore(db, damaged, { force: false })).rejects.toThrow(message);
      expect(await contentsOf(db)).toEqual({ sequences: [] });
    });
    rmSync(damaged);
  });

  test("is migrated if it is from an earlier release", async () => {
    const old = join(folder, "old.gz");
    await withEmpty(async (db) => {
      const first = readMigrations().slice(0, 5);
      await db.transaction(async (tx) => {
        await lockSchema(tx);
        await migrate(tx, undefined, first);
      });
      await backUp(db, old);
    });
    await withEmpty(async (db) => {
      await restore(db, old, { force: false });
      expect((await readMigrationStatus(db)).filter(({ state }) => state !== "applied")).toEqual([]);
      expect((await contentsOf(db))["store"]?.length).toBeGreaterThan(0);
    });
    rmSync(old);
  });

  test.skipIf(postgres === undefined)("moves the shop to PostgreSQL", async () => {
    await using target = await scratchDatabase({ prepared: false });
    expect(await restore(target.database, file, { force: false })).toEqual(written);
    expect(await contentsOf(target.database)).toEqual(await contentsOf(shop.database));
  });
});

/** Whether `pg_dump` can dump this server: it must not be older. Says why not. */
async function canDump(): Promise<boolean> {
  if (postgres === undefined) return false;
  const [, client = "0"] =
    /(\d+)/.exec(
      await run("pg_dump", ["--version"]).then(
        ({ stdout }) => stdout,
        () => "",
      ),
    ) ?? [];
  await using probe = await scratchDatabase({ prepared: false });
  const server = await probe.database.one<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  );
  const able = Number(client) >= (server?.major ?? Infinity);
  if (!able) console.warn(`The rehearsal with pg_dump is skipped: version ${client} for PostgreSQL ${server?.major}.`);
  return able;
}

describe.skipIf(!(await canDump()))("the commands that docs/operations.md gives for PostgreSQL", () => {
  test("bring an empty database to the same rows in all tables and the same sequences", async () => {
    const documentation = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
    const dump = join(folder, "portico.dump");
    const command = (program: string) => {
      const line = documentation.split("\n").find((each) => each.startsWith(`${program} `)) ?? "";
      expect(line).toMatch(/\S+ --/);
      return line.replaceAll("portico.dump", dump);
    };
    await using source = await scratchDatabase();
    await deploySampleData(source.database, 30, () => undefined);
    await using target = await scratchDatabase({ prepared: false });
    await run("sh", ["-c", command("pg_dump")], { env: { ...process.env, DATABASE_URL: source.url } });
    await run("sh", ["-c", command("pg_restore")], { env: { ...process.env, DATABASE_URL: target.url } });
    expect(await contentsOf(target.database)).toEqual(await contentsOf(source.database));
    const pending = (await readMigrationStatus(target.database)).filter(({ state }) => state !== "applied");
    expect(pending).toEqual([]);
    rmSync(dump);
  });
});
