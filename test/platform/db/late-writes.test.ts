import { describe, expect, test } from "vitest";
import type { Database, Db } from "../../../src/platform/db/database.js";
import { isOutOfRange, isUniqueViolation } from "../../../src/platform/db/sql-errors.js";
import { engines } from "../../support/engines.js";

const insert = "insert into tax_class (class_name, class_name_key, class_type) values ($1, $1, 'PRODUCT')";
const fails = "insert into website (id, code, name) values (99999999999, 'far', '')";

describe.for(await engines())("A transaction with late writes on $name", (engine) => {
  const on = engine.skipped ? test.skip : test;

  on("sends a write that nobody awaits together with COMMIT", async () => {
    const sent: string[] = [];
    await using opened = await engine.open({ onStatement: (text) => sent.push(text) });
    const { database } = opened;
    await database.transaction(async (db) => {
      await db.query("select 1");
      await db.atCommit.execute(insert, ["late"]);
      expect(sent).toEqual(["BEGIN", "select 1"]);
    });
    expect(sent).toEqual(["BEGIN", "select 1", insert, "COMMIT"]);
    expect(await names(database)).toEqual(["late"]);
  });

  on("keeps the order of late writes and other statements, in nested transactions too", async () => {
    await using opened = await engine.open();
    await opened.database.transaction(async (db) => {
      await db.transaction((inner) => inner.atCommit.execute(insert, ["first"]));
      expect(await names(db)).toEqual(["first"]);
      await db.atCommit.execute(insert, ["second"]);
      await db.models.taxClass.create({
        data: { class_name: "third", class_name_key: "third", class_type: "PRODUCT" },
      });
    });
    expect(await names(opened.database)).toEqual(["first", "second", "third"]);
  });

  on("sends statements that nobody awaits before late writes, however early the connection is ready", async () => {
    const sent: string[] = [];
    await using opened = await engine.open({ onStatement: (text) => sent.push(text) });
    const { database } = opened;
    await database.query("select 1");
    for (let turns = 0; turns < 16; turns += 1) {
      sent.length = 0;
      // From a callback of the event loop, because the pool then hands out an idle connection at once.
      const { reading } = await new Promise<{ reading: Promise<unknown> }>((resolve, reject) => {
        setImmediate(() => {
          const work = async (db: Db) => {
            const reading = db.query("select 1");
            await db.atCommit.execute(insert, [`late ${turns}`]);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            return { reading };
          };
          database.transaction(work).then(resolve, reject);
        });
      });
      await reading;
      expect(sent).toEqual(["BEGIN", "select 1", insert, "COMMIT"]);
    }
  });

  on("fails with the error of a late write, and is rolled back", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const undone: string[] = [];
    const failing = (then: (db: Db) => Promise<unknown>) =>
      database.transaction(async (db) => {
        db.afterCommit(() => undone.push("committed"));
        db.afterRollback(() => Promise.resolve(void undone.push("undone")));
        await db.execute(insert, ["before"]);
        await db.atCommit.execute(fails);
        await then(db);
      });
    await expect(failing(() => Promise.resolve())).rejects.toSatisfy(isOutOfRange);
    await expect(failing((db) => db.execute(insert, ["after"]))).rejects.toSatisfy(isOutOfRange);
    expect(undone).toEqual(["undone", "undone"]);
    expect(await names(database)).toEqual([]);
    await database.ping();
  });

  on("forgets late writes when the work throws", async () => {
    await using opened = await engine.open();
    const work = opened.database.transaction(async (db) => {
      await db.execute(insert, ["sent"]);
      await db.atCommit.execute(insert, ["kept back"]);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await names(opened.database)).toEqual([]);
  });

  on("undoes only the savepoint of a late write that fails", async () => {
    await using opened = await engine.open();
    await opened.database.transaction(async (db) => {
      await db.atCommit.execute(insert, ["outside"]);
      const part = db.savepoint(async (inner) => {
        await inner.execute(insert, ["inside"]);
        await inner.atCommit.execute(fails);
      });
      await expect(part).rejects.toSatisfy(isOutOfRange);
      await db.savepoint((inner) => inner.atCommit.execute(insert, ["next"]));
    });
    expect(await names(opened.database)).toEqual(["outside", "next"]);
  });

  on("runs the work again when a late write loses to another transaction", async () => {
    await using opened = await engine.open();
    let runs = 0;
    await opened.database.transaction(async (db) => {
      runs += 1;
      await db.execute(insert, [`run ${runs}`]);
      const code = runs < 3 ? "40P01" : "00000";
      await db.atCommit.execute(
        `do $$ begin if '${code}' <> '00000' then raise exception 'lost' using errcode = '${code}'; end if; end $$`,
      );
    });
    expect(await names(opened.database)).toEqual(["run 3"]);
  });

  on("replaces a placeholder with the text that is drawn at its end", async () => {
    const sent: string[] = [];
    await using opened = await engine.open({ onStatement: (text) => sent.push(text) });
    const { database } = opened;
    const drawn = (name: string) => (keep: (expression: string) => string) =>
      `select ${keep(`upper($1) || '${name}'`)}`;
    await database.transaction(async (db) => {
      const [first, second] = [db.drawAtCommit(drawn("1"), ["a"]), db.drawAtCommit(drawn("2"), ["b"])];
      await db.atCommit.execute(insert, [`first ${first}, again ${first}`]);
      await db.atCommit.execute(
        "insert into tax_class (class_name, class_name_key, class_type) select n, n, 'PRODUCT' from unnest($1::text[]) n",
        [["as it is", `second ${second}`]],
      );
      expect(sent).toEqual([]);
      const created = { class_name: `model ${second}`, class_name_key: "model", class_type: "PRODUCT" };
      await db.models.taxClass.create({ data: created });
      expect(await db.one("select $1::text as text, $2::int as number", [`{"is": "${first}"}`, 7])).toEqual({
        text: '{"is": "A1"}',
        number: 7,
      });
      await expect(Promise.resolve().then(() => db.query("select $1, $2", [first, second]))).rejects.toThrow(
        "one late text",
      );
    });
    expect(await names(database)).toEqual(["first A1, again A1", "as it is", "second B2", "model B2"]);
  });

  on("draws no text if the work throws, and none outside of a transaction", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const counted = (keep: (expression: string) => string) =>
      `insert into tax_class (class_name, class_name_key, class_type) values ('drawn', 'drawn', 'PRODUCT')
       returning ${keep("class_name")}`;
    expect(() => database.drawAtCommit(counted)).toThrow("needs a transaction");
    const work = database.transaction((db) => {
      db.drawAtCommit(counted);
      return Promise.reject(new Error("changed my mind"));
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await names(database)).toEqual([]);
  });

  on("reports a constraint that is checked at its end", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    await database.execute(
      "alter table tax_class add constraint late_name unique (class_name) deferrable initially deferred",
    );
    const work = database.transaction(async (db) => {
      await db.execute(insert, ["twice"]);
      await db.atCommit.execute(insert.replace("$1, $1", "$1, 'another key'"), ["twice"]);
    });
    await expect(work).rejects.toSatisfy(isUniqueViolation);
    expect(await names(database)).toEqual([]);
  });
});

async function names(db: Pick<Database, "query">): Promise<string[]> {
  const rows = await db.query<{ class_name: string }>(
    "select class_name from tax_class where class_id > 3 order by class_id",
  );
  return rows.map(({ class_name }) => class_name);
}
