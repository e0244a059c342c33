import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SignedCalls } from "../../../src/api/auth/oauth/signed-calls.js";
import { startApp, useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { type Credentials, SigningClient } from "../../support/oauth.js";

const path = "/V1/integrations";
const permission = "Magento_Integration::integrations";
const key = expect.stringMatching(/^[a-z0-9]{32}$/) as string;
const { app, admin } = useApp({
  PORTICO_CALLBACK_HOSTS: "erp.example.com",
  PORTICO_CALLBACK_SECRET: `whsec_${randomBytes(24).toString("base64")}`,
});

const named = () => `Warehouse ${randomUUID().slice(0, 8)}`;
const create = async (integration: object = {}) =>
  (await admin.post(path, { integration: { name: named(), resources: ["Magento_Backend::store"], ...integration } }))
    .body as Credentials & { integration_id: number };
const notFound = (id: number) => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName: "integrationId", fieldValue: id },
});

describe("the routes of integrations", () => {
  it("each require the permission", async () => {
    const { integration_id: id } = await create();
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Backend::store"])]) {
      const replies = [
        await client.get(`${path}/${id}`),
        await client.get(`${path}/search?searchCriteria`),
        await client.post(path, { integration: { name: named(), resources: ["Magento_Backend::all"] } }),
        await client.post(`${path}/${id}/activate`),
        await client.post(`${path}/${id}/revoke`),
        await client.delete(`${path}/${id}`),
      ];
      for (const reply of replies) {
        expect([reply.status, reply.body]).toEqual([
          401,
          { message: "The consumer isn't authorized to access %resources.", parameters: { resources: permission } },
        ]);
      }
    }
    expect((await admin.get(`${path}/${id}`)).body.status).toBe(1);
  });

  it("answer 404 for an unknown id", async () => {
    const replies = [
      await admin.get(`${path}/99999`),
      await admin.post(`${path}/99999/activate`),
      await admin.post(`${path}/99999/revoke`),
      await admin.delete(`${path}/99999`),
    ];
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([404, notFound(99999)]);
  });
});

