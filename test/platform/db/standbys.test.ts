import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config.js";
import { openDatabase, type OpenOptions } from "../../../src/platform/db/open.js";
import { prepareDatabase } from "../../../src/platform/db/migrations/prepare.js";
import type { StandbyState } from "../../../src/platform/db/standbys/standby.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.js";
import { samplesOf, valueOf } from "../../api/metrics/exposition.js";

const isMissing = postgresPrograms() === undefined;
if (isMissing)
  console.warn("Tests of standbys are skipped: no PostgreSQL server is installed (apt-get install postgresql).");

describe.skipIf(isMissing)("With DATABASE_READ_URL", () => {
  let cluster: Cluster;
  let one: TestApp;
  let two: TestApp;
  let admin: Client;
  /** The same administrator at another process, which knows nothing of the first one's writes. */
  let elsewhere: Client;
  const states: StandbyState[] = [];
  const token = "a-token-for-prometheus";

  const open = (settings: NodeJS.ProcessEnv, options: OpenOptions = {}) =>
    openDatabase(readConfig({ PORTICO_DATABASE_POOL: "16", ...settings }), options);
  const openPrepared = async (url: string) => {
    const database = await open({ DATABASE_URL: url });
    await prepareDatabase(database);
    await database.close();
  };
  const startOn = (where: NodeJS.ProcessEnv, settings: NodeJS.ProcessEnv = {}) =>
    startApp(settings, async (options = {}) => {
      const onStandby = (state: StandbyState) => void states.push(state);
      const database = await open(where, { ...options, onStandby });
      return { database, settings: where, [Symbol.asyncDispose]: () => database.close() };
    });
  const standbysOf = (app: TestApp) => app.db.usage().standbys;
  const isUsed = (app: TestApp) => standbysOf(app)?.standbys[0]?.isUsed;
  /** Reads until the standby is used: a standby that was left is tried again with a read. */
  const untilUsed = () =>
    eventually(async () => {
      await Promise.all([admin.get("/V1/products/types"), elsewhere.get("/V1/products/types")]);
      return isUsed(one) === true && isUsed(two) === true;
    }).toBe(true);
  /** Returns where the reads of the work went. */
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = standbysOf(one)?.reads ?? { standby: 0, primary: 0 };
    await work();
    const after = standbysOf(one)?.reads ?? { standby: 0, primary: 0 };
    return { standby: after.standby - before.standby, primary: after.primary - before.primary };
  };
  const save = (client: Client, sku: string, price: number) =>
    client.post("/V1/products", { product: { sku, name: sku, attribute_set_id: 4, price } });
  const priceOf = async (client: Client, sku: string) => (await client.get(`/V1/products/${sku}`)).body.price as number;
  const priceByGraphql = async (client: Client, sku: string) => {
    const query = "query ($sku: String!) { product(sku: $sku) { price } }";
    const { body } = await client.graphql(query, { sku });
    return Number((body as { data: { product: { price: unknown } } }).data.product.price);
  };
  const pause = () => cluster.standby.query("select pg_wal_replay_pause()");
  const resume = () => cluster.standby.query("select pg_wal_replay_resume()");

  beforeAll(async () => {
    cluster = await startCluster(openPrepared);
    const where = { DATABASE_URL: cluster.url, DATABASE_READ_URL: cluster.standby.url };
    one = await startOn(where, { PORTICO_METRICS_TOKEN: token });
    two = await startOn(where);
    admin = await one.asAdmin();
    elsewhere = await two.asAdmin();
  });
  afterAll(async () => {
    await one[Symbol.asyncDispose]();
    await two[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  test("reads of the catalog, content and orders go to the standby, over REST and GraphQL", async () => {
    await save(admin, "read", 1);
    await untilUsed();
    const reads = await readsOf(async () => {
      expect(await priceOf(admin, "read")).toBe(1);
      expect(await priceByGraphql(admin, "read")).toBe(1);
      for (const path of ["/V1/products", "/V1/orders", "/V1/cmsPage/search"]) {
        expect((await admin.get(`${path}?searchCriteria[pageSize]=1`)).status).toBe(200);
      }
    });
    expect(reads).toEqual({ standby: 5, primary: 0 });
  });

  test("carts, stock, rights, bulks and writes never use a standby", async () => {
    await untilUsed();
    const reads = await readsOf(async () => {
      const { body: cart } = await admin.post("/V1/carts/");
      expect((await admin.get(`/V1/carts/${String(cart)}`)).status).toBe(200);
      expect((await admin.get(`/V1/carts/${String(cart)}/totals`)).status).toBe(200);
      await save(admin, "stocked", 1);
      expect((await admin.get("/V1/stockItems/stocked")).status).toBe(200);
      expect((await admin.get("/V1/inventory/is-product-salable/stocked/1")).status).toBe(200);
      expect((await admin.get("/V1/bulks?searchCriteria[pageSize]=1")).status).toBe(200);
      expect((await admin.get("/V1/modules")).status).toBe(200);
    });
    expect(reads).toEqual({ standby: 0, primary: 0 });
  });

  test("a caller never reads older data than was written, by whichever process and whatever the lag", async () => {
    await untilUsed();
    const callers = Array.from({ length: 6 }, (_, number) => ({ sku: `lag-${number}`, wrote: 0 }));
    let isRunning = true;
    let reads = 0;
    const older: string[] = [];
    const call = async (caller: (typeof callers)[number], number: number) => {
      while (isRunning) {
        const [writer, reader] = number % 2 === 0 ? [admin, elsewhere] : [elsewhere, admin];
        const { status } = await save(writer, caller.sku, caller.wrote + 1);
        expect(status).toBe(200);
        caller.wrote += 1;
        for (const read of [priceOf, priceByGraphql]) {
          const found = await read(reader, caller.sku);
          reads += 1;
          if (found !== caller.wrote) older.push(`${caller.sku}: ${found} after ${caller.wrote}`);
        }
      }
    };
    const calls = Promise.all(callers.map(call));
    const used = () => (standbysOf(one)?.reads.standby ?? 0) + (standbysOf(two)?.reads.standby ?? 0);
    for (let round = 0; round < 3; round += 1) {
      const [before, usedBefore] = [reads, used()];
      await pause();
      await eventually(() => reads).toBeGreaterThan(before + 30);
      await resume();
      await eventually(used).toBeGreaterThan(usedBefore + 10);
    }
    isRunning = false;
    await calls;
    expect(older).toEqual([]);
  });

  test("a standby that lags is left, reported once, and used again", async () => {
    await untilUsed();
    states.length = 0;
    await pause();
    await save(admin, "lagging", 1);
    const reads = await readsOf(async () => {
      for (let price = 2; price < 5; price += 1) {
        await save(admin, "lagging", price);
        expect(await priceOf(admin, "lagging")).toBe(price);
      }
    });
    expect(reads).toEqual({ standby: 0, primary: 3 });
    await resume();
    await untilUsed();
    const host = new URL(cluster.standby.url).host;
    expect(states).toContainEqual({ host, reason: "it lags behind the primary" });
    expect(states.at(-1)).toEqual({ host, reason: undefined });
  });

  test("metrics say whether the standby is used, and count the reads of each server once", async () => {
    const host = new URL(cluster.standby.url).host;
    const scrape = async () => {
      const reply = await one.asGuest().request("/metrics", { headers: { Authorization: `Bearer ${token}` } });
      const samples = samplesOf(reply.text);
      const readsBy = (server: string) => valueOf(samples, "portico_database_standby_reads_total", { server }) ?? NaN;
      const used = valueOf(samples, "portico_database_standby_used", { host });
      return { used, standby: readsBy("standby"), primary: readsBy("primary") };
    };
    const usage = () => ({ used: Number(isUsed(one)), ...standbysOf(one)?.reads });
    await save(admin, "measured", 1);
    await untilUsed();
    const before = await scrape();
    expect(before).toEqual({ ...usage(), used: 1 });
    await eventually(async () => {
      await priceOf(admin, "measured");
      return usage().standby;
    }).toBeGreaterThanOrEqual(before.standby + 3);
    expect(await scrape()).toEqual(usage());
    await pause();
    const paused = await scrape();
    await save(admin, "measured", 2);
    await priceOf(admin, "measured");
    const lagging = { ...paused, used: 0, primary: paused.primary + 1 };
    expect(await scrape()).toEqual(lagging);
    expect(await scrape()).toEqual(lagging);
    await resume();
    await untilUsed();
    expect((await scrape()).used).toBe(1);
  });

  test("an error of the work is answered as by the primary, without leaving the standby", async () => {
    await untilUsed();
    const reads = await readsOf(async () => expect((await admin.get("/V1/products/absent")).status).toBe(404));
    expect(isUsed(one)).toBe(true);
    expect(reads.primary).toBe(0);
    const caller = one.db.forCaller("test");
    const writes = await readsOf(() => caller.readFromStandby((db) => db.query("create table written_by_a_read ()")));
    expect(writes).toEqual({ standby: 0, primary: 1 });
    expect(isUsed(one)).toBe(true);
    await one.db.execute("drop table written_by_a_read");
  });

  test("a server that is no standby, of another database or away is not used, and the process starts", async () => {
    const reasonFor = async (DATABASE_READ_URL: string) => {
      const found: StandbyState[] = [];
      const database = await open(
        { DATABASE_URL: cluster.primary.url, DATABASE_READ_URL },
        { onStandby: (state) => void found.push(state) },
      );
      try {
        await eventually(() => found.length).toBe(1);
        expect(await database.forCaller("test").readFromStandby((db) => db.one("select 1 as one"))).toEqual({ one: 1 });
        return found[0]?.reason;
      } finally {
        await database.close();
      }
    };
    expect(await reasonFor(cluster.primary.url)).toBe("it is no standby");
    expect(await reasonFor(cluster.standby.url.replace(/postgres$/, "template1"))).toBe(
      "it is a standby of another database than DATABASE_URL",
    );
    expect(await reasonFor("postgresql://postgres@127.0.0.1:1/postgres")).toContain("ECONNREFUSED");
  });

  test("when the standby is promoted or killed, the same process reads from the primary", async () => {
    await untilUsed();
    await cluster.standby.promote();
    await save(admin, "promoted", 7);
    expect(await priceOf(admin, "promoted")).toBe(7);
    expect(isUsed(one)).toBe(false);
    await cluster.standby.kill();
    expect(await priceOf(admin, "promoted")).toBe(7);
    expect(states.map(({ reason }) => reason)).toContain("it is no standby");
  });
});
