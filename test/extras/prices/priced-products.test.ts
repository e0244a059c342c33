import { beforeAll, describe, expect, it } from "vitest";
import { lastChangeOf } from "../../../src/commerce/pricing/history/changes/read-changes.sql.js";
import { useApp } from "../../support/app.js";

const path = "/V1/priced-products";
const { app, admin } = useApp();

const names = ["Anchor", "Boot", "Coat", "Drum", "Egg"];

beforeAll(async () => {
  for (const [index, name] of names.entries()) {
    const product = { sku: `P-${index + 1}`, name, attribute_set_id: 4, type_id: "simple", price: 10 * (index + 1) };
    expect((await admin.post("/V1/products", { product })).status).toBe(200);
  }
  const costs = [{ sku: "P-1", store_id: 0, cost: 4 }];
  expect((await admin.post("/V1/products/cost", { prices: costs })).body).toEqual([]);
  const tier = { website_id: 0, customer_group: "ALL GROUPS", quantity: 5, price_type: "fixed", price: 8 };
  expect((await admin.post("/V1/products/tier-prices", { prices: [{ sku: "P-1", ...tier }] })).body).toEqual([]);
});

type Filter = readonly [field: string, value: string, condition?: string];
interface Asked {
  readonly groups?: readonly (readonly Filter[])[];
  readonly sort?: readonly [field: string, direction: string];
  readonly size?: number;
  readonly rest?: string;
}

/** Returns the path of a search, with conditions joined by OR in each group. */
function asked({ groups = [], sort, size, rest = "" }: Asked): string {
  const query = new URLSearchParams({ searchCriteria: "" });
  for (const [group, filters] of groups.entries())
    for (const [index, [field, value, condition = "eq"]] of filters.entries()) {
      const name = `searchCriteria[filter_groups][${group}][filters][${index}]`;
      query.set(`${name}[field]`, field);
      query.set(`${name}[value]`, value);
      query.set(`${name}[condition_type]`, condition);
    }
  if (sort) {
    query.set("searchCriteria[sortOrders][0][field]", sort[0]);
    query.set("searchCriteria[sortOrders][0][direction]", sort[1]);
  }
  if (size !== undefined) query.set("searchCriteria[pageSize]", String(size));
  return `${path}?${query.toString()}${rest}`;
}

const skusOf = async (query: Asked) =>
  ((await admin.get(asked(query))).body.items as { sku: string }[]).map(({ sku }) => sku);

