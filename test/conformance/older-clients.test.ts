import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { olderDocument, type OlderDocument, type OlderOperation, type Schema } from "./document.js";
import { facts, isNamed, itemOf, type TypeName } from "./facts.js";
import { ClientProject } from "./generated-clients.js";

/** Names of definitions cannot have the spaces and braces of a route. */
const nameOf = (type: string) => type.replaceAll(/[^\w-]+/g, "-");

function schemaOf(type: TypeName): Schema {
  const item = itemOf(type);
  if (item !== undefined) return { type: "array", items: schemaOf(item) };
  return facts.types[type] ? { $ref: `#/definitions/${nameOf(type)}` } : { type };
}

function definitionOf(fields: Readonly<Record<string, TypeName>>): Schema {
  const entries = Object.entries(fields);
  const required = entries.flatMap(([key]) => (key.endsWith("?") ? [] : [key]));
  const properties = Object.fromEntries(entries.map(([key, type]) => [key.replace(/\?$/, ""), schemaOf(type)]));
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

/** Returns the description of Magento 2.4.7, as far as types of clients depend on it. */
function magentoDocument(): OlderDocument {
  const paths: Record<string, Record<string, OlderOperation>> = {};
  for (const [line, { query = [], body, answer }] of Object.entries(facts.routes)) {
    const [method = "", path = ""] = line.split(" ");
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      required: true,
      type: "string",
    }));
    const inQuery = query.map((name) => ({ name, in: "query", type: "string" }));
    const parameters = [...inPath, ...inQuery, ...(body ? [{ name: "body", in: "body", schema: schemaOf(body) }] : [])];
    const responses = { 200: answer ? { schema: schemaOf(answer) } : {} };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: line, parameters, responses } };
  }
  const definitions = Object.entries(facts.types).map(([name, fields]) => [nameOf(name), definitionOf(fields)]);
  return { paths, definitions: Object.fromEntries(definitions) as OlderDocument["definitions"] };
}

/** Returns the same description in OpenAPI 3, because the generator reads no older one. Only what types depend on stays. */
function toOpenApi3({ paths, definitions }: OlderDocument): OpenAPI3 {
  const contentOf = (schema: Schema | undefined) => (schema ? { content: { "application/json": { schema } } } : {});
  const operationOf = ({ parameters = [], responses }: OlderOperation) => {
    const body = parameters.find((each) => each.in === "body");
    const others = parameters.filter((each) => each.in !== "body" && each.in !== "header");
    return {
      parameters: others.map(({ name, in: place, required = false, type }) => ({
        ...{ name, in: place, required, schema: { type: type === "array" ? "string" : type } },
      })),
      ...(body ? { requestBody: { required: true, ...contentOf(body.schema) } } : {}),
      responses: { 200: { description: "", ...contentOf(responses["200"]?.schema) } },
    };
  };
  const operations = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, operationOf(operation)])),
  ]);
  const document = { paths: Object.fromEntries(operations) as object, components: { schemas: definitions } };
  const text = JSON.stringify(document).replaceAll("#/definitions/", "#/components/schemas/");
  return { openapi: "3.0.3", info: { title: "", version: "" }, ...(JSON.parse(text) as object) };
}

const typesOf = async (document: OlderDocument) => astToString(await openapiTS(toOpenApi3(document)));

const descriptions = {
  "Magento's": magentoDocument,
  ours: olderDocument,
};

const story = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Definitions = components["schemas"];
type Product = Definitions["catalog-data-product-interface"];
type SpecialPrice = Definitions["catalog-data-special-price-interface"];
type Failure = Definitions["catalog-data-price-update-result-interface"];

const [url = "", username = "", password = "", sku = ""] = process.argv.slice(2);
const guest = createClient<paths>({ baseUrl: url + "/rest/default" });
const token: string | undefined = (await guest.POST("/V1/integration/admin/token", { body: { username, password } })).data;
const client = createClient<paths>({ baseUrl: url + "/rest/default", headers: { Authorization: "Bearer " + token } });

const product: Product = { sku, name: "Mug", attribute_set_id: 4, type_id: "simple", price: 10, status: 1, visibility: 4, weight: 1 };
const custom_attributes: Definitions["framework-attribute-interface"][] = [{ attribute_code: "description", value: "Holds tea" }];
const saved = await client.POST("/V1/products", { body: { product: { ...product, custom_attributes } } });
const id: number | undefined = saved.data?.id;

const special: SpecialPrice = { sku, store_id: 0, price: 7.5, price_from: "2099-01-01 00:00:00", price_to: "2099-01-31 00:00:00" };
const set = await client.POST("/V1/products/special-price", { body: { prices: [special, { ...special, sku: "nowhere" }] } });
const failures = set.data?.map(({ message }: Failure): string => message);
const read = await client.POST("/V1/products/special-price-information", { body: { skus: [sku] } });
const amounts = read.data?.map((row: SpecialPrice): number => row.price);

