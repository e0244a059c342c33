import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/platform/db/database.js";
import { keyOf, type ModelName } from "../../../src/platform/db/models.js";
import type { SqlField } from "../../../src/api/search-criteria/sql-field.js";
import { type FieldSource, modelFields, type ModelFields } from "../../../src/api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../src/api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../src/api/search-criteria/search-model.js";
import { searchPage } from "../../../src/api/search-criteria/search-page.sql.js";
import { openTestDatabase, type TestDatabase } from "../../support/test-database.js";

let opened: TestDatabase;
let db: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
  await writeRows(db);
});
afterAll(() => opened[Symbol.asyncDispose]());

/** A field, declared for models and in SQL. */
type Both<Model extends ModelName> = Readonly<Record<string, readonly [FieldSource<Model>, SqlField]>>;

const customers: Both<"customer"> = {
  id: ["id", { sql: "t.id", type: "integer" }],
  firstname: ["firstname", { sql: "t.firstname", type: "text" }],
  prefix: ["prefix", { sql: "t.prefix", type: "text" }],
  email: ["email_key", { sql: "t.email_key", type: "key" }],
  email_in_any_case: ["email", { sql: "t.email", type: "text" }],
  gender: ["gender", { sql: "t.gender", type: "integer" }],
  dob: ["dob", { sql: "t.dob", type: "timestamp" }],
  created_at: ["created_at", { sql: "t.created_at", type: "timestamp" }],
  is_active: ["is_active", { sql: "t.is_active", type: "boolean" }],
  group: ["group.code", { sql: "g.code", type: "text" }],
  billing: [
    { column: "default_billing", nullAs: 0 },
    { sql: "coalesce(t.default_billing, 0)", type: "integer" },
  ],
  name: [
    { sql: "t.prefix || t.firstname", type: "text" },
    { sql: "t.prefix || t.firstname", type: "text" },
  ],
  city: ["addresses.city", ofAddress("city", "text")],
  region_id: ["addresses.region_id", ofAddress("region_id", "integer")],
};

function ofAddress(column: string, type: SqlField["type"]): SqlField {
  const exists = (condition: string) =>
    `exists (select from customer_address a where a.customer_id = t.id and ${condition})`;
  return { sql: `a.${column}`, type, exists };
}

const rates: Both<"taxRate"> = {
  id: ["id", { sql: "t.id", type: "integer" }],
  rate: ["rate", { sql: "t.rate", type: "decimal" }],
  code: ["code", { sql: "t.code", type: "text" }],
  region: ["region.code", { sql: "r.code", type: "text" }],
  region_country: ["region.country_id", { sql: "r.country_id", type: "text" }],
  region_id: [
    { column: "region_id", nullAs: 0 },
    { sql: "coalesce(t.region_id, 0)", type: "integer" },
  ],
  title: [
    "titles.value",
    {
      sql: "v.value",
      type: "text",
      exists: (condition) => `exists (select from tax_rate_title v where v.tax_rate_id = t.id and ${condition})`,
    },
  ],
};

const events: Both<"auditEvent"> = {
  id: ["id", { sql: "t.id", type: "integer" }],
  at: ["at", { sql: "t.at", type: "timestamp" }],
  name: ["name", { sql: "t.name", type: "text" }],
};

const texts = ["anna", "Anna", "ANNA", "a_b", "aXb", "a%b", "a\\b", "", " ", "Ä", "ä", "a,b", "b", "10", "1.5", "\\"];
const numbers = ["0", "1", "2", "10", "12", "-1", "1.0", "1.5", "-0.5", "+2", " 2 ", "1e1", "2.00001", "8.25", "007"];
const huge = ["2147483647", "2147483648", "-2147483648", "-2147483649", "9007199254740993", "1e99", "1e999", "NaN"];
const times = ["2000-01-01", "2000-01-01 10:00:00", "1999-12-31T23:59:59", "2000-02-30", "2000-01-01 00:00:00"];
const patterns = ["%n%", "A__A", "a\\_b", "a\\%b", "1%", "%0", "_", "%", "%\\", "US%", "%-01-%"];
const words = ["true", "1", "yes", "general", "Retailer", "US", "CA", "12"];
const value = fc.oneof(
  fc.constantFrom(undefined, null, ...texts, ...numbers, ...huge, ...times, ...patterns, ...words),
  fc
    .array(fc.constantFrom(...texts, ...numbers, ...huge, ...times, ...words), { maxLength: 4 })
    .map((list) => list.join(",")),
);
const comparisons = ["eq", "neq", "gt", "gteq", "moreq", "from", "lt", "lteq", "to"];
const conditions = [
  ...comparisons,
  "in",
  "nin",
  "like",
  "nlike",
  "finset",
  "nfinset",
  "null",
  "notnull",
  "EQ",
  undefined,
];

