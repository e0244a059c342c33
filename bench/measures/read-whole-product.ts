import assert from "node:assert/strict";
import type pg from "pg";
import { addNumberedProducts } from "../catalogue.js";
import type { Bench, Measure } from "../measure.js";
import { measureAlternately, request, throughput } from "../timing.js";

const rounds = 5;
/** Numbers of the products, not used by other measures. */
const numbers = [900_001, 900_500] as const;
/** Forty together with the twelve attributes of every product and the attribute of its image role. */
const attributes = 27;

const mine = "sku_key between 'bench-900001' and 'bench-900500' and length(sku_key) = 12";

const parts = [
  `insert into attribute (entity_type_id, code, frontend_label, frontend_input, backend_type, scope, is_user_defined)
   select e.id, 'bench_whole_' || n, 'Bench ' || n, 'text', 'varchar', 'store', true
   from entity_type e, generate_series(1, ${attributes}) n where e.code = 'catalog_product'`,
  `update product_values set data = data || jsonb_build_object('image', '/b/e/' || product_id || '-1.jpg') || (
     select jsonb_object_agg('bench_whole_' || n, 'Value ' || n || ' of ' || product_id) from generate_series(1, ${attributes}) n)
   where store_id = 0 and product_id in (select id from product where ${mine})`,
  `insert into media_file (path, path_key, base, extension, number, media_type, size, width, height, hash)
   select '/b/e/' || id || '-' || n || '.jpg', '/b/e/' || id || '-' || n || '.jpg', '/b/e/' || id, 'jpg', n, 'image/jpeg', 1000, 10, 10,
     md5(id || '-' || n) || md5(n || '-' || id)
   from product, generate_series(1, 5) n where ${mine}`,
  `insert into product_media (product_id, media_type, file, label, position)
   select id, 'image', '/b/e/' || id || '-' || n || '.jpg', 'Side ' || n, n from product, generate_series(1, 5) n where ${mine}`,
  `insert into product_link (product_id, linked_product_id, link_type, position)
   select id, first + id % 1000 + n, 1, n
   from product, (select min(id) as first from product) as lowest, generate_series(1, 3) n where ${mine}`,
  `insert into product_tier_price (product_id, all_groups, customer_group_id, qty, website_id, value)
   select id, true, 0, n * 5, 0, 12 - n from product, generate_series(1, 2) n where ${mine}`,
  "vacuum analyze",
];

const removals = [
  `delete from product where ${mine}`,
  "delete from media_file where path like '/b/e/%'",
  "delete from attribute where code like 'bench_whole_%'",
  "vacuum analyze",
];

async function add(database: pg.Client): Promise<readonly string[]> {
  await addNumberedProducts(database, numbers);
  for (const part of parts) await database.query(part);
  const { rows } = await database.query<{ sku: string }>(`select sku from product where ${mine} order by id`);
  return rows.map(({ sku }) => sku);
}

/** Throws if the answers of both servers differ, because they would not be comparable. */
async function compareAnswers({ ours, baseline }: Bench, sku: string): Promise<void> {
  const read = async (target: Bench["ours"], path: string) =>
    JSON.parse((await request(target, "GET", path)).toString()) as { readonly custom_attributes: readonly Attribute[] };
  const answer = await read(ours, `/rest/V1/products/${sku}`);
  const bare = await read(baseline, `/whole-products/${sku}`);
  assert.deepEqual(inOrder(bare), inOrder(answer));
}

interface Attribute {
  readonly attribute_code: string;
}

/** Sorts the attributes, whose order has no meaning. */
const inOrder = <Product extends { readonly custom_attributes: readonly Attribute[] }>(product: Product) => ({
  ...product,
  custom_attributes: product.custom_attributes.toSorted((one, other) =>
    one.attribute_code < other.attribute_code ? -1 : 1,
  ),
});

/** Reads products with all their parts, one after the other. */
export const readWholeProduct: Measure = {
  name: "read-whole-product",
  title: "`GET /V1/products/:sku` with 40 attributes, 5 images, 3 links, 2 tier prices, 32 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.4 },
  async run(bench) {
    const { ours, baseline, database } = bench;
    try {
      const skus = await add(database);
      await compareAnswers(bench, skus[0] ?? "");
      const from = (path: string) => ({
        connections: 32,
        method: "GET" as const,
        next: (number: number) => ({ path: `${path}/${skus[(number * 37) % skus.length]}` }),
      });
      const measure = {
        ours: () => throughput(ours, from("/rest/V1/products")),
        baseline: () => throughput(baseline, from("/whole-products")),
      };
      await measureAlternately(1, measure);
      return await measureAlternately(rounds, measure);
    } finally {
      for (const removal of removals) await database.query(removal);
    }
  },
};
