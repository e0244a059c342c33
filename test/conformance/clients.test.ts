import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, describe, expect, it } from "vitest";
import { documentKinds } from "../../src/api/reference/openapi/openapi-paths.js";
import { schemaFormats } from "../../src/api/reference/schema-format.js";
import { useApp } from "../support/app.js";
import { generatedDocument, olderDocument } from "./document.js";
import { ClientProject, graphqlTypes, restTypes } from "./generated-clients.js";

const sku = "client-shirt";

const restClient = `
import createClient from "openapi-fetch";
import type { paths } from "./rest.js";

const [url = "", token = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url + "/rest/default", headers: { Authorization: "Bearer " + token } });
const price = { sku: "${sku}", store_id: 0, price: 12.5 };
const set = await client.POST("/V1/products/base-prices", { body: { prices: [price, { ...price, price: -1 }] } });
const failures: string[] | undefined = set.data?.map(({ message }) => message);
const read = await client.POST("/V1/products/base-prices-information", { body: { skus: ["${sku}"] } });
const amount: number | null | undefined = read.data?.[0]?.price;
const query = { "searchCriteria[pageSize]": 1, "searchCriteria[filterGroups][0][filters][0][field]": "sku" };
const found = await client.GET("/V1/products", {
  params: { query: { ...query, "searchCriteria[filterGroups][0][filters][0][value]": "${sku}" } },
});
const names: (string | null | undefined)[] | undefined = found.data?.items?.map(({ name }) => name);
const unknown = await client.GET("/V1/products/{sku}", { params: { path: { sku: "nowhere" } } });
const message: string | undefined = unknown.error?.message;
// @ts-expect-error -- the prices are required
const refused = await client.POST("/V1/products/base-prices", { body: {} });
// @ts-expect-error -- there is no such field
const misspelt = read.data?.[0]?.prize;
console.log(JSON.stringify({ failures, amount, names, message, refused: refused.response.status, misspelt: misspelt ?? null }));
`;

const graphqlDocument = `
mutation SetPrice($prices: [BasePriceInput!]!) {
  updateBasePrices(prices: $prices) { message row sku }
  user_errors { path code field row sku message }
}
query Product($sku: String!) { product(sku: $sku) { name price custom_attributes { attribute_code value } } }
query Page($first: Int!) {
  products(first: $first, searchCriteria: { filterGroups: [{ filters: [{ field: "sku", value: "${sku}", conditionType: EQ }] }] }) {
    edges { node { sku status created_at final_price categories { id name } } }
    page_info { has_next_page end_cursor }
  }
}
`;

const graphqlClient = `
import { print } from "graphql";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { PageDocument, ProductDocument, SetPriceDocument } from "./graphql.js";

const [url = "", token = ""] = process.argv.slice(2);

async function send<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> {
  const answer = await fetch(url + "/graphql", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer " + token },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const { updateBasePrices, user_errors: failures } = await send(SetPriceDocument, {
  prices: [{ sku: "${sku}", store_id: 0, price: 13.5 }, { sku: "nowhere", store_id: 0, price: 1 }],
});
const code: "UNKNOWN_SKU" | undefined = failures[0]?.code === "UNKNOWN_SKU" ? failures[0].code : undefined;
const { product } = await send(ProductDocument, { sku: "${sku}" });
const price: number | null | undefined = product?.price;
const { products } = await send(PageDocument, { first: 1 });
const [edge] = products?.edges ?? [];
const isEnabled = edge?.node.status === "ENABLED";
const categoryIds: number[] = edge?.node.categories?.map((category) => category.id) ?? [];
// @ts-expect-error -- the status is an enum, which has no such value
const isUnknown = edge?.node.status === "SOMETHING";
// @ts-expect-error -- a SKU is text
const wrong: Parameters<typeof send<unknown, { sku: string }>>[1] = { sku: 5 };
console.log(JSON.stringify({ failures: updateBasePrices?.length, code, name: product?.name, price, wrong: wrong.sku, isEnabled, isUnknown, categoryIds }));
`;

/**
 * Hooks of Apollo Client, called as in a React program. `any` would make the expected errors unused, which is an error.
 */
