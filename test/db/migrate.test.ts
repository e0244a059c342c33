import pg from "pg";
import { describe, expect, test } from "vitest";
import { diffFromModels, withSchemaEngine } from "../../scripts/schema-diff.js";
import type { Database } from "../../src/db/database.js";
import { lockSchema, migrate, MigrationError, migrationStatus } from "../../src/db/migrate.js";
import { prismaFolder, readMigrations, type Migration } from "../../src/db/migration-files.js";
import { openDatabase, openThrough } from "../../src/db/open.js";
import { prepareDatabase } from "../../src/db/prepare.js";
import { emptyEmbedded } from "../support/embedded.js";
import { postgresUrl, scratchDatabase } from "../support/postgres.js";

interface Empty extends AsyncDisposable {
  readonly database: Database;
  readonly pool: pg.Pool;
}

const embedded = { name: "embedded", skipped: false, open: inMemory };
const postgres = { name: "PostgreSQL", skipped: (await postgresUrl()) === undefined, open: onServer };

// Prisma's engine for schemas has five megabytes of WebAssembly to compile.
describe.for([embedded, postgres])("Migrations on $name", { timeout: 120_000 }, ({ skipped, open }) => {
  const on = skipped ? test.skip : test;

  on("give exactly the schema of the models, and Prisma's own tool finds nothing left to do", async () => {
    await using empty = await open();
    await prepareDatabase(empty.database);
    expect(await diffFromModels(empty.pool)).toMatchObject({ isEmpty: true });
    expect(await withSchemaEngine(empty.pool, (engine) => engine.applyMigrations(applyInput()))).toEqual({
      appliedMigrationNames: [],
    });
  });

  on("are not applied again", async () => {
    await using empty = await open();
    const heard: string[] = [];
    await prepareDatabase(empty.database, { onProgress: (message) => heard.push(message) });
    expect(heard).toContain("Applying migration 0001_initial.");
    heard.length = 0;
    const before = await migrationStatus(empty.database);
    await prepareDatabase(empty.database, { onProgress: (message) => heard.push(message) });
    expect(heard).toEqual([]);
    expect(await migrationStatus(empty.database)).toEqual(before);
    expect(before.map(({ state }) => state)).toEqual(readMigrations().map(() => "applied"));
  });

  on("leave nothing behind when one fails", async () => {
    await using empty = await open();
    const [good, bad] = [
      migration("0001_good", "create table good (id int);"),
      migration("0002_bad", "create nonsense;"),
    ];
    const applied = run(empty.database, [good, bad]);
    await expect(applied).rejects.toThrow(MigrationError);
    await expect(applied).rejects.toThrow(/^Migration 0002_bad failed, and nothing was changed: syntax error/);
    expect(await migrationStatus(empty.database, [good, bad])).toEqual([
      { name: "0001_good", state: "pending", appliedAt: null },
      { name: "0002_bad", state: "pending", appliedAt: null },
    ]);
    expect(await empty.database.query("select 1 from pg_tables where tablename = 'good'")).toEqual([]);
  });

  on("go on from where the database is, semicolons in texts included", async () => {
    await using empty = await open();
    const first = migration(
      "0001_first",
      "create table note (text text default 'a;b'); insert into note default values;",
    );
    const second = migration("0002_second", "update note set text = text || ';c';");
    expect(await run(empty.database, [first])).toEqual(["0001_first"]);
    expect(await run(empty.database, [first, second])).toEqual(["0002_second"]);
    expect(await empty.database.query("select text from note")).toEqual([{ text: "a;b;c" }]);
  });

  on("fill the key columns of an existing database", async () => {
    await using empty = await open();
    const { database } = empty;
    const all = readMigrations();
    const before = all.findIndex(({ name }) => name === "0014_tax_keys");
    await run(database, all.slice(0, before));
    await database.execute(`
      insert into country (country_id, iso3_code) values ('DE', 'DEU');
      insert into tax_class (class_name, class_type) values ('Books Ä', 'PRODUCT');
      insert into tax_rate (country_id, postcode, code, rate) values ('DE', '*', 'DE-Full', 19);
      insert into tax_rule (code, priority, position) values ('RULE', 0, 0);`);
    await run(database, all);
    expect(await database.models.taxClass.findMany({ select: { class_name_key: true } })).toEqual([
      { class_name_key: "books ä" },
    ]);
    expect(await database.models.taxRate.findMany({ select: { code_key: true } })).toEqual([{ code_key: "de-full" }]);
    expect(await database.models.taxRule.findMany({ select: { code_key: true } })).toEqual([{ code_key: "rule" }]);
  });

  on("keep the order of operations that are open while a database is upgraded", async () => {
    await using empty = await open();
    const migrations = readMigrations();
    await run(
      empty.database,
      migrations.filter(({ name }) => name < "0015"),
    );
    await empty.database.execute(
      `insert into bulk_queue (bulk_uuid, operation_id, entity_kind, entity_key)
       select gen_random_uuid(), 0, kind, key from unnest($1::text[], $2::text[]) as o(kind, key)`,
      [
        ["products", "products", "customerGroups", "taxRates", "warehouse"],
        ["24-mb01", "*", "4", "7", "9"],
      ],
    );
    await run(empty.database, migrations);
    const upgraded = await empty.database.query("select ordering_key as key from bulk_queue order by seq");
    const keys = ["product:24-mb01", "product:*", "customer-group:4", "tax:*", "warehouse:9"];
    expect(upgraded).toEqual(keys.map((key) => ({ key })));
  });

  on("are refused where the database is not one of theirs", async () => {
    await using empty = await open();
    const first = migration("0001_first", "create table note (text text);");
    await run(empty.database, [first]);
    await expect(run(empty.database, [])).rejects.toThrow("which this release does not know");
    await expect(run(empty.database, [migration("0001_first", "select 1;")])).rejects.toThrow("is not the one");
    await empty.database.execute("update _prisma_migrations set finished_at = null");
    await expect(run(empty.database, [first])).rejects.toThrow("has failed");
  });
});