const criteriaOver = (names: readonly string[]): fc.Arbitrary<SearchCriteria> => {
  const field = fc.constantFrom(...names);
  const filter = fc.record({ field, value, condition_type: fc.constantFrom(...conditions) });
  return fc.record({
    filter_groups: fc.array(fc.record({ filters: fc.array(filter, { maxLength: 3 }) }), { maxLength: 2 }),
    sort_orders: fc.array(fc.record({ field, direction: fc.constantFrom("ASC", "desc", undefined) }), { maxLength: 2 }),
    page_size: fc.constantFrom(undefined, 0, 1, 3, 2147483647),
    current_page: fc.constantFrom(undefined, 0, 1, 2, 3, 2147483647),
  }) as fc.Arbitrary<SearchCriteria>;
};

class Nothing {}
const fieldsOf = <Model extends ModelName>(model: Model, both: Both<Model>): ModelFields<Model> =>
  modelFields(model, Nothing, Object.fromEntries(Object.entries(both).map(([name, [source]]) => [name, source])));

/** Returns the result of a search, ids and count, or its error. */
const outcome = async (searching: Promise<{ items: { id: number }[]; total_count: number }>) =>
  searching.then(
    ({ items, total_count }) => [items.map(({ id }) => id), total_count],
    (error: unknown) => String(error),
  );

/** Runs each search with the fields of a model and with fields in SQL, and counts those that succeed. */
function comparison<Model extends ModelName>(both: Both<Model>, from: string, fields: ModelFields<Model>) {
  const counted = { all: 0, found: 0 };
  const field = (code: string) => both[code]?.[1];
  const compare = async (criteria: SearchCriteria, read: (page: object) => PromiseLike<{ id: number }[]>) => {
    const bySql = await outcome(searchPage(db, criteria, { columns: "t.id", from, field, tieBreaker: "t.id" }));
    const search = { fields, read } as unknown as Parameters<typeof searchModel<"taxRate", { id: number }>>[2];
    expect(await outcome(searchModel(db, criteria, search))).toEqual(bySql);
    counted.all += 1;
    if (typeof bySql !== "string" && bySql[1] !== 0) counted.found += 1;
  };
  return { compare, counted };
}

describe("a search through a model", () => {
  const runs = { numRuns: 250 };

  it("matches SQL for text, keys, dates, booleans and relations of customers", async () => {
    const from = "customer t join customer_group g on g.id = t.group_id";
    const { compare, counted } = comparison(customers, from, fieldsOf("customer", customers));
    const read = (page: object) => db.models.customer.findMany({ ...page, select: { id: true } });
    await fc.assert(
      fc.asyncProperty(criteriaOver(Object.keys(customers)), (given) => compare(given, read)),
      runs,
    );
    expect(counted.found / counted.all).toBeGreaterThan(0.2);
  });

  it("matches SQL for decimals, unique codes and an optional relation of tax rates", async () => {
    const from = "tax_rate t left join country_region r on r.region_id = t.region_id";
    const { compare, counted } = comparison(rates, from, fieldsOf("taxRate", rates));
    const read = (page: object) => db.models.taxRate.findMany({ ...page, select: { id: true } });
    await fc.assert(
      fc.asyncProperty(criteriaOver(Object.keys(rates)), (given) => compare(given, read)),
      runs,
    );
    expect(counted.found / counted.all).toBeGreaterThan(0.2);
  });

  it("matches SQL for bigints and times with a time zone of audit events", async () => {
    const { compare, counted } = comparison(events, "audit_event t", fieldsOf("auditEvent", events));
    const read = (page: object) => db.models.auditEvent.findMany({ ...page, select: { id: true } });
    await fc.assert(
      fc.asyncProperty(criteriaOver(Object.keys(events)), (given) => compare(given, read)),
      runs,
    );
    expect(counted.found / counted.all).toBeGreaterThan(0.2);
  });
});

