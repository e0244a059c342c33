import { describe, expect, it } from "vitest";
import { createAdmin, createRole } from "../../../src/api/auth/admins/admins.js";
import { useApp } from "../../support/app.js";
import type { Reply } from "../../support/client.js";

const { app, admin } = useApp();

const person = (username: string) => ({
  ...{ username, email: `${username}@example.com`, firstname: "Jane", lastname: "Doe", password: "horse7battery" },
});
const signIn = (username: string, password: string) =>
  app.asGuest().post("/V1/integration/admin/token", { username, password });
const errorOf = ({ status, body }: Reply) => [status, body.message, body.parameters];

describe("a role", () => {
  it("is created, changed, and deleted unless an administrator has it", async () => {
    const create = (role: object) => admin.post("/V1/adminRoles", { role });
    const { status, body: role } = await create({ name: "Buyers", resources: ["Magento_Catalog::products"] });
    expect([status, role]).toEqual([200, { id: role.id, name: "Buyers", resources: ["Magento_Catalog::products"] }]);
    expect((await create({ name: "Buyers", resources: [] })).status).toBe(400);
    expect((await create({ name: "Odd", resources: ["Nobody::knows"] })).status).toBe(400);
    expect((await create({})).body.errors).toHaveLength(2);

    const { body: user } = await admin.post("/V1/adminUsers", { user: { ...person("buyer"), role_id: role.id } });
    const { body: token } = await signIn("buyer", "horse7battery");
    const buyer = (path: string) =>
      app.asGuest().request(`/rest/V1/${path}`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await buyer("taxRates/1")).status).toBe(401);
    const resources = ["Magento_Catalog::products", "Magento_Tax::manage_tax"];
    expect((await admin.put(`/V1/adminRoles/${role.id}`, { role: { resources } })).body).toEqual({
      ...role,
      resources,
    });
    expect((await buyer("taxRates/1")).status).toBe(200);

    expect(errorOf(await admin.delete(`/V1/adminRoles/${role.id}`))).toEqual([
      400,
      "The role with id %id cannot be deleted. These administrators have it: %references.",
      { id: role.id, references: "buyer" },
    ]);
    expect((await admin.delete(`/V1/adminUsers/${user.id}`)).body).toBe(true);
    expect((await buyer("taxRates/1")).status).toBe(401);
    expect((await admin.delete(`/V1/adminRoles/${role.id}`)).body).toBe(true);
    expect((await admin.delete(`/V1/adminRoles/${role.id}`)).status).toBe(404);
  });

  it("keeps all permissions if no other role with an active member has them", async () => {
    const { body } = await admin.get("/V1/adminRoles/1");
    expect(body.resources).toEqual(["Magento_Backend::all"]);
    const reply = await admin.put("/V1/adminRoles/1", { role: { resources: ["Magento_Catalog::products"] } });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("Magento_Backend::all")]);
    expect((await admin.get("/V1/adminRoles/1")).body).toEqual(body);
  });
});

