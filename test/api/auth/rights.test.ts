import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createRole } from "../../../src/api/auth/admins/admins.js";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";

const name = `Clerks ${randomUUID().slice(0, 8)}`;
const username = `Clerk-${randomUUID().slice(0, 8)}`;
const person = { username, password: "password1", email: `${username}@example.com`, firstname: "C", lastname: "K" };
const refused = {
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources: "Magento_Backend::system" },
};
const { app } = useApp();
let reader: Client;
let roleId: number;
let userId: number;

beforeAll(async () => {
  roleId = await createRole(app.db, name, ["Magento_Catalog::products"]);
  userId = await createAdmin(app.db, { ...person, role: name });
  reader = await app.asAdmin(["Magento_Backend::system"]);
});

describe("the rights of administrators", () => {
  it("are hidden from callers without the resource", async () => {
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Catalog::products"])]) {
      const paths = ["permissions", `adminRoles/${roleId}`, "adminRoles/search?searchCriteria"];
      for (const path of [...paths, `adminUsers/${userId}`, "adminUsers/search?searchCriteria"]) {
        const reply = await client.get(`/V1/${path}`);
        expect([reply.status, reply.body]).toEqual([401, refused]);
      }
    }
  });

  it("are listed as a tree, each node after its parent", async () => {
    const { status, body } = await reader.get("/V1/permissions");
    expect(status).toBe(200);
    const seen = new Map<string, number>();
    for (const { id, parent_id: parent, level } of body as { id: string; parent_id: string | null; level: number }[]) {
      expect(level).toBe(parent === null ? 0 : (seen.get(parent) ?? NaN) + 1);
      seen.set(id, level);
    }
    expect(seen.size).toBe(body.length);
    expect(body).toContainEqual(expect.objectContaining({ id: "Magento_Backend::system", title: "System" }));
  });

  it("are granted by roles, which are found by id and by name", async () => {
    const role = { id: roleId, name, resources: ["Magento_Catalog::products"] };
    expect((await reader.get(`/V1/adminRoles/${roleId}`)).body).toEqual(role);
    const found = (await reader.get(`/V1/adminRoles/search?${search([["name", name]])}`)).body;
    expect([found.items, found.total_count]).toEqual([[role], 1]);
    expect((await reader.get("/V1/adminRoles/999999")).status).toBe(404);
  });

  it("include the role of an administrator, but never the password hash", async () => {
    const { status, text, body } = await reader.get(`/V1/adminUsers/${userId}`);
    expect(status).toBe(200);
    const { username: user, email, firstname, lastname } = person;
    const shown = { id: userId, username: user, email, firstname, lastname, role_id: roleId, role_name: name };
    expect(body).toMatchObject({ ...shown, is_active: true });
    expect(text).not.toMatch(/argon2|password/);
    const found = (await reader.get(`/V1/adminUsers/search?${search([["role_name", name]])}`)).body;
    expect([found.items, found.total_count]).toEqual([[body], 1]);
    expect((await reader.get("/V1/adminUsers/999999")).status).toBe(404);
    const unknown = await reader.get(`/V1/adminUsers/search?${search([["password_hash", "%", "like"]])}`);
    expect(unknown.status).toBe(400);
  });

  it("require the same permission in GraphQL", async () => {
    const query = `query ($id: Int!) { adminUser(userId: $id) { username role_name } permissions { id } }`;
    const { body } = await reader.graphql(query, { id: userId });
    expect(body.data.adminUser).toEqual({ username, role_name: name });
    expect((await app.asGuest().graphql(query, { id: userId })).body.errors[0].extensions.code).toBe("NOT_AUTHORIZED");
  });
});
