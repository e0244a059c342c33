import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "../../src/auth/sign-in/password.js";
import { startApp, type TestApp } from "../support/app.js";
import type { Client } from "../support/client.js";

const path = "/V1/customers";
let app: TestApp;
let guest: Client;
let admin: Client;
let count = 0;

beforeAll(async () => {
  app = await startApp();
  guest = app.asGuest();
  admin = await app.asAdmin();
  await app.db.execute(`insert into website (id, code, name, default_group_id) values (5, 'eu', 'EU', 5)`);
  await app.db.execute(
    `insert into store_group (id, website_id, code, name, default_store_id) values (5, 5, 'eu', 'EU', 6)`,
  );
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'fr', 'French', 5, 5), (6, 'de', 'German', 5, 5)`,
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const long = "x".repeat(256);
const fresh = (more: object = {}) => ({
  email: `customer${(count += 1)}@example.com`,
  firstname: "Jane",
  lastname: "Doe",
  ...more,
});
const create = (more: object = {}, rest: object = {}) => guest.post(path, { customer: fresh(more), ...rest });
const expectRejected = async (more: object, rest: object = {}) => {
  const before = await accounts();
  const reply = await create(more, rest);
  expect(reply.status).toBe(400);
  expect(await accounts()).toBe(before);
  return reply.body as { message: string; parameters?: unknown; errors?: { message: string; parameters?: object }[] };
};
const accounts = async () => (await app.db.query<{ n: number }>(`select count(*) as n from customer`))[0]?.n;
const set = (name: string, value: string) =>
  app.db.execute(`update config_value set value = $2::text where path = $1::text`, [name, value]);

const address = {
  firstname: "Jane",
  lastname: "Doe",
  street: ["1 Main Street", "Floor 2"],
  city: "Los Angeles",
  postcode: "90001",
  telephone: "555-0100",
  country_id: "US",
  region_id: 12,
};

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

  it("accepts keys in camel case and a newsletter subscription, and trims names", async () => {
    const { body } = await guest.post(path, {
      customer: fresh({ firstname: "  Ann ", storeId: 1, websiteId: 1, extensionAttributes: { isSubscribed: true } }),
    });
    expect(body).toMatchObject({ firstname: "Ann", store_id: 1, extension_attributes: { is_subscribed: true } });
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

describe("the fields of a new customer", () => {
  it.each([
    [{ firstname: "" }, '"First Name" is a required value.'],
    [{ lastname: null }, '"Last Name" is a required value.'],
    [{ email: undefined }, "The customer email is missing. Enter and try again."],
    [{ email: "invalid" }, '"Email" is not a valid email address.'],
    [{ firstname: "{{var this}}" }, "First Name is not valid!"],
    [{ lastname: "x".repeat(256) }, "Last Name is not valid!"],
    [{ dob: "1990-02-30" }, '"Date of Birth" is not a valid date.'],
    [{ dob: "yesterday" }, '"Date of Birth" is not a valid date.'],
    [{ dob: "2999-01-01" }, "The Date of Birth should not be greater than today."],
    [{ prefix: "x".repeat(256) }, '"Name Prefix" length must be equal or less than 255 characters.'],
    [{ suffix: "x".repeat(256) }, '"Name Suffix" length must be equal or less than 255 characters.'],
    [{ taxvat: "x".repeat(256) }, '"Tax/VAT Number" length must be equal or less than 255 characters.'],
  ])("are rejected with %j: %s", async (more, message) => {
    expect(await expectRejected(more)).toEqual({ message });
  });

  it("are rejected with all broken rules", async () => {
    const { message, errors } = await expectRejected({ firstname: "", lastname: "", email: "x" });
    expect(message).toBe("One or more input exceptions have occurred.");
    expect(errors?.map((error) => error.message)).toEqual([
      '"First Name" is a required value.',
      '"Last Name" is a required value.',
      '"Email" is not a valid email address.',
    ]);
  });

  it("can contain quotes, SQL and letters of any script", async () => {
    const { status, body } = await create({
      firstname: "Zoë O'Neill",
      lastname: "小林",
      suffix: "'; drop table customer; --",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstname: "Zoë O'Neill", lastname: "小林", suffix: "'; drop table customer; --" });
  });
});

describe("the password of a new customer", () => {
  const classes =
    "Minimum of different classes of characters in password is %1. Classes of characters: Lower Case, Upper Case, Digits, Special Characters.";

  it.each([
    [
      "Sec12",
      { message: "The password needs at least %1 characters. Create a new password and try again.", parameters: [8] },
    ],
    [
      "",
      { message: "The password needs at least %1 characters. Create a new password and try again.", parameters: [8] },
    ],
    ["secret12", { message: classes, parameters: [3] }],
    [" Secret12", { message: "The password can't begin or end with a space. Verify the password and try again." }],
    ["Aa1".repeat(86), { message: "Please enter a password with at most %1 characters.", parameters: [256] }],
  ])("is rejected as %j", async (password, body) => {
    expect(await expectRejected({}, { password })).toEqual(body);
  });

  it("cannot be the email address, ignoring case", async () => {
    expect(await expectRejected({ email: "Same1@example.com" }, { password: "same1@Example.com" })).toEqual({
      message: "The password can't be the same as the email address. Create a new password and try again.",
    });
  });

  it("follows the settings", async () => {
    await set("customer/password/minimum_password_length", "12");
    await set("customer/password/required_character_classes_number", "1");
    expect((await expectRejected({}, { password: "Secret12345" })).parameters).toEqual([12]);
    expect((await create({}, { password: "secretsecret" })).status).toBe(200);
    await set("customer/password/minimum_password_length", "8");
    await set("customer/password/required_character_classes_number", "3");
  });
});

describe("the email address of a new customer", () => {
  const duplicate = { message: "A customer with the same email address already exists in an associated website." };

  it("is unique on a website, ignoring case", async () => {
    const { body } = await create();
    const again = await guest.post(path, { customer: fresh({ email: body.email.toUpperCase() }) });
    expect([again.status, again.body]).toEqual([400, duplicate]);
  });

  it("is assigned once in concurrent calls", async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => guest.post(path, { customer: fresh({ email: "race@example.com" }) })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it("can be used on another website, unless accounts are shared", async () => {
    const { body } = await create();
    const elsewhere = await guest.post(path, { customer: fresh({ email: body.email }) }, { store: "fr" });
    expect([elsewhere.status, elsewhere.body.website_id]).toEqual([200, 5]);
    await set("customer/account_share/scope", "0");
    const { body: shared } = await create();
    const refused = await guest.post(path, { customer: fresh({ email: shared.email }) }, { store: "fr" });
    expect([refused.status, refused.body]).toEqual([400, duplicate]);
    await set("customer/account_share/scope", "1");
  });
});

describe("the store view of a new customer", () => {
  const home = (body: { store_id: number; website_id: number; created_in: string }) => [
    body.store_id,
    body.website_id,
    body.created_in,
  ];

  it("is that of the call, and under `all` the default store view", async () => {
    const at = async (store?: string) =>
      home((await guest.post(path, { customer: fresh() }, store === undefined ? {} : { store })).body);
    expect(await at()).toEqual([1, 1, "Default Store View"]);
    expect(await at("all")).toEqual([1, 1, "Default Store View"]);
    expect(await at("fr")).toEqual([5, 5, "French"]);
  });

  it("can be sent, or follows from a website, whose first store view is then used", async () => {
    expect(home((await create({ store_id: 5 })).body)).toEqual([5, 5, "French"]);
    expect(home((await create({ website_id: 5 })).body)).toEqual([6, 5, "German"]);
    expect(home((await create({ website_id: 5, store_id: 5 })).body)).toEqual([5, 5, "French"]);
  });

  it("is rejected if it does not belong to the website", async () => {
    expect(await expectRejected({ website_id: 1, store_id: 5 })).toEqual({
      message: "The store view is not in the associated website.",
    });
  });

  it("answers 404 if it is unknown", async () => {
    const store = await create({ store_id: 99 });
    expect([store.status, store.body]).toEqual([
      404,
      { message: "The store that was requested wasn't found. Verify the store and try again." },
    ]);
    for (const more of [{ website_id: 99 }, { website_id: 99, store_id: 1 }]) {
      const website = await create(more);
      expect([website.status, website.body]).toEqual([
        404,
        {
          message: "The website with id %1 that was requested wasn't found. Verify the website and try again.",
          parameters: [99],
        },
      ]);
    }
  });

  it("determines the group by its setting", async () => {
    await app.db.execute(
      `insert into config_value (scope, scope_id, path, value) values ('websites', 5, 'customer/create_account/default_group', '2')`,
    );
    expect((await create({ store_id: 5 })).body.group_id).toBe(2);
    expect((await create()).body.group_id).toBe(1);
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
    await set("customer/create_account/confirm", "1");
    const { body } = await create();
    expect(body).not.toHaveProperty("confirmation");
    expect((await admin.get(`${path}/${body.id}`)).body.confirmation).toMatch(/^[a-z0-9]{32}$/);
    await set("customer/create_account/confirm", "0");
  });
});

describe("the addresses of a new customer", () => {
  const withAddress = (more: object) => ({ addresses: [{ ...address, ...more }] });

  it("are stored with their region and as default addresses", async () => {
    const { body } = await create({
      addresses: [
        { ...address, company: "ACME", default_billing: true },
        { ...address, id: 1, customer_id: 1, city: "San Diego", default_shipping: true },
      ],
    });
    const [first, second] = body.addresses;
    expect(first).toEqual({
      id: first.id as number,
      customer_id: body.id as number,
      region: { region_code: "CA", region: "California", region_id: 12 },
      region_id: 12,
      country_id: "US",
      street: ["1 Main Street", "Floor 2"],
      company: "ACME",
      telephone: "555-0100",
      postcode: "90001",
      city: "Los Angeles",
      firstname: "Jane",
      lastname: "Doe",
      default_billing: true,
    });
    expect(second).toMatchObject({ customer_id: body.id, city: "San Diego", default_shipping: true });
    expect([body.default_billing, body.default_shipping]).toEqual([String(first.id), String(second.id)]);
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  it.each([
    [{ region_id: undefined, region: { region_id: 12 } }],
    [{ region_id: undefined, region: { region_code: "ca" } }],
    [{ region_id: undefined, region: { region: "California" } }],
    [{ region_id: 12, region: { region: "Something else" } }],
  ])("accept a region by id, code or name: %j", async (more) => {
    const { body } = await create(withAddress(more));
    expect(body.addresses[0].region).toEqual({ region_code: "CA", region: "California", region_id: 12 });
  });

  it("accept any region for a country without a list of regions, or none", async () => {
    const region = { region: "Leinster", region_code: "L" };
    const named = await create(withAddress({ country_id: "IE", postcode: null, region_id: undefined, region }));
    expect(named.body.addresses[0].region).toEqual({ region_code: "L", region: "Leinster", region_id: 0 });
    const none = await create(withAddress({ country_id: "NL", region_id: undefined }));
    expect(none.body.addresses[0]).toMatchObject({
      region: { region_code: null, region: null, region_id: 0 },
      region_id: 0,
    });
  });

  it.each([
    ["firstname", { firstname: "" }],
    ["lastname", { lastname: null }],
    ["street", { street: [] }],
    ["street", { street: [" "] }],
    ["city", { city: undefined }],
    ["telephone", { telephone: "" }],
    ["postcode", { postcode: "" }],
    ["countryId", { country_id: null }],
    ["regionId", { region_id: 0 }],
    ["regionId", { country_id: "IN", region_id: undefined }],
  ])("require a %s", async (fieldName, more) => {
    expect(await expectRejected(withAddress(more))).toEqual({
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName },
    });
  });

  it.each([
    ["countryId", "XX", { country_id: "XX" }],
    ["countryId", "us", { country_id: "us" }],
    ["regionId", 9999, { region_id: 9999 }],
    ["regionId", 79, { region_id: 79 }],
  ])("require an existing %s, unlike %j", async (fieldName, value, more) => {
    expect(await expectRejected(withAddress(more))).toEqual({
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName, value },
    });
  });

  it.each([
    ["First Name", { firstname: long }],
    ["City", { city: long }],
    ["Zip/Postal Code", { postcode: long }],
    ["Phone Number", { telephone: long }],
    ["VAT Number", { vat_id: long }],
    ["Street Address", { street: ["1 Main Street", long] }],
    ["State/Province", { country_id: "GB", region_id: undefined, region: { region: long } }],
  ])("are rejected with a %s of more than 255 characters", async (label, more) => {
    expect(await expectRejected(withAddress(more))).toEqual({
      message: `"${label}" length must be equal or less than 255 characters.`,
    });
  });

  it("must be in an allowed country, and need a region name if the country has no list of regions", async () => {
    const countries = await app.db.query<{ path: string; value: string }>(
      `select path, value from config_value where path in ('general/country/allow', 'general/region/state_required')`,
    );
    await set("general/country/allow", "US,NL");
    await set("general/region/state_required", "US,NL");
    const nowhere = { country_id: "NL", region_id: undefined };
    expect((await expectRejected(withAddress(nowhere))).parameters).toEqual({ fieldName: "region" });
    const named = await create(withAddress({ ...nowhere, region: { region: "Zeeland" } }));
    expect(named.body.addresses[0].region.region).toBe("Zeeland");
    expect((await expectRejected(withAddress({ country_id: "DE" }))).parameters).toEqual({
      fieldName: "countryId",
      value: "DE",
    });
    for (const { path: name, value } of countries) await set(name, value);
  });

  it("need the contact details that the settings require", async () => {
    await set("customer/address/telephone_show", "opt");
    await set("customer/address/company_show", "req");
    expect((await expectRejected(withAddress({ telephone: null }))).parameters).toEqual({ fieldName: "company" });
    expect((await create(withAddress({ telephone: null, company: "ACME" }))).status).toBe(200);
    await set("customer/address/telephone_show", "req");
    await set("customer/address/company_show", "opt");
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
