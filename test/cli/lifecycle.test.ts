import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pino from "pino";
import { describe, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config.js";
import { lockName } from "../../src/platform/db/lock.js";
import { startServer } from "../../src/server.js";
import { eventually } from "../support/bulk.js";
import { postgresUrl, scratchDatabase } from "../support/postgres.js";
import { dataFolder, serveWithText } from "./portico.js";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

vi.setConfig({ testTimeout: 180_000 });

describe.skipIf((await postgresUrl()) === undefined)("A server that is asked to stop", () => {
  test("gives up a request in flight at the deadline, and exits with 1", async () => {
    await using scratch = await scratchDatabase();
    await using folder = await dataFolder();
    const address = /^ +REST +(http:.+)$/;
    const settings = { DATABASE_URL: scratch.url, PORTICO_STOP_SECONDS: "1", PORTICO_CONSUMER: "off" };
    await using server = await serveWithText(folder, address, settings);
    await scratch.database.transaction(async (db) => {
      await db.query("lock table cart in exclusive mode");
      const call = fetch(`${address.exec(server.line)?.[1] ?? ""}guest-carts`, { method: "POST" });
      call.catch(() => undefined);
      const waiting = "select count(*)::int as calls from pg_locks where not granted and relation = 'cart'::regclass";
      await eventually(async () => (await scratch.database.query(waiting))[0]).toEqual({ calls: 1 });
      server.signal("SIGTERM");
      expect(await server.ended).toBe(1);
    });
    expect(server.lines.at(-1)).toBe(
      "Stopping took longer than 1 seconds. Exiting without waiting for unfinished work.",
    );
  });
});

describe.skipIf((await postgresUrl()) === undefined)("A server that starts for the first time", () => {
  test("is not ready before it has an administrator", async () => {
    await using scratch = await scratchDatabase();
    const port = await freePort();
    const settings = { DATABASE_URL: scratch.url, PORT: String(port), PORTICO_CONSUMER: "off" };
    const read = () => fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    const status = async () => (await read())?.status;
    const starting = await scratch.database.transaction(async (db) => {
      await lockName(db, "admin_user", "first");
      const server = startServer(readConfig(settings), pino({ level: "silent" }), () => undefined);
      // While it migrates, another server answers, which ends before this one listens.
      const waiting = `select count(*)::int as servers from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`;
      await eventually(async () => (await scratch.database.query(waiting))[0]).toEqual({ servers: 1 });
      expect(await status()).toBe(503);
      expect(await (await read())?.json()).toMatchObject({ status: "fail", starting: true });
      return { server };
    });
    const server = await starting.server;
    expect(server.firstAdmin).toBeDefined();
    expect(await status()).toBe(200);
    await server.stop();
  });
});
