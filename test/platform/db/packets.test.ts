import { readConfig } from "../../../src/config.js";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../../src/platform/db/open.js";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";
import { startProxy } from "../../support/tcp-proxy.js";

/** A database that is reached through a proxy, by one connection, which is open already. */
async function countedDatabase() {
  const scratch = await scratchDatabase();
  const proxy = await startProxy(scratch.url);
  const sent: string[] = [];
  const settings = { ...readConfig({}), DATABASE_URL: proxy.url, PORTICO_DATABASE_POOL: 1 };
  const database = await openDatabase(settings, { onStatement: (text) => sent.push(text) });
  const before = proxy.packets;
  return {
    database,
    sent,
    packets: () => proxy.packets - before,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await proxy[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf((await postgresUrl()) === undefined)("Packets to PostgreSQL", () => {
  test("are two for a transaction that reads with a lock and then writes", async () => {
    await using counted = await countedDatabase();
    await counted.database.transaction(async (db) => {
      await db.query("select class_id from tax_class where class_id = 3 for update");
      await db.atCommit.execute("update tax_class set class_name = $1 where class_id = 3", ["late"]);
    });
    expect(counted.sent.map((text) => text.split(" ")[0])).toEqual(["BEGIN", "select", "update", "COMMIT"]);
    expect(counted.packets()).toBe(2);
  });

  test("are one for a transaction that writes without waiting for its reads", async () => {
    await using counted = await countedDatabase();
    const { reading } = await counted.database.transaction(async (db) => {
      const rows = db.query("select class_id from tax_class where class_id = 3 for update");
      await db.atCommit.execute("update tax_class set class_name = $1 where class_id = 3", ["late"]);
      return { reading: rows };
    });
    expect(await reading).toEqual([{ class_id: 3 }]);
    expect(counted.sent.map((text) => text.split(" ")[0])).toEqual(["BEGIN", "select", "update", "COMMIT"]);
    expect(counted.packets()).toBe(1);
  });
});
