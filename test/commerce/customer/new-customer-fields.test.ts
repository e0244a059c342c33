import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { address, countCustomers, fresh, set } from "./support.js";

const path = "/V1/customers";
const { app, admin } = useApp();
let guest: Client;

beforeAll(async () => {
  guest = app.asGuest();
  await app.db.execute(`insert into website (id, code, name, default_group_id) values (5, 'eu', 'EU', 5)`);
  await app.db.execute(
    `insert into store_group (id, website_id, code, name, default_store_id) values (5, 5, 'eu', 'EU', 6)`,
  );
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'fr', 'French', 5, 5), (6, 'de', 'German', 5, 5)`,
  );
});

const long = "x".repeat(256);
const create = (more: object = {}, rest: object = {}) => guest.post(path, { customer: fresh(more), ...rest });
const expectRejected = async (more: object, rest: object = {}) => {
  const before = await countCustomers(app);
  const reply = await create(more, rest);
  expect(reply.status).toBe(400);
  expect(await countCustomers(app)).toBe(before);
  return reply.body as { message: string; parameters?: unknown; errors?: { message: string; parameters?: object }[] };
};

describe("the fields of a new customer", () => {
  it.each([
    [{ firstname: "" }, '"First Name" is a required value.'],
    [{ lastname: null }, '"Last Name" is a required value.'],
    [{ email: undefined }, "The customer email is missing. Enter and try again."],
    [{ email: "invalid" }, '"Email" is not a valid email address.'],
    [{ email: `${"x".repeat(250)}@example.com` }, '"Email" uses too many characters.'],
    [
      { email: "jane@localhost" },
      '"Email" is not a valid hostname.\nThe input does not match the expected structure for a DNS hostname\n' +
        "'localhost' looks like a local network name, which is not an acceptable format.",
    ],
    [{ gender: 4 }, "Attribute gender does not contain option with Id 4"],
    [{ firstname: "{{var this}}" }, "First Name is not valid!"],
    [{ lastname: "x".repeat(256) }, "Last Name is not valid!"],
    [{ dob: "yesterday" }, "Invalid date"],
    [{ dob: "1990-13-01" }, "Invalid date"],
    [{ prefix: "x".repeat(256) }, '"Name Prefix" length must be equal or less than 255 characters.'],
    [{ suffix: "x".repeat(256) }, '"Name Suffix" length must be equal or less than 255 characters.'],
    [{ taxvat: "x".repeat(256) }, '"Tax/VAT Number" length must be equal or less than 255 characters.'],
  ])("are rejected with %j: %s", async (more, message) => {
    expect(await expectRejected(more)).toEqual({ message });
  });

  it("are rejected with all broken rules in one text, and a missing email address alone", async () => {
    expect(await expectRejected({ firstname: "{{x}}", lastname: "", email: "x" })).toEqual({
      message: '"Last Name" is a required value.\n"Email" is not a valid email address.\nFirst Name is not valid!',
    });
    expect(await expectRejected({ firstname: "", email: "" })).toEqual({
      message: "The customer email is missing. Enter and try again.",
    });
  });

  it.each([
    ["1980-02-30", "1980-03-01"],
    ["2/29/1980", "1980-02-29"],
    ["2999-01-01", "2999-01-01"],
    ["", undefined],
  ])("include a date of birth in any form that PHP reads: %s", async (dob, stored) => {
    expect((await create({ dob })).body.dob).toBe(stored);
  });

  it("are left out of the answer if they are empty", async () => {
    const { body } = await create({ prefix: "", middlename: "", taxvat: "" });
    for (const name of ["prefix", "middlename", "taxvat"]) expect(body).not.toHaveProperty(name);
  });

  it("include the creation time only for administrators", async () => {
    const created_at = "2001-01-01 00:00:00";
    expect((await create({ created_at })).body.created_at).not.toBe(created_at);
    expect((await admin.post(path, { customer: fresh({ created_at }) })).body.created_at).toBe(created_at);
  });

  it("include the permission to sign in as the customer, which is ignored", async () => {
    const { status, body } = await create({ extension_attributes: { assistance_allowed: 2 } });
    expect([status, body.extension_attributes]).toEqual([200, { is_subscribed: false }]);
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
      { message: "The password needs at least %1 characters. Create a new password and try again.", parameters: ["8"] },
    ],
    [
      "",
      { message: "The password needs at least %1 characters. Create a new password and try again.", parameters: ["8"] },
    ],
    ["secret12", { message: classes, parameters: ["3"] }],
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
    await set(app, "customer/password/minimum_password_length", "12");
    await set(app, "customer/password/required_character_classes_number", "1");
    expect((await expectRejected({}, { password: "Secret12345" })).parameters).toEqual(["12"]);
    expect((await create({}, { password: "secretsecret" })).status).toBe(200);
    await set(app, "customer/password/minimum_password_length", "8");
    await set(app, "customer/password/required_character_classes_number", "3");
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
    await set(app, "customer/account_share/scope", "0");
    const { body: shared } = await create();
    const refused = await guest.post(path, { customer: fresh({ email: shared.email }) }, { store: "fr" });
    expect([refused.status, refused.body]).toEqual([400, duplicate]);
    await set(app, "customer/account_share/scope", "1");
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
          message: "The website with id 99 that was requested wasn't found. Verify the website and try again.",
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
    [{ region_id: 12, region: { region: "Something else" } }],
  ])("accept a region by id: %j", async (more) => {
    const { body } = await create(withAddress(more));
    expect(body.addresses[0].region).toEqual({ region_code: "CA", region: "California", region_id: 12 });
  });

  it.each(["IE", "US"])("accept any name of a region, or no region, for the country %s", async (country_id) => {
    const region = { region: "Somewhere", region_code: "S" };
    const named = await create(withAddress({ country_id, region_id: undefined, region }));
    expect(named.body.addresses[0]).toMatchObject({
      region: { region_code: "Somewhere", region: "Somewhere", region_id: 0 },
      region_id: 0,
    });
    const none = await create(withAddress({ country_id, region_id: undefined }));
    expect(none.body.addresses[0].region).toEqual({ region_code: null, region: null, region_id: 0 });
    expect(none.body.addresses[0]).not.toHaveProperty("region_id");
  });

  it.each(["Texas", { region_code: "TX" }, {}])(
    "have the region id 0 if their region %j names none",
    async (region) => {
      const { body } = await create(withAddress({ country_id: "US", region_id: undefined, region }));
      const [{ region_id, ...stored }] = body.addresses;
      expect([region_id, stored.region]).toEqual([0, { region_code: null, region: null, region_id: 0 }]);
    },
  );

  it.each([{ country_id: null }, { country_id: "XX" }, { country_id: "us" }, { country_id: "", city: "" }])(
    "are left out with a notice if a new account has them in no allowed country, such as %j, and refused later",
    async (more) => {
      const { status, body, headers } = await create(withAddress(more));
      expect([status, body.addresses]).toEqual([200, []]);
      expect(headers.get("X-Portico-Notice")).toBe("left out addresses in countries that are not allowed");
      const { email, firstname, lastname } = body;
      const customer = { email, firstname, lastname, website_id: 1, ...withAddress(more) };
      expect((await admin.put(`${path}/${body.id}`, { customer })).status).toBe(400);
    },
  );

  it("have at most as many street lines as the setting allows, and a line break makes two lines", async () => {
    expect(await expectRejected(withAddress({ street: ["1", "2", "3"] }))).toEqual({
      message: '"Street Address" cannot contain more than 2 lines.',
    });
    expect((await create(withAddress({ street: ["1\n2"] }))).body.addresses[0].street).toEqual(["1", "2"]);
    await set(app, "customer/address/street_lines", "3");
    expect((await create(withAddress({ street: ["1", "2", "3"] }))).status).toBe(200);
    await set(app, "customer/address/street_lines", "2");
  });

  it("are rejected with the broken rules of the first wrong address only", async () => {
    const addresses = [address, { ...address, city: "", street: [] }, { ...address, postcode: "" }];
    expect((await expectRejected({ addresses })).errors).toMatchObject([
      { parameters: { fieldName: "street" } },
      { parameters: { fieldName: "city" } },
    ]);
  });

  it.each([
    ["firstname", { firstname: "" }],
    ["lastname", { lastname: null }],
    ["street", { street: [] }],
    ["street", { street: [" "] }],
    ["city", { city: undefined }],
    ["telephone", { telephone: "" }],
    ["postcode", { postcode: "" }],
  ])("require a %s", async (fieldName, more) => {
    expect(await expectRejected(withAddress(more))).toEqual({
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName },
    });
  });

  it.each([
    ["regionId", "9999", { region_id: 9999 }],
    ["regionId", "79", { region_id: 79 }],
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
    await set(app, "general/country/allow", "US,NL");
    await set(app, "general/region/state_required", "US,NL");
    const nowhere = { country_id: "NL", region_id: undefined };
    expect((await expectRejected(withAddress(nowhere))).parameters).toEqual({ fieldName: "region" });
    const named = await create(withAddress({ ...nowhere, region: { region: "Zeeland" } }));
    expect(named.body.addresses[0].region.region).toBe("Zeeland");
    expect((await create(withAddress({ country_id: "DE" }))).body.addresses).toEqual([]);
    for (const { path: name, value } of countries) await set(app, name, value);
  });

  it("need the contact details that the settings require", async () => {
    await set(app, "customer/address/telephone_show", "opt");
    await set(app, "customer/address/company_show", "req");
    expect((await expectRejected(withAddress({ telephone: null }))).parameters).toEqual({ fieldName: "company" });
    expect((await create(withAddress({ telephone: null, company: "ACME" }))).status).toBe(200);
    await set(app, "customer/address/telephone_show", "req");
    await set(app, "customer/address/company_show", "opt");
  });
});
