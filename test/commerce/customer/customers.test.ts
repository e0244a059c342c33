import { beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "../../../src/api/auth/sign-in/password.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { address, countCustomers, fresh, set } from "./support.js";

const path = "/V1/customers";
const { app, admin } = useApp();
let guest: Client;

beforeAll(async () => {
  guest = app.asGuest();
});

const create = (more: object = {}, rest: object = {}) => guest.post(path, { customer: fresh(more), ...rest });
const accounts = () => countCustomers(app);

describe("a customer account", () => {
  it("is created by a guest and read with the permission", async () => {
    const customer = fresh({ prefix: "Dr", taxvat: "DE1", dob: "1990-02-28", gender: 2 });
    const { status, body } = await guest.post(path, { customer, password: "Secret12" });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number) as number,
        group_id: 1,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        updated_at: body.created_at as string,
        created_in: "Default Store View",
        email: customer.email,
        firstname: "Jane",
        lastname: "Doe",
        prefix: "Dr",
        dob: "1990-02-28",
        gender: 2,
        taxvat: "DE1",
        store_id: 1,
        website_id: 1,
        addresses: [],
        disable_auto_group_change: 0,
        extension_attributes: { is_subscribed: false },
      },
    ]);
    const reader = await app.asAdmin(["Magento_Customer::customer"]);
    expect((await reader.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  it("shows times in UTC", async () => {
    const { body } = await create();
    expect(Math.abs(Date.parse(`${body.created_at.replace(" ", "T")}Z`) - Date.now())).toBeLessThan(60_000);
  });

  it("stores only a hash of the password, and can sign in with it", async () => {
    const { body } = await create({}, { password: "Secret12" });
    const [row] = await app.db.query<{ password_hash: string; row: string }>(
      `select password_hash, c::text as row from customer c where id = $1::int`,
      [body.id],
    );
    expect(row?.row).not.toContain("Secret12");
    expect(await verifyPassword(row?.password_hash, "Secret12")).toBe(true);
    const token = await guest.post("/V1/integration/customer/token", {
      username: body.email.toUpperCase(),
      password: "Secret12",
    });
    expect(token.status).toBe(200);
  });

  it("accepts keys in camel case and a newsletter subscription, and keeps spaces around names", async () => {
    const { body } = await guest.post(path, {
      customer: fresh({ firstname: "  Ann ", storeId: 1, websiteId: 1, extensionAttributes: { isSubscribed: true } }),
    });
    expect(body).toMatchObject({ firstname: "  Ann ", store_id: 1, extension_attributes: { is_subscribed: true } });
  });

  it("ignores unknown custom attributes", async () => {
    const { status, body } = await create({ custom_attributes: [{ attribute_code: "shoe_size", value: "42" }] });
    expect([status, body.custom_attributes]).toEqual([200, undefined]);
  });

  it("requires the customer argument", async () => {
    const reply = await guest.post(path, { password: "Secret12" });
    expect([reply.status, reply.body.parameters]).toEqual([400, { fieldName: "customer" }]);
  });
});

describe("fields that a guest cannot set", () => {
  it("include the group, which is rejected, even over GraphQL and for a signed-in customer", async () => {
    const refused = {
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: "Magento_Customer::manage" },
    };
    const { body } = await create({}, { password: "Secret12" });
    for (const client of [guest, await app.asCustomer(body.email), await app.asAdmin(["Magento_Customer::customer"])]) {
      const before = await accounts();
      const reply = await client.post(path, { customer: fresh({ group_id: 1 }) });
      expect([reply.status, reply.body, await accounts()]).toEqual([401, refused, before]);
    }
    const reply = await guest.graphql(
      `mutation { createCustomer(customer: { email: "g@example.com", firstname: "G", lastname: "Q", group_id: 3 }) { id } }`,
    );
    expect(reply.body.errors[0].extensions.code).toBe("NOT_AUTHORIZED");
  });

  it("are ignored, except for the group", async () => {
    const { body: victim } = await create({}, { password: "Secret12" });
    const { status, body } = await create({
      id: victim.id,
      default_billing: "1",
      default_shipping: "1",
      confirmation: "mine",
      created_at: "2001-01-01 00:00:00",
      updated_at: "2001-01-01 00:00:00",
      created_in: "Nowhere",
      disable_auto_group_change: 1,
    });
    expect(status).toBe(200);
    expect(body.id).not.toBe(victim.id);
    expect(body).toMatchObject({ created_in: "Default Store View", disable_auto_group_change: 0 });
    for (const key of ["default_billing", "default_shipping", "confirmation"]) expect(body).not.toHaveProperty(key);
    expect(body.created_at).not.toMatch(/^2001/);
    expect((await admin.get(`${path}/${victim.id}`)).body).toEqual(victim);
  });

  it("do not include unknown keys, such as a password hash", async () => {
    const reply = await create({ password_hash: "x" });
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        message: '"%fieldName" is not supported. Correct the field name and try again.',
        parameters: { fieldName: "PasswordHash" },
      },
    ]);
  });

  it("can be set with the permission to manage customers", async () => {
    const manager = await app.asAdmin(["Magento_Customer::manage"]);
    const { body } = await manager.post(path, {
      customer: fresh({ group_id: 3, confirmation: "key", disable_auto_group_change: 1 }),
    });
    expect(body).toMatchObject({ group_id: 3, confirmation: "key", disable_auto_group_change: 1 });
    const unknown = await manager.post(path, { customer: fresh({ group_id: 4711 }) });
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { message: "The specified customer group id does not exist." },
    ]);
  });

  it("do not reveal the key that confirms an address", async () => {
    await set(app, "customer/create_account/confirm", "1");
    const { body } = await create();
    expect(body).not.toHaveProperty("confirmation");
    expect((await admin.get(`${path}/${body.id}`)).body.confirmation).toMatch(/^[a-z0-9]{32}$/);
    await set(app, "customer/create_account/confirm", "0");
  });
});

