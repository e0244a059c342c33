import { expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const { app } = useApp();

/** The functions of the indexes before migration 0089, which says that it changes nothing of what they return. */
const earlier = [
  `create function pg_temp.terms(data jsonb) returns text[] language sql immutable return array(
    select product_value_term(given.key, given.value) from jsonb_each_text(data) as given
    union all
    select given.key || '~' || item
    from jsonb_each_text(data) as given, unnest(string_to_array(lower(given.value), ',')) as item
    where given.value like '%,%' and given.value !~ '\\s')`,
  `create function pg_temp.words(data jsonb) returns tsvector language sql immutable return array_to_tsvector(array(
    select given.key || ':' || left(word, 100)
    from jsonb_each_text(data) as given,
      unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, left(given.value, 20000)))) as word
    where word <> ''))`,
];

const values: readonly unknown[] = [
  ...[
    "",
    " ",
    "\t",
    "  blanks at both ends  ",
    "trailing blanks   ",
    "a\nb",
    ",",
    ",,",
    "a,,b",
    ",a",
    "1,2,3",
    "1, 2",
    "1,2\n",
    "1,2 ",
  ],
  ...[null, true, false, 0, -1, 1.5, 1e21, [], [1, "a,b", null], {}, { a: { b: "c" } }],
  ...[
    "4",
    "007",
    "1.500000",
    "-3.2e10",
    "1e5",
    "12abc",
    "abc12",
    "A",
    "%",
    "_",
    "\\",
    "'",
    '"',
    "''",
    '"quoted", it\'s',
    "\\s\\u0300",
  ],
  ...[
    "Straße",
    "STRASSE",
    "ẞ",
    "Größe,Maß",
    "Äpfel & Öl über Übung",
    "e\u0301te\u0301",
    "été",
    "İstanbul",
    "ı",
    "ǅ",
    "ﬁ",
    "ΑΣ ας",
    "Å",
    "Å",
  ],
  ...[
    "日本語 テキスト",
    "한국어",
    "Привет, мир",
    "😀,😁",
    "\u0300",
    "\u00a0",
    "a\u00a0,b",
    "\u2003,\u2003",
    "\u0001\u001f,\u007f",
    "\u200b",
  ],
  ...[
    "<p>Bold &amp; <b>new</b>, 100&nbsp;%</p>",
    "<a href='https://example.com/a/b.html?c=d,e'>x</a>",
    "<!-- no --> <unclosed",
  ],
  ...[
    "someone@example.com",
    "https://example.com/a/b.html?c=d#e",
    "/usr/lib/x.so",
    "well-known state-of-the-art",
    "v1.2.3-beta",
    "a_b",
  ],
  ...[99, 100, 101, 102].flatMap((length) => [
    "a".repeat(length),
    "ä".repeat(length),
    "x ".repeat(length),
    "é,".repeat(length),
  ]),
  ...[
    "w".repeat(2046),
    "w".repeat(2048),
    "ß".repeat(1500),
    "word ".repeat(5000),
    "ö,ü;".repeat(6000),
    `${"z".repeat(150)} ${"z".repeat(140)}`,
  ],
  ...[`${" ".repeat(19_999)}cut`, `${"-".repeat(19_998)}äöü,cut`],
];

const keys = [
  "name",
  "description",
  "url_key",
  "color",
  "Größe",
  "a,b",
  "a=b",
  "a~b",
  "a:b",
  "with blank",
  "",
  "'",
  '"',
  "\\",
  "日本",
];

/** Returns numbers below a limit, which are the same in each run (mulberry32). */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const characters = [..."aAbBzZ019 ,.;-_/'\"<>&%\\\t\näÄßẞéıİΣς語😀\u0301\u00a0@:=~"];

function documents(count: number): string[] {
  const below = numbersFrom(90);
  const oneOf = <T>(list: readonly T[]) => list[below(list.length)];
  const text = () => Array.from({ length: below(below(8) === 0 ? 300 : 30) }, () => oneOf(characters)).join("");
  const value = () => (below(3) === 0 ? oneOf(values) : below(20) === 0 ? text().repeat(40) : text());
  return Array.from({ length: count }, () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: below(12) }, () => [oneOf(keys), value()]))),
  );
}

it("the indexed terms and words of all kinds of documents are those of earlier releases", async () => {
  const given = ["{}", ...values.map((value) => JSON.stringify({ name: value })), ...documents(1500)];
  const [compared] = await app.db.transaction(async (db) => {
    for (const definition of earlier) await db.execute(definition);
    return db.query<{ count: number; terms: number; lists: number; words: number; different: unknown }>(
      `select count(*)::int as count, sum(cardinality(terms))::int as terms, sum(length(words))::int as words,
        count(*) filter (where array_to_string(terms, '') like '%~%')::int as lists,
        coalesce(jsonb_agg(left(data::text, 200)) filter (where terms is distinct from pg_temp.terms(data)
          or words is distinct from pg_temp.words(data)), '[]') as different
      from (select data, product_value_terms(data) as terms, product_search_words(data) as words
        from unnest($1::text[]) as given, lateral (select given::jsonb as data) as parsed offset 0) as found`,
      [given],
    );
  });
  expect(compared?.different).toEqual([]);
  expect(compared?.count).toBe(given.length);
  // There was something to compare.
  expect(compared?.terms).toBeGreaterThan(given.length);
  expect(compared?.words).toBeGreaterThan(given.length);
  expect(compared?.lists).toBeGreaterThan(100);
});

it("no document has no terms and no words, and anything but a document is refused", async () => {
  const [found] = await app.db.query(
    "select product_value_terms(null) as terms, product_search_words(null)::text as words",
  );
  expect(found).toEqual({ terms: [], words: "" });
  for (const other of ["[]", "1", "null", '"text"'])
    for (const name of ["product_value_terms", "product_search_words"])
      await expect(app.db.query(`select ${name}($1::text::jsonb)`, [other])).rejects.toThrow("non-object");
});

it("the functions work without a search path, as when a dump is restored", async () => {
  const rows = await app.db.transaction(async (db) => {
    const [{ schema = "" } = {}] = await db.query<{ schema: string }>("select current_schema() as schema");
    await db.execute("set local search_path = ''");
    return db.query(
      `select "${schema}".product_value_terms(given) as terms, "${schema}".product_search_words(given)::text as words
      from (values ('{"color": "1,2", "name": "É "}'::jsonb)) as documents (given)`,
    );
  });
  expect(rows).toEqual([
    { terms: ["name=E", "color=1,2", "color~1", "color~2"], words: "'color:1' 'color:2' 'name:é'" },
  ]);
});
