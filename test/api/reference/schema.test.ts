import { describe, expect, it } from "vitest";
import { everything, guest, UserType } from "../../../src/api/auth/actor.js";
import { installedRoutes } from "../../../src/api/call/invoke.js";
import { SchemaDocuments } from "../../../src/api/reference/schema-documents.js";
import { buildSurface } from "../../../src/schema.js";
import { startApp, useApp } from "../../support/app.js";

const { app, admin } = useApp();

const routes = buildSurface("open-source").operations.flatMap((operation) => operation.routes);

/** Returns the documented operations as `VERB /path`. */
const operationsIn = (document: { readonly paths: Readonly<Record<string, object>> }) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );

describe("GET /rest/<store>/schema", () => {
  it("shows an administrator with all rights every route of the edition, those of customers too", async () => {
    const { status, body, headers } = await admin.get("/schema", { store: "default" });
    const expected = routes.filter(({ edition }) => edition === "open-source");
    expect(status).toBe(200);
    expect(headers.get("x-caller")).toBe("administrator");
    const events = expected.filter((route) => route.events !== undefined);
    expect(operationsIn(body)).toHaveLength(expected.length + events.length);
    expect(operationsIn(body)).toContain("GET /V1/bulk/{bulkUuid}/events");
    expect(operationsIn(body)).toEqual(
      expect.arrayContaining(["GET /V1/customers/me", "GET /V1/guest-carts/{cartId}"]),
    );
    expect(body.paths["/V1/products/special-price"].post.operationId).toBe("PostV1ProductsSpecialprice");
  });

  it("shows a guest only the anonymous routes", async () => {
    const { body, headers } = await app.asGuest().get("/schema");
    const anonymous = routes.filter(({ permission }) => permission[0] === "anonymous");
    expect(headers.get("x-caller")).toBe("guest");
    expect(operationsIn(body)).toHaveLength(anonymous.length);
    expect(operationsIn(body)).toContain("POST /V1/integration/admin/token");
  });

  it("shows an administrator with one resource only the routes of that resource", async () => {
    const clerk = await app.asAdmin(["Magento_Customer::customer"]);
    const found = operationsIn((await clerk.get("/schema")).body);
    expect(found).toContain("GET /V1/customers/{customerId}");
    expect(found).not.toContain("POST /V1/products/special-price");
  });

  it("uses the named store in the paths, or all stores by default", async () => {
    expect((await admin.get("/schema", { store: "default" })).body.servers).toEqual([{ url: "/rest/default" }]);
    expect((await admin.get("/schema")).body.servers).toEqual([{ url: "/rest/all" }]);
  });

  it("uses the configured public address", async () => {
    await using behindProxy = await startApp({ PORTICO_BASE_URL: "https://shop.example/api/" });
    const { body } = await behindProxy.asGuest().get("/schema", { store: "default" });
    expect(body.servers).toEqual([{ url: "https://shop.example/api/rest/default" }]);
    expect(body.info.contact.url).toBe("https://shop.example/api/");
    const old = await behindProxy.asGuest().get("/schema?format=swagger2", { store: "default" });
    const address = { host: "shop.example", basePath: "/api/rest/default", schemes: ["https"] };
    expect(old.body).toMatchObject(address);
  });

  it("includes only the named services", async () => {
    const { body } = await admin.get("/schema?services=catalogSpecialPriceStorageV1,catalogCostStorageV1");
    expect(operationsIn(body).sort()).toEqual([
      "POST /V1/products/cost",
      "POST /V1/products/cost-delete",
      "POST /V1/products/cost-information",
      "POST /V1/products/special-price",
      "POST /V1/products/special-price-delete",
      "POST /V1/products/special-price-information",
    ]);
    expect(body.components.schemas).not.toHaveProperty("TierPrice");
    const all = await admin.get("/schema?services=all");
    expect(all.text).toBe((await admin.get("/schema")).text);
  });

  it("names what a file can be sent with, besides the file", async () => {
    const { parameters } = (await admin.get("/schema")).body.paths["/V1/price-imports"].post;
    const named = (place: string) =>
      (parameters as { in: string; name: string }[]).filter((given) => given.in === place).map(({ name }) => name);
    expect(named("query")).toEqual(
      expect.arrayContaining([
        "format",
        "policy",
        "kind",
        "decimal",
        "empty",
        "charset",
        "sheet",
        "headerLine",
        "mapping",
      ]),
    );
    expect(named("query")).not.toContain("file");
    expect(named("header")).toEqual(["Idempotency-Key", "Callback-Url", "Prefer"]);
  });

  it("has no paths if the caller may use none of the services", async () => {
    const { status, body } = await app.asGuest().get("/schema?services=catalogSpecialPriceStorageV1");
    expect(status).toBe(200);
    expect(body.paths).toEqual({});
  });

  it.each(["", "catalogSpecialPriceStorage", "a-bV1", "catalogSpecialPriceStorageV1,", ",x"])(
    "rejects the malformed services %j",
    async (services) => {
      const { status, body } = await admin.get(`/schema?services=${services}`);
      expect(status).toBe(400);
      expect(body).toEqual({ message: "Incorrect format of request URI or Requested services are missing." });
    },
  );

  it("rejects an unknown service by its name", async () => {
    const { status, body } = await admin.get("/schema?services=catalogSpecialPriceStorageV1,catalogUnknownV1");
    expect(status).toBe(400);
    expect(body).toEqual({
      message: 'Requested service is not available: "%1"',
      parameters: ["catalogUnknownV1"],
    });
  });

  it("answers 400 for an unknown store and for other verbs", async () => {
    const unknown = await admin.get("/schema", { store: "nowhere" });
    expect([unknown.status, unknown.body.message]).toEqual([400, "Specified request cannot be processed."]);
    expect((await admin.post("/schema", {}, { store: "default" })).status).toBe(400);
  });

  it("is JSON whatever the client accepts, and supports only GET and HEAD", async () => {
    const { status, headers } = await admin.get("/schema", { headers: { Accept: "application/xml" } });
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
    const head = await admin.request("/rest/async/schema", { method: "HEAD" });
    expect([head.status, head.text, head.headers.get("ETag")]).toEqual([200, "", expect.any(String)]);
    expect((await admin.post("/schema", {})).status).toBe(400);
    expect((await admin.get("/schema", { store: "no-such-store" })).status).toBe(400);
  });

  it("answers 304 to a client with the current document, separately for different permissions", async () => {
    const first = await admin.get("/schema");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("vary")).toBe("Authorization, Accept");
    const again = await admin.get("/schema", { headers: { "If-None-Match": `W/"other", ${etag}` } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const guest = await app.asGuest().get("/schema", { headers: { "If-None-Match": etag } });
    expect(guest.status).toBe(200);
  });

  it("is Swagger 2.0 on request, by the query or by a media type", async () => {
    const { status, body, headers } = await admin.get("/schema?format=swagger2", { store: "default" });
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect([body.swagger, body.basePath, body.info.version]).toEqual(["2.0", "/rest/default", "2.4"]);
    expect(body.info.contact).toEqual({ name: "Operators of this shop" });
    expect(body.securityDefinitions.bearer).toMatchObject({ type: "apiKey", name: "Authorization", in: "header" });
    const { parameters, responses, operationId } = body.paths["/V1/products/{sku}"].put;
    expect([operationId, parameters[0]]).toMatchObject([
      "PutV1ProductsSku",
      { name: "sku", in: "path", type: "string" },
    ]);
    // Methods of generated clients have Magento's parameters first. The title names the class of the body.
    expect(parameters.map((each: { in: string }) => each.in)).toEqual(["path", "body", "header"]);
    expect(parameters[1]).toMatchObject({
      ...{ name: "PutV1ProductsSkuBody", in: "body", required: true },
      schema: {
        title: "PutV1ProductsSkuBody",
        properties: { product: { $ref: "#/definitions/catalog-data-product-interface" } },
      },
    });
    expect(responses).toMatchObject({
      "200": { schema: { $ref: "#/definitions/catalog-data-product-interface" } },
      "404": { $ref: "#/responses/error-404" },
    });
    const { properties } = body.definitions["catalog-data-product-interface"];
    expect(properties.price).toMatchObject({ type: "number", "x-nullable": true });
    expect(properties.status).not.toHaveProperty("enum");
    const openApi = await admin.get("/schema", { store: "default" });
    expect(operationsIn(body).sort()).toEqual(operationsIn(openApi.body).sort());
    expect(body.host).toBeUndefined();

    const accepting = (Accept: string) => admin.get("/async/schema", { store: "default", headers: { Accept } });
    const old = await accepting("application/vnd.oai.openapi+json;version=2.0, application/json;q=0.5");
    expect([old.body.swagger, old.headers.get("content-type")]).toEqual([
      "2.0",
      "application/vnd.oai.openapi+json;version=2.0; charset=utf-8",
    ]);
    expect(old.headers.get("etag")).not.toBe((await accepting("application/json")).headers.get("etag"));
    expect((await accepting("application/vnd.oai.openapi+json;version=3.1")).body.openapi).toBe("3.1.0");
    expect((await accepting("text/html, */*")).body.openapi).toBe("3.1.0");
    expect((await admin.get("/schema?format=openapi3")).body.openapi).toBe("3.1.0");
    const wrong = await admin.get("/schema?format=xml");
    expect(wrong).toMatchObject({ status: 400, body: { parameters: { fieldName: "format", value: "xml" } } });
  });

  it("is cached for all callers with the same permissions", () => {
    const { schema, operations } = buildSurface("open-source");
    const documents = new SchemaDocuments(installedRoutes(operations, app.config), { schema, config: app.config });
    const actor = { type: UserType.administrator, id: 1, resources: new Set([everything]) };
    const scope = { kind: "sync", store: "all", services: "all" } as const;
    const written = documents.find({ ...scope, actor });
    expect(documents.find({ ...scope, actor: { ...actor, id: 2 } })).toBe(written);
    expect(documents.find({ ...scope, actor: guest })).not.toBe(written);
    expect(documents.find({ ...scope, actor, store: "default" })).not.toBe(written);
  });
});

describe("GET /rest/<store>/async/schema", () => {
  it("shows the writes, which answer 202 with the UUID of their bulk", async () => {
    const { body } = await admin.get("/async/schema", { store: "all" });
    const found = operationsIn(body);
    expect(found.filter((line) => line.startsWith("GET "))).toEqual([]);
    expect(found.every((line) => line.includes(" /async/V1/"))).toBe(true);
    const { responses, requestBody } = body.paths["/async/V1/products/special-price"].post;
    expect(responses["202"].content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/async-response",
    });
    expect(responses).not.toHaveProperty("200");
    expect(requestBody.content["application/json"].schema.required).toEqual(["prices"]);
  });

  it("does not treat `async` as a store code", async () => {
    expect((await admin.get("/async/schema")).body.servers).toEqual([{ url: "/rest/all" }]);
  });
});

describe("GET /rest/<store>/async/bulk/schema", () => {
  it("shows lists of requests, with the path parameters in each element", async () => {
    const { body } = await admin.get("/async/bulk/schema", { store: "default" });
    const { parameters, requestBody } = body.paths["/async/bulk/V1/customers/byCustomerId"].delete;
    expect(parameters).toMatchObject([
      { name: "Idempotency-Key", in: "header" },
      { name: "Callback-Url", in: "header" },
    ]);
    const { type, items } = requestBody.content["application/json"].schema;
    expect(type).toBe("array");
    expect(items.required).toEqual(["customerId"]);
    expect(items.properties.customerId.type).toBe("integer");
  });
});
