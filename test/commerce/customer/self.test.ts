import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { address, customers, mailsTo, newPerson, notFound, type Person, refused } from "./support.js";

const me = `${customers}/me`;
const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
let victim: Person;

beforeAll(async () => {
  victim = await newPerson(app, { addresses: [{ ...address, default_billing: true, default_shipping: true }] });
});

const untouched = async () => expect((await admin.get(`${customers}/${victim.id}`)).body).toEqual(victim.body);

describe("a customer's own account", () => {
  it("is read and changed without an id", async () => {
    const person = await newPerson(app, { addresses: [address] });
    expect((await person.self.get(me)).body).toEqual(person.body);
    const { status, body } = await person.self.put(me, { customer: { firstname: "Ann" } });
    expect([status, body]).toEqual([200, { ...person.body, firstname: "Ann", updated_at: body.updated_at as string }]);
  });

  it("is available only to customers", async () => {
    const limited = await app.asAdmin(["Magento_Customer::customer"]);
    for (const client of [app.asGuest(), limited]) {
      for (const reply of [await client.get(me), await client.put(me, { customer: { firstname: "X" } })]) {
        expect([reply.status, reply.body]).toEqual([401, refused("self")]);
      }
    }
  });

  it("does not show the key that confirms the email address", async () => {
    const person = await newPerson(app);
    await admin.put(`${customers}/${person.id}`, { customer: { confirmation: "key" } });
    expect((await person.self.get(me)).body).not.toHaveProperty("confirmation");
    expect((await person.self.put(me, { customer: { firstname: "Ann" } })).body).not.toHaveProperty("confirmation");
    expect((await admin.get(`${customers}/${person.id}`)).body.confirmation).toBe("key");
  });

  it("keeps its group, website and similar fields, whatever the customer sends", async () => {
    const person = await newPerson(app);
    const { status, body } = await person.self.put(me, {
      customer: {
        group_id: 3,
        groupId: 3,
        website_id: 0,
        websiteId: 4711,
        store_id: 4711,
        confirmation: "key",
        disable_auto_group_change: 1,
        created_at: "2001-01-01 00:00:00",
        createdIn: "Nowhere",
      },
    });
    expect([status, body]).toEqual([200, { ...person.body, updated_at: body.updated_at as string }]);
    expect((await admin.get(`${customers}/${person.id}`)).body).not.toHaveProperty("confirmation");
  });

  it("rejects a password hash from its owner", async () => {
    const person = await newPerson(app);
    for (const key of ["passwordHash", "password_hash"]) {
      const reply = await person.self.put(me, { customer: {}, [key]: "$argon2id$v=19$m=8,t=1,p=1$YWJjZGVmZ2g$YWJj" });
      expect([reply.status, reply.body]).toEqual([401, refused("Magento_Customer::manage")]);
    }
  });
});

