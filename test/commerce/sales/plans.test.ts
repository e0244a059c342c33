import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";

const { app, admin } = useApp();
const count = 20_000;

beforeAll(async () => {
  await app.db.execute(
    `insert into sales_order (entity_id, increment_id, store_id, status, state, customer_email, ext_order_id, updated_at,
      created_at)
    select n, 'OLD-' || n, n % 400, 'status-' || n % 400, 'processing', 'customer-' || n || '@example.com', 'EXT-' || n,
      timestamp '2026-01-01' + make_interval(mins => n), timestamp '2026-01-01' + make_interval(mins => n)
    from generate_series(1, $1::int) n`,
    [count],
  );
  await app.db.execute("analyze sales_order");
});

/** Returns the plans of the statements that find a page of orders and count all, for parameters of any value. */
async function plansOf(query: string): Promise<string[]> {
  const statements = await app.statementsOf(() => admin.get(`/V1/orders?${query}`));
  const searching = statements.filter((text) => /^select t."entity_id" as id|select count/.test(text));
  expect(searching).toHaveLength(2);
  return Promise.all(searching.map(planOf));
}

function planOf(statement: string): Promise<string> {
  const parameters = Math.max(...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return app.db.transaction(async (db) => {
    await db.execute("set local plan_cache_mode = force_generic_plan");
    await db.execute(`prepare searching as ${statement}`);
    const nothing = Array.from({ length: parameters }, () => "null").join(", ");
    const rows = await db.query<Record<string, string>>(`explain (costs off) execute searching(${nothing})`);
    await db.execute("deallocate searching");
    return rows.map((row) => Object.values(row).join("")).join("\n");
  });
}

/** Pages of one order are full, so that the orders are counted. */
const paged = (...filter: readonly [field: string, value: string, condition?: string]) =>
  `${search([filter])}&searchCriteria[pageSize]=1`;
const sorted = (field: string) =>
  `&searchCriteria[sortOrders][0][field]=${field}&searchCriteria[sortOrders][0][direction]=ASC`;

describe("a search of orders", () => {
  it.each([
    ["status", "status-7", "sales_order_status_idx"],
    ["increment_id", "old-77", "sales_order_increment_id_idx"],
    ["customer_email", "Customer-7@example.com", "sales_order_customer_email_idx"],
    ["ext_order_id", "EXT-7", "sales_order_ext_order_id_idx"],
    ["store_id", "7", "sales_order_store_id_entity_id_idx"],
  ])("uses an index for %s, to find a page and to count", async (field, value, index) => {
    for (const plan of await plansOf(paged(field, value))) {
      expect(plan).toContain(index);
      expect(plan).not.toContain("Seq Scan");
    }
    const { body } = await admin.get(`/V1/orders?${paged(field, value)}`);
    expect(body.total_count).toBeGreaterThan(0);
  });

  it("reads no more than a page when sorted by changes, and for ids above a given one", async () => {
    const since = paged("updated_at", "2026-01-10 00:00:00", "gteq");
    const [changed] = await plansOf(`${since}${sorted("updated_at")}`);
    expect(changed).toContain("sales_order_updated_at_entity_id_idx");
    const [above] = await plansOf(`${paged("entity_id", "19000", "gt")}${sorted("entity_id")}`);
    expect(above).toContain("sales_order_pkey");
    for (const plan of [changed, above]) expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});
