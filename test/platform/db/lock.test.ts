import { describe, expect, expectTypeOf, test } from "vitest";
import { lock, type LockMode } from "../../../src/platform/db/lock.js";
import type { Row } from "../../../src/platform/db/models.js";
import { engines } from "../../support/engines.js";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";

describe.for(await engines())("Row locks on $name", (engine) => {
  const on = engine.skipped ? test.skip : test;

  on("return the rows that exist, as models do, in the order of their primary keys", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    await database.transaction(async (db) => {
      const locked = await lock(db, "taxRate", { id: [2, 99, 1, 2], for: "update" });
      expectTypeOf(locked).toEqualTypeOf<Row<"taxRate">[]>();
      expect(locked).toEqual(await db.models.taxRate.findMany({ orderBy: { id: "asc" } }));
      expect(locked.map(({ id }) => id)).toEqual([1, 2]);
    });
  });

  on("find rows by any unique column", async () => {
    await using opened = await engine.open();
    await opened.database.transaction(async (db) => {
      const groups = await lock(db, "customerGroup", { code_key: ["wholesale", "general"], for: "key share" });
      expect(groups.map(({ code }) => code)).toEqual(["General", "Wholesale"]);
      expect(await lock(db, "bulkCallback", { id: [crypto.randomUUID()], for: "no key update" })).toEqual([]);
      expect(await lock(db, "accessToken", { token_hash: [new Uint8Array([1])], for: "share" })).toEqual([]);
    });
  });

  on("send one statement, or none without keys", async () => {
    const sent: string[] = [];
    await using opened = await engine.open({ onStatement: (text) => sent.push(text) });
    await opened.database.transaction(async (db) => {
      expect(await lock(db, "taxClass", { class_id: [], for: "update" })).toEqual([]);
      expect(sent).toEqual([]);
      await lock(db, "taxClass", { class_id: [3, 2], for: "update" });
      expect(sent).toHaveLength(2);
    });
  });
});

describe.skipIf((await postgresUrl()) === undefined)("Row locks of one transaction", () => {
  test.for<[LockMode, LockMode, boolean]>([
    ["update", "key share", true],
    ["no key update", "key share", false],
    ["no key update", "share", true],
    ["share", "share", false],
    ["share", "no key update", true],
    ["key share", "update", true],
  ])("make those of another transaction wait: %s, then %s: %s", async ([held, asked, waits]) => {
    await using opened = await scratchDatabase();
    const { database } = opened;
    await database.transaction(async (db) => {
      await lock(db, "taxClass", { class_id: [2, 3], for: held });
      const other = database.query(`select from tax_class where class_id = 3 for ${asked} nowait`);
      if (waits) await expect(other).rejects.toThrow("could not obtain lock");
      else expect(await other).toHaveLength(1);
    });
  });

  test("never deadlock with those of another transaction, whatever the order of the keys", async () => {
    await using opened = await scratchDatabase();
    let runs = 0;
    const lockBoth = (ids: number[]) =>
      opened.database.transaction(async (db) => {
        runs += 1;
        await lock(db, "taxClass", { class_id: ids, for: "update" });
      });
    await Promise.all(Array.from({ length: 40 }, (_, turn) => lockBoth(turn % 2 === 0 ? [2, 3] : [3, 2])));
    expect(runs).toBe(40);
  });
});
