import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { readConfig } from "../../../src/config.js";
import { urlsOfDatabaseHosts } from "../../../src/platform/db/connections/database-hosts.js";
import { prepareDatabase } from "../../../src/platform/db/migrations/prepare.js";
import { openDatabase, type OpenOptions } from "../../../src/platform/db/open.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.js";

describe("The hosts of a URL", () => {
  it("each have their own port, and share everything else but the choice among them", () => {
    expect(
      urlsOfDatabaseHosts(
        "postgresql://ann:a,b@c@one:5432,two,[::1]:6000/shop?target_session_attrs=read-write&ssl=true",
      ),
    ).toEqual([
      "postgresql://ann:a,b@c@one:5432/shop?ssl=true",
      "postgresql://ann:a,b@c@two/shop?ssl=true",
      "postgresql://ann:a,b@c@[::1]:6000/shop?ssl=true",
    ]);
    expect(urlsOfDatabaseHosts("postgresql://one/shop?target_session_attrs=primary")).toEqual([
      "postgresql://one/shop",
    ]);
    expect(urlsOfDatabaseHosts("postgresql:///shop?host=/run/postgresql")).toEqual([
      "postgresql:///shop?host=/run/postgresql",
    ]);
  });

  it("cannot be standbys only", () => {
    const read = (choice: string) => () =>
      readConfig({ DATABASE_URL: `postgresql://one,two/shop?target_session_attrs=${choice}` });
    for (const choice of ["any", "standby", "prefer-standby", "read-only", "primaries"]) {
      expect(read(choice)).toThrow("DATABASE_URL: target_session_attrs must be read-write or primary");
    }
    for (const choice of ["read-write", "primary"]) expect(read(choice)).not.toThrow();
  });
});

const product = (sku: string) => ({ product: { sku, name: sku, attribute_set_id: 4, price: 1 } });

describe.skipIf(postgresPrograms() === undefined)("With a primary and a standby", () => {
  let cluster: Cluster;
  let app: TestApp;
  let admin: Client;

  const open = (url: string, options: OpenOptions = {}) =>
    openDatabase(readConfig({ DATABASE_URL: url, PORTICO_DATABASE_POOL: "8" }), options);
  const openPrepared = async (url: string) => {
    await using database = Object.assign(await open(url), { [Symbol.asyncDispose]: async () => database.close() });
    await prepareDatabase(database);
  };
  const startOn = (url: string) =>
    startApp({}, async (options = {}) => {
      const database = await open(url, options);
      return { database, settings: { DATABASE_URL: url }, [Symbol.asyncDispose]: () => database.close() };
    });

  beforeAll(async () => {
    cluster = await startCluster(openPrepared);
    await cluster.replicateSynchronously();
    app = await startOn(cluster.url);
    admin = await app.asAdmin();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  const portOf = async (url: string, options: OpenOptions = {}) => {
    const database = await open(url, options);
    try {
      return (await database.one<{ port: number }>("select inet_server_port() as port"))?.port;
    } finally {
      await database.close();
    }
  };
  /** The URL with the standby before the primary. */
  const reversed = () => cluster.url.replace(/@([^,]*),([^/]*)/, "@$2,$1");
  const save = (sku: string) => admin.post("/V1/products", product(sku));

  test("a process connects to the primary, in whichever order they are listed", async () => {
    expect(await portOf(cluster.url)).toBe(cluster.primary.port);
    expect(await portOf(reversed())).toBe(cluster.primary.port);
  });

  test("a process does not start if no host accepts writes, and says why for each", async () => {
    const { standby } = cluster;
    const onlyStandbys = `postgresql://postgres@127.0.0.1:${standby.port},127.0.0.1:1/postgres`;
    await expect(open(onlyStandbys)).rejects.toThrow(
      new RegExp(
        `^PostgreSQL cannot be reached at DATABASE_URL: No host accepts writes \\(127.0.0.1:${standby.port}: read-only; 127.0.0.1:1: .*ECONNREFUSED.*\\)\\.$`,
      ),
    );
    await expect(open(`${standby.url}?target_session_attrs=read-write`)).rejects.toThrow(
      "The database accepts no writes.",
    );
  });

  test("a primary that becomes read-only is answered as one that is away, and its connections are given up", async () => {
    expect((await save("before")).status).toBe(200);
    await cluster.primary.query("alter system set default_transaction_read_only = on");
    await cluster.primary.query("select pg_reload_conf()");
    await eventually(async () => (await save("meanwhile")).status).toBe(503);
    const refused = await save("meanwhile");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
    await cluster.primary.query("alter system reset default_transaction_read_only");
    await cluster.primary.query("select pg_reload_conf()");
    await eventually(async () => (await save("after")).status).toBe(200);
  });

  test("when the primary is killed and the standby promoted, the same process goes on and no acknowledged write is lost", async () => {
    const acknowledged: string[] = [];
    const refused: [number, string | null][] = [];
    let isLoaded = true;
    const load = async (name: string) => {
      for (let number = 1; isLoaded; number += 1) {
        const { status, headers } = await save(`${name}-${number}`);
        if (status === 200) acknowledged.push(`${name}-${number}`);
        else refused.push([status, headers.get("Retry-After")]);
      }
    };
    const loads = Promise.all(["a", "b", "c", "d"].map(load));
    await eventually(() => acknowledged.length).toBeGreaterThan(20);
    await cluster.primary.kill();
    await eventually(() => refused.length).toBeGreaterThan(20);
    const before = acknowledged.length;
    await cluster.standby.promote();
    await eventually(() => acknowledged.length).toBeGreaterThan(before + 20);
    isLoaded = false;
    await loads;
    expect(new Set(refused.map(String))).toEqual(new Set(["503,5"]));
    const stored = await app.db.query<{ sku: string }>("select sku from product where sku = any($1)", [acknowledged]);
    expect(stored).toHaveLength(acknowledged.length);
    expect((await admin.request("/health/ready")).status).toBe(200);
  });

  test("if the old primary comes back writable, a process that starts uses the promoted host and reports both", async () => {
    const old = await cluster.primary.restart();
    try {
      const onSplit = vi.fn();
      expect(await portOf(cluster.url, { onSplit })).toBe(cluster.standby.port);
      const [earlier, later] = [`127.0.0.1:${old.port}`, `127.0.0.1:${cluster.standby.port}`];
      const hosts = [
        { host: earlier, timeline: 1 },
        { host: later, timeline: 2 },
      ];
      expect(onSplit.mock.calls).toEqual([[{ hosts, using: later }]]);
    } finally {
      await old.kill();
    }
  });
});
