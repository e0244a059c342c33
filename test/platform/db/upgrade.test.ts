import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import pg from "pg";
import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../src/config.js";
import type { LockHolder } from "../../../src/platform/db/migrations/lock-holders.js";
import { migrate } from "../../../src/platform/db/migrations/migrate.js";
import { checksumOf, type Migration, readMigrations } from "../../../src/platform/db/migrations/migration-files.js";
import { prepareDatabase } from "../../../src/platform/db/migrations/prepare.js";
import { countRunningProcesses, RunningProcess } from "../../../src/platform/db/migrations/running-process.js";
import { openDatabase } from "../../../src/platform/db/open.js";
import { startServer } from "../../../src/server.js";
import { startApp } from "../../support/app.js";
import { postgresUrl, type ScratchDatabase, scratchDatabase } from "../../support/postgres.js";

vi.setConfig({ testTimeout: 120_000 });

const log = pino({ level: "silent" });

it("no migration has changed since it was listed", () => {
  const listed = readFileSync(new URL("../../../schema/migrations.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const checksums = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]));
  expect(listed.length).toBeGreaterThan(50);
  for (const line of listed) {
    const [name = "", checksum] = line.split(" ");
    expect([name, checksums.get(name)]).toEqual([name, checksum]);
  }
});

describe("a process whose database another release has migrated", () => {
  it("goes on if the migration only expands the schema, and refuses writes from a contract step on", async () => {
    await using app = await startApp();
    const guest = app.asGuest();
    const ready = async () => (await fetch(`${app.url}/health/ready`)).status;
    const apply = (name: string, sql: string) =>
      app.db.transaction(async (tx) =>
        migrate(tx, () => undefined, [...readMigrations(), ...newer, { name, sql, checksum: checksumOf(sql) }]),
      );
    const newer: Migration[] = [];
    const expand = 'alter table "cart" add column "note_of_tomorrow" text not null default \'\'';
    await apply("9998_expand", expand);
    newer.push({ name: "9998_expand", sql: expand, checksum: checksumOf(expand) });
    expect(await ready()).toBe(200);
    expect((await guest.post("/V1/guest-carts")).status).toBe(200);
    await expect(app.db.transaction((tx) => migrate(tx))).rejects.toThrow(
      "The database has migration 9998_expand, which this release does not know: it comes from a newer release.",
    );
    await apply("9999_contract", '-- Contract: unused since 99.0.0\nalter table "cart" drop column "note_of_tomorrow"');
    expect(await ready()).toBe(503);
    expect((await guest.post("/V1/guest-carts")).status).toBe(503);
  });

  it("is not ready, refuses writes and answers reads, until the schemas are equal again", async () => {
    await using app = await startApp();
    const ready = async () => {
      const response = await fetch(`${app.url}/health/ready`);
      return [response.status, ((await response.json()) as { checks: { schema?: unknown } }).checks.schema];
    };
    const guest = app.asGuest();
    expect((await guest.post("/V1/guest-carts")).status).toBe(200);
    await app.db.execute(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('newer', 'x', '9999_newer', now())",
    );
    expect(await ready()).toEqual([503, { status: "fail", migration: "9999_newer" }]);
    const refused = await guest.post("/V1/guest-carts");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
    const mutation = await guest.graphql("mutation { createGuestCart }");
    expect(mutation.body).toMatchObject({ errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }] });
    expect((await guest.get("/V1/directory/countries")).status).toBe(200);
    await app.db.execute("delete from _prisma_migrations where id = 'newer'");
    expect((await ready())[0]).toBe(200);
    expect((await guest.post("/V1/guest-carts")).status).toBe(200);
  });
});

/** Makes the last migration, which can be repeated, pending. */
const makeOlder = ({ database }: ScratchDatabase) =>
  database.execute("delete from _prisma_migrations where migration_name = $1", [readMigrations().at(-1)?.name]);

/** Opens the database as another user or with other settings. */
const openAs = (url: string) => openDatabase(readConfig({ DATABASE_URL: url }));

describe.skipIf((await postgresUrl()) === undefined)("a migration of PostgreSQL", () => {
  it("is refused while another process runs, unless the settings say that both can run", async () => {
    await using scratch = await scratchDatabase();
    await makeOlder(scratch);
    await using other = disposable(new RunningProcess(scratch.url, log));
    await other.start();
    const refused =
      /^The database cannot be migrated while processes of Portico run on it \(1\)\. Stop them first, or set PORTICO_MIGRATE_WHILE_RUNNING=on/;
    await expect(prepareDatabase(scratch.database)).rejects.toThrow(refused);
    // A lost connection is replaced.
    await scratch.database.execute(
      "select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and objid = 72707370",
    );
    await expect.poll(() => countRunningProcesses(scratch.database), { timeout: 30_000 }).toBe(1);
    await expect(prepareDatabase(scratch.database)).rejects.toThrow(refused);
    await prepareDatabase(scratch.database, { whileRunning: true });
    await makeOlder(scratch);
    await other[Symbol.asyncDispose]();
    await prepareDatabase(scratch.database);
  });

  it("reports who has the lock that it waits for, while the process is alive but not ready", async () => {
    await using scratch = await scratchDatabase();
    await makeOlder(scratch);
    const holder = new pg.Client({ connectionString: scratch.url, application_name: "a long report" });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock(72707369)");
    const lines: Record<string, unknown>[] = [];
    const warning = pino(
      { level: "warn" },
      { write: (line: string) => void lines.push(JSON.parse(line) as object as never) },
    );
    const port = await freePort();
    const settings = { DATABASE_URL: scratch.url, PORT: String(port), PORTICO_ADMIN_PASSWORD: "correct-horse-1" };
    const starting = startServer(readConfig(settings), warning, () => undefined);
    const status = async (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        (response) => response.status,
        () => undefined,
      );
    await expect.poll(() => status("/health/live")).toBe(200);
    expect([await status("/health/ready"), await status("/rest/V1/directory/countries")]).toEqual([503, 503]);
    await expect
      .poll(() => lines, { timeout: 20_000 })
      .toContainEqual(
        expect.objectContaining({
          msg: "the migration waits for a lock of another process",
          application: "a long report",
        } satisfies Partial<LockHolder> & { msg: string }),
      );
    await holder.end();
    const server = await starting;
    expect(await status("/health/ready")).toBe(200);
    await server.stop();
  });

  it("says that DATABASE_URL is read-only, or that its user has too few rights", async () => {
    await using scratch = await scratchDatabase();
    await makeOlder(scratch);
    const url = new URL(scratch.url);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    const standby = await openAs(url.href);
    await expect(prepareDatabase(standby)).rejects.toThrow(/^The database of DATABASE_URL is read-only\./);
    await standby.close();
    const role = `portico_reader_${process.pid}`;
    await scratch.database.execute(`create role ${role} login`);
    try {
      const weak = new URL(scratch.url);
      weak.username = role;
      const reader = await openAs(weak.href);
      await expect(prepareDatabase(reader)).rejects.toThrow(
        /^The user of DATABASE_URL has no right that Portico needs: .*permission denied/,
      );
      await reader.close();
    } finally {
      await scratch.database.execute(`drop role ${role}`);
    }
  });
});

/** Makes a running process that stops at the end of a test. */
const disposable = (running: RunningProcess) => ({
  start: () => running.start(),
  [Symbol.asyncDispose]: () => running.stop(),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