describe("a search without a page size, or with a large page size", () => {
  it("returns more records than ids fit into one statement, each with its parts", async () => {
    const many = 33_000;
    await db.execute(
      `insert into tax_rate (country_id, postcode, code, code_key, rate)
       select 'US', '*', 'many-' || n, 'many-' || n, n / 1000.0 from generate_series(1, $1::int) n`,
      [many],
    );
    await db.execute(
      "insert into tax_rate_title (tax_rate_id, store_id, value) select id, 1, code from tax_rate where code like 'many-%'",
    );
    const search = {
      fields: fieldsOf("taxRate", rates),
      read: (page: object) => db.models.taxRate.findMany({ ...page, include: { titles: true } }),
    };
    const named = { filter_groups: [{ filters: [{ field: "code", value: "many-%", condition_type: "like" }] }] };
    const sorted = { ...named, sort_orders: [{ field: "rate", direction: "DESC" }] };
    for (const criteria of [sorted, { ...sorted, page_size: many + 1 }]) {
      const { items, total_count } = await searchModel(db, criteria, search);
      expect([items.length, total_count]).toEqual([many, many]);
      expect(items.map(({ titles }) => titles[0]?.value)).toEqual(items.map(({ code }) => code));
      expect([items[0]?.code, items.at(-1)?.code]).toEqual([`many-${many}`, "many-1"]);
    }
    await db.execute("delete from tax_rate where code like 'many-%'");
  });
});

async function writeRows({ models }: Database): Promise<void> {
  const at = <Item>(items: readonly Item[], position: number) => items[position % items.length] as Item;
  const seen = new Set<string>();
  const days = [null, "2000-01-01", "1999-12-31", "2024-02-29"];
  for (let position = 0; position < 32; position += 1) {
    await models.customer.create({
      data: {
        website_id: 1,
        store_id: 1,
        group_id: at([1, 2, 3], position),
        email: `${position % 2 ? "ANNA" : "b"}${position}@example.com`,
        email_key: `${position % 2 ? "anna" : "b"}${position}@example.com`,
        firstname: at(texts, position),
        lastname: "L",
        prefix: at([null, ...texts], position * 5),
        gender: at([null, 0, 1, 2, 12, -1, 2147483647, -2147483648], position),
        dob: at(days, position),
        created_at: at(["2000-01-01 10:00:00", "1999-12-31 23:59:59", "2000-01-01 00:00:00"], position),
        is_active: position % 3 > 0,
        default_billing: at([null, null, 1, 2], position),
        addresses: {
          create: at([[], [null], ["Ä", "a_b"], ["anna", null, "10"]] as (string | null)[][], position).map(
            (city, nth) => ({
              firstname: "A",
              lastname: "B",
              city,
              region_id: at([null, 12, 1], position + nth),
            }),
          ),
        },
      },
    });
    await models.taxRate.create({
      data: {
        country_id: "US",
        postcode: "*",
        region_id: at([null, 12, 43, 1], position),
        ...codeOf(`${at(texts, position)}${seen.has(keyOf(at(texts, position))) ? position : ""}`, seen),
        rate: at(["0", "1.5", "8.25", "10", "2.0000", "12"], position),
        titles: { create: at([[], ["Anna"], ["a_b", "10"]], position).map((value, store_id) => ({ store_id, value })) },
      },
    });
    await models.auditEvent.create({
      data: {
        event: "test",
        name: at([null, ...texts], position),
        at: at(["2000-01-01 10:00:00+00", "2000-01-01 00:00:00+02", "1999-12-31 23:59:59+00"], position),
      },
    });
  }
}

/** Returns a code that is unique, ignoring case. */
function codeOf(code: string, seen: Set<string>) {
  seen.add(keyOf(code));
  return { code, code_key: keyOf(code) };
}