describe("creating an integration", () => {
  it("returns its secrets once, and activates it if it has no callback URL", async () => {
    const name = named();
    const { status, body } = await admin.post(path, {
      integration: { name: `  ${name} `, resources: ["Magento_Backend::store", "Magento_Backend::store"] },
    });
    const id = body.integration_id as number;
    expect([status, body]).toEqual([
      200,
      { integration_id: id, consumer_key: key, consumer_secret: key, access_token: key, access_token_secret: key },
    ]);
    const { consumer_secret, access_token, access_token_secret } = body as Credentials;
    const read = await admin.get(`${path}/${id}`);
    expect(read.body).toEqual({
      id,
      name,
      status: 1,
      callback_url: null,
      identity_link_url: null,
      resources: ["Magento_Backend::store"],
      consumer_key: body.consumer_key,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    const found = await admin.get(`${path}/search?${search([["name", name]])}`);
    expect(found.body).toMatchObject({ items: [read.body], total_count: 1 });
    const seen = JSON.stringify([read.body, found.body, app.logs]);
    for (const secret of [consumer_secret, access_token, access_token_secret]) expect(seen).not.toContain(secret);
  });

  it("leaves it waiting without an access token if it has a callback URL", async () => {
    const created = await create({
      callback_url: "https://erp.example.com/activate",
      identity_link_url: "https://erp.example.com/sign-in?from=shop",
    });
    expect(created).toMatchObject({ access_token: null, access_token_secret: null });
    expect((await admin.get(`${path}/${created.integration_id}`)).body).toMatchObject({
      status: 0,
      callback_url: "https://erp.example.com/activate",
      identity_link_url: "https://erp.example.com/sign-in?from=shop",
    });
  });

  it.each([{ name: "  ", resources: [] }, {}])("requires a name and resources: %j", async (integration) => {
    const reply = await admin.post(path, { integration });
    expect(reply.status).toBe(400);
    expect(reply.body.errors.map((error: { parameters: unknown }) => error.parameters)).toEqual([
      { fieldName: "name" },
      { fieldName: "resources" },
    ]);
    expect(
      (await admin.post(path, { integration: { name: "x".repeat(256), resources: ["Magento_Backend::all"] } })).status,
    ).toBe(400);
    expect((await admin.post(path, {})).body.parameters).toEqual({ fieldName: "integration" });
  });

  it("rejects a name that is taken, even in concurrent calls", async () => {
    const integration = { name: named(), resources: ["Magento_Backend::all"] };
    const replies = await Promise.all(Array.from({ length: 4 }, () => admin.post(path, { integration })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({
      message: 'The integration with name "%1" exists.',
      parameters: [integration.name],
    });
  });

  it("rejects resources that the tree does not contain", async () => {
    const reply = await admin.post(path, { integration: { name: named(), resources: ["Magento_Nothing::here"] } });
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        message: 'The resource "%1" does not exist in the permission tree.',
        parameters: ["Magento_Nothing::here"],
      },
    ]);
  });

  it("rejects resources that the creator does not have", async () => {
    const clerk = await app.asAdmin([permission, "Magento_Customer::group"]);
    const grant = (...resources: string[]) => clerk.post(path, { integration: { name: named(), resources } });
    expect((await grant("Magento_Customer::group")).status).toBe(200);
    for (const resource of ["Magento_Backend::store", "Magento_Backend::all"]) {
      const reply = await grant("Magento_Customer::group", resource);
      expect([reply.status, reply.body]).toEqual([
        400,
        {
          message: 'You cannot grant the resource "%1" because you do not have it.',
          parameters: [resource],
        },
      ]);
    }
  });

  it.each([
    [{ callback_url: "https://elsewhere.example.com/" }, "Callbacks to %host are not allowed."],
    [
      { callback_url: "http://erp.example.com/" },
      "The callback URL must be an absolute %schemes URL without user name and password.",
    ],
    [{ callback_url: "https://169.254.169.254/latest" }, "Callbacks to %host are not allowed."],
    [{ callback_url: "nonsense" }, "The callback URL must be an absolute %schemes URL without user name and password."],
    [
      { identity_link_url: "javascript:alert(1)" },
      "The identity link URL must be an absolute http or https URL without user name and password.",
    ],
  ])("rejects %j", async (urls, message) => {
    const reply = await admin.post(path, {
      integration: { name: named(), resources: ["Magento_Backend::all"], ...urls },
    });
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });

  it("cannot be queued, because its response would be stored", async () => {
    const integration = { name: named(), resources: ["Magento_Backend::all"] };
    for (const form of ["/async", "/async/bulk"]) {
      const reply = await admin.post(`${form}${path}`, form === "/async" ? { integration } : [{ integration }]);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
    }
    const submitted = await admin.post("/V1/bulk", { operation: "createIntegration", elements: [{ integration }] });
    expect(submitted.status).toBe(400);
  });

  it("is available in GraphQL, as are listing and revoking", async () => {
    const name = named();
    const created = await admin.graphql(
      `mutation ($name: String!) { createIntegration(integration: { name: $name, resources: ["Magento_Backend::store"] }) {
         integration_id consumer_key consumer_secret access_token access_token_secret } }`,
      { name },
    );
    const credentials = created.body.data.createIntegration as Credentials & { integration_id: number };
    const caller = new SigningClient(app.url, credentials);
    expect((await caller.get("/V1/store/storeViews")).status).toBe(200);
    const revoked = await admin.graphql(`mutation ($id: Int!) { revokeIntegration(integrationId: $id) }`, {
      id: credentials.integration_id,
    });
    expect(revoked.body).toEqual({ data: { revokeIntegration: true } });
    expect((await caller.get("/V1/store/storeViews")).status).toBe(401);
    const listed = await admin.graphql(`{ integrations(searchCriteria: {}) { items { name status } } }`);
    expect(listed.body.data.integrations.items).toContainEqual({ name, status: "REVOKED" });
  });
});

describe("the secrets of an integration", () => {
  const stored = async (id: number) => {
    const [row] = await app.db.query<{ text: string }>(
      `select i::text || t::text as text from integration i join access_token t on t.user_type = 1 and t.user_id = i.id
       where i.id = $1::int`,
      [id],
    );
    return row?.text ?? "";
  };

  it("are encrypted in the database if a key is set, and are checked as before", async () => {
    await using sealed = await startApp({ PORTICO_ENCRYPTION_KEY: randomBytes(32).toString("base64") });
    const owner = await sealed.asAdmin();
    const { body } = await owner.post(path, { integration: { name: named(), resources: ["Magento_Backend::all"] } });
    const credentials = body as Credentials;
    const [row] = await sealed.db.query<{ text: string }>(
      `select i::text || t::text as text from integration i join access_token t on t.user_type = 1 and t.user_id = i.id`,
    );
    for (const secret of [credentials.consumer_secret, credentials.access_token, credentials.access_token_secret]) {
      expect(row?.text).not.toContain(secret);
    }
    expect((await new SigningClient(sealed.url, credentials).get("/V1/store/storeViews")).status).toBe(200);
    const request = { method: "GET", url: "/rest/V1/store/storeViews", rawHeaders: [], socket: {} };
    const caller = new SigningClient(sealed.url, credentials);
    const headers = { authorization: caller.header("GET", "/V1/store/storeViews"), host: new URL(sealed.url).host };
    const other = { ...sealed.config, PORTICO_ENCRYPTION_KEY: randomBytes(32).toString("base64") };
    // With another key nothing is accepted by mistake.
    await expect(new SignedCalls(sealed.db, other).authenticate({ ...request, headers } as never)).rejects.toThrow();
  });

  it("stay readable if a key is set later", async () => {
    const created = await create();
    expect(await stored(created.integration_id)).toContain(`clear:${created.consumer_secret}`);
    expect(await stored(created.integration_id)).not.toContain(created.access_token);
  });
});
