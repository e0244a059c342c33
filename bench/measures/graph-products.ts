import type { Measure } from "../measure.js";
import { measureAlternately, throughput } from "../timing.js";
import { productPage } from "./list-products.js";

const rounds = 5;
const pages = 50;

const query = `query ($page: Int!) {
  products(searchCriteria: {
    pageSize: 100, currentPage: $page, filterGroups: [{ filters: [{ field: "price", value: "110", conditionType: GTEQ }] }]
  }) {
    items {
      sku name status final_price salable_quantity
      categories { name }
      attribute_values(codes: ["tax_class_id", "gift_message_available"]) { label option_labels }
    }
  }
}`;

const body = (number: number) => JSON.stringify({ query, variables: { page: 1 + (number % pages) } });

/** Measures the same pages, compared with a bare server that reads the same JSON with one statement. */
export const graphDepth: Measure = {
  name: "graph-depth",
  title: "GraphQL: the same page, 8 connections, compared with one statement for the same response",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.1 },
  async run({ ours, baseline }) {
    const graph = {
      ...({ connections: 8, method: "POST" } as const),
      next: (number: number) => ({ path: "/graphql", body: body(number) }),
    };
    const measure = { ours: () => throughput(ours, graph), baseline: () => throughput(baseline, graph) };
    await measureAlternately(1, measure);
    return measureAlternately(rounds, measure);
  },
};

/** Measures pages of products with the fields of a storefront, compared with the page of REST, which has fewer fields. */
export const graphProducts: Measure = {
  name: "graph-products",
  title:
    "GraphQL: 100 products with categories, labels, stock and price, 8 connections, compared with `GET /V1/products`",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.33 },
  async run({ ours }) {
    const graph = {
      ...({ connections: 8, method: "POST" } as const),
      next: (number: number) => ({ path: "/graphql", body: body(number) }),
    };
    const rest = { connections: 8, method: "GET", next: (number: number) => ({ path: productPage(number) }) } as const;
    const measure = { ours: () => throughput(ours, graph), baseline: () => throughput(ours, rest) };
    await measureAlternately(1, measure);
    return measureAlternately(rounds, measure);
  },
};
