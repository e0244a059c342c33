import { describe, expect, test } from "vitest";
import type { Database, Db } from "../../../src/platform/db/database.js";
import { isForeignKeyViolation, isRetriable, isUniqueViolation } from "../../../src/platform/db/sql-errors.js";
import { TransactionAbortedError } from "../../../src/platform/db/statements/runner.js";
import { engines } from "../../support/engines.js";

const insert = "insert into tax_class (class_name, class_name_key, class_type) values ($1, $1, 'PRODUCT')";
const classOf = (name: string, class_type = "PRODUCT") => ({ class_name: name, class_name_key: name, class_type });

describe.for(await engines())("A transaction on $name", (engine) => {
  const on = engine.skipped ? test.skip : test;

  on("sends nothing without statements", async () => {
    const sent: string[] = [];
    await using opened = await engine.open({ onStatement: (text) => sent.push(text) });
    expect(await opened.database.transaction(() => Promise.resolve("done"))).toBe("done");
    await expect(opened.database.transaction(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(sent).toEqual([]);
  });

  on("undoes a savepoint with the released savepoints inside it", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const write = (db: Db, name: string) => db.models.taxClass.create({ data: classOf(name) });
    const failed = (name: string) => async (db: Db) => {
      await write(db, name);
      throw new Error(name);
    };
    await database.transaction(async (tx) => {
      await write(tx, "kept");
      const outer = tx.savepoint(async (part) => {
        await write(part, "before");
        await expect(part.savepoint(failed("inner"))).rejects.toThrow("inner");
        await write(part, "after");
        await part.savepoint((inner) => write(inner, "released"));
        throw new Error("outer");
      });
      await expect(outer).rejects.toThrow("outer");
    });
    const names = ["kept", "before", "inner", "after", "released"];
    const found = await database.models.taxClass.findMany({ where: { class_name: { in: names } } });
    expect(found.map(({ class_name: name }) => name)).toEqual(["kept"]);
  });

  on("rejects all statements of a moment with the error of the one that failed", async () => {
    await using opened = await engine.open();
    const reasons: unknown[] = [];
    const all = opened.database.transaction(async (db) => {
      const sent = [db.query("select 1 / 0"), db.query("select 1"), db.execute(insert, ["ignored"])];
      for (const outcome of await Promise.allSettled(sent)) {
        reasons.push(outcome.status === "rejected" ? String(outcome.reason) : "answered");
      }
    });
    // The work goes on, so the end of the transaction reports the failure.
    await expect(all).rejects.toThrow(TransactionAbortedError);
    expect(reasons).toEqual(new Array(3).fill("error: division by zero"));
  });

  on("rejects statements with the last error, not with one that a savepoint has undone", async () => {
    await using opened = await engine.open();
    const done = opened.database.transaction(async (db) => {
      await expect(db.savepoint((part) => part.query("select 1 / 0"))).rejects.toThrow("division by zero");
      await expect(db.query("select 'x'::int")).rejects.toThrow("invalid input syntax");
      await expect(db.query("select 1")).rejects.toThrow("invalid input syntax");
      throw new Error("done");
    });
    await expect(done).rejects.toThrow("done");
  });

  on("begins with the first statement and commits the writes of SQL and models", async () => {
    const sent: string[] = [];
    await using opened = await engine.open({ onStatement: (text) => sent.push(text) });
    const { database } = opened;
    await database.transaction(async (db) => {
      expect(await db.execute(insert, ["by SQL"])).toBe(1);
      await db.models.taxClass.create({ data: classOf("by model") });
      expect(await names(db)).toEqual(["by SQL", "by model"]);
    });
    expect(sent.slice(0, 2)).toEqual(["BEGIN", insert]);
    expect(sent.filter((text) => /^(BEGIN|COMMIT|ROLLBACK)$/.test(text))).toEqual(["BEGIN", "COMMIT"]);
    expect(await names(database)).toEqual(["by SQL", "by model"]);
  });

  on("undoes the writes of SQL and models if the work throws", async () => {
    await using opened = await engine.open();
    const work = opened.database.transaction(async (db) => {
      await db.models.taxClass.create({ data: classOf("by model") });
      await db.execute(insert, ["by SQL"]);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await names(opened.database)).toEqual([]);
  });

  on("joins the outer transaction if it begins inside one", async () => {
    await using opened = await engine.open();
    const work = opened.database.transaction(async (outer) => {
      await outer.transaction((inner) => inner.execute(insert, ["inner"]));
      expect(await names(outer)).toEqual(["inner"]);
      throw new Error("outer");
    });
    await expect(work).rejects.toThrow("outer");
    expect(await names(opened.database)).toEqual([]);
  });

  on("undoes models' nested writes as one, with or without an outer transaction", async () => {
    await using opened = await engine.open();
    const { models } = opened.database;
    const twice = [{ website_id: 7 }, { website_id: 7 }];
    const data = { code: "Nested", code_key: "nested", tax_class_id: 3, excluded_websites: { create: twice } };
    await expect(models.customerGroup.create({ data })).rejects.toSatisfy(isUniqueViolation);
    await expect(opened.database.transaction((db) => db.models.customerGroup.create({ data }))).rejects.toSatisfy(
      isUniqueViolation,
    );
    expect(await models.customerGroup.count({ where: { code_key: "nested" } })).toBe(0);
    const once = { ...data, excluded_websites: { create: [{ website_id: 7 }] } };
    await opened.database.transaction((db) => db.models.customerGroup.create({ data: once }));
    expect(await models.customerGroupExcludedWebsite.count()).toBe(1);
  });

  on("runs the work again when the database aborts it in favor of another transaction", async () => {
    const failures: unknown[] = [];
    await using opened = await engine.open({ onRetry: (failure) => failures.push(failure) });
    const { database } = opened;
    let runs = 0;
    const work = database.transaction(async (db) => {
      runs += 1;
      await db.execute(insert, [`run ${runs}`]);
      if (runs < 3) await db.execute("do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$");
    });
    await work;
    expect(await names(database)).toEqual(["run 3"]);
    expect(failures).toEqual([1, 2].map(() => ({ code: "40P01", reason: "deadlock" })));
  });

  on("fails after repeated conflicts, and does not retry other errors", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    let runs = 0;
    const failing = (code: string) =>
      database.transaction(async (db) => {
        runs += 1;
        await db.execute(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`);
      });
    await expect(failing("40001")).rejects.toSatisfy(isRetriable);
    expect(runs).toBe(3);
    await expect(failing("23503")).rejects.toSatisfy(isForeignKeyViolation);
    expect(runs).toBe(6);
    await expect(failing("23505")).rejects.toSatisfy(isUniqueViolation);
    expect(runs).toBe(9);
    await expect(failing("23514")).rejects.toThrow("no");
    expect(runs).toBe(10);
  });

  on("follows relations from a model", async () => {
    await using opened = await engine.open();
    const groups = await opened.database.transaction((db) =>
      db.models.taxClass.findUniqueOrThrow({ where: { class_id: 3 } }).customer_groups({ orderBy: { id: "asc" } }),
    );
    expect(groups.map(({ code }) => code)).toEqual(["NOT LOGGED IN", "General", "Wholesale", "Retailer"]);
  });

  on("runs statements that are started together, one after another", async () => {
    await using opened = await engine.open();
    const answers = await opened.database.transaction((db) =>
      Promise.all([
        ...["a", "b", "c"].map((letter) => db.query<{ letter: string }>("select $1::text as letter", [letter])),
        db.models.taxClass.count(),
        db.models.website.count(),
      ]),
    );
    expect(answers).toEqual([[{ letter: "a" }], [{ letter: "b" }], [{ letter: "c" }], 2, 2]);
  });

  on("does not end successfully when the error of a statement was ignored", async () => {
    await using opened = await engine.open();
    const work = opened.database.transaction(async (db) => {
      await db.execute(insert, ["lost"]);
      await db.query("select no_such_column").catch(() => undefined);
    });
    await expect(work).rejects.toThrow(TransactionAbortedError);
    await expect(work).rejects.toMatchObject({ cause: { code: "42703" } });
    expect(await names(opened.database)).toEqual([]);
  });

  on("rejects statements after its end", async () => {
    await using opened = await engine.open();
    const kept = await opened.database.transaction((db) => Promise.resolve(db));
    await expect(kept.query("select 1")).rejects.toThrow("has ended");
    expect(() => kept.atCommit.execute("select 1")).toThrow("has ended");
  });

  on("is isolated from fifty others that mix SQL and models", async () => {
    await using opened = await engine.open({});
    const { database } = opened;
    const run = (number: number) =>
      database.transaction(async (db) => {
        await db.models.taxClass.create({ data: classOf(`${number} model`, "MIX") });
        await db.execute(insert.replace("PRODUCT", "MIX"), [`${number} SQL`]);
        const own = await db.models.taxClass.count({ where: { class_name: { startsWith: `${number} ` } } });
        if (number % 5 === 0) throw new Error("every fifth");
        return own;
      });
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, number) => run(number)));
    const kept = results.filter((result) => result.status === "fulfilled");
    expect(kept.map(({ value }) => value)).toEqual(Array.from({ length: 40 }, () => 2));
    expect(await database.models.taxClass.count({ where: { class_type: "MIX" } })).toBe(80);
  });
});

async function names(db: Pick<Database, "query">): Promise<string[]> {
  const rows = await db.query<{ class_name: string }>(
    "select class_name from tax_class where class_id > 3 order by class_id",
  );
  return rows.map(({ class_name }) => class_name);
}
