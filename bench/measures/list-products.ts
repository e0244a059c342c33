import type { Measure } from "../measure.js";
import { measureAlternately, throughput } from "../timing.js";

const rounds = 5;
const pageSize = 100;
/** Number of pages: the filter below matches half of the products. */
const pages = 50;

/** Returns the path of a page of products. */
export const productPage = (number: number) =>
  "/rest/V1/products?searchCriteria[filter_groups][0][filters][0][field]=price" +
  "&searchCriteria[filter_groups][0][filters][0][value]=110" +
  "&searchCriteria[filter_groups][0][filters][0][condition_type]=gteq" +
  `&searchCriteria[pageSize]=${pageSize}&searchCriteria[currentPage]=${1 + (number % pages)}`;

/** Measures pages of whole products with their total, filtered by price. */
export const listProducts: Measure = {
  name: "list-products",
  title: "`GET /V1/products`, a page of 100 with a filter, 32 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.6 },
  async run({ ours, baseline }) {
    const next = (number: number) => ({ path: productPage(number) });
    const load = { connections: 32, method: "GET", next } as const;
    const measure = { ours: () => throughput(ours, load), baseline: () => throughput(baseline, load) };
    await measureAlternately(1, measure);
    return measureAlternately(rounds, measure);
  },
};
