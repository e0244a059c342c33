import { readFileSync } from "node:fs";
import { parse, validate } from "graphql";
import { expect, it } from "vitest";
import { buildSurface } from "../../src/schema.js";

it("the examples of the GraphQL explorer fit the schema", () => {
  const page = readFileSync("src/reference/pages/explorer.js", "utf8");
  const examples = /const defaultQuery = `([^`]+)`/.exec(page)?.[1] ?? "";
  const document = parse(examples);
  expect(document.definitions).toHaveLength(3);
  expect(validate(buildSurface().graph(), document)).toEqual([]);
});

it("the documents in the documentation fit the schema", () => {
  const text = readFileSync("docs/graphql.md", "utf8");
  const documents = [...text.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, document = ""]) => document);
  expect(documents.length).toBeGreaterThan(1);
  for (const document of documents) expect(validate(buildSurface().graph(), parse(document))).toEqual([]);
});
