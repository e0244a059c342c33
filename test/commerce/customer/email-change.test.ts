import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { customers, freshEmail, mailsTo, newPerson, password, type Person } from "./support.js";

const me = `${customers}/me`;
const wrong = "Wrong123";
const required = {
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName: "currentPassword" },
};
const mismatch = { message: "The password doesn't match this account. Verify the password and try again." };
const unaccounted =
  "Customers cannot change their email address asynchronously or with an Idempotency-Key. Use a plain synchronous call.";
const { app } = useApp({ PORTICO_CONSUMER: "on" });
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin([
    "Magento_Customer::customer",
    "Magento_Customer::manage",
    "Magento_Logging::system_magento_logging_bulk_operations",
  ]);
});

const emailOf = async ({ id }: Person) => (await admin.get(`${customers}/${id}`)).body.email as string;
const signIn = async (username: string) =>
  (await app.asGuest().post("/V1/integration/customer/token", { username, password })).status;

describe("a customer's own email address", () => {
  it("is changed with the current password, and both addresses get an email", async () => {
    const person = await newPerson(app);
    const email = freshEmail();
    const reply = await person.self.put(me, { customer: { email }, currentPassword: password });
    expect([reply.status, reply.body.email]).toEqual([200, email]);
    expect(await signIn(email)).toBe(200);
    for (const address of [person.email, email]) {
      expect((await mailsTo(app, address)).at(-1)?.kind).toBe("email_changed");
    }
  });

  it("is not changed without the current password, whether or not the new one is taken", async () => {
    const [person, other] = [await newPerson(app), await newPerson(app)];
    for (const email of [freshEmail(), other.email]) {
      const reply = await person.self.put(me, { customer: { email, firstname: "Ann" } });
      expect([reply.status, reply.body]).toEqual([400, required]);
    }
    expect((await admin.get(`${customers}/${person.id}`)).body).toEqual(person.body);
  });

  it("is not changed with a wrong current password", async () => {
    const person = await newPerson(app);
    for (const currentPassword of [wrong, ""]) {
      const reply = await person.self.put(me, { customer: { email: freshEmail() }, currentPassword });
      expect([reply.status, reply.body]).toEqual([401, mismatch]);
    }
    expect(await emailOf(person)).toBe(person.email);
  });

  it("locks the account after six wrong current passwords, and then the right one is rejected too", async () => {
    const person = await newPerson(app);
    const change = (currentPassword: string) =>
      person.self.put(me, { customer: { email: freshEmail() }, currentPassword });
    for (let attempt = 0; attempt < 6; attempt += 1) expect((await change(wrong)).status).toBe(401);
    const right = await change(password);
    expect([right.status, right.body]).toEqual([401, mismatch]);
    expect(await signIn(person.email)).toBe(401);
    expect(await emailOf(person)).toBe(person.email);
  });

  it("can be sent unchanged or with different case without the password, as by clients that send the whole account", async () => {
    const person = await newPerson(app);
    const whole = await person.self.put(me, { customer: { ...person.body, firstname: "Ann" } });
    expect([whole.status, whole.body.firstname]).toEqual([200, "Ann"]);
    const email = person.email.toUpperCase();
    expect((await person.self.put(me, { customer: { email } })).body.email).toBe(email);
  });

  it("needs the current password over GraphQL too", async () => {
    const person = await newPerson(app);
    const document = `mutation ($email: String!, $password: String) {
      updateCustomer(customer: { email: $email }, currentPassword: $password) { email }
    }`;
    const email = freshEmail();
    const refused = await person.self.graphql(document, { email });
    expect(refused.body.errors[0].message).toBe('"currentPassword" is required. Enter and try again.');
    const guessed = await person.self.graphql(document, { email, password: wrong });
    expect(guessed.body.errors[0]).toMatchObject({ message: mismatch.message, extensions: { code: "NOT_AUTHORIZED" } });
    const changed = await person.self.graphql(document, { email, password });
    expect(changed.body.data.updateCustomer).toEqual({ email });
  });

  it("cannot be changed asynchronously, because guesses would be counted too late", async () => {
    const person = await newPerson(app);
    const accepted = await person.self.put("/async/V1/customers/me", {
      customer: { email: freshEmail() },
      currentPassword: password,
    });
    const { operations_list } = await waitForBulk(admin, accepted);
    expect(operations_list[0]).toMatchObject({
      status: 3,
      result_message: unaccounted,
    });
    expect(await emailOf(person)).toBe(person.email);
  });

  it("cannot be changed with an Idempotency-Key, because the count of a guess would be rolled back with the call", async () => {
    const person = await newPerson(app);
    for (const currentPassword of [wrong, password]) {
      const body = { customer: { email: freshEmail() }, currentPassword };
      const reply = await person.self.put(me, body, { headers: { "Idempotency-Key": `"${freshEmail()}"` } });
      expect([reply.status, reply.body]).toEqual([400, { message: unaccounted }]);
    }
    expect(await emailOf(person)).toBe(person.email);
    const name = { customer: { firstname: "Ann" } };
    const named = await person.self.put(me, name, { headers: { "Idempotency-Key": `"${freshEmail()}"` } });
    expect([named.status, named.body.firstname]).toEqual([200, "Ann"]);
  });

  it("is changed without a password by callers who manage customers, asynchronously too", async () => {
    const person = await newPerson(app);
    const [first, second] = [freshEmail(), freshEmail()];
    expect((await admin.put(`${customers}/${person.id}`, { customer: { email: first } })).body.email).toBe(first);
    await waitForBulk(admin, await admin.put(`/async/V1/customers/${person.id}`, { customer: { email: second } }));
    expect(await emailOf(person)).toBe(second);
  });
});

it("PORTICO_EMAIL_NEEDS_PASSWORD=off lets customers change their email address without the password, as in Magento", async () => {
  await using other = await startApp({ PORTICO_EMAIL_NEEDS_PASSWORD: "off" });
  const person = await newPerson(other);
  const email = freshEmail();
  expect((await person.self.put(me, { customer: { email } })).body.email).toBe(email);
});
