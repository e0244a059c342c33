import { afterAll, expect, it } from "vitest";
import { arrayText } from "../../src/db/array-text.js";
import { openTestDatabase } from "../support/test-database.js";

const { database } = await openTestDatabase();
afterAll(() => database.close());

it("writes lists of texts as the database reads them", async () => {
  const items = [
    "",
    "a",
    "null",
    "NULL",
    '{"sku": "a\\\\b", "x": [1]}',
    "back\\slash",
    'quote"',
    "{}",
    ",",
    "\n ä€😀 ",
  ];
  for (const list of [[], items]) {
    const row = await database.one<{ texts: string[] }>("select $1::text[] as texts", [await arrayText(list)]);
    expect(row?.texts).toEqual(list);
  }
});
