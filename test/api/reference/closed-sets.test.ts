import { isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { buildSurface } from "../../../src/schema.js";
import { generatedDocument } from "../../conformance/document.js";

const { components, paths } = generatedDocument();
const product = components.schemas["Product"]?.properties ?? {};

describe("the description of a field with a closed set of values", () => {
  it("lists the values in OpenAPI, numbers with their meanings", () => {
    expect(product["status"]).toMatchObject({
      description: "Whether the product is offered for sale. Values: 1 enabled, 2 (or 0) disabled.",
    });
    expect(product["type_id"]).toMatchObject({ description: expect.stringContaining("Values: `simple`, `virtual`, ") });
    expect(JSON.stringify(paths["/V1/products"])).toContain("Direction; descending by default. Values: `ASC`, `DESC`.");
  });

  it("leaves them out in GraphQL, which has an enum", () => {
    const type = buildSurface().graph().getType("Product");
    const status = isObjectType(type) ? type.getFields()["status"] : undefined;
    expect(String(status?.type)).toBe("ProductStatus");
    expect(status?.description).toBe("Whether the product is offered for sale.");
  });
});
