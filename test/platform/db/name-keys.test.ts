// cspell:disable
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { keyOf } from "../../../src/platform/db/models.js";
import { prismaFolder } from "../../../src/platform/db/migrations/migration-files.js";
import { openTestDatabase } from "../../support/test-database.js";

vi.setConfig({ testTimeout: 120_000 });

/** The characters that this version of Node.js knows. Others have no letter case yet. */
const characters = Array.from({ length: 0x11_0000 - 1 }, (_, index) => index + 1).filter(
  (code) => (code < 0xd8_00 || code > 0xdf_ff) && /\p{Assigned}/u.test(String.fromCodePoint(code)),
);

it("keys are the same in the code and in SQL, for every character, whatever the locale of the database", async () => {
  await using opened = await openTestDatabase();
  const { database: db } = opened;
  const texts: string[] = [];
  for (let from = 0; from < characters.length; from += 1000) {
    texts.push(String.fromCodePoint(...characters.slice(from, from + 1000)));
  }
  texts.push("ΟΔΟΣ", "οδος", "ΟΔΟΣ ΣΑΣ.", "İstanbul", "IŞIK", "ÉTÉ", "STRASSE", "ẞ", "plain ASCII");
  const rows = await db.query<{ key: string }>("select name_key(text) as key from unnest($1::text[]) text", [texts]);
  expect(rows.map(({ key }) => key)).toEqual(texts.map(keyOf));
  expect(keyOf("ΟΔΟΣ")).toBe(keyOf("οδοσ"));
});

it("the migration rebuilds keys of older releases, and keeps rows whose new keys are taken", async () => {
  await using opened = await openTestDatabase();
  const { database: db } = opened;
  await db.execute(
    `insert into tax_class (class_id, class_name, class_type, class_name_key) values
       (901, 'İstanbul', 'PRODUCT', 'istanbul'), (902, 'ΟΔΟΣ', 'PRODUCT', 'οδος'), (903, 'ÉTÉ', 'PRODUCT', 'ÉtÉ'),
       (904, 'Été', 'PRODUCT', 'été'), (905, 'ÖL', 'PRODUCT', 'Öl'), (906, 'öl', 'PRODUCT', 'öL'), (907, 'ÖL', 'CUSTOMER', 'Öl')`,
  );
  await db.execute(readFileSync(`${prismaFolder}migrations/0057_keys_in_one_form/migration.sql`, "utf8"));
  const rows = await db.query<{ id: number; key: string }>(
    "select class_id as id, class_name_key as key from tax_class where class_id > 900 order by class_id",
  );
  expect(Object.fromEntries(rows.map(({ id, key }) => [id, key]))).toEqual({
    901: keyOf("İstanbul"),
    902: keyOf("ΟΔΟΣ"),
    // 904 has the key of 903 already, and of 905 and 906 the first one gets it.
    903: "ÉtÉ",
    904: "été",
    905: "öl",
    906: "öL",
    907: "öl",
  });
});
