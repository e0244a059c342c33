import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { shapeOfSchema } from "../../src/api/reference/openapi/openapi-schemas.js";
import { openApiDocument } from "../../src/api/reference/openapi/openapi.js";
import { withExtensions } from "../../src/extensions.js";
import { allExtras } from "../../src/extras.js";
import { buildSurface } from "../../src/schema.js";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const names = ["acme", "psp", "depot"]
  .map((name) => join(root, "test/extras/extensions/fixtures", name, "index.mjs"))
  .join(",");

interface Document {
  readonly paths: object;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

it("three extensions leave every route, shape and GraphQL type as it was, and only add to them", () => {
  // What `npm run gen` writes without extensions, and the other tests compare with the contract.
  const without = JSON.parse(read("schema/openapi.json")) as Document;
  const { schema, operations, graph } = buildSurface(
    "commerce",
    withExtensions(allExtras, { PORTICO_EXTENSIONS: names }),
  );
  const routes = operations.flatMap((operation) => operation.routes);
  const options = { schema, kind: "sync", edition: "commerce", server: "/rest/all" } as const;
  const extended = JSON.parse(JSON.stringify(openApiDocument(routes, options))) as Document;
  expect(extended.paths).toEqual(without.paths);
  const { schemas } = extended.components;
  expect(schemas).toMatchObject(without.components.schemas);
  const changed = Object.keys(schemas).filter(
    (name) => JSON.stringify(schemas[name]) !== JSON.stringify(without.components.schemas[name]),
  );
  const expected = ["CartExtension", "CustomerExtension", "OrderExtension", "ProductExtension"];
  expect([...new Set(changed.map(shapeOfSchema))].sort()).toEqual(expected);
  const types = Object.keys(buildSchema(read("schema/schema.graphql")).getTypeMap());
  expect(Object.keys(graph().getTypeMap())).toEqual(expect.arrayContaining(types));
});
