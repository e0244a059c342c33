import { createHash } from "node:crypto";
import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client/core/index.js";
import { createPersistedQueryLink } from "@apollo/client/link/persisted-queries/index.js";
import { relayStylePagination } from "@apollo/client/utilities/policies/pagination.js";
import { Client as Urql, fetchExchange, subscriptionExchange } from "@urql/core";
import { createClient } from "graphql-sse";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

let headers: { readonly Authorization: string };
beforeAll(async () => {
  headers = { Authorization: `Bearer ${admin.token ?? ""}` };
  for (const sku of ["a", "b", "c"]) {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }
});

describe("Apollo Client", () => {
  it("reads pages with a cursor into its cache, with persisted queries over GET", async () => {
    const requests: string[] = [];
    const http = new HttpLink({
      uri: `${app.url}/graphql`,
      headers,
      fetch: (input, init) => {
        requests.push(init?.method ?? "GET");
        return fetch(input, init);
      },
    });
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const client = new ApolloClient({
      link: createPersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(http),
      cache: new InMemoryCache({
        typePolicies: { Product: { keyFields: ["sku"] }, Query: { fields: { products: relayStylePagination() } } },
      }),
    });
    const query = gql`
      query Products($after: String) {
        products(first: 2, after: $after) {
          edges {
            cursor
            node {
              sku
              status
              created_at
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    `;
    const first = await client.query<Products>({ query });
    const after = first.data.products.pageInfo.endCursor;
    await client.query<Products>({ query, variables: { after }, fetchPolicy: "network-only" });
    const cached = await client.query<Products>({ query, fetchPolicy: "cache-only" });
    expect(cached.data.products.edges.map(({ node }) => node.sku)).toEqual(["a", "b", "c"]);
    expect(cached.data.products.edges[0]?.node).toMatchObject({
      status: "ENABLED",
      created_at: expect.stringMatching(/Z$/) as string,
    });
    expect(requests).toEqual(["GET", "POST", "GET"]);
  });

  interface Products {
    readonly products: {
      readonly edges: readonly { readonly node: { readonly sku: string } }[];
      readonly pageInfo: { readonly endCursor: string };
    };
  }
});

describe("urql", () => {
  it("runs queries, and follows a bulk with graphql-sse", async () => {
    const url = `${app.url}/graphql`;
    const sse = createClient({ url, headers, retryAttempts: 0 });
    const urql = new Urql({
      url,
      fetchOptions: { headers },
      preferGetMethod: false,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: ({ query, variables }) => ({
            subscribe: (sink) => ({
              unsubscribe: sse.subscribe(
                { query: query ?? "", variables: variables as Record<string, unknown> },
                sink as never,
              ),
            }),
          }),
          isSubscriptionOperation: ({ kind }) => kind === "subscription",
        }),
        fetchExchange,
      ],
    });
    const found = await urql
      .query("query ($sku: String!) { product(sku: $sku) { sku final_price } }", { sku: "a" })
      .toPromise();
    expect(found.data).toMatchObject({ product: { sku: "a", final_price: 10 } });
    const accepted = await admin.post("/async/V1/products/base-prices", {
      prices: [{ sku: "a", price: 11, store_id: 0 }],
    });
    const document = "subscription ($id: String!) { bulkProgress(bulkUuid: $id) { is_finished complete_count } }";
    const last = await new Promise((resolve) => {
      const subscription = urql
        .subscription<{ bulkProgress: { is_finished: boolean } }>(document, { id: accepted.body.bulk_uuid as string })
        .subscribe(({ data, error }) => {
          if (error || data?.bulkProgress.is_finished) {
            setImmediate(() => subscription.unsubscribe());
            resolve(error ?? data);
          }
        });
    });
    expect(last).toMatchObject({ bulkProgress: { is_finished: true, complete_count: 1 } });
  });
});
