import { isInputObjectType, isNonNullType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { isRequiredInRequests } from "../../../src/api/contract/request-fields.js";
import { alwaysInRest } from "../../../src/api/contract/shape.js";
import { shapeOfSchema } from "../../../src/api/reference/openapi/openapi-schemas.js";
import { buildSurface } from "../../../src/schema.js";
import { problemOfExample } from "../../conformance/chosen-examples.js";
import { declaredRoutes, documented, generatedDocument, type Schema } from "../../conformance/document.js";
import { readExamples } from "../../conformance/write-examples.js";

const document = generatedDocument();
const { schemas } = document.components;
const { schema: surface } = buildSurface();

/** Returns the names of the components that a schema contains at any depth. */
function componentsIn(schema: Schema, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    componentsIn(schemas[name] ?? {}, found);
  }
  return found;
}

const operations = declaredRoutes.map((route) => documented(document, route));
const inRequests = new Set<string>();
const inAnswers = new Set<string>();
for (const { requestBody, responses } of operations) {
  componentsIn(requestBody?.content["application/json"].schema ?? {}, inRequests);
  componentsIn(responses["200"]?.content?.["application/json"].schema ?? {}, inAnswers);
}

const requiredOf = (name: string) => schemas[name]?.required ?? [];

describe("the fields that OpenAPI requires", () => {
  it("are, in answers, those that are never null in the contract or in any answer", () => {
    const lacking = [...inAnswers].flatMap((name) => {
      const type = surface.getType(name);
      if (!isObjectType(type)) return [];
      const wanted = Object.values(type.getFields()).filter(
        (field) => isNonNullType(field.type) || alwaysInRest(type).includes(field.name),
      );
      const [ours, theirs] = [[...requiredOf(name)].sort(), wanted.map((field) => field.name).sort()];
      return String(ours) === String(theirs) ? [] : [`${name}: ${String(ours)} for ${String(theirs)}`];
    });
    expect(lacking).toEqual([]);
    expect([...inAnswers].flatMap(requiredOf).length).toBeGreaterThan(1000);
    expect(requiredOf("TierPrice")).toEqual(expect.arrayContaining(["price", "price_type", "sku"]));
  });

  it("are, in requests, those that requests need and not all that answers have", () => {
    const more = [...inRequests].flatMap((name) => {
      const type = surface.getType(`${shapeOfSchema(name)}Input`);
      const fields = isInputObjectType(type) ? type.getFields() : {};
      return requiredOf(name).filter((key) => {
        const field = fields[key];
        return field !== undefined && !isNonNullType(field.type) && !isRequiredInRequests(field);
      });
    });
    expect(more).toEqual([]);
    expect(requiredOf("InventorySource")).toContain("use_default_carrier_config");
    expect(requiredOf("InventorySourceInput")).not.toContain("use_default_carrier_config");
  });

  it("are, in the rows of every write of prices, those without which a row fails", () => {
    const rows = declaredRoutes.flatMap((route) => {
      const body = documented(document, route).requestBody?.content["application/json"].schema;
      const row = /^\/V1\/products\/[a-z-]+$/.test(route.path) ? body?.properties?.["prices"]?.items?.$ref : undefined;
      return row === undefined ? [] : [[route.line, [...requiredOf(row.split("/").at(-1) ?? "")].sort()]];
    });
    const tier = ["customer_group", "price", "price_type", "quantity", "sku", "website_id"];
    const simple = ["price", "sku", "store_id"];
    expect(Object.fromEntries(rows)).toEqual({
      "POST /V1/products/base-prices": simple,
      "POST /V1/products/cost": ["cost", "sku", "store_id"],
      "POST /V1/products/special-price": simple,
      "POST /V1/products/special-price-delete": simple,
      "POST /V1/products/tier-prices": tier,
      "PUT /V1/products/tier-prices": tier,
      "POST /V1/products/tier-prices-delete": tier,
    });
  });

  it("are optional in a body if the path gives them", () => {
    const bodyOf = (method: string, path: string) =>
      documented(document, { method: method as "PUT", path }).requestBody?.content["application/json"].schema;
    const product = bodyOf("PUT", "/V1/products/:sku")?.properties?.["product"];
    expect(product).toMatchObject({ $ref: "#/components/schemas/ProductInputByPath" });
    expect(requiredOf("ProductInputByPath")).toEqual([]);
    expect(requiredOf("ProductInput")).toEqual(["sku"]);
    const source = bodyOf("PUT", "/V1/inventory/sources/:sourceCode")?.properties?.["source"];
    expect(source).toMatchObject({ $ref: "#/components/schemas/InventorySourceInputByPath" });
    expect(requiredOf("InventorySourceInputByPath")).toEqual(["name", "country_id", "postcode"]);
    expect(requiredOf("InventorySourceInput")).toEqual(["source_code", "name", "country_id", "postcode"]);
    // An element of a bulk can have the value in either place.
    const bulk = generatedDocument("bulk").paths["/async/bulk/V1/products/bySku"]?.["put"];
    expect(JSON.stringify(bulk?.requestBody)).toContain('#/components/schemas/ProductInput"');
  });

  it("are checked by the examples: one that lacks such a field does not match its description", () => {
    const examples = readExamples();
    const checked = declaredRoutes.filter((route) => {
      const { answer, ...rest } = examples[route.line] ?? {};
      const { type } = route.operation.field;
      const shape = isNonNullType(type) ? type.ofType : type;
      const [required] = isObjectType(shape) ? requiredOf(shape.name) : [];
      if (required === undefined || typeof answer !== "object" || answer === null) return false;
      const { [required]: _left, ...less } = answer as Readonly<Record<string, unknown>>;
      expect(problemOfExample(route, { ...rest, answer: less })).toContain(`required property '${required}'`);
      return true;
    });
    expect(checked.length).toBeGreaterThan(100);
  });
});
