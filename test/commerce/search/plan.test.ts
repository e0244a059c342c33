import { beforeAll, expect, it } from "vitest";
import { postgresEngine } from "../../../src/commerce/search/postgres-engine.sql.js";
import type { SearchAttribute } from "../../../src/commerce/search/search-engine.js";
import type { Db } from "../../../src/platform/db/database.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";

const { app } = useApp();

beforeAll(async () => {
  await app.db.execute(`with added as (
      insert into product (sku, sku_key, attribute_set_id, type_id)
      select 'PLAN-' || n, 'plan-' || n, 4, 'simple' from generate_series(1, 5000) n returning id),
    sold as (insert into product_website (product_id, website_id) select id, 1 from added),
    priced as (insert into product_price (product_id, store_id, price) select id, 0, id from added)
    insert into product_values (product_id, store_id, data)
    select id, 0, jsonb_build_object('name', 'Planned ' || id, 'status', '1', 'visibility', '4') from added`);
  await app.db.execute("analyze");
});

it("the search uses indexes for words and SKU prefixes, whatever the parameters", async () => {
  const criteria = search([["search_term", "planned"]], { requestName: "quick_search_container" });
  const statements = await app.statementsOf(() => app.asGuest().get(`/V1/search?${criteria}`));
  const statement = statements.find((text) => text.includes("with found")) ?? "";
  const parameters = Math.max(...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const plan = await app.db.transaction(async (db) => {
    await db.execute("set local plan_cache_mode = force_generic_plan");
    await db.execute(`prepare searching as ${statement}`);
    const nothing = Array.from({ length: parameters }, () => "null").join(", ");
    const rows = await db.query<Record<string, string>>(`explain (costs off) execute searching(${nothing})`);
    await db.execute("deallocate searching");
    return rows.map((row) => Object.values(row).join("")).join("\n");
  });
  expect(plan).toContain("Bitmap Index Scan on product_values_words");
  expect(plan).toContain("product_sku_beginning");
  expect(plan).not.toContain("Filter: (product_search_words(i.data)");
});

interface Step {
  readonly "CTE Name"?: string;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Step[];
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

it("the search scans the found products a constant number of times", async () => {
  let steps: Step[] = [];
  const explaining = {
    query: (text: string, values?: readonly unknown[]) => app.db.query(text, values),
    execute: () => Promise.resolve(0),
    transaction: (work: (tx: Db) => Promise<unknown>) => work(explaining as unknown as Db),
    one: async (text: string, values?: readonly unknown[]) => {
      if (text.includes("with found")) {
        const row = await app.db.one<Record<string, [{ Plan: Step }]>>(
          `explain (analyze, format json) ${text}`,
          values,
        );
        steps = stepsOf(Object.values(row ?? {})[0]?.[0].Plan ?? { "Actual Loops": 0 });
      }
      return app.db.one(text, values);
    },
  };
  const attribute: SearchAttribute = {
    code: "name",
    frontend_input: "text",
    backend_type: "varchar",
    is_searchable: true,
    is_filterable: true,
    is_filterable_in_search: true,
    is_visible_in_advanced_search: true,
    used_for_sort_by: true,
  };
  const { total, counts } = await postgresEngine.find(
    { term: "planned", searchable: [attribute], conditions: [], sorting: [], limit: 20, offset: 0, counted: ["name"] },
    {
      db: explaining as unknown as Db,
      scope: { storeId: 1, websiteId: 1, code: "default", given: "none" },
      config: app.config,
    },
  );
  expect([total, counts.filter(({ field }) => field === "price").length]).toEqual([5000, 6]);
  const readings = steps.filter((step) => step["CTE Name"] === "found").map((step) => step["Actual Loops"]);
  expect(readings.length).toBeGreaterThan(3);
  expect(Math.max(...readings)).toBe(1);
});
