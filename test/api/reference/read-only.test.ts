import { isInputObjectType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { isReadOnly } from "../../../src/api/contract/request-fields.js";
import { buildSurface } from "../../../src/schema.js";
import { generatedDocument, olderDocument } from "../../conformance/document.js";

const { components } = generatedDocument();

const marked = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
  Object.entries(properties).flatMap(([name, { readOnly }]) => (readOnly === true ? [`${schema}.${name}`] : [])),
);

describe("the OpenAPI document", () => {
  it("has `readOnly` at the properties that requests cannot set", () => {
    const declared = Object.values(buildSurface().schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).flatMap((field) => (isReadOnly(field) ? [`${type.name}.${field.name}`] : []))
        : [],
    );
    expect(marked).toEqual(expect.arrayContaining(["Product.created_at", "ProductInput.created_at", "Cart.currency"]));
    expect(marked.filter((at) => !declared.includes(at.replace("ByPath.", ".")))).toEqual([]);
    // A shape that is equal in requests and answers has one schema.
    const names = new Set(marked.map((at) => at.replace(/Input(?:ByPath)?\./, ".")));
    expect([...names].sort()).toEqual(declared.filter((at) => !at.includes("Input.")).sort());
  });

  it("has `readOnly` in Swagger 2.0 too", () => {
    const { properties = {} } = olderDocument().definitions["catalog-data-product-interface"] ?? {};
    expect(properties["created_at"]).toMatchObject({ type: "string", readOnly: true });
    expect(properties["sku"]).not.toHaveProperty("readOnly");
  });
});
