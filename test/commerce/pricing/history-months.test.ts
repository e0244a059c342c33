import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { planOf } from "../../support/plans.js";

const { app, admin } = useApp();

const months = ["202001", "202002", "202003"];
const tables = ["price_change_set", "price_change_block"];
const [from, to] = ["2020-02-03 00:00:00", "2020-02-20 00:00:00"];
const inFebruary = search([
  ["changed_at", from, "gteq"],
  ["changed_at", to, "lt"],
]);

beforeAll(async () => {
  for (const table of tables)
    for (const month of months) {
      const start = `${month.slice(0, 4)}-${month.slice(4)}-01`;
      await app.db.execute(
        `create table ${table}_${month} partition of ${table}
          for values from ('${start} 00:00:00+00') to ('${start}'::timestamp at time zone 'utc' + interval '1 month')`,
      );
    }
  const product = { sku: "in-months", name: "In months", attribute_set_id: 4, type_id: "simple", price: 1 };
  const { body } = await admin.post("/V1/products", { product });
  await app.db.execute(
    `with added as (
      insert into price_change_set (changed_at, actor_type, call, request_id)
      select start at time zone 'utc', 2, 'POST /V1/products/cost', 'month-' || to_char(start, 'YYYYMM')
      from generate_series(timestamp '2020-01-10', '2020-03-10', '1 month') as start returning id, changed_at)
    insert into price_change_block (set_id, seq, changed_at, kind, product_ids, skus, store_ids)
    select id, 0, changed_at, 'cost', array[$1::int], array['in-months'], array[0] from added`,
    [body.id],
  );
});

/** Returns the partitions that a statement reads, with a plan made for any parameters. */
async function partitionsOf(statement: string, values: readonly string[]): Promise<string[]> {
  const plan = await planOf(app.db, statement, { values });
  return [...new Set(plan.match(/price_change_(?:set|block)_(?:\d{6}|default)(?= )/g))].sort();
}

const february = tables.map((table) => `${table}_202002`).sort();

describe("a filter on the time of price changes", () => {
  it("reads only the months that match from the history, for the page and the count", async () => {
    const statements = await app.statementsOf(async () => {
      const { body } = await admin.get(`/V1/price-changes?${inFebruary}&searchCriteria[pageSize]=1`);
      expect(body).toMatchObject({ items: [{ sku: "in-months", request_id: "month-202002" }], total_count: 1 });
    });
    const searching = statements.filter((text) => text.includes("price_change_block"));
    expect(searching).toHaveLength(2);
    for (const statement of searching) expect(await partitionsOf(statement, [from, to])).toEqual(february);
  });

  it.each([
    ["lt", ["202001", "202002", "default"]],
    ["gteq", ["202002", "202003", "default"]],
  ])("reads only the months that match for the products whose prices changed, by `%s`", async (condition, read) => {
    const criteria = search([["changed_at", "2020-02-12 00:00:00", condition]]);
    const statements = await app.statementsOf(async () => {
      const { body } = await admin.get(`/V1/priced-products?${criteria}&searchCriteria[pageSize]=1`);
      expect(body).toMatchObject({ items: [{ sku: "in-months" }], total_count: 1 });
    });
    const searching = statements.filter((text) => text.includes("price_change_block"));
    expect(searching).toHaveLength(1);
    const partitions = await partitionsOf(searching[0] ?? "", ["0", "2020-02-12 00:00:00"]);
    // The last changes of the page are looked up in the sets of any month.
    const blocks = partitions.filter((name) => /block_(2020\d\d|default)/.test(name));
    expect(blocks).toEqual(read.map((month) => `price_change_block_${month}`));
  });

  it.each([
    ["2020-02-10 00:00:00", "eq", ["month-202002"]],
    ["2020-02-10 00:00:00", "neq", ["month-202003", "month-202001"]],
    ["2020-01-10 00:00:00,2020-03-10 00:00:00", "in", ["month-202003", "month-202001"]],
    ["2020-01-10 00:00:00,2020-03-10 00:00:00", "nin", ["month-202002"]],
    ["2020-02-10 00:00:00", "lteq", ["month-202002", "month-202001"]],
    ["2020-02%", "like", ["month-202002"]],
  ])("compares with %s by `%s`", async (value, condition, found) => {
    const criteria = search([
      ["changed_at", value, condition],
      ["request_id", "month-%", "like"],
    ]);
    const { status, body } = await admin.get(`/V1/price-changes?${criteria}`);
    expect(status).toBe(200);
    expect(body.items.map(({ request_id }: { request_id: string }) => request_id)).toEqual(found);
  });

  it("sorts by it", async () => {
    const criteria = search([["request_id", "month-%", "like"]]);
    const sort = "searchCriteria[sortOrders][0][field]=changed_at&searchCriteria[sortOrders][0][direction]=ASC";
    const { body } = await admin.get(`/V1/price-changes?${criteria}&${sort}`);
    expect(body.items.map(({ request_id }: { request_id: string }) => request_id)).toEqual(
      months.map((month) => `month-${month}`),
    );
  });
});
