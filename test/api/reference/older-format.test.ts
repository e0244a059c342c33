import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { documentKinds } from "../../../src/api/reference/openapi/openapi-paths.js";
import { generatedDocument } from "../../conformance/document.js";

interface OlderFormat {
  readonly toOpenApi30: (description: object) => Readonly<Record<string, unknown>>;
}

// A file of a page, without types.
const page = new URL("../../../src/api/reference/pages/older-format.js", import.meta.url).href;
const { toOpenApi30 } = (await import(page)) as OlderFormat;

it.each(documentKinds)("the page shows a valid description in OpenAPI 3.0 (%s)", async (kind) => {
  const shown = toOpenApi30(generatedDocument(kind));
  expect(shown["openapi"]).toBe("3.0.3");
  const config = await createConfig({ rules: { struct: "error", "no-unresolved-refs": "error" } });
  const problems = await lintFromString({ source: JSON.stringify(shown), config });
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
});

it("the page keeps nullable fields and examples in OpenAPI 3.0", () => {
  const example = { type: ["string", "null"], anyOf: [{ type: "null" }] };
  const schema = {
    type: "object",
    properties: {
      type: { type: ["string", "null"], description: "A name that is also a word of the format." },
      anyOf: { anyOf: [{ $ref: "#/components/schemas/Other" }, { type: "null" }] },
      value: { type: ["string", "number", "null"] },
    },
    example,
  };
  const info = { title: "Shop", version: "1", license: { name: "MIT", identifier: "MIT" } };
  expect(toOpenApi30({ openapi: "3.1.0", info, components: { schemas: { schema } } })).toEqual({
    openapi: "3.0.3",
    info: { title: "Shop", version: "1", license: { name: "MIT" } },
    components: {
      schemas: {
        schema: {
          type: "object",
          properties: {
            type: { type: "string", nullable: true, description: "A name that is also a word of the format." },
            anyOf: { type: "object", allOf: [{ $ref: "#/components/schemas/Other" }], nullable: true },
            value: {},
          },
          example,
        },
      },
    },
  });
});
