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
  test("contain a statement and the one that is sent in front of it", async () => {
    await using counted = await countedDatabase();
    const { database, sent } = counted;
    const { early } = database;
    if (!early) throw new Error("There is no connection for early reads.");
    await early.query("select 0");
    const before = counted.packets();
    sent.length = 0;
    const both = [database.queryAhead("select $1::int as one", [1]), early.query<{ two: number }>("select 2 as two")];
    expect(await Promise.all(both)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    expect(sent).toEqual(["select $1::int as one", "select 2 as two"]);
    expect(counted.packets() - before).toBe(1);
  });

  test("contain only the statement that is sent in front if no other follows", async () => {
    await using counted = await countedDatabase();
    expect(await counted.database.queryAhead("select 1 as one", [])).toEqual([{ one: 1 }]);
  });

  test("do not pass the failure of one statement to the other", async () => {
    await using counted = await countedDatabase();
    const { database } = counted;
    const both = (first: string, second: string) =>
      Promise.allSettled([database.queryAhead(first, []), database.query(second)]);
    const [wrong, right] = await both("select no_such_column", "select 1 as one");
    expect(wrong).toMatchObject({ status: "rejected", reason: { code: "42703" } });
    expect(right).toMatchObject({ status: "fulfilled", value: [{ one: 1 }] });
    const [fine, broken] = await both("select 1 as one", "select no_such_column");
    expect(fine).toMatchObject({ status: "fulfilled", value: [{ one: 1 }] });
    expect(broken).toMatchObject({ status: "rejected", reason: { code: "42703" } });
  });

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
