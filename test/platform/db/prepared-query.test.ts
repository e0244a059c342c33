import { describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config.js";
import { openDatabase } from "../../../src/platform/db/open.js";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";
import { startProxy } from "../../support/tcp-proxy.js";

/** A database with one connection, on which every statement soon becomes a prepared one. */
async function oneConnection(urlOf = (url: string) => url) {
  const scratch = await scratchDatabase();
  const settings = { ...readConfig({}), DATABASE_URL: urlOf(scratch.url), PORTICO_DATABASE_POOL: 1 };
  const database = await openDatabase(settings, {});
  return {
    database,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

const executions = 6;

const times = async <Result>(work: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let done = 0; done < executions; done += 1) results.push(await work());
  return results;
};

describe.skipIf((await postgresUrl()) === undefined)("A prepared statement", () => {
  test("returns the same rows at every execution", async () => {
    await using one = await oneConnection();
    const values = `select n, null::text as missing, 12.50::numeric(12, 4) as amount, 9007199254740991::int8 as large,
      '{"a": [1]}'::jsonb as document, array['x', null] as list, timestamp '2026-01-02 03:04:05' as time, true as flag
      from generate_series(1, $1::int) n`;
    const row = {
      missing: null,
      amount: "12.5000",
      large: 9007199254740991,
      document: { a: [1] },
      list: ["x", null],
      time: "2026-01-02 03:04:05",
      flag: true,
    };
    const both = [
      { n: 1, ...row },
      { n: 2, ...row },
    ];
    const found = await times(() => one.database.query(values, [2]));
    expect(found).toEqual(Array.from({ length: executions }, () => both));
    expect(await one.database.query(values, [0])).toEqual([]);
  });

  test("is described once", async () => {
    const scratch = await scratchDatabase();
    const proxy = await startProxy(scratch.url);
    const settings = { ...readConfig({}), DATABASE_URL: proxy.url, PORTICO_DATABASE_POOL: 1 };
    const database = await openDatabase(settings, {});
    const answers: number[] = [];
    for (let done = 0; done < executions; done += 1) {
      const before = proxy.answeredBytes;
      await database.query("select 1 as a_column_with_a_long_name");
      answers.push(proxy.answeredBytes - before);
    }
    // Named at the third use, and described then.
    const [named = 0, ...later] = answers.slice(2);
    expect(new Set(later).size).toBe(1);
    expect(named - (later[0] ?? named)).toBeGreaterThan("a_column_with_a_long_name".length);
    await database.close();
    await proxy[Symbol.asyncDispose]();
    await scratch[Symbol.asyncDispose]();
  });

  test("counts the rows that it writes", async () => {
    await using one = await oneConnection();
    const { database } = one;
    await database.query("create table counted (id int)");
    const insert = "insert into counted select generate_series(1, $1::int)";
    expect(await times(() => database.execute(insert, [3]))).toEqual(Array.from({ length: executions }, () => 3));
    const remove = "delete from counted where id = $1::int";
    expect((await times(() => database.execute(remove, [1])))[0]).toBe(executions);
    expect(await database.execute(remove, [1])).toBe(0);
  });

  test("fails alone, with PostgreSQL's error and a trace to its caller", async () => {
    await using one = await oneConnection();
    const divide = async (by: number) => one.database.query<{ result: number }>("select 6 / $1::int as result", [by]);
    await times(() => divide(2));
    const outcomes = await Promise.allSettled([divide(3), divide(0), divide(1)]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled", value: [{ result: 2 }] },
      { status: "rejected", reason: { code: "22012" } },
      { status: "fulfilled", value: [{ result: 6 }] },
    ]);
    const [, failed] = outcomes;
    expect(failed).toMatchObject({ reason: { stack: expect.stringContaining("database-access") as string } });
  });

  test("is rejected after its columns have changed", async () => {
    await using one = await oneConnection();
    const { database } = one;
    await database.query("create table changing as select 1 as first");
    await times(() => database.query("select * from changing"));
    await database.query("alter table changing add second int default 2");
    await expect(database.query("select * from changing")).rejects.toMatchObject({ code: "0A000" });
  });
});