const tier: Definitions["catalog-data-tier-price-interface"] = { sku, website_id: 0, customer_group: "ALL GROUPS", quantity: 5, price: 6, price_type: "fixed" };
const tiers = await client.POST("/V1/products/tier-prices", { body: { prices: [tier] } });

const query = {
  "searchCriteria[filterGroups][0][filters][0][field]": "sku",
  "searchCriteria[filterGroups][0][filters][0][value]": sku,
};
const found = await client.GET("/V1/products", { params: { query } });
const page: Definitions["catalog-data-product-search-results-interface"] | undefined = found.data;
const names = page?.items.map(({ name }) => name);
const one = await client.GET("/V1/products/{sku}", { params: { path: { sku } } });
const change = (read: Product) => client.PUT("/V1/products/{sku}", { params: { path: { sku } }, body: { product: { ...read, price: 11 } } });
const changed: Product | undefined = one.data && (await change(one.data)).data;
const codes: string[] | undefined = one.data?.custom_attributes?.map(({ attribute_code }) => attribute_code);

const person: Definitions["customer-data-customer-interface"] = { email: sku + "@example.com", firstname: "Ada", lastname: "Byron" };
const customer = await client.POST("/V1/customers", { body: { customer: person, password: "Correct-horse-1" } });
const email: string | undefined = customer.data?.email;

// @ts-expect-error -- a row needs its price
const unpriced: Parameters<typeof client.POST<"/V1/products/special-price", never>>[1] = { body: { prices: [{ sku }] } };
// @ts-expect-error -- there is no such field
const misspelt = read.data?.[0]?.prize;

const described = codes?.includes("description");
console.log(JSON.stringify({ isSaved: (id ?? 0) > 0, failures, amounts, tiers: tiers.data, names, described, price: changed?.price, email, misspelt }));
void unpriced;
`;

describe("a program for Magento's Swagger 2.0 document", () => {
  const account = { username: "older", password: "Correct-horse-1" };
  const { app } = useApp();

  beforeAll(async () => {
    await createAdmin(app.db, { ...account, email: "older@example.com", firstname: "A", lastname: "B" });
  });

  it.each(Object.entries(descriptions))(
    "compiles with types generated from %s, and runs against the service",
    { timeout: 120_000 },
    async (name, describe) => {
      using project = new ClientProject({ "api.ts": await typesOf(describe()), "story.ts": story });
      expect(project.compile()).toEqual([]);
      const sku = `older-${name.replaceAll(/\W/g, "").toLowerCase()}`;
      expect(await project.run("story.js", app.url, account.username, account.password, sku)).toEqual({
        isSaved: true,
        failures: [expect.stringContaining("SKU = nowhere")],
        amounts: [7.5],
        tiers: [],
        names: ["Mug"],
        described: true,
        price: 11,
        email: `${sku}@example.com`,
      });
    },
  );

  it("compiles with any value of Magento's types in requests, except where an operation refuses it", async () => {
    const [theirs, ours] = [magentoDocument(), olderDocument()];
    const names = [...namesInRequests()].filter((name) => name in ours.definitions);
    const programs = names.map((name): [string, string] => [`${name}.ts`, sending(name)]);
    const types = { "theirs.ts": await typesOf(theirs), "ours.ts": await typesOf(ours) };
    using project = new ClientProject({ ...types, ...Object.fromEntries(programs) });
    const refused = project.compile().map((message) => /([\w-]+)\.ts: /.exec(message)?.[1]);
    expect(names.length).toBeGreaterThan(100);
    expect(refused.sort()).toEqual(Object.keys(refusedTypes));
  }, 120_000);
});

/** Definitions of requests with other types than Magento's, and why. */
const refusedTypes = {
  "catalog-data-category-product-link-interface": "an assignment needs its SKU",
  "inventory-api-data-source-interface": "a source needs a name, a country and a postcode",
  "inventory-api-data-stock-extension-interface": "has sales channels",
  "inventory-api-data-stock-interface": "a stock needs a name",
  "inventory-sales-api-data-sales-channel-interface": "a sales channel needs a type and a code",
};

/** Returns a program that passes a value of a type of Magento's for one of ours. */
const sending = (name: string): string => `
import type { components as theirs } from "./theirs.js";
import type { components as ours } from "./ours.js";

export const send = (value: theirs["schemas"]["${name}"]): ours["schemas"]["${name}"] => value;
`;

/** Returns the definitions that requests contain. */
function namesInRequests(): Set<string> {
  const found = new Set<string>();
  const add = (type: TypeName): void => {
    const item = itemOf(type);
    if (item !== undefined) return add(item);
    if (found.has(type) || facts.types[type] === undefined) return;
    found.add(type);
    for (const inner of Object.values(facts.types[type])) add(inner);
  };
  for (const { body } of Object.values(facts.routes)) if (body !== undefined) add(body);
  return new Set([...found].filter(isNamed));
}