describe("an administrator", () => {
  it("gets a new password and role, is disabled and enabled, and loses tokens each time", async () => {
    const roleId = await createRole(app.db, "Readers", ["Magento_Backend::system"]);
    const { body: user } = await admin.post("/V1/adminUsers", { user: { ...person("jane"), role_id: roleId } });
    expect(user).toMatchObject({ username: "jane", is_active: true, role_name: "Readers" });
    expect(JSON.stringify(user)).not.toContain("password");
    const change = (given: object) => admin.put(`/V1/adminUsers/${user.id}`, { user: given });
    const { body: token } = await signIn("jane", "horse7battery");
    expect((await change({ password: "short" })).body.errors).toHaveLength(2);
    expect((await change({ password: "horse8battery", firstname: "Joan" })).body).toMatchObject({ firstname: "Joan" });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await app.asGuest().request("/rest/V1/permissions", { headers })).status).toBe(401);
    expect((await signIn("jane", "horse7battery")).status).toBe(401);
    expect((await signIn("jane", "horse8battery")).status).toBe(200);
    expect((await change({ is_active: false })).body).toMatchObject({ is_active: false });
    expect((await signIn("jane", "horse8battery")).status).toBe(401);
    expect((await change({ is_active: true, role_id: 1 })).body).toMatchObject({ is_active: true, role_id: 1 });
    expect((await change({ username: "JANE", email: "no address" })).status).toBe(400);
    expect((await change({ role_id: 999 })).status).toBe(404);
    const events = await app.db.query<{ event: string }>(
      "select event from audit_event where user_type = 2 and user_id = $1 and event like 'administrator%' order by id",
      [user.id],
    );
    expect(events.map(({ event }) => event)).toEqual([
      ...["administrator created", "administrator changed", "administrator password changed"],
      ...["administrator changed", "administrator changed"],
    ]);
  });

  it("is not created with a user name that is taken, and needs all fields", async () => {
    const create = (user: object) => admin.post("/V1/adminUsers", { user });
    const taken = { ...person("taken"), role_id: 1 };
    expect((await create(taken)).status).toBe(200);
    expect((await create({ ...taken, username: "TAKEN" })).status).toBe(400);
    expect((await create({ ...taken, role_id: undefined })).body.parameters).toEqual({ fieldName: "role_id" });
    expect((await create({ role_id: 1 })).body.errors).toHaveLength(5);
    expect((await app.asGuest().post("/V1/adminUsers", { user: taken })).status).toBe(401);
  });

  it("is not deleted while bulks of the account are open, and cannot delete itself", async () => {
    const roleId = await createRole(app.db, "Senders", ["Magento_Catalog::products", "Magento_User::acl_users"]);
    const { body: user } = await admin.post("/V1/adminUsers", { user: { ...person("sender"), role_id: roleId } });
    const { body: token } = await signIn("sender", "horse7battery");
    const init = { headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" } };
    const body = JSON.stringify({ product: { price: 1 } });
    await app.asGuest().request("/rest/async/V1/products/none", { ...init, method: "PUT", body });
    expect(errorOf(await admin.delete(`/V1/adminUsers/${user.id}`))[2]).toEqual({
      id: user.id,
      references: "unfinished bulks (1)",
    });
    const itself = await app.asGuest().request(`/rest/V1/adminUsers/${user.id}`, { ...init, method: "DELETE" });
    expect(itself.body.message).toContain("your own account");
    expect((await admin.delete("/V1/adminUsers/999")).status).toBe(404);
  });
});

describe("a caller with few permissions", () => {
  it("cannot give, change or take permissions that the caller does not have", async () => {
    const own = ["Magento_User::acl_users", "Magento_User::acl_roles", "Magento_Catalog::products"];
    const clerk = await app.asAdmin(own);
    const full = await createAdmin(app.db, person("full"));
    const strong = await createRole(app.db, "Strong", ["Magento_Tax::manage_tax"]);
    const weak = await createRole(app.db, "Weak", ["Magento_Catalog::products"]);
    const replies = [
      await clerk.post("/V1/adminRoles", { role: { name: "New", resources: ["Magento_Backend::all"] } }),
      await clerk.put(`/V1/adminRoles/${strong}`, { role: { name: "Renamed" } }),
      await clerk.put(`/V1/adminRoles/${weak}`, { role: { resources: ["Magento_Tax::manage_tax"] } }),
      await clerk.delete(`/V1/adminRoles/${strong}`),
      await clerk.post("/V1/adminUsers", { user: { ...person("puppet"), role_id: strong } }),
      await clerk.put(`/V1/adminUsers/${full}`, { user: { password: "horse7battery" } }),
      await clerk.delete(`/V1/adminUsers/${full}`),
    ];
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual(
      replies.map(() => [400, 'You cannot grant the resource "%1" because you do not have it.']),
    );
    expect((await clerk.post("/V1/adminUsers", { user: { ...person("helper"), role_id: weak } })).status).toBe(200);
  });

  it("cannot widen the prices that a role can change", async () => {
    const own = ["Magento_User::acl_roles", "Magento_Backend::system", "Magento_Catalog::products"];
    const clerk = await app.asAdmin(own);
    await app.db.execute("update admin_role set price_rights = '{special:1}' where resources @> $1::text[]", [own]);
    const { body: role } = await clerk.post("/V1/adminRoles", { role: { name: "Sales", resources: [] } });
    const rights = `/V1/adminRoles/${role.id}/price-rights`;
    expect((await clerk.get(rights)).body).toEqual([{ kind: "special", website_id: 1 }]);
    expect((await clerk.put(rights, { rights: [] })).body.message).toContain("cannot change");
    expect((await clerk.put(rights, { rights: [{ kind: "base", website_id: 1 }] })).status).toBe(400);
    const same = [{ kind: "special", website_id: 1 }];
    expect((await clerk.put(rights, { rights: same })).body).toEqual(same);
  });
});
