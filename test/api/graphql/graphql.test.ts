import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp({
  PORTICO_GRAPHQL_DEPTH: "5",
  PORTICO_GRAPHQL_COST: "50",
  PORTICO_GRAPHQL_TOKENS: "1000",
  PORTICO_GRAPHQL_TEXT_LIMIT: "4096",
  PORTICO_GRAPHQL_GUEST_TEXT_LIMIT: "2048",
  PORTICO_BODY_LIMIT: "16384",
});

const setSpecialPrices =
  "mutation ($prices: [SpecialPriceInput!]!) { updateSpecialPrices(prices: $prices) { message parameters } }";

describe("GraphQL", () => {
  it("runs the same operation as REST", async () => {
    const { body } = await admin.graphql("{ websites { id code } }");
    const rest = await admin.get("/V1/store/websites?fields=id,code");
    expect(body).toEqual({ data: { websites: rest.body as unknown } });
  });

  it.each([
    ["first", "Int", "query ($first: Int) { category(categoryId: 2) { products(first: $first) { sku } } }"],
    [
      "includeFailed",
      "Boolean",
      `mutation ($includeFailed: Boolean) { retryBulk(bulkUuid: "none", includeFailed: $includeFailed) }`,
    ],
  ])("rejects null in a variable for the argument %s", async (name, type, document) => {
    const { body } = await admin.graphql(document, { [name]: null });
    const message = `Argument "${name}" of non-null type "${type}!" must not be null.`;
    expect(body).toMatchObject({ errors: [{ message, extensions: { code: "BAD_USER_INPUT" } }] });
  });

  it("checks the same permission, for aliases and nested fields", async () => {
    const guest = app.asGuest();
    for (const query of [
      "{ websites { id } }",
      "{ a: websites { id } b: websites { id } }",
      "{ ... { websites { id } } }",
    ]) {
      const { body } = await guest.graphql(query);
      expect(Object.values(body.data as Record<string, unknown>).every((value) => value === null)).toBe(true);
      expect((body.errors as unknown[]).length).toBe(Object.keys(body.data as object).length);
      expect(body).toMatchObject({
        errors: (body.errors as unknown[]).map(() => ({
          message:
            "The consumer isn't authorized to access Magento_Backend::store. The setting PORTICO_ANONYMOUS_CATALOG admits every caller.",
          extensions: { code: "NOT_AUTHORIZED", parameters: { resources: "Magento_Backend::store" } },
        })),
      });
    }
    const { body } = await guest.graphql(setSpecialPrices, { prices: [] });
    expect(body).toMatchObject({ errors: [{ extensions: { code: "NOT_AUTHORIZED" } }] });
  });

  it("returns failed rows as data, like REST", async () => {
    const prices = [{ sku: "no-such", price: 1, store_id: 0 }];
    expect((await admin.graphql(setSpecialPrices, { prices })).body).toMatchObject({
      data: { updateSpecialPrices: [{ parameters: ["no-such", "0", null, null] }] },
    });
  });

  it("uses the store view of the Store header and rejects an unknown one", async () => {
    expect((await admin.graphql("{ websites { id } }", {}, { Store: "default" })).status).toBe(200);
    expect(await admin.graphql("{ websites { id } }", {}, { Store: "nowhere" })).toMatchObject({
      status: 400,
      body: { errors: [{ message: "Requested store is not found", extensions: { code: "BAD_REQUEST" } }] },
    });
  });

  it("rejects a query that is too deep, including its fragments", async () => {
    const query =
      "{ products(searchCriteria: {page_size: 1}) { items { ...A } } } fragment A on Product { extension_attributes { bundle_product_options { product_links { sku } } } }";
    expect((await admin.graphql(query)).body).toMatchObject({ errors: [{ extensions: { code: "QUERY_TOO_DEEP" } }] });
  });

  it("rejects a query that costs too much, by page size and by number of aliases", async () => {
    const page = "query ($size: Int) { products(searchCriteria: {page_size: $size}) { items { sku } } }";
    expect((await admin.graphql(page, { size: 100 })).body).toMatchObject({
      errors: [{ extensions: { code: "QUERY_TOO_COSTLY" } }],
    });
    expect((await admin.graphql(page, { size: 5 })).body).not.toHaveProperty("errors");
    const many = Array.from({ length: 30 }, (_, at) => `a${at}: websites { id }`).join(" ");
    expect((await admin.graphql(`{ ${many} }`)).body).toMatchObject({
      errors: [{ extensions: { code: "QUERY_TOO_COSTLY" } }],
    });
  });

  it("counts the cost of each fragment once, however often it is spread", async () => {
    const levels = 60;
    const chain = Array.from({ length: levels }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`);
    const query = `{ ...F0 } ${chain.join(" ")} fragment F${levels} on Query { websites { id } }`;
    expect(await admin.graphql(query)).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: "QUERY_TOO_COSTLY" } }] },
    });
  });

  it("counts the cost of fragments whose fields are all skipped", async () => {
    const levels = 30;
    const spread = (at: number) => `...F${at} @skip(if: true) ...F${at} @skip(if: true)`;
    const chain = Array.from({ length: levels }, (_, at) => `fragment F${at} on Website { ${spread(at + 1)} }`);
    const leaf = `fragment F${levels} on Website { id @skip(if: true) }`;
    expect(await admin.graphql(`{ websites { id ${spread(0)} } } ${chain.join(" ")} ${leaf}`)).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: "QUERY_TOO_COSTLY" } }] },
    });
  });

  it("ignores operations that do not run", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `a${at}: websites { id }`).join(" ");
    const query = `query A { websites { id } } query B { ${many} }`;
    const send = (operationName: string) =>
      admin.request("/graphql", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ query, operationName }),
      });
    expect((await send("A")).body).not.toHaveProperty("errors");
    expect(await send("B")).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: "QUERY_TOO_COSTLY" } }] },
    });
    expect((await send("C")).status).toBe(400);
  });

  it("rejects a document with too many tokens before it is parsed, for GET and POST", async () => {
    const query = `{ ${"x ".repeat(1000)} }`;
    const refused = { status: 400, body: { errors: [{ extensions: { code: "QUERY_TOO_LARGE" } }] } };
    expect(await admin.graphql(query)).toMatchObject(refused);
    const headers = { "Apollo-Require-Preflight": "true" };
    expect(await admin.request(`/graphql?query=${encodeURIComponent(query)}`, { headers })).toMatchObject(refused);
  });

  it.each([
    ["selections", `${"{ a".repeat(300)}${"}".repeat(300)}`],
    ["lists", `{ a(b: ${"[".repeat(300)}${"]".repeat(300)}) }`],
    ["inline fragments", `{ ${"... {".repeat(300)} a ${"}".repeat(301)}`],
  ])("rejects deep %s", async (_, query) => {
    expect(await app.asGuest().graphql(query)).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: "QUERY_TOO_DEEP" } }] },
    });
  });

  it("rejects long documents, with a lower limit for guests", async () => {
    const refused = { status: 413, body: { errors: [{ extensions: { code: "QUERY_TOO_LARGE" } }] } };
    const query = (length: number) => `{ websites { id } } # ${"x".repeat(length)}`;
    expect(await app.asGuest().graphql(query(3000))).toMatchObject(refused);
    expect(await admin.graphql(query(3000))).toMatchObject({ status: 200 });
    expect(await admin.graphql(query(5000))).toMatchObject(refused);
  });

  it("checks the caller's permissions before it reads the body", async () => {
    const init = { method: "POST", headers: { "Content-Type": "application/json", Store: "nowhere" }, body: "{" };
    expect(await admin.request("/graphql", init)).toMatchObject({
      status: 400,
      body: { errors: [{ message: "Requested store is not found", extensions: { code: "BAD_REQUEST" } }] },
    });
  });

  it("rejects unreadable bodies in the format of GraphQL errors", async () => {
    const post = (body: string, type = "application/json") =>
      admin.request("/graphql", { method: "POST", headers: { "Content-Type": type }, body });
    const refused = (status: number, code: string) => ({ status, body: { errors: [{ extensions: { code } }] } });
    expect(await post("{")).toMatchObject(refused(400, "BAD_REQUEST"));
    expect(await post("<a/>", "application/xml")).toMatchObject(refused(400, "BAD_REQUEST"));
    expect(await post(`{"query":"{ websites { id } }","variables":{"a":"${"x".repeat(20_000)}"}}`)).toMatchObject(
      refused(413, "PAYLOAD_TOO_LARGE"),
    );
    expect(await post("[]")).toMatchObject({ status: 400 });
    const batch = Array.from({ length: 11 }, () => ({ query: "{ websites { id } }" }));
    expect(await post(JSON.stringify(batch))).toMatchObject(refused(400, "BAD_REQUEST"));
  });

  it("answers the documents of a batch independently and in order", async () => {
    const batch = [{ query: "{ websites { id } }" }, { query: "{ nothing }" }, { query: "{ storeViews { code } }" }];
    const headers = { "Content-Type": "application/json" };
    const { body } = await admin.request("/graphql", { method: "POST", headers, body: JSON.stringify(batch) });
    expect(body).toMatchObject([
      { data: { websites: expect.any(Array) as unknown } },
      { errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] },
      { data: { storeViews: expect.any(Array) as unknown } },
    ]);
  });

  it("answers queries over GET only with a token, which no page of another origin can send", async () => {
    const path = `/graphql?query=${encodeURIComponent("{ websites { id } }")}`;
    expect(await admin.request(path)).toMatchObject({
      status: 200,
      body: { data: { websites: expect.any(Array) as unknown } },
    });
    expect(await app.asGuest().request(path)).toMatchObject({ status: 400 });
    const change = encodeURIComponent('mutation { saveCustomerGroup(group: { code: "By GET" }) { id } }');
    expect((await admin.request(`/graphql?query=${change}`)).status).toBe(405);
  });

  it("answers introspection within its limits", async () => {
    const query = "{ __schema { types { name fields { name type { name ofType { name ofType { name } } } } } } }";
    const { body } = await app.asGuest().graphql(query);
    expect(body).not.toHaveProperty("errors");
  });

  it.each([["{"], ["{ nothing }"], ["{ websites }"]])("reports the invalid document %s", async (query) => {
    const { status, body } = await admin.graphql(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ extensions: { code: expect.stringMatching(/^GRAPHQL_/) as string } }] });
  });

  it("shows a report id instead of an unexpected error", async () => {
    await app.db.execute("alter table website rename to website_hidden");
    const { body, text } = await admin.graphql("{ websites { id } }");
    await app.db.execute("alter table website_hidden rename to website");
    expect(body).toMatchObject({ errors: [{ extensions: { code: "INTERNAL_ERROR" } }] });
    expect(text).not.toContain("relation");
  });

  it("rolls back a mutation that fails", async () => {
    const { body } = await admin.graphql("mutation { updateSpecialPrices(prices: [{ sku: 5 }]) { message } }");
    expect(body).toMatchObject({ errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] });
  });
});