describe("the list of products with prices", () => {
  it("has prices, margin, tier prices, and who changed a price last", async () => {
    const { status, body } = await admin.get(asked({ groups: [[["sku", "p-1"]]] }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_count: 1, next: null, editable_kinds: ["base", "special", "cost", "tier"] });
    expect(body.items[0]).toMatchObject({
      ...{ sku: "P-1", name: "Anchor", type_id: "simple", status: 1, price: 10, special_price: null, cost: 4 },
      ...{ margin_percent: 60, tier_price_count: 1, lowest_tier_price: 8 },
      changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(body.items[0].changed_by).toEqual(expect.any(String));
  });

  it("finds products by parts of the SKU or of the name, and by a range of prices", async () => {
    expect(
      await skusOf({
        groups: [
          [
            ["sku", "%oo%", "like"],
            ["name", "%oo%", "like"],
          ],
        ],
      }),
    ).toEqual(["P-2"]);
    expect(
      await skusOf({
        groups: [[["price", "20", "from"]], [["price", "40", "to"]]],
        sort: ["price", "DESC"],
      }),
    ).toEqual(["P-4", "P-3", "P-2"]);
  });

  it("finds the products whose prices changed since a time", async () => {
    expect(await skusOf({ groups: [[["changed_at", "2001-01-01 00:00:00", "gteq"]]] })).toHaveLength(names.length);
    expect(await skusOf({ groups: [[["changed_at", "2999-01-01 00:00:00", "gteq"]]] })).toEqual([]);
  });

  it("finds the products that a category shows", async () => {
    const { body: category } = await admin.post("/V1/categories", {
      category: { name: "Shoes", parent_id: 2, is_active: true },
    });
    const link = { sku: "P-2", category_id: String(category.id), position: 1 };
    expect((await admin.post(`/V1/categories/${category.id}/products`, { productLink: link })).body).toBe(true);
    expect(await skusOf({ groups: [[["category_id", String(category.id)]]] })).toEqual(["P-2"]);
    expect(await skusOf({ groups: [[["category_id", "none"]]] })).toEqual([]);
  });

  it.each([
    ["sku", "ASC", ["P-1", "P-2", "P-3", "P-4", "P-5"]],
    ["name", "DESC", ["P-5", "P-4", "P-3", "P-2", "P-1"]],
    ["price", "DESC", ["P-5", "P-4", "P-3", "P-2", "P-1"]],
    ["cost", "ASC", ["P-1", "P-2", "P-3", "P-4", "P-5"]],
    ["margin_percent", "DESC", ["P-1", "P-2", "P-3", "P-4", "P-5"]],
    ["special_from", "ASC", ["P-1", "P-2", "P-3", "P-4", "P-5"]],
    ["quantity", "ASC", ["P-1", "P-2", "P-3", "P-4", "P-5"]],
  ] as const)("turns pages by a cursor, sorted by %s %s, without gaps", async (field, direction, expected) => {
    const found: string[] = [];
    let next: string | null = "";
    do {
      const rest = next === "" ? "" : `&after=${next}`;
      const { status, body } = await admin.get(asked({ sort: [field, direction], size: 2, rest }));
      expect([status, body.total_count]).toEqual([200, next === "" ? names.length : null]);
      found.push(...(body.items as { sku: string }[]).map(({ sku }) => sku));
      next = body.next as string | null;
    } while (next !== null);
    expect(found).toEqual(expected);
  });

  it("rejects a cursor of another order, several orders, a page, and an unknown field", async () => {
    const { body } = await admin.get(asked({ size: 1 }));
    const rest = `&after=${body.next}`;
    for (const query of [
      asked({ sort: ["price", "ASC"], rest }),
      asked({ rest: "&after=x" }),
      asked({ rest: "&searchCriteria[currentPage]=2" }),
      asked({ size: 1001 }),
      asked({ sort: ["category_id", "ASC"] }),
      asked({ groups: [[["weight", "1"]]] }),
      asked({ sort: ["sku", "ASC"], rest: "&searchCriteria[sortOrders][1][field]=name" }),
    ]) {
      expect((await admin.get(query)).status).toBe(400);
    }
    expect((await admin.get(asked({ rest: "&storeId=77" }))).status).toBe(404);
  });

  it("needs the catalog, and the history only for the last change", async () => {
    expect((await app.asGuest().get(path)).status).toBe(401);
    expect((await (await app.asAdmin(["Portico_Prices::history"])).get(path)).status).toBe(401);
    const clerk = await app.asAdmin(["Magento_Catalog::catalog"]);
    const { body } = await clerk.get(asked({ size: 1 }));
    expect(body.items[0]).toMatchObject({ sku: "P-1", price: 10, changed_at: null, changed_by: null });
    const filtered = await clerk.get(asked({ groups: [[["changed_at", "2001-01-01", "gteq"]]] }));
    expect(filtered.status).toBe(400);
  });

  it("offers no change in a store view while prices are global", async () => {
    expect((await admin.get(asked({ rest: "&storeId=1" }))).body.editable_kinds).toEqual([]);
  });

  it("reads a page in one statement, with a second one for the names of callers", async () => {
    const { body } = await admin.get(asked({ size: 1 }));
    const next = asked({ size: 1, rest: `&after=${body.next}` });
    const statements = await app.statementsOf(() => admin.get(next));
    expect(statements.filter((statement) => /\bpage as materialized\b/.test(statement))).toHaveLength(1);
    expect(statements.filter((statement) => /count\(\*\)::int as total/.test(statement))).toHaveLength(0);
  });

  it("reads the history once for the products that changed and for their number", async () => {
    const changed = asked({ size: 2, groups: [[["changed_at", "2001-01-01 00:00:00", "gteq"]]] });
    const statements = await app.statementsOf(async () => {
      expect((await admin.get(changed)).body).toMatchObject({ items: [{}, {}], total_count: names.length });
    });
    expect(statements.filter((statement) => statement.includes("changed.id"))).toHaveLength(1);
  });

  it("finds the last change of a product by the index, however many products changed", async () => {
    await app.db.execute(
      `with added as (insert into price_change_set (actor_type, call, request_id)
         select 2, 'POST /V1/products/cost', 'request-' || n from generate_series(1, 300) n returning id, changed_at)
       insert into price_change_block (set_id, seq, changed_at, kind, product_ids)
       select id, 0, changed_at, 'cost', array(select 1000000 + n from generate_series(1, 250) n) from added`,
    );
    await app.db.execute("analyze price_change_block");
    // What the connection has read since it last reported.
    const counts = `select sum(pg_stat_get_xact_tuples_fetched(relid))::int as "byIndex",
      sum(pg_stat_get_xact_tuples_returned(relid))::int as "inSequence" from pg_partition_tree('price_change_block')`;
    const [before, after] = await app.db.transaction(async (db) => {
      const [first] = await db.query<{ byIndex: number; inSequence: number }>(counts);
      await db.query(`select s.id from product p, ${lastChangeOf("p.id")}`);
      return [first, ...(await db.query<{ byIndex: number; inSequence: number }>(counts))];
    });
    expect(after?.byIndex).toBeGreaterThan(before?.byIndex ?? 0);
    expect(after?.inSequence).toBe(before?.inSequence);
    const { body } = await admin.get(asked({ groups: [[["sku", "P-1"]]] }));
    expect(body.items[0]).toMatchObject({ changed_at: expect.any(String), changed_by: expect.any(String) });
  });
});
