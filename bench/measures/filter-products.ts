import type pg from "pg";
import { addNumberedProducts, productCount } from "../catalogue.js";
import type { Measure } from "../measure.js";
import { measureAlternately, throughput } from "../timing.js";

const rounds = 5;
/** Number of products, as in the goal. */
const catalogSize = 100_000;
/**
 * Number of evenly distributed values. A filter matches one product in a hundred: ten full pages of the larger size.
 */
const choices = 100;

const addAttribute = `
  insert into attribute (entity_type_id, code, frontend_label, frontend_input, backend_type, scope, is_user_defined, flags)
  select id, 'bench_finish', 'Finish', 'select', 'int', 'global', true, '{"is_filterable": true}'
  from entity_type where code = 'catalog_product'
  on conflict do nothing returning id`;

const setValues = `
  update product_values set data = data || jsonb_build_object('bench_finish', (product_id % ${choices} + 1)::text)
  where store_id = 0`;

/** Adds the missing products and an attribute value for each product, once per run. */
async function prepare(database: pg.Client): Promise<void> {
  const { rows } = await database.query(addAttribute);
  if (rows.length === 0) return;
  await addNumberedProducts(database, [productCount + 1, catalogSize]);
  await database.query(setValues);
  await database.query("vacuum analyze product_values");
}

/** Returns a measure of pages of whole products with their total, filtered by a custom attribute. */
const page = (size: number): Measure => ({
  name: `filter-products-${size}`,
  title: `\`GET /V1/products\`, a page of ${size} of 100,000 by a custom attribute, 32 connections`,
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.4 },
  async run({ ours, baseline, database }) {
    await prepare(database);
    const next = (number: number) => ({
      path:
        "/rest/V1/products?searchCriteria[filter_groups][0][filters][0][field]=bench_finish" +
        `&searchCriteria[filter_groups][0][filters][0][value]=${1 + (number % choices)}` +
        `&searchCriteria[pageSize]=${size}&searchCriteria[currentPage]=${1 + (number % 5)}`,
    });
    const load = { connections: 32, method: "GET", next } as const;
    const measure = { ours: () => throughput(ours, load), baseline: () => throughput(baseline, load) };
    await measureAlternately(1, measure);
    return measureAlternately(rounds, measure);
  },
});

/** These make the catalog ten times larger, so they come last. */
export const filterProducts: readonly Measure[] = [page(20), page(100)];
