import { beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../../src/api/auth/sign-in/password.js";
import { startApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { waitForBulk } from "../../support/bulk.js";
import { address, customers, freshEmail, mailsTo, newPerson, notFound, password, refused, set } from "./support.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Customer::manage", "Magento_Customer::customer"]);
  await app.db.execute(`insert into website (id, code, name, default_group_id) values (5, 'eu', 'EU', 5)`);
  await app.db.execute(
    `insert into store_group (id, website_id, code, name, default_store_id) values (5, 5, 'eu', 'EU', 5)`,
  );
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'fr', 'French', 5, 5)`,
  );
});

const put = (id: number, customer: object, more: object = {}) => admin.put(`${customers}/${id}`, { customer, ...more });

describe("changing a customer", () => {
  it("keeps absent and null fields, as clients that send every member as null expect", async () => {
    const person = await newPerson(app, { middlename: "Ann", taxvat: "DE1", dob: "1990-02-28", addresses: [address] });
    const absent = { middlename: null, taxvat: null, dob: null, gender: null, default_billing: null, prefix: null };
    const [{ id }] = person.body.addresses;
    const { status, body } = await put(person.id, { lastname: "Roe", ...absent });
    expect(status).toBe(200);
    expect(body).toEqual({ ...person.body, lastname: "Roe", updated_at: body.updated_at as string });
    const changed = await put(person.id, { addresses: [{ id, city: "Oakland", telephone: null }] });
    expect(changed.body.addresses).toEqual([{ ...person.body.addresses[0], city: "Oakland" }]);
  });

  it.each([
    ["email", "The customer email is missing. Enter and try again."],
    ["firstname", '"First Name" is a required value.'],
    ["lastname", '"Last Name" is a required value.'],
  ])("rejects %s as null", async (name, message) => {
    const person = await newPerson(app);
    const { status, body } = await put(person.id, { [name]: null, middlename: "New" });
    expect([status, body.message]).toEqual([400, message]);
  });

  it("rejects a default address that is not one of the account, also without addresses", async () => {
    const person = await newPerson(app, { addresses: [address] });
    const { status, body } = await put(person.id, { lastname: "Roe", default_billing: "999999" });
    expect([status, body.parameters]).toEqual([400, { fieldName: "default_billing" }]);
    expect((await admin.get(`${customers}/${person.id}`)).body.lastname).toBe(person.body.lastname);
  });

  it("clears texts with empty texts, and the region of an address with null", async () => {
    const person = await newPerson(app, { middlename: "Ann", taxvat: "DE1", addresses: [address] });
    const [{ id }] = person.body.addresses;
    const { body } = await put(person.id, { middlename: "", taxvat: "", addresses: [{ id, region: null }] });
    expect([body.middlename, body.taxvat, body.addresses[0].region.region_id]).toEqual([undefined, undefined, 0]);
  });

  it("keeps the order and defaults of more addresses than one statement inserts", async () => {
    const person = await newPerson(app);
    const given = Array.from({ length: 205 }, (_, at) => ({
      ...address,
      city: `City ${at}`,
      default_billing: at === 150,
    }));
    const { status, body } = await put(person.id, { addresses: given });
    expect(status).toBe(200);
    const saved = body.addresses as { readonly id: number; readonly city: string }[];
    expect(saved.map(({ city }) => city)).toEqual(given.map(({ city }) => city));
    expect(Number(body.default_billing)).toBe(saved[150]?.id);
    const addresses = saved.map((each) => ({ ...each, city: `${each.city}, again` }));
    const { body: again } = await put(person.id, { addresses: [...addresses, { ...address, city: "New" }] });
    expect(again.addresses).toHaveLength(206);
    expect(Number(again.default_billing)).toBe(saved[150]?.id);
  });

  it("accepts the customer as it was read", async () => {
    const person = await newPerson(app, { gender: 2, addresses: [{ ...address, default_billing: true }, address] });
    const { body: read } = await admin.get(`${customers}/${person.id}`);
    const { body } = await put(person.id, read as object);
    expect(body).toEqual({ ...read, updated_at: body.updated_at as string });
  });

  it("never changes fields that the service sets", async () => {
    const person = await newPerson(app);
    const times = { created_at: "2001-01-01 00:00:00", updated_at: "2001-01-01 00:00:00" };
    const { body } = await put(person.id, times);
    expect(body).toEqual({ ...person.body, updated_at: body.updated_at as string });
    expect(body.updated_at).not.toMatch(/^2001/);
    expect((await put(person.id, { created_in: "Elsewhere" })).body.created_in).toBe("Elsewhere");
  });

  it("uses the id in the body if path and body differ", async () => {
    const [one, other] = [await newPerson(app), await newPerson(app)];
    const { body } = await put(one.id, { id: other.id, lastname: "Roe" });
    expect([body.id, body.lastname]).toEqual([other.id, "Roe"]);
    expect((await admin.get(`${customers}/${one.id}`)).body).toEqual(one.body);
  });

  it("moves the customer to an existing group, store view and website", async () => {
    const person = await newPerson(app);
    expect((await put(person.id, { group_id: 3 })).body.group_id).toBe(3);
    expect((await put(person.id, { website_id: 5 })).body).toMatchObject({ website_id: 5, store_id: 5, group_id: 3 });
    const apart = await put(person.id, { store_id: 1, website_id: 5 });
    expect([apart.status, apart.body.message]).toEqual([400, "The store view is not in the associated website."]);
    const group = await put(person.id, { group_id: 4711 });
    expect([group.status, group.body.message]).toEqual([400, "The specified customer group id does not exist."]);
    expect((await put(person.id, { website_id: 4711 })).status).toBe(404);
  });

  it("stores 0 as the website or the store view, as Magento does, and keeps the other one", async () => {
    const [one, other] = [await newPerson(app), await newPerson(app)];
    expect((await put(one.id, { website_id: 0 })).body).toMatchObject({ website_id: 0, store_id: 1 });
    expect((await put(other.id, { website_id: 1, store_id: 0 })).body).toMatchObject({ website_id: 1, store_id: 0 });
    expect((await put(other.id, { firstname: "Later" })).body).toMatchObject({ website_id: 1, store_id: 0 });
  });

  it("is rejected for an unknown id and for broken rules, without any change", async () => {
    const unknown = await put(-1, { firstname: "X" });
    expect([unknown.status, unknown.body]).toEqual([404, notFound("customerId", -1)]);
    const person = await newPerson(app, { addresses: [address] });
    const reply = await put(person.id, { firstname: "", lastname: "Kept", addresses: [{ ...address, city: "" }] });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ message: '"First Name" is a required value.' });
    const inAddress = await put(person.id, { lastname: "Kept", addresses: [{ ...address, city: "" }] });
    expect([inAddress.status, inAddress.body.parameters]).toEqual([400, { fieldName: "city" }]);
    expect((await admin.get(`${customers}/${person.id}`)).body).toEqual(person.body);
  });

  it("requires the permission and the customer argument", async () => {
    const person = await newPerson(app);
    const reader = await app.asAdmin(["Magento_Customer::customer"]);
    for (const client of [app.asGuest(), reader, person.self]) {
      const reply = await client.put(`${customers}/${person.id}`, { customer: { firstname: "X" } });
      expect([reply.status, reply.body]).toEqual([401, refused("Magento_Customer::manage")]);
    }
    expect((await admin.put(`${customers}/${person.id}`, {})).body.parameters).toEqual({ fieldName: "customer" });
  });

  it("works in bulk, by the ids of the customers", async () => {
    await using other = await startApp({ PORTICO_CONSUMER: "on" });
    const manager = await other.asAdmin();
    const people = [await newPerson(other), await newPerson(other)];
    const accepted = await manager.put(
      "/async/bulk/V1/customers/byCustomerId",
      people.map(({ id }, index) => ({ customerId: id, customer: { lastname: `Later ${index}` } })),
    );
    const { operations_list } = await waitForBulk(manager, accepted);
    expect(operations_list.map(({ status }) => status)).toEqual([1, 1]);
    const names = people.map(async ({ id }) => (await manager.get(`${customers}/${id}`)).body.lastname as string);
    expect(await Promise.all(names)).toEqual(["Later 0", "Later 1"]);
  });
});

describe("changing a customer's email address", () => {
  const taken = { message: "A customer with the same email address already exists in an associated website." };

  it("notifies both addresses", async () => {
    const person = await newPerson(app);
    const email = freshEmail();
    expect((await put(person.id, { email })).body.email).toBe(email);
    for (const recipient of [person.email, email]) {
      const mails = await mailsTo(app, recipient);
      expect(mails.at(-1)).toMatchObject({ kind: "email_changed", recipient });
    }
  });

  it("sends no email if only the case changes", async () => {
    const person = await newPerson(app);
    expect((await put(person.id, { email: person.email.toUpperCase() })).body.email).toBe(person.email.toUpperCase());
    expect((await mailsTo(app, person.email)).map(({ kind }) => kind)).toEqual(["welcome"]);
  });

  it("is rejected for another customer's address, ignoring case", async () => {
    const [one, other] = [await newPerson(app), await newPerson(app)];
    const reply = await put(one.id, { email: other.email.toUpperCase() });
    expect([reply.status, reply.body]).toEqual([400, taken]);
    expect(await mailsTo(app, one.email)).toHaveLength(1);
  });

  it("succeeds for only one of several concurrent customers, even if accounts are shared", async () => {
    for (const scope of ["1", "0"]) {
      await set(app, "customer/account_share/scope", scope);
      const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(app)));
      const email = freshEmail();
      const replies = await Promise.all(people.map(({ id }) => put(id, { email })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    }
    const shared = await newPerson(app);
    const elsewhere = await newPerson(app, { store_id: 5 });
    expect((await put(elsewhere.id, { email: shared.email })).body).toEqual(taken);
    await set(app, "customer/account_share/scope", "1");
    expect((await put(elsewhere.id, { email: shared.email })).status).toBe(200);
  });
});

describe("a password hash", () => {
  it("sets the password, revokes all tokens, and sends an email if it is sent with the permission", async () => {
    const person = await newPerson(app);
    expect((await put(person.id, {}, { passwordHash: await hashPassword("Other123") })).status).toBe(200);
    expect((await person.self.get(`${customers}/me`)).status).toBe(401);
    const signIn = (word: string) =>
      app.asGuest().post("/V1/integration/customer/token", { username: person.email, password: word });
    expect([(await signIn(password)).status, (await signIn("Other123")).status]).toEqual([401, 200]);
    expect((await mailsTo(app, person.email)).at(-1)?.kind).toBe("password_changed");
  });

  it("is in the audit log with the administrator, like a new email address", async () => {
    const person = await newPerson(app);
    const email = `moved-${person.email}`;
    expect((await put(person.id, { email }, { passwordHash: await hashPassword("Other123") })).status).toBe(200);
    expect(
      await app.db.query(
        "select event, name, by_user_type from audit_event where user_type = 3 and user_id = $1 order by id",
        [person.id],
      ),
    ).toMatchObject([
      { event: "customer password changed", name: email, by_user_type: 2 },
      { event: "customer email changed", name: email, by_user_type: 2 },
    ]);
  });

  it.each([
    "plain",
    "$argon2id$v=19$m=999999,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g",
    "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g",
  ])("is rejected if it cannot be verified: %s", async (passwordHash) => {
    const person = await newPerson(app);
    const reply = await put(person.id, {}, { passwordHash });
    expect([reply.status, reply.body.parameters]).toEqual([400, { fieldName: "passwordHash", value: "***" }]);
    expect((await person.self.get(`${customers}/me`)).status).toBe(200);
  });
});

describe("a customer's addresses", () => {
  it("are changed by id, added without one, and removed if they are absent", async () => {
    const person = await newPerson(app, { addresses: [address, { ...address, city: "Fresno" }] });
    const [first, second] = person.body.addresses;
    const { body } = await put(person.id, {
      addresses: [
        { id: second.id, city: "Oakland" },
        { ...address, city: "San Diego" },
      ],
    });
    expect(body.addresses).toEqual([
      { ...second, city: "Oakland" },
      { ...first, id: expect.any(Number) as number, city: "San Diego" },
    ]);
    expect(body.addresses[1].id).not.toBe(first.id);
    expect((await put(person.id, { addresses: [] })).body.addresses).toEqual([]);
  });

  it("have the last sent values if an id occurs twice", async () => {
    const person = await newPerson(app, { addresses: [address] });
    const [{ id }] = person.body.addresses;
    const { body } = await put(person.id, {
      addresses: ["Oakland", "Fresno"].map((city) => ({ id: id as number, city })),
    });
    expect(body.addresses).toEqual([{ ...person.body.addresses[0], city: "Fresno" }]);
  });

  it("keep their region in a country without regions, and need one of the other country's", async () => {
    const person = await newPerson(app, { addresses: [address] });
    const [{ id }] = person.body.addresses;
    const { body } = await put(person.id, { addresses: [{ id, country_id: "NL", postcode: "1011 AB" }] });
    expect(body.addresses[0]).toMatchObject({ country_id: "NL", region_id: 12, street: address.street });
    const elsewhere = await put(person.id, { addresses: [{ id, country_id: "DE" }] });
    expect([elsewhere.status, elsewhere.body.parameters]).toEqual([400, { fieldName: "regionId", value: "12" }]);
  });

  it("cannot be those of another customer, and do not reveal whether they exist", async () => {
    const [victim, thief] = [await newPerson(app, { addresses: [address] }), await newPerson(app)];
    const [{ id }] = victim.body.addresses;
    for (const addressId of [id as number, 999_999]) {
      const reply = await put(thief.id, { addresses: [{ ...address, id: addressId }] });
      expect([reply.status, reply.body]).toEqual([404, notFound("addressId", addressId)]);
    }
    expect((await admin.get(`${customers}/${victim.id}`)).body).toEqual(victim.body);
  });

  it("become default addresses by their own flags or by ids of the customer, and can stop being default", async () => {
    const person = await newPerson(app, { addresses: [{ ...address, default_billing: true }, address] });
    const [first, second] = person.body.addresses as { id: number }[];
    const defaults = async (customer: object) => {
      const { body } = await put(person.id, customer);
      return [body.default_billing, body.default_shipping];
    };
    const both = (one: object, other: object) => ({
      addresses: [
        { id: first?.id, ...one },
        { id: second?.id, ...other },
      ],
    });
    const chosen = { ...both({}, {}), default_shipping: String(second?.id) };
    expect(await defaults(chosen)).toEqual([String(first?.id), String(second?.id)]);
    expect(await defaults({ default_shipping: String(first?.id) })).toEqual([String(first?.id), String(second?.id)]);
    expect(await defaults(both({}, { default_billing: true }))).toEqual([String(second?.id), String(second?.id)]);
    expect(await defaults(both({}, { default_shipping: false }))).toEqual([String(second?.id), undefined]);
    for (const more of [{}, { default_billing: true }]) {
      const { status, body } = await put(person.id, { addresses: [{ id: first?.id, ...more }] });
      expect([status, body.parameters]).toEqual([400, { fieldName: "default_billing" }]);
    }
    expect(await defaults({ addresses: [{ id: first?.id }], default_billing: null })).toEqual([undefined, undefined]);
  });

  it("cannot be default addresses if they belong to another customer", async () => {
    const [victim, thief] = [await newPerson(app, { addresses: [address] }), await newPerson(app)];
    const stolen = { default_billing: String(victim.body.addresses[0].id) };
    expect((await put(thief.id, stolen)).body).not.toHaveProperty("default_billing");
    const reply = await put(thief.id, { ...stolen, addresses: [address] });
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        message: "The %fieldName value is invalid. Set the correct value and try again.",
        parameters: { fieldName: "default_billing" },
      },
    ]);
  });

  it("are read and removed one by one with the permission", async () => {
    const person = await newPerson(app, { addresses: [{ ...address, default_billing: true, default_shipping: true }] });
    const [stored] = person.body.addresses;
    const read = await admin.get(`${customers}/addresses/${stored.id}`);
    expect([read.status, read.body]).toEqual([200, stored]);
    for (const client of [app.asGuest(), person.self]) {
      expect((await client.get(`${customers}/addresses/${stored.id}`)).status).toBe(401);
      expect((await client.delete(`/V1/addresses/${stored.id}`)).status).toBe(401);
    }
    expect((await admin.delete(`/V1/addresses/${stored.id}`)).body).toBe(true);
    const again = await admin.delete(`/V1/addresses/${stored.id}`);
    expect([again.status, again.body]).toEqual([404, notFound("addressId", stored.id as number)]);
    expect((await admin.get(`${customers}/addresses/${stored.id}`)).status).toBe(404);
    const { body } = await admin.get(`${customers}/${person.id}`);
    expect([body.addresses, body.default_billing, body.default_shipping]).toEqual([[], undefined, undefined]);
  });

  it("are returned separately for billing and shipping, or as an empty list", async () => {
    const person = await newPerson(app, { addresses: [{ ...address, default_billing: true }] });
    for (const [client, at] of [
      [admin, person.id],
      [person.self, "me"],
    ] as const) {
      expect((await client.get(`${customers}/${at}/billingAddress`)).body).toEqual(person.body.addresses[0]);
      const shipping = await client.get(`${customers}/${at}/shippingAddress`);
      expect([shipping.status, shipping.body]).toEqual([200, []]);
      expect((await client.get(`${customers}/${at}/shippingAddress?fields=city`)).body).toBeNull();
    }
    for (const which of ["billingAddress", "shippingAddress"]) {
      const unknown = await admin.get(`${customers}/999999/${which}`);
      expect([unknown.status, unknown.body]).toEqual([404, notFound("customerId", 999_999)]);
      for (const at of ["me", person.id]) {
        expect((await app.asGuest().get(`${customers}/${at}/${which}`)).status).toBe(401);
      }
    }
  });
});
