import { beforeAll, describe, expect, it } from "vitest";
import { buildSurface } from "../../../src/schema.js";
import { useApp } from "../../support/app.js";
import { Client } from "../../support/client.js";

const { app, admin } = useApp();
/** An administrator who manages accounts and catalog, but changes only special prices. */
let limited: Client;
let limitedId: number;

const managed = ["Magento_Integration::integrations", "Magento_Backend::system", "Magento_User::acl_roles"];
const resources = [...managed, "Magento_User::acl_users", "Magento_Catalog::catalog", "Magento_Catalog::products"];
const password = "horse7battery";

const person = (username: string) => ({
  ...{ username, email: `${username}@example.com`, firstname: "Jane", lastname: "Doe", password },
});

async function addRole(name: string, given: readonly string[], rights: readonly object[] = []): Promise<number> {
  const { body: role } = await admin.post("/V1/adminRoles", { role: { name, resources: given } });
  if (rights.length > 0) {
    expect((await admin.put(`/V1/adminRoles/${role.id}/price-rights`, { rights })).status).toBe(200);
  }
  return role.id as number;
}

const addUser = async (username: string, role_id: number): Promise<number> =>
  (await admin.post("/V1/adminUsers", { user: { ...person(username), role_id } })).body.id as number;

async function signIn(username: string): Promise<Client> {
  const { body } = await app.asGuest().post("/V1/integration/admin/token", { username, password });
  return new Client(app.url, body as string);
}

beforeAll(async () => {
  const role = await addRole("Special prices", resources, [{ kind: "special", website_id: 0 }]);
  limitedId = await addUser("limited", role);
  limited = await signIn("limited");
});

/** Targets with more rights than the limited administrator: all prices, or one more resource. */
const stronger = [
  ["all prices", resources],
  ["another resource", [...resources, "Magento_Sales::sales"]],
] as const;

interface Target {
  readonly role: number;
  readonly user: number;
  readonly integration: number;
  readonly given: readonly string[];
}

let count = 0;
async function createTarget(given: readonly string[]): Promise<Target> {
  const name = `stronger${(count += 1)}`;
  const rights = given.length > resources.length ? [{ kind: "special", website_id: 0 }] : [];
  const role = await addRole(name, given, rights);
  const { body } = await admin.post("/V1/integrations", { integration: { name, resources: given } });
  return { role, user: await addUser(name, role), integration: body.integration_id as number, given };
}

/** A call of each route that gives, changes or takes rights. */
const attacks: Readonly<Record<string, (target: Target) => readonly [path: string, body?: object]>> = {
  "PUT /V1/adminRoles/:roleId": ({ role }) => [`/V1/adminRoles/${role}`, { role: { name: `renamed ${role}` } }],
  "DELETE /V1/adminRoles/:roleId": ({ role }) => [`/V1/adminRoles/${role}`],
  "PUT /V1/adminRoles/:roleId/price-rights": ({ role }) => [`/V1/adminRoles/${role}/price-rights`, { rights: [] }],
  "POST /V1/adminUsers": ({ role }) => ["/V1/adminUsers", { user: { ...person(`escaped${role}`), role_id: role } }],
  "PUT /V1/adminUsers/:userId": ({ user }) => [`/V1/adminUsers/${user}`, { user: { password } }],
  "DELETE /V1/adminUsers/:userId": ({ user }) => [`/V1/adminUsers/${user}`],
  "POST /V1/integration/admin/revoke-admin-token": ({ user }) => [
    "/V1/integration/admin/revoke-admin-token",
    { adminId: user },
  ],
  "POST /V1/integrations/:integrationId/activate": ({ integration }) => [`/V1/integrations/${integration}/activate`],
  "POST /V1/integrations/:integrationId/revoke": ({ integration }) => [`/V1/integrations/${integration}/revoke`],
  "DELETE /V1/integrations/:integrationId": ({ integration }) => [`/V1/integrations/${integration}`],
};

/** Routes that create a record whose rights are at most the caller's. Tests below cover them. */
const creating = ["POST /V1/adminRoles", "POST /V1/integrations"];

describe("An administrator with limited rights", () => {
  it("meets every route that gives, changes or takes rights in this test", () => {
    const permissions = new Set([...managed, "Magento_User::acl_users"]);
    const lines = buildSurface()
      .operations.filter(({ kind }) => kind === "mutation")
      .flatMap(({ routes }) => routes.filter(({ permission }) => permission.some((each) => permissions.has(each))))
      .map(({ method, path }) => `${method} ${path}`);
    const others = lines.filter((line) => !(line in attacks) && !creating.includes(line));
    expect(others).toEqual([]);
  });

  const cases = Object.keys(attacks).flatMap((line) => stronger.map(([title, given]) => [line, title, given] as const));
  it.each(cases)("cannot call %s on a target with %s", async (line, _, given) => {
    const target = await createTarget(given);
    const [method = ""] = line.split(" ");
    const [path, body] = attacks[line]?.(target) ?? [""];
    const init = {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const { status, body: answer } = await limited.request(`/rest${path}`, init);
    expect([status, answer.message]).toEqual([400, expect.stringMatching(/that you cannot change|do not have it/)]);
    expect((await admin.get(`/V1/adminUsers/${target.user}`)).body).toMatchObject({ is_active: true });
    expect((await admin.get(`/V1/integrations/${target.integration}`)).body).toMatchObject({ status: 1 });
  });

  it("creates no role and no integration with another resource", async () => {
    const given = [...resources, "Magento_Sales::sales"];
    expect((await limited.post("/V1/adminRoles", { role: { name: "Escaped", resources: given } })).status).toBe(400);
    const integration = { name: "Escaped", resources: given };
    expect((await limited.post("/V1/integrations", { integration })).status).toBe(400);
  });

  it("creates integrations that change no more prices than the administrator, and manages them", async () => {
    await admin.post("/V1/products", { product: { sku: "held", name: "Held", attribute_set_id: 4, price: 10 } });
    const create = async (by: Client, name: string) => {
      const { body } = await by.post("/V1/integrations", { integration: { name, resources } });
      return { id: body.integration_id as number, client: new Client(app.url, body.access_token as string) };
    };
    const first = await create(limited, "first");
    const second = await create(first.client, "second");
    for (const { client } of [first, second]) {
      const prices = [{ sku: "held", price: 1, store_id: 0 }];
      const denied = await client.post("/V1/products/base-prices", { prices });
      expect(denied.status === 401 || (denied.body as unknown[]).length === 1).toBe(true);
      const special = [{ sku: "held", price: 5, store_id: 0, price_from: "2040-01-01 00:00:00" }];
      expect((await client.post("/V1/products/special-price", { prices: special })).body).toEqual([]);
    }
    expect((await admin.get("/V1/products/held")).body.price).toBe(10);
    expect((await limited.post(`/V1/integrations/${second.id}/revoke`, {})).body).toBe(true);
    expect((await limited.delete(`/V1/integrations/${second.id}`)).body).toBe(true);
  });

  it("revokes the own tokens", async () => {
    const own = await signIn("limited");
    expect((await own.post("/V1/integration/admin/revoke-admin-token", { adminId: limitedId })).body).toBe(true);
    limited = await signIn("limited");
  });
});
