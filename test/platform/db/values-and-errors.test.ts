import { describe, expect, test } from "vitest";
import {
  isForeignKeyViolation,
  isOutOfRange,
  isRetriable,
  isUniqueViolation,
} from "../../../src/platform/db/sql-errors.js";
import { engines } from "../../support/engines.js";

describe.for(await engines())("Values and errors on $name", (engine) => {
  const on = engine.skipped ? test.skip : test;

  on("are returned as they are stored", async () => {
    await using opened = await engine.open();
    const moment = new Date("2026-03-01T23:30:00Z");
    const rows = await opened.database.query(
      `select $1::timestamp(0) as moment, $1::timestamptz as zoned, $1::date as day, 12.3400::numeric as amount,
        array[1.10]::numeric[] as amounts, 9007199254740991::bigint as count, '{"a": [1]}'::jsonb as document, null as nothing`,
      [moment],
    );
    expect(rows).toEqual([
      {
        moment: "2026-03-01 23:30:00",
        zoned: "2026-03-01 23:30:00+00",
        day: "2026-03-01",
        amount: "12.3400",
        amounts: ["1.10"],
        count: 9007199254740991,
        document: { a: [1] },
        nothing: null,
      },
    ]);
  });

  on("are recognized from SQL and from models", async () => {
    await using opened = await engine.open();
    const { database: db } = opened;
    const { models } = db;
    const website = { id: 1, code: "base", name: "" };
    await expect(models.website.create({ data: website })).rejects.toSatisfy(isUniqueViolation);
    await expect(db.execute("insert into website (code, name) values ('base', '')")).rejects.toSatisfy(
      isUniqueViolation,
    );
    const group = { code: "x", code_key: "x", tax_class_id: 99 };
    await expect(models.customerGroup.create({ data: group })).rejects.toSatisfy(isForeignKeyViolation);
    await expect(db.execute("delete from tax_class where class_id = 3")).rejects.toSatisfy(isForeignKeyViolation);
    await expect(db.execute("select 99999999999::int")).rejects.toSatisfy(isOutOfRange);
    await expect(db.execute("select 1 / 0")).rejects.not.toSatisfy(isRetriable);
  });
});
