import { isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { closedSetOf, isLenient } from "../../../src/api/contract/closed-set.js";
import { shapeOfSchema } from "../../../src/api/reference/openapi/openapi-schemas.js";
import { buildSurface } from "../../../src/schema.js";
import { generatedDocument } from "../../conformance/document.js";

const { components, paths } = generatedDocument();
const product = components.schemas["Product"]?.properties ?? {};

/** The fields with a closed set, as `Shape.field`, of the shapes that the description has. */
const closedFields = new Set(
  Object.values(buildSurface().schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && type.name in components.schemas
      ? Object.values(type.getFields()).flatMap((field) =>
          closedSetOf(field) && !isLenient(field) ? [`${type.name}.${field.name}`] : [],
        )
      : [],
  ),
);

type Described = Readonly<{ type?: string | readonly string[]; description?: string }>;

/** Texts with usual values, to which settings, other shops or extensions add others. */
const openSets = [
  "CatalogAttribute.backend_type",
  "CatalogSearchCriteria.request_name",
  "Order.state",
  "OrderAddress.address_type",
  "OrderStatusHistory.entity_name",
  "PaymentTransaction.txn_type",
  "PriceUpdateResultExtension.code",
  "ReturnItem.status",
  "StoreConfig.weight_unit",
];

describe("the description of a field with a closed set of values", () => {
  it("lists the values in OpenAPI, numbers with their meanings", () => {
    expect(product["status"]).toMatchObject({
      description: "Whether the product is offered for sale. Values: 1 enabled, 2 (or 0) disabled.",
    });
    expect(product["type_id"]).toMatchObject({ description: expect.stringContaining("Values: `simple`, `virtual`, ") });
    expect(JSON.stringify(paths["/V1/products"])).toContain("Direction; descending by default. Values: `ASC`, `DESC`.");
  });

  it("is an enum in OpenAPI wherever a field has one, with null if the field may be null", () => {
    expect(product["status"]).toMatchObject({ type: ["integer", "null"], enum: [1, 2, 0, null] });
    const direction = paths["/V1/products"]?.["get"]?.parameters?.find(({ name }) => name.endsWith("[direction]"));
    expect(direction?.schema).toEqual({ type: "string", enum: ["ASC", "DESC"] });
    const described = Object.entries(components.schemas).flatMap(([shape, { properties = {} }]) =>
      Object.entries(properties).filter(([name]) => closedFields.has(`${shapeOfSchema(shape)}.${name}`)),
    );
    expect(described.length).toBeGreaterThanOrEqual(closedFields.size);
    expect(described.filter(([, schema]) => !("enum" in schema)).map(([name]) => name)).toEqual([]);
  });

  it("is an enum in OpenAPI for each text whose description lists its values, unless other systems or rules add some", () => {
    const lists = /(?::\s|^)(?:`?\w+`?, )*`?\w+`? or `?\w+`?[.;]/;
    const described = Object.entries(components.schemas).flatMap(([shape, { properties = {} }]) =>
      Object.entries(properties as Readonly<Record<string, Described>>)
        .filter(([, { type = [], description = "" }]) => [type].flat().includes("string") && lists.test(description))
        .map(([name, schema]) => ({ at: `${shapeOfSchema(shape)}.${name}`, isListed: "enum" in schema })),
    );
    expect(described.filter(({ isListed }) => isListed).length).toBeGreaterThanOrEqual(6);
    const open = described.filter(({ isListed }) => !isListed).map(({ at }) => at);
    // The schemas of requests and of answers have the same sets.
    expect([...new Set(open)].sort()).toEqual(openSets);
  });

  it("leaves them out in GraphQL, which has an enum", () => {
    const type = buildSurface().graph().getType("Product");
    const status = isObjectType(type) ? type.getFields()["status"] : undefined;
    expect(String(status?.type)).toBe("ProductStatus");
    expect(status?.description).toBe("Whether the product is offered for sale.");
  });
});
