import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";

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
});
