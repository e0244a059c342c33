import { type GraphQLInputField, isInputObjectType, isRequiredInputField } from "graphql";
import { expect, it } from "vitest";
import { isRequiredInput } from "../../../src/api/contract/request-fields.js";
import { buildSurface } from "../../../src/schema.js";
import { generatedDocument } from "../../conformance/document.js";
import { useApp } from "../../support/app.js";

const { admin } = useApp();
const { schema: contract, graph } = buildSurface();
const published = graph();

/** Returns the fields of the input types of a schema, by their names. */
const inputFields = (schema: typeof contract): ReadonlyMap<string, GraphQLInputField> =>
  new Map(
    Object.values(schema.getTypeMap())
      .filter(isInputObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field])),
  );

it("GraphQL and OpenAPI require the fields of inputs without which operations refuse a request", () => {
  const fields = inputFields(published);
  const required = [...fields].filter(([, field]) => isRequiredInputField(field)).map(([name]) => name);
  expect(required.length).toBeGreaterThanOrEqual(80);
  const declared = [...inputFields(contract)].filter(([, field]) => isRequiredInput(field)).map(([name]) => name);
  expect(declared.filter((name) => fields.has(name) && !required.includes(name))).toEqual([]);
  const { schemas } = generatedDocument().components;
  const optional = declared.filter((name) => {
    const [type = "", field = ""] = name.split(".");
    return schemas[type] !== undefined && !schemas[type].required?.includes(field);
  });
  expect(optional).toEqual([]);
  expect(declared).toEqual(
    expect.arrayContaining(["CustomerGroupInput.code", "TaxRateInput.rate", "ProductInput.sku"]),
  );
});

it("a field that GraphQL requires has the answer of the operation over REST", async () => {
  const { body } = await admin.graphql("mutation { saveCustomerGroup(group: { tax_class_id: 3 }) { id } }");
  expect(body.errors).toMatchObject([{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }]);
  expect((await admin.post("/V1/customerGroups", { group: { tax_class_id: 3 } })).body).toEqual({
    message: '"%fieldName" is required. Enter and try again.',
    parameters: { fieldName: "code" },
  });
  expect((await admin.post("/V1/products", { product: { name: "x" } })).body.message).toBe(
    'The "sku" attribute value is empty. Set the attribute and try again.',
  );
});
