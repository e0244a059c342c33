import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "graphql-sse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordEvents } from "../../../src/commerce/events/published.recording.js";
import { startApp, type TestApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app, admin } = useApp({
  PORTICO_CONSUMER: "on",
  PORTICO_GRAPHQL_GUEST_INTROSPECTION: "off",
  PORTICO_GRAPHQL_BATCH: "2",
});

beforeAll(async () => {
  for (const sku of ["a", "b", "c"]) {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }
});

const json = { "Content-Type": "application/json" };
const send = (client: Client, body: object) =>
  client.request("/graphql", { method: "POST", headers: json, body: JSON.stringify(body) });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const persisted = (query: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(query) } });
const failed = (status: number, code: string) => ({ status, body: { errors: [{ extensions: { code } }] } });

describe("documents", () => {
  const query = "{ websites { id } }";

  it("can be sent by their hash once the service knows them, also over GET", async () => {
    const extensions = persisted(query);
    expect(await send(admin, { extensions })).toMatchObject(failed(200, "PERSISTED_QUERY_NOT_FOUND"));
    expect((await send(admin, { query, extensions })).body).toHaveProperty("data");
    expect((await send(admin, { extensions })).body).toHaveProperty("data");
    const path = `/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`;
    expect(await admin.request(path)).toMatchObject({
      status: 200,
      body: { data: { websites: [{ id: 0 }, { id: 1 }] } },
    });
    const wrong = { query: "{ storeViews { id } }", extensions };
    expect((await send(admin, wrong)).status).toBe(400);
  });

  it("have responses that must not be cached", async () => {
    const answers = [await send(admin, { query }), await send(admin, { query: "{" }), await send(admin, [])];
    expect(answers.map(({ headers }) => headers.get("Cache-Control"))).toEqual(answers.map(() => "no-store"));
  });

  it("get their cost in the response on request", async () => {
    const { body } = await send(admin, { query, extensions: { cost: true } });
    expect(body.extensions).toEqual({ cost: { cost: 6, cost_limit: 10_000, depth: 2, depth_limit: 15 } });
    expect((await send(admin, { query })).body).not.toHaveProperty("extensions");
  });

  it("are limited in number in a batch", async () => {
    expect((await send(admin, [{ query }, { query }])).body).toHaveLength(2);
    expect(await send(admin, [{ query }, { query }, { query }])).toMatchObject(failed(400, "BAD_REQUEST"));
  });

  it("cannot read the schema if a guest sends them and a setting forbids it", async () => {
    const guest = app.asGuest();
    const schema = "{ ...S } fragment S on Query { __schema { types { name } } }";
    expect(await send(guest, { query: schema })).toMatchObject(failed(400, "INTROSPECTION_DISABLED"));
    expect((await send(admin, { query: schema })).body).not.toHaveProperty("errors");
    expect((await send(guest, { query: "{ __typename }" })).body).toEqual({ data: { __typename: "Query" } });
  });
});