describe.skipIf(postgres.skipped)("Processes that start at once on an empty PostgreSQL", () => {
  test("prepare it once, and none of them fails", async () => {
    await using scratch = await scratchDatabase({ prepared: false });
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(scratch.config)));
    const heard: string[] = [];
    await Promise.all(others.map((other) => prepareDatabase(other, { onProgress: (message) => heard.push(message) })));
    expect(heard.filter((message) => message === "Applying migration 0001_initial.")).toHaveLength(1);
    expect(heard.filter((message) => message === "Writing the initial data.")).toHaveLength(1);
    await Promise.all(others.map((other) => other.close()));
  });
});

async function inMemory(): Promise<Empty> {
  const access = await emptyEmbedded();
  const database = openThrough(access);
  const pool = new pg.Pool({ stream: () => access.stream(), user: "postgres", ssl: false });
  return { database, pool, [Symbol.asyncDispose]: () => pool.end().then(() => database.close()) };
}

async function onServer(): Promise<Empty> {
  const scratch = await scratchDatabase({ prepared: false });
  const pool = new pg.Pool({ connectionString: scratch.url });
  return {
    database: scratch.database,
    pool,
    [Symbol.asyncDispose]: () => pool.end().then(() => scratch[Symbol.asyncDispose]()),
  };
}

function run(database: Database, migrations: Migration[]): Promise<string[]> {
  return database.transaction(async (db) => {
    await lockSchema(db);
    return migrate(db, undefined, migrations);
  });
}

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: `checksum of ${sql}`.slice(0, 64) };
}

function applyInput() {
  const migrationDirectories = readMigrations().map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
  }));
  const lockfile = { path: "migration_lock.toml", content: 'provider = "postgresql"\n' };
  return {
    migrationsList: { baseDir: `${prismaFolder}migrations`, lockfile, shadowDbInitScript: "", migrationDirectories },
    filters: { externalTables: [], externalEnums: [] },
  };
}