const hooks = `
import { useMutation, useQuery } from "@apollo/client";
import { PageDocument, SetPriceDocument } from "./graphql.js";

export function useProducts(first: number): readonly string[] {
  const { data, fetchMore } = useQuery(PageDocument, { variables: { first } });
  // @ts-expect-error -- the size of the page is a number
  useQuery(PageDocument, { variables: { first: "2" } });
  void fetchMore({ variables: { first: 10 } });
  // @ts-expect-error -- there is no such field
  const misspelt: unknown = data?.products?.edges[0]?.node.stock;
  void misspelt;
  return (data?.products?.edges ?? []).map(({ node }) => node.sku);
}

export function useSetPrice(): (sku: string, price: number) => Promise<string | undefined> {
  const [setPrices] = useMutation(SetPriceDocument);
  return async (sku, price) => {
    const { data } = await setPrices({ variables: { prices: [{ sku, price, store_id: 0 }] } });
    // @ts-expect-error -- no failure has this code
    if (data?.user_errors[0]?.code === "SOMETHING") return undefined;
    return data?.user_errors[0]?.message;
  };
}
`;

describe("a generated client", () => {
  const { app } = useApp();
  let token: string;

  beforeAll(async () => {
    const admin = await app.asAdmin();
    token = admin.token ?? "";
    const product = { sku, name: "Shirt", attribute_set_id: 4, type_id: "simple", price: 10 };
    expect((await admin.post("/V1/products", { product })).status).toBe(200);
  });

  it("type-checks and works if it is generated from the OpenAPI document", { timeout: 120_000 }, async () => {
    using project = new ClientProject({ "rest.ts": restTypes(), "client.ts": restClient });
    expect(project.compile()).toEqual([]);
    expect(await project.run("client.js", app.url, token)).toEqual({
      failures: ["Invalid attribute %fieldName = %fieldValue."],
      amount: 12.5,
      names: ["Shirt"],
      message: "The product that was requested doesn't exist. Verify the product and try again.",
      refused: 400,
      misspelt: null,
    });
  });

  it(
    "has typed hooks, which compile strictly and without any, if it is generated from the GraphQL schema",
    { timeout: 120_000 },
    async () => {
      const types = await graphqlTypes(graphqlDocument);
      expect(types).toContain("PageQueryVariables");
      expect(types).not.toMatch(/\bany\b/);
      using project = new ClientProject({ "graphql.ts": types, "hooks.ts": hooks });
      expect(project.compile()).toEqual([]);
    },
  );

  it("type-checks and works if it is generated from the GraphQL schema", { timeout: 120_000 }, async () => {
    const types = await graphqlTypes(graphqlDocument);
    using project = new ClientProject({ "graphql.ts": types, "client.ts": graphqlClient });
    expect(project.compile()).toEqual([]);
    expect(await project.run("client.js", app.url, token)).toEqual({
      failures: 1,
      code: "UNKNOWN_SKU",
      name: "Shirt",
      price: 13.5,
      wrong: 5,
      isEnabled: true,
      isUnknown: false,
      categoryIds: [],
    });
  });
});

describe("the generated document", () => {
  const documents = documentKinds.flatMap((kind) => schemaFormats.map((format) => ({ kind, format })));

  const problemsIn = async (document: object) => {
    // Magento has paths such as `/V1/orders/{id}/cancel` and `/V1/orders/items/{id}`, which both match one address.
    const config = await createConfig({ extends: ["recommended"], rules: { "no-ambiguous-paths": "off" } });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "document.json", config });
    return problems.map(({ ruleId, message, location: [first] }) => [ruleId, message, first?.pointer]);
  };

  it.each(documents)("has no errors and no warnings by Redocly's rules ($kind, $format)", async ({ kind, format }) => {
    const documentOf = { openapi3: generatedDocument, swagger2: olderDocument }[format];
    expect(await problemsIn(documentOf(kind))).toEqual([]);
  });

  it.each([
    { openapi: "3.1.0", paths: {} },
    { swagger: "2.0", paths: {} },
  ])("has an error if the title is missing (%j)", async (format) => {
    const missing = ["struct", "The field `title` must be present on this level.", "#/info"];
    expect(await problemsIn({ ...format, info: { version: "1" } })).toContainEqual(missing);
  });

  it("gives every operation a unique id, derived from its route", () => {
    const ids = documentKinds.flatMap((kind) =>
      Object.values(generatedDocument(kind).paths).flatMap((item) =>
        Object.values(item).map(({ operationId }) => operationId),
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([
        "PostV1ProductsSpecialprice",
        "GetV1CustomersCustomerId",
        "PutV1OrdersParent_id",
        "DeleteAsyncBulkV1CustomersCustomerId",
      ]),
    );
  });
});
