import { readFileSync } from "node:fs";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { generatedDocument } from "./document.js";
import { ClientProject } from "./generated-clients.js";

type Json = Readonly<Record<string, unknown>>;

interface Parameter extends Json {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Json;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly schema?: Json }>>;
}

/** The parts of a description in Swagger 2.0 from which types are generated. */
interface Swagger2 {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly definitions: Json;
}

/** What the description of Magento 2.4.7 says: types of bodies and answers, and fields; an optional one ends in `?`. */
interface Facts {
  readonly routes: Readonly<
    Record<string, { readonly query?: readonly string[]; readonly body?: string; readonly answer?: string }>
  >;
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const facts = JSON.parse(readFileSync(new URL("contract-2.4.7.json", import.meta.url), "utf8")) as Facts;

/** Names of definitions cannot have the spaces and braces of a route. */
const nameOf = (type: string) => type.replaceAll(/[^\w-]+/g, "-");

function schemaOf(type: string): Json {
  const item = /^\[(.+)\]$/.exec(type)?.[1];
  if (item !== undefined) return { type: "array", items: schemaOf(item) };
  return facts.types[type] ? { $ref: `#/definitions/${nameOf(type)}` } : { type };
}

function definitionOf(fields: Readonly<Record<string, string>>): Json {
  const entries = Object.entries(fields);
  const required = entries.flatMap(([key]) => (key.endsWith("?") ? [] : [key]));
  const properties = Object.fromEntries(entries.map(([key, type]) => [key.replace(/\?$/, ""), schemaOf(type)]));
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

/** Returns the description of Magento 2.4.7, as far as types of clients depend on it. */
function magentoDocument(): Swagger2 {
  const paths: Record<string, Record<string, Operation>> = {};
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
  return { paths, definitions: Object.fromEntries(definitions) as Json };
}

/** Returns the same description in OpenAPI 3, because the generator reads no older one. Only what types depend on stays. */
function toOpenApi3({ paths, definitions }: Swagger2): OpenAPI3 {
  const contentOf = (schema: Json | undefined) => (schema ? { content: { "application/json": { schema } } } : {});
  const operationOf = ({ parameters = [], responses }: Operation) => {
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
  const document = { paths: Object.fromEntries(operations) as Json, components: { schemas: definitions } };
  const text = JSON.stringify(document).replaceAll("#/definitions/", "#/components/schemas/");
  return { openapi: "3.0.3", info: { title: "", version: "" }, ...(JSON.parse(text) as object) };
}

const typesOf = async (document: Swagger2) => astToString(await openapiTS(toOpenApi3(document)));

const descriptions = {
  "Magento's": magentoDocument,
  ours: () => generatedDocument("sync", "swagger2") as unknown as Swagger2,
};

const story = `
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const [url = "", username = "", password = "", sku = ""] = process.argv.slice(2);
const guest = createClient<paths>({ baseUrl: url + "/rest/default" });
const token: string | undefined = (await guest.POST("/V1/integration/admin/token", { body: { username, password } })).data;
const client = createClient<paths>({ baseUrl: url + "/rest/default", headers: { Authorization: "Bearer " + token } });

const product = { sku, name: "Mug", attribute_set_id: 4, type_id: "simple", price: 10, status: 1, visibility: 4, weight: 1 };
const custom_attributes = [{ attribute_code: "description", value: "Holds tea" }];
const saved = await client.POST("/V1/products", { body: { product: { ...product, custom_attributes } } });
const id: number | undefined = saved.data?.id;

const special = { sku, store_id: 0, price: 7.5, price_from: "2099-01-01 00:00:00", price_to: "2099-01-31 00:00:00" };
const set = await client.POST("/V1/products/special-price", { body: { prices: [special, { ...special, sku: "nowhere" }] } });
const failures: string[] | undefined = set.data?.map(({ message }) => message);
const read = await client.POST("/V1/products/special-price-information", { body: { skus: [sku] } });
const amounts: (number | undefined)[] | undefined = read.data?.map((row) => row.price);

const tier = { sku, website_id: 0, customer_group: "ALL GROUPS", quantity: 5, price: 6, price_type: "fixed" };
const tiers = await client.POST("/V1/products/tier-prices", { body: { prices: [tier] } });

const query = {
  "searchCriteria[filterGroups][0][filters][0][field]": "sku",
  "searchCriteria[filterGroups][0][filters][0][value]": sku,
};
const found = await client.GET("/V1/products", { params: { query } });
const names = found.data?.items.map(({ name }) => name);
const one = await client.GET("/V1/products/{sku}", { params: { path: { sku } } });
const codes: string[] | undefined = one.data?.custom_attributes?.map(({ attribute_code }) => attribute_code);

const person = { email: sku + "@example.com", firstname: "Ada", lastname: "Byron" };
const customer = await client.POST("/V1/customers", { body: { customer: person, password: "Correct-horse-1" } });
const email: string | undefined = customer.data?.email;

// @ts-expect-error -- a row needs its price
const unpriced: Parameters<typeof client.POST<"/V1/products/special-price", never>>[1] = { body: { prices: [{ sku }] } };
// @ts-expect-error -- there is no such field
const misspelt = read.data?.[0]?.prize;

const described = codes?.includes("description");
console.log(JSON.stringify({ isSaved: (id ?? 0) > 0, failures, amounts, tiers: tiers.data, names, described, email, misspelt }));
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
        email: `${sku}@example.com`,
      });
    },
  );
});
