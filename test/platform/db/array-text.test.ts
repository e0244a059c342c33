import { afterAll, expect, it } from "vitest";
import { arrayText } from "../../../src/platform/db/statements/parameters.js";
import { openTestDatabase } from "../../support/test-database.js";

const { database } = await openTestDatabase();
afterAll(() => database.close());

const items = ["", "a", "null", "NULL", '{"sku": "a\\\\b", "x": [1]}', "back\\slash", 'quote"', "{}", ",", "\n ä€😀 "];

const printable = items.filter((item) => !item.includes("\n"));

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
    // Lists without control characters are written in another way.
    printable,
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
    [NaN, -Infinity, 0],
  ];
  const row = await database.one(
    `select $1::text[] as texts, $2::text[] as printable, $3::float8[] as numbers, $4::boolean[] as truths, $5::int[] as none,
       $6::date[] as days, $7::text[] as nested, $8::numeric[] as decimals, $9::bigint[] as counts, $10::float8[] as odd`,
    values,
  );
  expect(row).toEqual({
    ...{
      texts: [...items, null, null],
      printable,
      odd: [NaN, -Infinity, 0],
      numbers: [1, -2.5, 1e21, null],
      truths: [true, false],
      none: [],
    },
    ...{ days: ["2027-01-31"], nested: values[6], decimals: values[7], counts: [1, 2] },
  });
});
