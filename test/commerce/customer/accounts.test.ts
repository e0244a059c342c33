import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import {
  customers,
  freshEmail,
  linkParameter,
  mailsTo,
  newPerson,
  notFound,
  password,
  refused,
  set,
} from "./support.js";

const { app } = useApp({ PORTICO_BASE_URL: "https://shop.example.com" });
let guest: Client;
let admin: Client;

beforeAll(async () => {
  guest = app.asGuest();
  admin = await app.asAdmin(["Magento_Customer::manage", "Magento_Customer::customer"]);
  await app.db.execute(`insert into website (id, code, name, default_group_id) values (5, 'eu', 'EU', 5)`);
  await app.db.execute(
    `insert into store_group (id, website_id, code, name, default_store_id) values (5, 5, 'eu', 'EU', 5)`,
  );
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'fr', 'French', 5, 5)`,
  );
});

const signIn = async (username: string) =>
  (await guest.post("/V1/integration/customer/token", { username, password })).status;

describe("the email to a new customer", () => {
  it("welcomes a customer with a password", async () => {
    const { email } = await newPerson(app);
    const [mail, ...more] = await mailsTo(app, email);
    expect(mail).toMatchObject({ kind: "welcome", subject: "Welcome to shop.example.com" });
    expect(mail?.body).toMatch(/^Hello Jane,\n\n/);
    expect(mail?.body).toContain("https://shop.example.com/customer/account/login/");
    expect(more).toEqual([]);
  });

  it("lets a customer without a password set one", async () => {
    const email = freshEmail();
    await guest.post(customers, { customer: { email, firstname: "Jane", lastname: "Doe" } });
    const [mail] = await mailsTo(app, email);
    if (!mail) throw new Error("no mail");
    expect(mail.kind).toBe("welcome_no_password");
    const resetToken = linkParameter(mail, "token");
    const reply = await guest.post(`${customers}/resetPassword`, { email, resetToken, newPassword: password });
    expect([reply.body, await signIn(email)]).toEqual([true, 200]);
  });

  it("is not written if the account is not created", async () => {
    const { email } = await newPerson(app);
    await guest.post(customers, { customer: { email, firstname: "Jane", lastname: "Doe" }, password });
    expect(await mailsTo(app, email)).toHaveLength(1);
  });

  it("uses the name of the store view's shop", async () => {
    await app.db.execute(
      `insert into config_value (scope, scope_id, path, value) values ('stores', 5, 'general/store_information/name', 'La Boutique'),
       ('stores', 5, 'web/secure/base_url', 'https://boutique.example.com/')`,
    );
    const { email } = await newPerson(app, { store_id: 5 });
    const [mail] = await mailsTo(app, email);
    expect(mail?.subject).toBe("Welcome to La Boutique");
    expect(mail?.body).toContain("https://boutique.example.com/customer/account/login/");
  });
});

describe("an email address to confirm", () => {
  beforeAll(() => set(app, "customer/create_account/confirm", "1"));
  afterAll(() => set(app, "customer/create_account/confirm", "0"));

  const create = async (more: object = {}) => {
    const email = freshEmail();
    const customer = { email, firstname: "Jane", lastname: "Doe" };
    const { body } = await guest.post(customers, { customer, password, ...more });
    const [mail] = await mailsTo(app, email);
    if (!mail) throw new Error("no mail");
    return { id: body.id as number, email, mail, key: linkParameter(mail, "key") };
  };
  const status = async (id: number) => (await admin.get(`${customers}/${id}/confirm`)).body as string;

  it("prevents signing in until the key in the email is sent back", async () => {
    const { id, email, mail, key } = await create();
    expect([mail.kind, linkParameter(mail, "id")]).toEqual(["confirmation", String(id)]);
    expect([await signIn(email), await status(id)]).toEqual([401, "account_confirmation_required"]);
    const wrong = await admin.put(`${customers}/${email}/activate`, { confirmationKey: "wrong" });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { message: "The confirmation token is invalid. Verify the token and try again." },
    ]);
    const reply = await admin.put(`${customers}/${email}/activate`, { confirmationKey: key });
    expect([reply.status, reply.body.id]).toEqual([200, id]);
    expect(reply.body).not.toHaveProperty("confirmation");
    expect([await signIn(email), await status(id)]).toEqual([200, "account_confirmed"]);
    expect((await mailsTo(app, email)).at(-1)?.kind).toBe("welcome");
    const again = await admin.put(`${customers}/${email}/activate`, { confirmationKey: key });
    expect([again.status, again.body]).toEqual([400, { message: "The account is already active." }]);
  });

  it("can be confirmed by its owner, for their own account only", async () => {
    const [one, other] = [await create(), await create()];
    const self = await app.asCustomer(one.email);
    const activate = (confirmationKey: string) =>
      self.put(`${customers}/me/activate`, { confirmationKey, customerId: other.id, customer_id: other.id });
    expect((await activate(other.key)).status).toBe(400);
    expect((await activate(one.key)).body.id).toBe(one.id);
    expect([await status(one.id), await status(other.id)]).toEqual([
      "account_confirmed",
      "account_confirmation_required",
    ]);
    const stranger = await guest.put(`${customers}/me/activate`, { confirmationKey: other.key });
    expect([stranger.status, stranger.body]).toEqual([401, refused("self")]);
  });

  it("gets a second key on request, but only if needed", async () => {
    const { email, key } = await create();
    const resend = (body: object) => admin.post(`${customers}/confirm`, { email, websiteId: 1, ...body });
    expect((await resend({})).body).toBe(true);
    const mails = await mailsTo(app, email);
    expect(mails.map((mail) => linkParameter(mail, "key"))).toEqual([key, key]);
    const elsewhere = await resend({ websiteId: 5 });
    expect([elsewhere.status, elsewhere.body.parameters]).toEqual([
      404,
      { fieldName: "email", fieldValue: email, field2Name: "websiteId", field2Value: 5 },
    ]);
    await admin.put(`${customers}/${email}/activate`, { confirmationKey: key });
    const needless = await resend({});
    expect([needless.status, needless.body]).toEqual([400, { message: "Confirmation isn't needed." }]);
    expect((await admin.put(`${customers}/nobody@example.com/activate`, { confirmationKey: "x" })).status).toBe(404);
  });

  it("has a confirmation link that cannot redirect people to other sites", async () => {
    const inside = await create({ redirectUrl: "https://shop.example.com/welcome" });
    expect(linkParameter(inside.mail, "back_url")).toBe("https://shop.example.com/welcome");
    for (const redirectUrl of ["https://evil.example/", "https://shop.example.com.evil.example/", "javascript:x"]) {
      expect((await create({ redirectUrl })).mail.body).not.toContain("evil");
    }
  });
});

describe("the confirmation status of an account", () => {
  it("does not matter if the settings require no confirmation", async () => {
    const { id } = await newPerson(app);
    expect((await admin.get(`${customers}/${id}/confirm`)).body).toBe("account_confirmation_not_required");
    expect((await admin.get(`${customers}/999999/confirm`)).body).toEqual(notFound("customerId", 999_999));
    for (const client of [guest, await app.asAdmin(["Magento_Customer::customer"])]) {
      expect((await client.get(`${customers}/${id}/confirm`)).status).toBe(401);
      expect((await client.post(`${customers}/confirm`, { email: "x", websiteId: 1 })).status).toBe(401);
    }
  });
});

describe("the availability of an email address", () => {
  const isAvailable = async (customerEmail: string, more: object = {}, store?: string) =>
    (await guest.post(`${customers}/isEmailAvailable`, { customerEmail, ...more }, store ? { store } : {}))
      .body as boolean;

  it("is checked by website, ignoring case", async () => {
    const { email } = await newPerson(app);
    expect(await isAvailable(email.toUpperCase())).toBe(false);
    expect(await isAvailable(email, {}, "all")).toBe(false);
    expect(await isAvailable(email, { websiteId: 5 })).toBe(true);
    expect(await isAvailable(email, {}, "fr")).toBe(true);
    expect(await isAvailable(email, { websiteId: 1 }, "fr")).toBe(false);
    expect(await isAvailable("nobody@example.com")).toBe(true);
    await set(app, "customer/account_share/scope", "0");
    expect(await isAvailable(email, { websiteId: 5 })).toBe(false);
    await set(app, "customer/account_share/scope", "1");
    expect((await guest.post(`${customers}/isEmailAvailable`, {})).body.parameters).toEqual({
      fieldName: "customerEmail",
    });
  });
});

describe("validating a customer without saving", () => {
  it("names the required attributes without a value, and checks no formats", async () => {
    const validate = async (customer: object) => (await admin.put(`${customers}/validate`, { customer })).body;
    const good = { email: freshEmail(), firstname: "Jane", lastname: "Doe", group_id: 1, website_id: 1 };
    expect(await validate(good)).toEqual({ valid: true, messages: [] });
    expect(await validate({ ...good, email: "x", firstname: "{{x}}", dob: "x" })).toEqual({
      valid: true,
      messages: [],
    });
    expect(await validate({ ...good, group_id: null, lastname: "" })).toEqual({
      valid: false,
      messages: ["Group", "Last Name"].map(
        (label) => `The "${label}" attribute value is empty. Set the attribute and try again.`,
      ),
    });
    expect((await admin.post(`${customers}/isEmailAvailable`, { customerEmail: good.email })).body).toBe(true);
    const reply = await guest.put(`${customers}/validate`, { customer: good });
    expect([reply.status, reply.body]).toEqual([401, refused("Magento_Customer::manage")]);
  });
});

describe("the check whether a customer can be deleted", () => {
  it("is true for every existing customer", async () => {
    const { id } = await newPerson(app);
    const path = `${customers}/${id}/permissions/readonly`;
    expect((await admin.get(path)).body).toBe(false);
    expect((await guest.get(path)).body).toEqual(refused("Magento_Customer::customer"));
    expect((await admin.get(`${customers}/999999/permissions/readonly`)).body).toEqual(notFound("customerId", 999_999));
  });
});
