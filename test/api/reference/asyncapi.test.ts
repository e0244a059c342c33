import { Ajv } from "ajv";
import specifications from "@asyncapi/specs";
import { describe, expect, it } from "vitest";
import { matchingTypes } from "../../../src/commerce/events/published.js";
import { useApp } from "../../support/app.js";

const specification: object = specifications.schemasWithoutId["3.0.0"];

const { app } = useApp();

interface Document {
  readonly channels: { readonly webhook: { readonly messages: Readonly<Record<string, object>> } };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
}

/** Returns every `$ref` in a document. */
function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : references(inner),
  );
}

const at = (document: object, reference: string) =>
  reference
    .slice(2)
    .split("/")
    .reduce<unknown>((found, key) => (found as Readonly<Record<string, unknown>> | undefined)?.[key], document);

describe("GET /rest/<store>/events-schema", () => {
  it("is a valid AsyncAPI 3 document with every type and without broken references", async () => {
    const admin = await app.asAdmin();
    const { status, body, headers } = await admin.get("/events-schema", { store: "default" });
    expect(status).toBe(200);
    const document = body as Document;
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(specification);
    expect([validate(document), validate.errors]).toEqual([true, null]);
    expect(validate({ ...document, channels: { webhook: { messages: [] } } })).toBe(false);
    expect(Object.keys(document.channels.webhook.messages)).toEqual([...matchingTypes(["*"]), "webhook.ping"]);
    const broken = [...new Set(references(document))].filter((reference) => at(document, reference) === undefined);
    expect(broken).toEqual([]);
    const etag = headers.get("etag") ?? "";
    expect((await admin.get("/events-schema", { headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  it("has the shapes of the REST API", async () => {
    const admin = await app.asAdmin();
    const events = (await admin.get("/events-schema")).body as Document;
    const rest = (await admin.get("/schema")).body as Document;
    expect(events.components.schemas["Order"]).toEqual(rest.components.schemas["Order"]);
    expect(events.components.schemas["OrderPlacedEvent"]?.properties?.["object"]).toMatchObject({
      anyOf: [{ $ref: "#/components/schemas/Order" }, { type: "null" }],
    });
  });

  it("shows callers only the event types they can read in the feed", async () => {
    const clerk = await app.asAdmin(["Magento_Catalog::products"]);
    const typesOf = async (client: typeof clerk) =>
      Object.keys(((await client.get("/events-schema")).body as Document).channels.webhook.messages);
    expect(await typesOf(clerk)).toEqual(["product.saved", "product.deleted", "webhook.ping"]);
    expect(await typesOf(app.asGuest())).toEqual(["webhook.ping"]);
  });
});
