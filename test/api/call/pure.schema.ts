import { buildSchema } from "graphql";
import { compileLazily } from "../../../src/api/contract/routes/compiled-route.js";
import { Decimal, Mixed, Money } from "../../../src/api/contract/scalars.js";
import type { Method } from "../../../src/api/contract/rest.js";
import type { Operation, Route } from "../../../src/api/contract/routes/operations.js";

const schema = buildSchema(`
  scalar Money
  scalar Decimal
  scalar Mixed
  input PriceInput { price: Money store_id: Int sku: String price_from: String tags: [String!] }
  input AttributeInput { attribute_code: String! value: Mixed }
  input ProductInput { id: Int sku: String name: String weight: Decimal is_new: Boolean children: [ProductInput!] custom_attributes: [AttributeInput!] }
  input PlaceInput { city: String! zip: String! street: String = "none" region: RegionInput }
  input RegionInput { code: String! name: String }
  type Product { id: Int sku: String name: String price: Money values: [Mixed] children: [Product!] }
  type Products { items: [Product!]! total_count: Int! }
  type Query { product(sku: String!, storeId: Int, editMode: Boolean = false): Product products: Products }
  type Mutation { setPrices(prices: [PriceInput!]!, skus: [String!]): Boolean saveProduct(product: ProductInput!, saveOptions: Boolean): Product savePlace(place: PlaceInput!, places: [PlaceInput!]): Boolean }
`);
for (const [name, scalar] of Object.entries({ Money, Decimal, Mixed })) {
  const placeholder = schema.getType(name);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!("getFields" in type)) continue;
    for (const field of Object.values(type.getFields())) replace(field, placeholder, scalar);
  }
}

function replace(field: { type: unknown }, from: unknown, to: unknown): void {
  const type = field.type as { ofType?: unknown };
  if (type === from) field.type = to;
  else if (type.ofType === from) (type as { ofType: unknown }).ofType = to;
  else if (type.ofType) replace({ type: type.ofType }, from, to);
}

/** Returns a route over the small schema of these tests. */
export function routeFor(name: string, line: string, options: Partial<Route> = {}): Route {
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name];
  if (!field) throw new Error(`no field ${name}`);
  const [method, path] = line.split(" ") as [Method, string];
  const segments = path.split("/").filter(Boolean);
  const parameters = segments.filter((segment) => segment.startsWith(":")).map((segment) => segment.slice(1));
  const operation: Operation = {
    name,
    kind: method === "GET" ? "query" : "mutation",
    description: name,
    field,
    target: Object,
    call: () => null,
    routes: [],
    ownTransaction: false,
  };
  const { bind = {}, targets = Object.fromEntries(parameters.map((parameter) => [parameter, parameter])) } = options;
  return {
    operation,
    method,
    path,
    line,
    segments,
    parameters,
    permission: ["anonymous"],
    bind,
    targets,
    ...compileLazily({ args: field.args, bind, targets }, field.type),
    edition: "open-source",
    publicRead: false,
    admit: undefined,
    preview: undefined,
    errorStatuses: [],
    events: undefined,
    file: undefined,
    keySources: [],
    module: "",
    contract: "",
    contractMethod: "",
    service: "",
    topic: undefined,
    queueable: false,
    ...options,
  };
}

/** Returns the result type of a root field. */
export const typeOf = (name: string) => routeFor(name, "GET /V1/x").operation.field.type;
