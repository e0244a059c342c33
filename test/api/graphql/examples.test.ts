import { readFileSync } from "node:fs";
import { type DocumentNode, Kind, parse, validate } from "graphql";
import { beforeAll, expect, it } from "vitest";
import { buildSurface } from "../../../src/schema.js";
import { useApp } from "../../support/app.js";

const { admin } = useApp({});

beforeAll(async () => {
  const product = { sku: "first-product", name: "First", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
});

const namesIn = ({ definitions }: DocumentNode) =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.name ? [definition.name.value] : [],
  );

it("the examples of the GraphQL explorer fit the schema and run", async () => {
  const page = readFileSync("src/api/reference/pages/explorer.js", "utf8");
  const query = /const defaultQuery = `([^`]+)`/.exec(page)?.[1] ?? "";
  const document = parse(query);
  expect(validate(buildSurface().graph(), document)).toEqual([]);
  const names = namesIn(document);
  expect(names).toHaveLength(3);
  for (const operationName of names) {
    const { body } = await admin.request("/graphql", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query, operationName }),
    });
    expect(body).toEqual({ data: expect.any(Object) as unknown });
  }
  expect((await admin.get("/V1/products/first-product?fields=price")).body).toEqual({ price: 9.95 });
});

it("the documents in the documentation fit the schema and run", async () => {
  const text = readFileSync("docs/graphql.md", "utf8");
  const documents = [...text.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, document = ""]) => document);
  expect(documents.length).toBeGreaterThan(2);
  const prices = [{ sku: "first-product", price: 11, store_id: 0 }];
  for (const document of documents) {
    expect(validate(buildSurface().graph(), parse(document))).toEqual([]);
    const variables = document.includes("$prices") ? { prices } : document.includes("$cart") ? { cart: "unknown" } : {};
    const { body } = await admin.graphql(document, variables);
    if (document.includes("$cart")) expect(body.errors).toEqual([expect.objectContaining({ path: ["placeOrder"] })]);
    else expect(body).toEqual({ data: expect.any(Object) as unknown });
  }
});
