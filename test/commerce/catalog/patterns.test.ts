// cspell:ignore mühle muhle stra strase strasenmuhle straßenmühle
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { planOf } from "../../support/plans.js";
import { addStores, simple } from "./support.js";

const { app, admin } = useApp();

/** Products with short names, among which a scan costs more than the index. */
const others = 20_000;

beforeAll(async () => {
  await addStores(app.db);
  for (const [sku, name] of [
    ["mug-1", "Straßenmühle"],
    ["mug-2", "STRASENMUHLE"],
    ["mug-3", "Road mill"],
    ["mühle-4", "Pepper"],
    ["mug-5", "100% mill"],
  ] as const)
    await admin.post("/V1/products", { product: simple(sku, { name }) });
  const inView = await admin.put("/V1/products/mug-3", { product: { name: "Hidden sieve" } }, { store: "outlet_view" });
  expect(inView.status).toBe(200);
  await app.db.execute(
    `with added as (
      insert into product (sku, sku_key, attribute_set_id, type_id)
      select 'plan-' || n, 'plan-' || n, 4, 'simple' from generate_series(1, $1::int) n returning id)
    insert into product_values (product_id, store_id, data)
    select id, 0, jsonb_build_object('name', 'Planned ' || id, 'description', repeat('Long text ', 20)) from added`,
    [others],
  );
  await app.db.execute("analyze product, product_values");
});

const skusLike = async (value: string, field = "name", store?: string) => {
  const { status, body } = await admin.get(
    `/V1/products?${search([[field, value, "like"]])}&searchCriteria[pageSize]=20`,
    store === undefined ? {} : { store },
  );
  expect(status).toBe(200);
  expect(body.total_count).toBe(body.items.length);
  return body.items.map(({ sku }: { sku: string }) => sku);
};

describe("a pattern on the name", () => {
  it.each([
    ["%strase%", ["mug-1", "mug-2"]],
    ["%MÜHLE", ["mug-1", "mug-2"]],
    ["stra%muhle", ["mug-1", "mug-2"]],
    ["%mill%", ["mug-3", "mug-5"]],
    ["100\\% mill", ["mug-5"]],
    ["%ro_d mill%", ["mug-3"]],
    ["%nowhere%", []],
  ])("finds the products that %s matches, regardless of case and accents", async (pattern, skus) => {
    expect(await skusLike(pattern)).toEqual(skus);
  });

  it("compares the name of the store view, and the global one where it has none", async () => {
    expect(await skusLike("%sieve%", "name", "outlet_view")).toEqual(["mug-3"]);
    expect(await skusLike("%mill%", "name", "outlet_view")).toEqual(["mug-5"]);
    expect(await skusLike("%sieve%")).toEqual([]);
  });
});

describe("a pattern on the SKU", () => {
  it("ignores case", async () => {
    expect(await skusLike("%MÜHLE-4%", "sku")).toEqual(["mühle-4"]);
    expect(await skusLike("MUG-_", "sku")).toEqual(["mug-1", "mug-2", "mug-3", "mug-5"]);
  });
});

it("uses the index of patterns in the list of products and in the list of prices, once for the page and the total", async () => {
  const name = ["name", "%mill%", "like"] as const;
  const list = search([name]);
  const parts = new URLSearchParams();
  for (const [at, field] of ["sku", "name"].entries()) {
    const filter = `searchCriteria[filter_groups][0][filters][${at}]`;
    parts.set(`${filter}[field]`, field);
    parts.set(`${filter}[value]`, "%mill%");
    parts.set(`${filter}[condition_type]`, "like");
  }
  for (const path of [`/V1/products?${list}`, `/V1/priced-products?${parts.toString()}`]) {
    let total = 0;
    const statements = await app.statementsOf(async () => {
      const { body } = await admin.get(`${path}&searchCriteria[pageSize]=20`);
      total = body.total_count;
    });
    expect(total).toBe(2);
    const searching = statements.filter((text) => text.includes("like_name"));
    expect(searching).toHaveLength(1);
    expect(await planOf(app.db, searching[0] ?? "")).toContain("product_values_name_patterns");
  }
});
