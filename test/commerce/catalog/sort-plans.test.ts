import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { planOf } from "../../support/plans.js";
import { simple } from "./support.js";

const { app, admin } = useApp();

/** Products among which sorting all costs more than reading a page by an index. */
const others = 20_000;
const size = 20;

beforeAll(async () => {
  for (const sku of ["sorted-1", "sorted-2", "sorted-3"]) await admin.post("/V1/products", { product: simple(sku) });
  await app.db.execute(
    `insert into product (sku, sku_key, attribute_set_id, type_id, created_at)
    select 'many-' || n, 'many-' || n, 4, 'simple', timestamp '2020-01-01' + make_interval(mins => n / 5)
    from generate_series(1, $1::int) n`,
    [others],
  );
  await app.db.execute("vacuum analyze product");
});

const sortedBy = (field: string, direction: string) =>
  `/V1/products?searchCriteria[pageSize]=${size}&fields=items[sku,created_at]` +
  `&searchCriteria[sortOrders][0][field]=${field}&searchCriteria[sortOrders][0][direction]=${direction}`;

describe("a sorted page of products", () => {
  it.each([
    ["created_at", "ASC", "product_created_at_idx"],
    ["created_at", "DESC", "product_created_at_idx"],
    ["entity_id", "DESC", "product_pkey"],
    ["sku", "ASC", "product_in_order_of_skus"],
    ["sku", "DESC", "product_in_order_of_skus"],
  ])("is read in the order of an index by %s %s", async (field, direction, index) => {
    const statements = await app.statementsOf(async () => {
      expect((await admin.get(sortedBy(field, direction))).body.items).toHaveLength(size);
    });
    const [listing = "", ...more] = statements.filter((text) => text.includes("unnest(array(select p.id"));
    expect(more).toEqual([]);
    const plan = await planOf(app.db, listing, { values: [1, size, 0], isGeneric: false });
    const page = plan.slice(plan.indexOf("InitPlan"));
    expect(page).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} on product`));
    expect(page).not.toContain("Seq Scan on product p");
  });

  it("has the latest products first, and of the same second those with the lowest id", async () => {
    const { body } = await admin.get(sortedBy("created_at", "DESC"));
    const found = body.items as { sku: string; created_at: string }[];
    expect(
      found
        .slice(0, 3)
        .map(({ sku }) => sku)
        .sort(),
    ).toEqual(["sorted-1", "sorted-2", "sorted-3"]);
    const numbers = found.slice(3).map(({ sku }) => Number(sku.slice("many-".length)));
    const expected = [...numbers].sort((one, other) => Math.floor(other / 5) - Math.floor(one / 5) || one - other);
    expect(numbers).toEqual(expected);
    expect(numbers[0]).toBe(others);
  });
});

// An update that changes no indexed column writes no index, which is most of its cost.
it("writes no index of products when a price changes", async () => {
  const indexed = await app.db.query<{ column: string }>(
    `select c.relname || '.' || a.attname as column from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.oid in ('product'::regclass, 'product_price'::regclass)`,
  );
  const columns = indexed.map(({ column }) => column);
  for (const written of ["product.updated_at", "product_price.price", "product_price.special_price"])
    expect(columns).not.toContain(written);
});
