import { afterAll, expect, it } from "vitest";
import { arrayText } from "../../src/db/statements/parameters.js";
import { openTestDatabase } from "../support/test-database.js";

const { database } = await openTestDatabase();
afterAll(() => database.close());

const items = ["", "a", "null", "NULL", '{"sku": "a\\\\b", "x": [1]}', "back\\slash", 'quote"', "{}", ",", "\n ä€😀 "];

it("writes lists of texts as the database reads them", async () => {
  for (const list of [[], items]) {
    const row = await database.one<{ texts: string[] }>("select $1::text[] as texts", [await arrayText(list)]);
    expect(row?.texts).toEqual(list);
  }
});

it("passes lists of any kind to statements", async () => {
  const day = new Date(Date.UTC(2027, 0, 31));
  const values = [
    [...items, null, undefined],
    [1, -2.5, 1e21, null],
    [true, false],
    [],
    [day],
    [
      ["a", "b"],
      ["c", 'd"'],
    ],
    ["0.10", "12345678901234.123456"],
    [1n, 2n],
  ];
  const row = await database.one(
    `select $1::text[] as texts, $2::float8[] as numbers, $3::boolean[] as truths, $4::int[] as none, $5::date[] as days,
       $6::text[] as nested, $7::numeric[] as decimals, $8::bigint[] as counts`,
    values,
  );
  expect(row).toEqual({
    ...{ texts: [...items, null, null], numbers: [1, -2.5, 1e21, null], truths: [true, false], none: [] },
    ...{ days: ["2027-01-31"], nested: values[5], decimals: values[6], counts: [1, 2] },
  });
});