describe("a file of documents", () => {
  const listed = "query Websites { websites { id } }";
  const following = "subscription Events { events { id } }";
  let own: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "portico-documents-"));
    const file = join(folder, "documents.json");
    await writeFile(file, JSON.stringify({ first: listed, second: following }));
    own = await startApp({ PORTICO_GRAPHQL_DOCUMENTS: file, PORTICO_GRAPHQL_SUBSCRIPTIONS: "0" });
  });
  afterAll(async () => {
    await own[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it("allows only these documents, as text, by hash and by id", async () => {
    const client = await own.asAdmin();
    const isAnswered = { status: 200, body: { data: { websites: expect.any(Array) as unknown } } };
    expect(await send(client, { query: listed })).toMatchObject(isAnswered);
    expect(await send(client, { extensions: persisted(listed) })).toMatchObject(isAnswered);
    const byId = { persistedQuery: { version: 1, sha256Hash: "first" } };
    expect(await send(client, { extensions: byId })).toMatchObject(isAnswered);
    const other = "{ websites { id } }";
    const refused = failed(403, "DOCUMENT_NOT_ALLOWED");
    expect(await send(client, { query: other })).toMatchObject(refused);
    expect(await send(client, { query: other, extensions: persisted(other) })).toMatchObject(refused);
    expect(await send(client, [{ query: listed }, { query: other }])).toMatchObject(refused);
    expect(await send(client, { extensions: persisted(other) })).toMatchObject(
      failed(200, "PERSISTED_QUERY_NOT_FOUND"),
    );
  });

  it("applies to subscriptions too, whose number is limited", async () => {
    const client = await own.asAdmin();
    const stream = (query: string) => {
      const headers = { ...json, Accept: "text/event-stream" };
      return client.request("/graphql", { method: "POST", headers, body: JSON.stringify({ query }) });
    };
    expect(await stream("subscription { events { id } }")).toMatchObject(failed(403, "DOCUMENT_NOT_ALLOWED"));
    const full = await stream(following);
    expect(full).toMatchObject(failed(503, "SERVICE_UNAVAILABLE"));
    expect(full.headers.get("Retry-After")).toBe("10");
  });

  it("prevents the start if it cannot be read", async () => {
    await writeFile(join(folder, "wrong.json"), "[]");
    for (const name of ["wrong.json", "missing.json"]) {
      const start = startApp({ PORTICO_GRAPHQL_DOCUMENTS: join(folder, name) });
      await expect(start).rejects.toThrow("PORTICO_GRAPHQL_DOCUMENTS cannot be read");
    }
  });
});

describe("pages", () => {
  it("have a default and a maximum size, and are counted only on request", async () => {
    const { body } = await admin.graphql(
      "{ products { items { sku } page_info { current_page page_size total_pages has_next_page } total_count } }",
    );
    expect(body.data.products).toEqual({
      items: [{ sku: "a" }, { sku: "b" }, { sku: "c" }],
      page_info: { current_page: 1, page_size: 20, total_pages: 1, has_next_page: false },
      total_count: 3,
    });
    expect((await admin.graphql("{ products(searchCriteria: {pageSize: 301}) { items { sku } } }")).body).toMatchObject(
      {
        errors: [{ message: "Maximum SearchCriteria pageSize is 300", extensions: { code: "BAD_REQUEST" } }],
      },
    );
    const counts = (query: string) =>
      app.statementsOf(() => admin.graphql(query)).then((all) => all.filter((text) => /count\(/i.test(text)));
    expect(await counts("{ taxClasses(searchCriteria: {pageSize: 1}) { items { class_id } } }")).toEqual([]);
    expect(await counts("{ taxClasses(searchCriteria: {pageSize: 1}) { total_count } }")).toHaveLength(1);
  });

  it("are read with a cursor, which neither repeats nor skips a record", async () => {
    const query = `query ($after: String) { products(first: 2, after: $after) {
      edges { cursor node { sku } } page_info { has_next_page end_cursor } } }`;
    const first = (await admin.graphql(query)).body.data.products;
    expect(first.edges.map(({ node }: { node: { sku: string } }) => node.sku)).toEqual(["a", "b"]);
    expect(first.page_info).toEqual({ has_next_page: true, end_cursor: first.edges[1].cursor });
    const next = (await admin.graphql(query, { after: first.page_info.end_cursor })).body.data.products;
    expect(next).toMatchObject({ edges: [{ node: { sku: "c" } }], page_info: { has_next_page: false } });
    expect((await admin.graphql(query, { after: "nonsense" })).body).toMatchObject({
      errors: [{ extensions: { code: "BAD_REQUEST" } }],
    });
    const sorted = '{ products(first: 2, searchCriteria: {sortOrders: [{field: "sku"}]}) { items { sku } } }';
    expect((await admin.graphql(sorted)).body).toMatchObject({ errors: [{ extensions: { code: "BAD_REQUEST" } }] });
  });
});

describe("pages with a cursor", () => {
  const read = async (args: string, user: Client = admin) =>
    (await user.graphql(`{ products(${args}) {
      items { sku } edges { cursor node { sku } }
      page_info { has_next_page has_previous_page start_cursor end_cursor current_page total_pages }
    } }`)) as { body: { data: { products: Page } } };
  interface Page {
    readonly items: readonly { readonly sku: string }[];
    readonly page_info: Readonly<Record<string, unknown>>;
  }
  const skusOf = ({ items }: Page) => items.map(({ sku }) => sku);

  it("are read backwards from the end and from a cursor, in ascending order", async () => {
    const end = (await read("last: 2")).body.data.products;
    expect(skusOf(end)).toEqual(["b", "c"]);
    expect(end.page_info).toMatchObject({ has_next_page: false, has_previous_page: true, current_page: null });
    const before = String(end.page_info["start_cursor"]);
    const start = (await read(`last: 2, before: "${before}"`)).body.data.products;
    expect(skusOf(start)).toEqual(["a"]);
    expect(start.page_info).toMatchObject({ has_next_page: true, has_previous_page: false });
    const after = String(start.page_info["end_cursor"]);
    const again = (await read(`first: 2, after: "${after}"`)).body.data.products;
    expect(skusOf(again)).toEqual(["b", "c"]);
    expect(again.page_info).toMatchObject({ has_next_page: false, has_previous_page: true });
  });

  it.each(["categories", "customers", "orders"])("are read backwards for %s too", async (name) => {
    const { body } = await admin.graphql(`{ ${name}(last: 1) { page_info { has_previous_page } edges { cursor } } }`);
    expect(body.errors).toBeUndefined();
  });

  it("reject both directions together, a cursor of another type, and a size above the limit", async () => {
    for (const args of ["first: 1, last: 1", 'last: 1, before: "nonsense"', "last: 301", "last: -1"]) {
      expect((await read(args)).body).toMatchObject({
        data: { products: null },
        errors: [{ extensions: { code: "BAD_REQUEST" } }],
      });
    }
  });
});

describe("records by their node id", () => {
  const idOf = (text: string) => Buffer.from(text).toString("base64url");
  const read = (user: Client, id: string) =>
    user.graphql(
      `{ node(nodeId: "${id}") { __typename node_id ... on Product { sku name } ... on Order { increment_id } } }`,
    );

  it("are read by the id in `node_id`", async () => {
    const { body } = await admin.graphql('{ product(sku: "a") { node_id } categories { items { node_id } } }');
    const id = body.data.product.node_id as string;
    const found = (await read(admin, id)).body;
    expect(found).toEqual({
      data: { node: { __typename: "Product", node_id: id, sku: "a", name: expect.any(String) as string } },
    });
    const category = (await read(admin, body.data.categories.items[0].node_id as string)).body;
    expect(category).toMatchObject({ data: { node: { __typename: "Category" } } });
  });

  it("need the permission of their query, and answer 400 for text that is not an id", async () => {
    const customer = { email: "thief@example.com", firstname: "No", lastname: "Body" };
    const made = await app.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" });
    expect(made.status).toBe(200);
    const strangers = [
      app.asGuest(),
      await app.asCustomer("thief@example.com"),
      await app.asAdmin(["Magento_Tax::manage_tax"]),
    ];
    for (const type of [
      "Product:a",
      "Category:2",
      "Order:1",
      "Invoice:1",
      "Shipment:1",
      "Creditmemo:1",
      "CustomerGroup:1",
    ]) {
      for (const { body } of await Promise.all(strangers.map((user) => read(user, idOf(type))))) {
        expect(body).toMatchObject({ data: { node: null }, errors: [{ extensions: { code: "NOT_AUTHORIZED" } }] });
      }
    }
    for (const id of ["nonsense", idOf("Order:one"), idOf("Nothing:1"), idOf("Order:")]) {
      expect((await read(admin, id)).body).toMatchObject({ errors: [{ extensions: { code: "BAD_REQUEST" } }] });
    }
    expect((await read(admin, idOf("Product:nowhere"))).body).toMatchObject({
      errors: [{ extensions: { code: "NO_SUCH_ENTITY" } }],
    });
  });
});

describe("subscriptions", () => {
  const clientOf = ({ url, token }: Client) =>
    createClient({
      url: `${url}/graphql`,
      retryAttempts: 0,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
  /** Returns the items until one satisfies the condition, or the end. */
  async function followed(
    client: Client,
    query: string,
    isLast: (data: never) => boolean = () => false,
  ): Promise<unknown[]> {
    const items: unknown[] = [];
    for await (const { data, errors } of clientOf(client).iterate<never>({ query })) {
      items.push(errors ?? data);
      if (data && isLast(data)) break;
    }
    return items;
  }

  it("follow a bulk until it is finished, like graphql-sse", async () => {
    const accepted = await admin.post("/async/bulk/V1/products/base-prices", [
      { prices: [{ sku: "a", price: 11, store_id: 0 }] },
      { prices: [{ sku: "b", price: 12, store_id: 0 }] },
    ]);
    const uuid = String(accepted.body.bulk_uuid);
    const query = `subscription { bulkProgress(bulkUuid: "${uuid}") { bulk_uuid operation_count complete_count is_finished } }`;
    const items = await followed(admin, query);
    expect(items.at(-1)).toEqual({
      bulkProgress: { bulk_uuid: uuid, operation_count: 2, complete_count: 2, is_finished: true },
    });
    expect(await followed(app.asGuest(), query)).toMatchObject([[{ extensions: { code: "NOT_AUTHORIZED" } }]]);
    const stranger = await app.asAdmin(["Magento_Catalog::products"]);
    expect(await followed(stranger, query)).toMatchObject([[{ extensions: { code: "NOT_AUTHORIZED" } }]]);
    const unknown = query.replace(uuid, "00000000-0000-4000-8000-000000000000");
    expect(await followed(admin, unknown)).toMatchObject([[{ extensions: { code: "NO_SUCH_ENTITY" } }]]);
  });

  it("follow the feed of events from a cursor", async () => {
    const query = 'subscription { events(after: "0", types: "product.*") { id type } }';
    let seen = 0;
    const first = await followed(admin, query, () => (seen += 1) === 2);
    expect(first).toHaveLength(2);
    expect(await followed(app.asGuest(), query)).toMatchObject([[{ extensions: { code: "NOT_AUTHORIZED" } }]]);
  });

  it("leave out events of a type that the caller's role has lost meanwhile, and end without the types they name", async () => {
    const rights = ["Portico_Events::events", "Magento_Catalog::products", "Magento_Customer::customer"];
    const reader = await app.asAdmin(rights);
    const [role] = await app.db.query<{ role_id: number }>("select max(role_id) as role_id from admin_user");
    const lose = () =>
      app.db.execute(
        "update admin_role set resources = array_remove(resources, 'Magento_Catalog::products') where id = $1",
        [role?.role_id],
      );
    const follow = async (query: string) => {
      const items = clientOf(reader).iterate<{ events: { type: string } }>({ query });
      const next = async () => (await items.next()).value;
      for (let count = 0; count < 3; count += 1) {
        expect(await next()).toMatchObject({ data: { events: { type: "product.saved" } } });
      }
      return { next, end: () => items.return?.(undefined) };
    };
    const all = await follow('subscription { events(after: "0") { type } }');
    const named = await follow('subscription { events(after: "0", types: "product.*") { type } }');
    await lose();
    await recordEvents(app.db, [
      { type: "product.deleted", data: { id: 1, sku: "lost" } },
      { type: "customer.created", data: { id: 1 } },
    ]);
    expect(await all.next()).toEqual({ data: { events: { type: "customer.created" } } });
    expect(await named.next()).toMatchObject({ errors: [{ extensions: { code: "NOT_AUTHORIZED" } }] });
    await all.end();
  });

  it("are the only documents that a stream accepts, and are validated like others", async () => {
    const stream = (body: object) =>
      admin.request("/graphql", {
        method: "POST",
        headers: { ...json, Accept: "text/event-stream" },
        body: JSON.stringify(body),
      });
    expect(await stream({ query: "{ websites { id } }" })).toMatchObject(failed(400, "BAD_REQUEST"));
    expect(await stream({ query: "subscription { nothing }" })).toMatchObject(failed(400, "GRAPHQL_VALIDATION_FAILED"));
    expect(await stream({ query: "{" })).toMatchObject(failed(400, "GRAPHQL_PARSE_FAILED"));
    expect(await stream({})).toMatchObject(failed(400, "BAD_REQUEST"));
    expect(await send(admin, { query: "subscription { events { id } }" })).toMatchObject(failed(400, "BAD_REQUEST"));
  });
});
