import { describe, expect, it } from "vitest";
import { compileSearch } from "../../../src/api/search-criteria/compile-sql.js";
import type { SqlField } from "../../../src/api/search-criteria/sql-field.js";
import type { Filter } from "../../../src/api/search-criteria/search-criteria.types.js";

const fields: Readonly<Record<string, SqlField>> = {
  name: { sql: "p.name", type: "text" },
  sku: { sql: "p.sku_key", type: "key" },
  id: { sql: "p.id", type: "integer" },
  price: { sql: "p.price", type: "decimal" },
  created_at: { sql: "p.created_at", type: "timestamp" },
  category_id: {
    sql: "c.category_id",
    type: "integer",
    exists: (inner) => `exists (select 1 from c where c.product_id = p.id and ${inner})`,
  },
};
const compile = (criteria: Parameters<typeof compileSearch>[0]) =>
  compileSearch(criteria, { field: (code) => fields[code], tieBreaker: "p.id" });
const where = (...filters: Filter[]) => {
  const compiled = compile({ filter_groups: [{ filters }] });
  return [compiled.where, compiled.values];
};

describe("conditions", () => {
  it.each<[Filter, string, unknown[]]>([
    [{ field: "name", value: "A" }, "(lower(p.name) = lower($1::text))", ["A"]],
    [{ field: "sku", value: "AbC", condition_type: "eq" }, "(p.sku_key = $1::text)", ["abc"]],
    [{ field: "id", value: "5", condition_type: "gt" }, "(p.id > $1::int)", [5]],
    [{ field: "id", value: "5.5", condition_type: "gt" }, "((p.id)::numeric > $1::numeric)", ["5.5"]],
    [{ field: "price", value: "9.99", condition_type: "lteq" }, "(p.price <= $1::numeric)", ["9.99"]],
    [{ field: "price", value: "x", condition_type: "eq" }, "(false)", []],
    [{ field: "price", value: "x", condition_type: "neq" }, "(p.price is not null)", []],
    [{ field: "price", value: "1e999999", condition_type: "eq" }, "(false)", []],
    [
      { field: "id", value: "99999999999999999999", condition_type: "lt" },
      "((p.id)::numeric < $1::numeric)",
      ["99999999999999999999"],
    ],
    [{ field: "created_at", value: "", condition_type: "gteq" }, "(false)", []],
    [
      { field: "created_at", value: "2020-02-28", condition_type: "from" },
      "(p.created_at >= $1::timestamp)",
      ["2020-02-28"],
    ],
    [{ field: "name", value: "%a\\", condition_type: "like" }, "(p.name ilike $1)", ["%a\\\\"]],
    [{ field: "id", value: "1,2, 3", condition_type: "in" }, "(p.id = any($1::int[]))", [[1, 2, 3]]],
    [{ field: "id", value: "x", condition_type: "in" }, "(false)", []],
    [{ field: "sku", value: "A,b", condition_type: "nin" }, "(p.sku_key <> all($1::text[]))", [["a", "b"]]],
    [{ field: "name", value: "ignored", condition_type: "null" }, "(p.name is null)", []],
    [
      { field: "category_id", value: "3", condition_type: "neq" },
      "(not exists (select 1 from c where c.product_id = p.id and c.category_id = $1::int))",
      [3],
    ],
  ])("are compiled to SQL: %j", (filter, sql, values) => {
    expect(where(filter)).toEqual([sql, values]);
  });

  it("are joined with OR within a group and with AND across groups", () => {
    const { where: sql } = compile({
      filter_groups: [
        {
          filters: [
            { field: "id", value: "1" },
            { field: "id", value: "2" },
          ],
        },
        { filters: [{ field: "price", value: "3" }] },
        { filters: [] },
      ],
    });
    expect(sql).toBe("(p.id = $1::int or p.id = $2::int) and (p.price = $3::numeric)");
  });

  it("never put a value or a field name into the SQL", () => {
    const attack = "1'; drop table product; --";
    expect(where({ field: "name", value: attack })).toEqual(["(lower(p.name) = lower($1::text))", [attack]]);
    expect(() => where({ field: attack, value: "1" })).toThrow("attribute name is invalid");
  });
});

describe("search criteria", () => {
  it("sort in descending order by default, and end every sort order with the tie-breaker", () => {
    expect(compile({ sort_orders: [{ field: "name" }, { field: "price", direction: "asc" }] }).orderBy).toBe(
      "order by p.name desc nulls last, p.price asc nulls first, p.id",
    );
  });

  it.each([
    [{}, "", []],
    [{ page_size: 20 }, "limit $1::int offset $2::bigint", [20, "0"]],
    [{ page_size: 20, current_page: 0 }, "limit $1::int offset $2::bigint", [20, "0"]],
    [{ page_size: 20, current_page: 3 }, "limit $1::int offset $2::bigint", [20, "40"]],
  ])("are compiled to pages: %j to %s", (criteria, limit, values) => {
    expect(compile(criteria)).toMatchObject({ limit, values });
  });

  it.each([
    [{ sort_orders: [{ field: "name", direction: "up" }] }, "The sort order has to be specified as ASC"],
    [{ sort_orders: [{ field: "nothing" }] }, "attribute name is invalid"],
    [{ filter_groups: [{ filters: [{ field: "name", condition_type: "regexp", value: "x" }] }] }, "condition type"],
    [{ page_size: -1 }, "page size"],
  ])("are rejected if they are invalid: %j", (criteria, message) => {
    expect(() => compile(criteria)).toThrow(message);
  });

  it("are returned in normalized form", () => {
    expect(compile({ filter_groups: [{ filters: [{ field: "name", value: "a" }] }], page_size: 5 }).criteria).toEqual({
      filter_groups: [{ filters: [{ field: "name", value: "a", condition_type: "eq" }] }],
      page_size: 5,
    });
    expect(compile({}).criteria).toEqual({ filter_groups: [] });
  });
});
