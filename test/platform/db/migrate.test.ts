import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { diffFromModels, withSchemaEngine } from "../../../scripts/schema-diff.js";
import type { Database } from "../../../src/platform/db/database.js";
import {
  lockSchema,
  migrate,
  MigrationError,
  readMigrationStatus,
} from "../../../src/platform/db/migrations/migrate.js";
import { prismaFolder, readMigrations, type Migration } from "../../../src/platform/db/migrations/migration-files.js";
import { openDatabase, openThrough } from "../../../src/platform/db/open.js";
import { prepareDatabase } from "../../../src/platform/db/migrations/prepare.js";
import { emptyEmbedded } from "../../support/embedded.js";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";

interface Empty extends AsyncDisposable {
  readonly database: Database;
  readonly pool: pg.Pool;
}

const embedded = { name: "embedded", skipped: false, open: inMemory };
const postgres = { name: "PostgreSQL", skipped: (await postgresUrl()) === undefined, open: onServer };

// Prisma's engine for schemas has five megabytes of WebAssembly to compile.
describe.for([embedded, postgres])("Migrations on $name", { timeout: 120_000 }, ({ skipped, open }) => {
  const on = skipped ? test.skip : test;

  on("produce exactly the schema of the models, so that Prisma's own tool finds nothing to do", async () => {
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
    const before = await readMigrationStatus(empty.database);
    await prepareDatabase(empty.database, { onProgress: (message) => heard.push(message) });
    expect(heard).toEqual([]);
    expect(await readMigrationStatus(empty.database)).toEqual(before);
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
    expect(await readMigrationStatus(empty.database, [good, bad])).toEqual([
      { name: "0001_good", state: "pending", appliedAt: null },
      { name: "0002_bad", state: "pending", appliedAt: null },
    ]);
    expect(await empty.database.query("select 1 from pg_tables where tablename = 'good'")).toEqual([]);
  });

  on("continue from the state of the database, including scripts with semicolons in texts", async () => {
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

  on("fill the keys of content, attribute sets and attribute groups of an existing database", async () => {
    await using empty = await open();
    const { database } = empty;
    const migrations = readMigrations();
    await run(
      database,
      migrations.filter(({ name }) => name < "0021"),
    );
    await database.execute(`
      insert into cms_page (identifier) values ('About-Ü');
      insert into cms_block (identifier, title) values ('Footer-Ü', 'Footer');
      insert into entity_type (id, code, default_attribute_set_id) values (4, 'catalog_product', 4);
      insert into attribute_set (id, entity_type_id, name) values (4, 4, 'Default Ä');
      insert into attribute_group (attribute_set_id, name, code) values (4, 'Größe', 'Size');`);
    await run(database, migrations);
    const { cmsPage, cmsBlock, attributeSet, attributeGroup } = database.models;
    expect(await cmsPage.findMany({ select: { identifier_key: true } })).toEqual([{ identifier_key: "about-ü" }]);
    expect(await cmsBlock.findMany({ select: { identifier_key: true } })).toEqual([{ identifier_key: "footer-ü" }]);
    expect(await attributeSet.findMany({ select: { name_key: true } })).toEqual([{ name_key: "default ä" }]);
    expect(await attributeGroup.findMany({ select: { name_key: true, code_key: true } })).toEqual([
      { name_key: "größe", code_key: "size" },
    ]);
  });

  on("fill the keys of media files of an existing database", async () => {
    await using empty = await open();
    const { database } = empty;
    const migrations = readMigrations();
    await run(
      database,
      migrations.filter(({ name }) => name < "0045"),
    );
    const columns = "path, base, extension, number, media_type, size, width, height, hash";
    await database.execute(
      `insert into media_file (${columns}) values ('/m/ü/Müh-Ü_1.JPG', '/m/ü/Müh-Ü', '.JPG', 1, 'image/jpeg', 1, 1, 1, 'a')`,
    );
    await run(database, migrations);
    expect(await database.models.mediaFile.findMany({ select: { path_key: true } })).toEqual([
      { path_key: "/m/ü/müh-ü_1.jpg" },
    ]);
    const taken = `insert into media_file (path_key, ${columns})
      values ('/m/ü/müh-ü_1.jpg', '/m/ü/müh-ü_1.jpg', '/m/ü/müh-ü', '.jpg', 1, 'image/jpeg', 1, 1, 1, 'b')`;
    await expect(database.execute(taken)).rejects.toThrow("media_file_path_key_key");
  });

  on("mend the names in topics and result messages of an existing database", async () => {
    await using empty = await open();
    const { database } = empty;
    const migrations = readMigrations();
    await run(
      database,
      migrations.filter(({ name }) => name < "0046"),
    );
    const uuid = randomUUID();
    const topic = "async.magento.catalog.api.productrepository2interface.save.put";
    const messages = [
      "Service execution success Magento\\Catalog\\Api\\ProductRepository2Interface::save",
      "Unknown ProductRepository2Interface::save",
    ];
    await database.execute(
      `insert into bulk (uuid, route, topic, user_type, operation_count, request_id) values ($1, 'PUT', $2, 4, 2, 'r')`,
      [uuid, topic],
    );
    await database.execute(
      `insert into bulk_operation (bulk_uuid, id, start_time, payload, result_message)
       select $1::uuid, place - 1, now(), '{}', message from unnest($2::text[]) with ordinality as o(message, place)`,
      [uuid, messages],
    );
    await run(database, migrations);
    const { bulk, bulkOperation } = database.models;
    expect(await bulk.findMany({ select: { topic: true } })).toEqual([{ topic: topic.replace("2", "") }]);
    expect(await bulkOperation.findMany({ select: { result_message: true }, orderBy: { id: "asc" } })).toEqual([
      { result_message: messages[0]?.replace("2", "") },
      { result_message: messages[1] },
    ]);
  });

  on("keep the order of open operations while a database is upgraded", async () => {
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
        ["products", "products", "customerGroups", "taxRates", "warehouse", "order", "order"],
        ["24-mb01", "*", "4", "7", "9", "17", "000000017"],
      ],
    );
    await run(empty.database, migrations);
    const upgraded = await empty.database.query("select ordering_key as key from bulk_queue order by seq");
    const products = ["product:24-mb01", "product:*"];
    const others = ["customer-group:4", "tax:*", "warehouse:9", "order:17", "order-number:000000017"];
    const keys = [...products, ...others];
    expect(upgraded).toEqual(keys.map((key) => ({ key })));
  });

  on("give open operations turns by their callers", async () => {
    await using empty = await open();
    const { database } = empty;
    const migrations = readMigrations();
    await run(
      database,
      migrations.filter(({ name }) => name < "0019"),
    );
    const admin = "00000000-0000-4000-8000-000000000002";
    const guests = "00000000-0000-4000-8000-000000000004";
    await database.execute(`
      insert into bulk (uuid, route, topic, user_type, user_id, operation_count, request_id)
      values ('${admin}', '', '', 2, 1, 9, ''), ('${guests}', '', '', 4, null, 2, '');
      insert into bulk_queue (bulk_uuid, operation_id, ordering_key)
      values ('${admin}', 0, 'a:1'), ('${guests}', 0, 'a:1'), ('${admin}', 1, 'a:1'), ('${guests}', 1, 'a:1');`);
    await run(database, migrations);
    expect(await database.query("select turn from bulk_queue order by seq")).toEqual(
      [1, 1, 2, 2].map((turn) => ({ turn })),
    );
    expect(await database.query("select * from bulk_caller order by caller")).toEqual([
      { caller: "2:1", last_turn: 2, open_operations: 9 },
      { caller: "4:", last_turn: 2, open_operations: 2 },
    ]);
  });

  on("move the stock of products to the default source", async () => {
    await using empty = await open();
    const { database } = empty;
    const migrations = readMigrations();
    await run(
      database,
      migrations.filter(({ name }) => name < "0016"),
    );
    await database.execute(`
      insert into entity_type (id, code, default_attribute_set_id) values (4, 'catalog_product', 4);
      insert into attribute_set (id, entity_type_id, name) values (4, 4, 'Default');
      insert into product (id, sku, sku_key, attribute_set_id, type_id) values
        (1, 'Ä-1', 'ä-1', 4, 'simple'), (2, 'V-1', 'v-1', 4, 'virtual'), (3, 'B-1', 'b-1', 4, 'bundle');
      insert into stock_item (product_id, qty, is_in_stock, use_config_notify_stock_qty, notify_stock_qty) values
        (1, 12.5, true, false, 3), (2, null, false, true, 1), (3, 0, true, true, 1);`);
    await run(database, migrations);
    await prepareDatabase(database);
    expect(
      await database.models.inventorySourceItem.findMany({
        omit: { source_item_id: true },
        orderBy: { sku_key: "asc" },
      }),
    ).toEqual([
      { source_code: "default", sku: "V-1", sku_key: "v-1", quantity: "0.0000", status: 0 },
      { source_code: "default", sku: "Ä-1", sku_key: "ä-1", quantity: "12.5000", status: 1 },
    ]);
    expect(await database.models.inventoryLowStockNotification.findMany()).toEqual([
      { source_code: "default", sku: "Ä-1", sku_key: "ä-1", notify_stock_qty: "3.0000" },
    ]);
    expect(await database.models.inventorySource.count()).toBe(1);
  });

  on("are rejected for a database with other migrations", async () => {
    await using empty = await open();
    const first = migration("0001_first", "create table note (text text);");
    await run(empty.database, [first]);
    await expect(run(empty.database, [])).rejects.toThrow("which this release does not know");
    await expect(run(empty.database, [migration("0001_first", "select 1;")])).rejects.toThrow("is not the one");
    await empty.database.execute("update _prisma_migrations set finished_at = null");
    await expect(run(empty.database, [first])).rejects.toThrow("and failed");
  });
});

describe.skipIf(postgres.skipped)("Processes that start at the same time on an empty PostgreSQL database", () => {
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