describe("reading and deleting a customer", () => {
  it("answers 404 for an unknown id", async () => {
    for (const id of [999999, -1]) {
      const missing = {
        message: "No such entity with %fieldName = %fieldValue",
        parameters: { fieldName: "customerId", fieldValue: id },
      };
      const read = await admin.get(`${path}/${id}`);
      expect([read.status, read.body]).toEqual([404, missing]);
      const deleted = await admin.delete(`${path}/${id}`);
      expect([deleted.status, deleted.body]).toEqual([404, missing]);
    }
  });

  it("requires separate permissions", async () => {
    const { body } = await create({}, { password: "Secret12" });
    const reader = await app.asAdmin(["Magento_Customer::customer"]);
    const remover = await app.asAdmin(["Magento_Customer::delete"]);
    const self = await app.asCustomer(body.email);
    for (const client of [guest, remover, self]) {
      expect((await client.get(`${path}/${body.id}`)).body.parameters).toEqual({
        resources: "Magento_Customer::customer",
      });
    }
    for (const client of [guest, reader, self]) {
      expect((await client.delete(`${path}/${body.id}`)).body.parameters).toEqual({
        resources: "Magento_Customer::delete",
      });
    }
    expect((await remover.delete(`${path}/${body.id}`)).body).toBe(true);
  });

  it("deletes the addresses and the tokens, and releases the email address", async () => {
    const { body } = await create({ addresses: [{ ...address, default_billing: true }] }, { password: "Secret12" });
    const self = await app.asCustomer(body.email);
    const reply = await admin.delete(`${path}/${body.id}`);
    expect([reply.status, reply.body]).toEqual([200, true]);
    expect((await admin.get(`${path}/${body.id}`)).status).toBe(404);
    expect(await app.db.query(`select 1 from customer_address where customer_id = $1::int`, [body.id])).toEqual([]);
    const [tokens] = await app.db.query(
      `select count(*) filter (where revoked_at is null) as live, count(*) as n from access_token where user_type = 3 and user_id = $1::int`,
      [body.id],
    );
    expect(tokens).toEqual({ live: 0, n: 1 });
    const again = await self.post(path, { customer: fresh({ email: body.email }) });
    expect(again.status).toBe(200);
    expect(again.body.id).not.toBe(body.id);
  });
});
