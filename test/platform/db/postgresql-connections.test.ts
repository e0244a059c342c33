import { describe, expect, test } from "vitest";
import type { Database } from "../../../src/platform/db/database.js";
import { deferred } from "../../../src/platform/process/promises.js";
import { isRetriable } from "../../../src/platform/db/sql-errors.js";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";

describe.skipIf((await postgresUrl()) === undefined)("Connections to PostgreSQL", () => {
  test("outlive rejected statements", async () => {
    await using scratch = await scratchDatabase({ connections: 1 });
    const { database } = scratch;
    const before = await backend(database);
    await expect(database.query("select no_such_column")).rejects.toMatchObject({ code: "42703" });
    await expect(database.models.website.create({ data: { id: 1, code: "base", name: "" } })).rejects.toThrow();
    expect(await backend(database)).toBe(before);
  });

  test("are replaced when they are lost, and the loss is treated as a temporary failure", async () => {
    await using scratch = await scratchDatabase({ connections: 1 });
    const { database } = scratch;
    const lost = database.transaction(async (db) => {
      await db.execute("select pg_terminate_backend(pg_backend_pid())");
    });
    await expect(lost).rejects.toSatisfy(isRetriable);
    await database.ping();
  });

  test("both succeed after a deadlock: the transaction that lost is run again", async () => {
    await using scratch = await scratchDatabase();
    const { database } = scratch;
    const locked = [deferred<undefined>(), deferred<undefined>()] as const;
    let runs = 0;
    const lock = (first: number, second: number, position: 0 | 1) =>
      database.transaction(async (db) => {
        runs += 1;
        await db.execute("update tax_class set class_name = class_name where class_id = $1", [first]);
        locked[position].resolve(undefined);
        await locked[position === 0 ? 1 : 0].promise;
        await db.models.taxClass.update({ where: { class_id: second }, data: { class_name: `${position}` } });
      });
    await Promise.all([lock(2, 3, 0), lock(3, 2, 1)]);
    expect(runs).toBeGreaterThanOrEqual(3);
    const written = await database.query("select class_name from tax_class where class_id in (2, 3) order by class_id");
    expect(written).toEqual([{ class_name: "1" }, { class_name: "0" }]);
  });

  test("prepare repeated statements", async () => {
    await using scratch = await scratchDatabase({ connections: 1 });
    for (let round = 0; round < 4; round += 1) await scratch.database.query("select $1::int as prepared_here", [round]);
    const rows = await scratch.database.query(
      "select 1 from pg_prepared_statements where statement = 'select $1::int as prepared_here'",
    );
    expect(rows).toHaveLength(1);
  });
});

async function backend(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ pid: number }>("select pg_backend_pid() as pid");
  return row?.pid;
}
