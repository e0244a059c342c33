import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Config, readConfig } from "../../../src/config.js";
import { announceProcess } from "../../../src/platform/db/migrations/prepare.js";
import { countRunningProcesses } from "../../../src/platform/db/migrations/running-process.js";
import { openDatabase } from "../../../src/platform/db/open.js";
import { startApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import { Client } from "../../support/client.js";
import { type PgBouncer, pgbouncerProgram, startPgBouncer } from "../../support/pgbouncer.js";
import { postgresUrl, scratchDatabase, type ScratchDatabase } from "../../support/postgres.js";

const serverUrl = await postgresUrl();

describe.skipIf(serverUrl === undefined || pgbouncerProgram() === undefined)(
  "Through PgBouncer in transaction mode",
  () => {
    let scratch: ScratchDatabase;
    let pooler: PgBouncer;
    /** A pooler that accepts the options of sessions and ignores them. */
    let ignoring: PgBouncer;

    beforeAll(async () => {
      scratch = await scratchDatabase();
      pooler = await startPgBouncer(serverUrl ?? "");
      ignoring = await startPgBouncer(serverUrl ?? "", ["ignore_startup_parameters = options"]);
    });
    afterAll(async () => {
      await pooler[Symbol.asyncDispose]();
      await ignoring[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    });

    const configOf = (settings: NodeJS.ProcessEnv = {}): Config =>
      readConfig({ DATABASE_URL: pooler.urlOf(scratch.url), DATABASE_DIRECT_URL: scratch.url, ...settings });
    const open = async (settings: NodeJS.ProcessEnv = {}) => {
      const database = await openDatabase(configOf(settings));
      return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
    };

    test("a process without the direct address does not start, and says what to set", async () => {
      const start = (url: string) => open({ DATABASE_URL: url, DATABASE_DIRECT_URL: "" });
      const remedy =
        /^DATABASE_URL leads to a pooler that (?:refuses|ignores) the options of sessions\. Set DATABASE_DIRECT_URL /;
      await expect(start(pooler.urlOf(scratch.url))).rejects.toThrow(remedy);
      await expect(start(ignoring.urlOf(scratch.url))).rejects.toThrow(remedy);
    });

    test("a process does not start if the direct address is a pooler, another database, or wrong", async () => {
      const start = (url: string) => open({ DATABASE_DIRECT_URL: url });
      for (const each of [pooler, ignoring]) {
        await expect(start(each.urlOf(scratch.url))).rejects.toThrow("DATABASE_DIRECT_URL leads to a pooler too.");
      }
      await expect(start(serverUrl ?? "")).rejects.toThrow(
        "DATABASE_DIRECT_URL is another database than DATABASE_URL.",
      );
      await expect(start("postgresql://127.0.0.1:1/shop")).rejects.toThrow(
        /^PostgreSQL cannot be reached at DATABASE_DIRECT_URL: .*ECONNREFUSED/,
      );
    });

    test("a process does not start if sessions of the pooler use another time zone than UTC", async () => {
      await using other = await scratchDatabase({ prepared: false });
      await other.database.execute(
        `alter database ${new URL(other.url).pathname.slice(1)} set timezone = 'Asia/Tokyo'`,
      );
      await expect(open({ DATABASE_URL: pooler.urlOf(other.url), DATABASE_DIRECT_URL: other.url })).rejects.toThrow(
        "Sessions of the pooler at DATABASE_URL use the time zone Asia/Tokyo. Run `alter role … set timezone = 'UTC'`",
      );
    });

    test("calls and queued operations work with fewer sessions of the server than connections", async () => {
      const settings = { PORTICO_CONSUMER: "on", PORTICO_DATABASE_POOL: "20" };
      await using app = await startApp(settings, async (options = {}) => {
        const database = await openDatabase(configOf(settings), options);
        const where = { DATABASE_URL: pooler.urlOf(scratch.url), DATABASE_DIRECT_URL: scratch.url };
        return { database, settings: where, [Symbol.asyncDispose]: () => database.close() };
      });
      const admin = await app.asAdmin();
      const skus = Array.from({ length: 40 }, (_, number) => `pooled-${number}`);
      const product = (sku: string) => ({ product: { sku, name: sku, attribute_set_id: 4, price: 1 } });
      const saved = await Promise.all(skus.map((sku) => admin.post("/V1/products", product(sku))));
      expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([200]));
      const prices = skus.map((sku) => ({ sku, product: { price: 2 } }));
      const detail = await waitForBulk(admin, await admin.put("/async/bulk/V1/products/bySku", prices));
      expect(new Set(detail.operations_list.map(({ status }) => status))).toEqual(new Set([1]));
      const read = await Promise.all(skus.map((sku) => admin.get(`/V1/products/${sku}`)));
      expect(new Set(read.map(({ body }) => body.price))).toEqual(new Set([2]));
    });

    test("processes count calls together through the pooler", async () => {
      const where = { DATABASE_URL: pooler.urlOf(scratch.url), DATABASE_DIRECT_URL: scratch.url };
      const settings = { PORTICO_CALLER_RATE: "10", PORTICO_LIMITS_URL: where.DATABASE_URL };
      const start = () =>
        startApp(settings, async (options = {}) => {
          const database = await openDatabase(configOf(settings), options);
          return { database, settings: where, [Symbol.asyncDispose]: () => database.close() };
        });
      await using one = await start();
      await using two = await start();
      const admin = await one.asAdmin();
      const clients = [admin, new Client(two.url, admin.token)];
      const calls = clients.flatMap((client) => Array.from({ length: 12 }, () => client.get("/V1/store/websites")));
      const answers = await Promise.all(calls);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    });

    test("transactions have the time limits of the settings, and leave none behind", async () => {
      await using database = await open({
        PORTICO_DATABASE_LOCK_SECONDS: "7",
        PORTICO_DATABASE_BACKGROUND_SECONDS: "77",
      });
      const limit = () => "show lock_timeout";
      const caller = database.forCaller("a");
      expect(await caller.transaction((tx) => tx.one(limit()))).toEqual({ lock_timeout: "7s" });
      expect(await database.transaction((tx) => tx.one(limit()))).toEqual({ lock_timeout: "77s" });
      expect(await database.unlimited.transaction((tx) => tx.one(limit()))).toEqual({ lock_timeout: "0" });
      expect(await caller.one(limit())).toEqual({ lock_timeout: "0" });
    });

    test("a process announces itself to migrations directly, and no longer when it has ended", async () => {
      const announced = await open();
      await announceProcess(announced, configOf(), pino({ level: "silent" }));
      expect(await countRunningProcesses(scratch.database)).toBe(1);
      await announced.close();
      await eventually(() => countRunningProcesses(scratch.database)).toBe(0);
    });
  },
);
