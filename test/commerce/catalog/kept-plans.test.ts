import { beforeAll, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { keepsPlan } from "../../support/plans.js";
import { priced } from "./bundle-products.js";
import { simple } from "./support.js";

const { app, admin } = useApp();

/** Statements of products whose plan for their values looks cheaper, if they do not hide them, with such values. */
const frequent = {
  "the options of bundles": { contains: "'product_links'", values: [0, "{1,2,3}"] },
  "the options of configurable products": { contains: "'value_index'", values: [0, "{1,2,3}"] },
  "the links of downloadable products": { contains: "'number_of_downloads'", values: [0, "{1,2,3}"] },
};

const types: readonly (readonly [string, object])[] = [
  ["simple", {}],
  ["bundle", { custom_attributes: priced("1") }],
  ["configurable", {}],
  ["downloadable", {}],
];

let statements: readonly string[];

beforeAll(async () => {
  statements = await app.statementsOf(async () => {
    for (const [type_id, more] of types) {
      const product = { ...simple(`of-${type_id}`), type_id, ...more };
      expect((await admin.post("/V1/products", { product })).status, type_id).toBe(200);
    }
    expect((await admin.get("/V1/products?searchCriteria[pageSize]=4")).status).toBe(200);
  });
});

it.each(Object.entries(frequent))("keeps the plan of the statement of %s", async (_, { contains, values }) => {
  const found = statements.filter((text) => text.includes(contains) && !text.includes(`$${values.length + 1}`));
  expect(found.length).toBeGreaterThan(0);
  for (const text of new Set(found)) expect(await keepsPlan(app.db, text, values)).toBe(true);
});
