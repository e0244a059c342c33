import type pg from "pg";
import { fill, productCount } from "../catalogue.js";
import type { Measure } from "../measure.js";
import { inTurn, throughput } from "../timing.js";

const rounds = 5;
/** How many products there are for this: the number that the goal speaks of. */
const catalogueSize = 100_000;
/** So many values are spread evenly: a filter leaves one product in a hundred, ten full pages of the longer kind. */
const choices = 100;

const addAttribute = `
  insert into attribute (entity_type_id, code, frontend_label, frontend_input, backend_type, scope, is_user_defined, flags)
  select id, 'bench_finish', 'Finish', 'select', 'int', 'global', true, '{"is_filterable": true}'
  from entity_type where code = 'catalog_product'
  on conflict do nothing returning id`;

const giveValues = `
  update product_values set data = data || jsonb_build_object('bench_finish', (product_id % ${choices} + 1)::text)
  where store_id = 0`;

/** Once in a run: the products that are missing, and a value of the attribute for each of all. */
async function prepare(database: pg.Client): Promise<void> {
  const { rows } = await database.query(addAttribute);
  if (rows.length === 0) return;
  await fill(database, [productCount + 1, catalogueSize]);
  await database.query(giveValues);
  await database.query("vacuum analyze product_values");
}

/** Pages of whole products with their total, filtered by an attribute of the shop's own. */
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
    await inTurn(1, measure);
    return inTurn(rounds, measure);
  },
});

/** They make the catalogue ten times as large, and so come last. */
export const filterProducts: readonly Measure[] = [page(20), page(100)];
