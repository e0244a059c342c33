import { expect, it } from "vitest";
import { startApp } from "../support/app.js";
import { search } from "../support/client.js";

it("words and beginnings of SKUs are found by indexes, whatever the parameters are", async () => {
  await using app = await startApp();
  await app.db.execute(`with added as (
      insert into product (sku, sku_key, attribute_set_id, type_id)
      select 'PLAN-' || n, 'plan-' || n, 4, 'simple' from generate_series(1, 5000) n returning id)
    insert into product_values (product_id, store_id, data)
    select id, 0, jsonb_build_object('name', 'Planned ' || id, 'status', '1', 'visibility', '4') from added`);
  await app.db.execute("analyze");
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