describe("another customer's data", () => {
  it("cannot be reached by the id in the body, in any spelling", async () => {
    const thief = await newPerson(app);
    for (const customer of [{ id: victim.id }, { Id: victim.id }, { id: String(victim.id), firstname: "Stolen" }]) {
      const reply = await thief.self.put(me, { customer, customerId: victim.id, customer_id: victim.id });
      expect([200, 400]).toContain(reply.status);
      if (reply.status === 200) expect(reply.body.id).toBe(thief.id);
    }
    await untouched();
  });

  it("cannot be reached by the id in the path or the query", async () => {
    const thief = await newPerson(app);
    const { id } = victim;
    const replies = [
      await thief.self.get(`${customers}/${id}`),
      await thief.self.put(`${customers}/${id}`, { customer: { firstname: "Stolen" } }),
      await thief.self.delete(`${customers}/${id}`),
      await thief.self.get(`${customers}/${id}/billingAddress`),
      await thief.self.get(`${customers}/${id}/shippingAddress`),
      await thief.self.get(`${customers}/${id}/confirm`),
      await thief.self.get(`${customers}/${id}/permissions/readonly`),
      await thief.self.get(`${customers}/search?searchCriteria`),
      await thief.self.get(`${customers}/addresses/${victim.body.addresses[0].id}`),
      await thief.self.delete(`/V1/addresses/${victim.body.addresses[0].id}`),
      await thief.self.put(`${customers}/validate`, { customer: { firstname: "X" } }),
      await thief.self.put(`${customers}/${victim.email}/activate`, { confirmationKey: "x" }),
      await thief.self.post(`${customers}/confirm`, { email: victim.email, websiteId: 1 }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401));
    for (const key of ["customerId", "customer_id", "id"]) {
      expect((await thief.self.get(`${me}?${key}=${id}`)).body.id).toBe(thief.id);
      expect((await thief.self.get(`${me}/billingAddress?${key}=${id}`)).body).toEqual([]);
    }
    await untouched();
  });

  it("cannot be reached by the ids of nested and default addresses", async () => {
    const thief = await newPerson(app);
    const addressId = victim.body.addresses[0].id as number;
    const nested = await thief.self.put(me, { customer: { addresses: [{ ...address, id: addressId }] } });
    expect([nested.status, nested.body]).toEqual([404, notFound("addressId", addressId)]);
    const stolen = { default_billing: String(addressId) };
    expect((await thief.self.put(me, { customer: stolen })).body).not.toHaveProperty("default_billing");
    const given = await thief.self.put(me, { customer: { ...stolen, addresses: [address] } });
    expect([given.status, given.body.default_billing]).not.toEqual([200, String(addressId)]);
    const foreign = await thief.self.put(me, {
      customer: { addresses: [{ ...address, customer_id: victim.id, customerId: victim.id }] },
    });
    expect(foreign.body.addresses).toMatchObject([{ customer_id: thief.id }]);
    await untouched();
  });

  it("cannot be reached asynchronously and in bulk", async () => {
    const thief = await newPerson(app);
    const single = await thief.self.put("/async/V1/customers/me", {
      customer: { id: victim.id, firstname: "Stolen", group_id: 3 },
    });
    const bulk = await thief.self.put("/async/bulk/V1/customers/me", [
      { customerId: victim.id, customer: { id: victim.id, lastname: "Stolen" } },
    ]);
    for (const accepted of [single, bulk]) await waitForBulk(admin, accepted);
    expect((await thief.self.get(me)).body).toMatchObject({ firstname: "Stolen", lastname: "Stolen", group_id: 1 });
    const refusedBulk = await thief.self.put("/async/bulk/V1/customers/byCustomerId", [
      { customerId: victim.id, customer: { lastname: "Stolen" } },
    ]);
    expect(refusedBulk.status).toBe(401);
    await untouched();
  });

  it("cannot be reached over GraphQL, under any alias", async () => {
    const thief = await newPerson(app);
    const { body } = await thief.self.graphql(
      `mutation ($id: Int!) {
        a: updateCustomer(customer: { id: $id, firstname: "Mine", group_id: 3 }) { id group_id }
        b: changeMyPassword(customerId: $id, currentPassword: "wrong", newPassword: "Other123")
      }`,
      { id: victim.id },
    );
    expect(body.data?.a ?? null).toEqual(body.data === null ? null : { id: thief.id, group_id: 1 });
    const read = await thief.self.graphql(
      `query ($id: Int!) {
        a: customer(customerId: $id) { id }
        b: defaultBillingAddress(customerId: $id) { id }
        c: defaultShippingAddress(customerId: $id) { id }
      }`,
      { id: victim.id },
    );
    expect(read.body.data).toEqual({ a: { id: thief.id }, b: null, c: null });
    const searched = await thief.self.graphql(`{ customers(searchCriteria: {}) { total_count } }`);
    expect(searched.body.errors[0].extensions.code).toBe("NOT_AUTHORIZED");
    await untouched();
    expect((await mailsTo(app, victim.email)).map(({ kind }) => kind)).toEqual(["welcome"]);
  });

  it("cannot be reached after the account or its token is deleted", async () => {
    const person = await newPerson(app);
    await admin.delete(`${customers}/${person.id}`);
    for (const reply of [await person.self.get(me), await person.self.put(me, { customer: {} })]) {
      expect([reply.status, reply.body]).toEqual([401, refused("self")]);
    }
  });
});
