import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { SigningClient } from "../../support/oauth.js";

let app: TestApp;
let trusting: TestApp;

beforeAll(async () => {
  app = await startApp();
  trusting = await startApp({ PORTICO_TRUST_PROXY: "on" });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await trusting[Symbol.asyncDispose]();
});

const eventsOf = ({ db }: TestApp, name: string) =>
  db.query<{ event: string; address: string | null; by_user_type: number | null; request_id: string | null }>(
    "select event, address, by_user_type, request_id from audit_event where name = $1 order by id",
    [name],
  );

describe("the audit log", () => {
  it("records who created, activated, revoked and deleted integrations", async () => {
    const admin = await app.asAdmin();
    const name = `Warehouse ${randomUUID()}`;
    const integration = { name, resources: ["Magento_Backend::store"] };
    const { integration_id: id } = (await admin.post("/V1/integrations", { integration })).body;
    expect((await admin.post(`/V1/integrations/${id}/revoke`)).body).toBe(true);
    expect((await admin.delete(`/V1/integrations/${id}`)).body).toBe(true);
    const written = await eventsOf(app, name);
    expect(written.map(({ event }) => event)).toEqual(
      ["created", "activated", "revoked", "deleted"].map((what) => `integration ${what}`),
    );
    expect(new Set(written.map(({ by_user_type: type }) => type))).toEqual(new Set([2]));
    expect(written.every(({ request_id: request }) => request !== null)).toBe(true);
  });

  it("records nothing for a rejected integration", async () => {
    const name = `Warehouse ${randomUUID()}`;
    const admin = await app.asAdmin();
    const reply = await admin.post("/V1/integrations", { integration: { name, resources: ["Nobody::knows"] } });
    expect(reply.status).toBe(400);
    expect(await eventsOf(app, name)).toEqual([]);
  });

  it("records the addresses of sign-ins, which only a trusted proxy can set", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.1, 198.51.100.7" };
    const addressFor = async (on: TestApp, sent: Record<string, string>) => {
      const username = randomUUID();
      const body = { username, password: "password1" };
      await on.asGuest().post("/V1/integration/admin/token", body, { headers: sent });
      return (await eventsOf(on, username)).map(({ address }) => address);
    };
    expect(await addressFor(app, headers)).toEqual(["127.0.0.1"]);
    expect(await addressFor(trusting, headers)).toEqual(["198.51.100.7"]);
    expect(await addressFor(trusting, { "X-Forwarded-For": "198.51.100.7, <script>" })).toEqual(["127.0.0.1"]);
    expect(await addressFor(trusting, {})).toEqual(["127.0.0.1"]);
  });

  it("is searched by what happened, to whom and by whom, and keeps the names of deleted callers", async () => {
    const admin = await app.asAdmin();
    const reader = await app.asAdmin(["Portico_Audit::log"]);
    const name = `Feed ${randomUUID()}`;
    const resources = ["Magento_Backend::all"];
    const { integration_id: feedId, ...keys } = (
      await admin.post("/V1/integrations", { integration: { name, resources } })
    ).body;
    const role = `Clerks ${randomUUID()}`;
    const made = await new SigningClient(app.url, keys).post("/V1/adminRoles", { role: { name: role, resources: [] } });
    expect(made.status).toBe(200);
    await admin.delete(`/V1/integrations/${feedId}`);

    const latest = { "sortOrders][0][field": "id", "sortOrders][0][direction": "DESC" };
    const found = await reader.get(`/V1/audit-log?${search([["actor_name", name]], latest)}`);
    expect(found).toMatchObject({ status: 200, body: { total_count: 1 } });
    const [entry] = found.body.items;
    expect(entry).toEqual({
      ...{ event: "role created", subject_type: null, subject_id: null, subject_name: role },
      ...{ actor_type: 1, actor_id: feedId, actor_name: name, address: "127.0.0.1" },
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request_id: made.headers.get("X-Request-Id"),
    });
    const about = await reader.get(`/V1/audit-log?${search([["subject_name", name]], latest)}`);
    expect(about.body.items.map(({ event }: { event: string }) => event)).toEqual([
      ...["integration deleted", "integration activated", "integration created"],
    ]);
    const since = (time: string) =>
      reader.get(
        `/V1/audit-log?${search([
          ["subject_name", name],
          ["at", time, "gteq"],
        ])}`,
      );
    expect((await since(entry.at.slice(0, 10))).body.total_count).toBe(3);
    expect((await since("2099-01-01")).body.total_count).toBe(0);
    expect((await reader.get("/V1/audit-log?searchCriteria[sortOrders][0][field]=secret")).status).toBe(400);
    const query = `query ($name: String!) { auditLog(searchCriteria: {
      filterGroups: [{ filters: [{ field: "actor_name", value: $name, conditionType: EQ }] }]
    }) { items { event actor_type } } }`;
    const { body } = await reader.graphql(query, { name });
    expect(body.data).toEqual({ auditLog: { items: [{ event: "role created", actor_type: "INTEGRATION" }] } });
  });

  it("is hidden from callers without the resource", async () => {
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Backend::system"])]) {
      const reply = await client.get("/V1/audit-log?searchCriteria");
      expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Portico_Audit::log" }]);
    }
  });
});
