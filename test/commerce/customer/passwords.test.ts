import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { customers, linkParameter, mailsTo, newPerson, notFound, password, refused, set } from "./support.js";

const next = "Another34";
const { app } = useApp();
let guest: Client;
let admin: Client;

beforeAll(async () => {
  guest = app.asGuest();
  admin = await app.asAdmin(["Magento_Customer::manage"]);
});

const signIn = async (username: string, word: string) =>
  (await guest.post("/V1/integration/customer/token", { username, password: word })).status;
const ask = (email: string, more: object = {}) =>
  guest.put(`${customers}/password`, { email, template: "email_reset", ...more });
const reset = (email: string, resetToken: string, newPassword = next) =>
  guest.post(`${customers}/resetPassword`, { email, resetToken, newPassword });
const lastMail = async (email: string) => {
  const mail = (await mailsTo(app, email)).at(-1);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
};
const tokenFor = async (email: string) => {
  expect((await ask(email)).body).toBe(true);
  return linkParameter(await lastMail(email), "token");
};
const mismatch = { message: "The password token is mismatched. Reset and try again." };

describe("a customer's password change", () => {
  it("locks the account after six wrong current passwords, as sign-ins do, and then rejects the right one", async () => {
    const { self, email } = await newPerson(app);
    const wrong = [];
    for (let attempt = 0; attempt < 6; attempt++) wrong.push((await change(self, "Wrong123", next)).text);
    const right = await change(self, password, next);
    expect([right.status, right.text]).toEqual([401, wrong[0]]);
    expect(new Set(wrong).size).toBe(1);
    expect(await signIn(email, password)).toBe(401);
  });

  it("resets the count with a right current password", async () => {
    const { self, email } = await newPerson(app);
    for (let attempt = 0; attempt < 5; attempt++) expect((await change(self, "Wrong123", next)).status).toBe(401);
    expect((await change(self, password, next)).status).toBe(200);
    expect(await signIn(email, "Wrong123")).toBe(401);
    expect(await signIn(email, next)).toBe(200);
  });

  it("cannot be queued, because guesses would be counted too late", async () => {
    const { self } = await newPerson(app);
    const body = { currentPassword: password, newPassword: next };
    expect(
      (
        await self.request("/rest/async/V1/customers/me/password", {
          method: "PUT",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        })
      ).status,
    ).toBe(400);
  });

  const change = (client: Client, currentPassword: string, newPassword: string) =>
    client.put(`${customers}/me/password`, { currentPassword, newPassword });

  it("requires the current password, revokes all tokens, and sends an email", async () => {
    const { self, email } = await newPerson(app);
    const reply = await change(self, password, next);
    expect([reply.status, reply.body]).toEqual([200, true]);
    expect((await self.get(`${customers}/me`)).status).toBe(401);
    expect([await signIn(email, password), await signIn(email, next)]).toEqual([401, 200]);
    expect((await lastMail(email)).kind).toBe("password_changed");
  });

  it("is rejected with a wrong current password, or a new one that breaks a rule", async () => {
    const { self, email } = await newPerson(app);
    const wrong = await change(self, "Wrong123", next);
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { message: "The password doesn't match this account. Verify the password and try again." },
    ]);
    expect((await change(self, password, "short1A")).body.parameters).toEqual(["8"]);
    expect((await change(self, password, email)).status).toBe(400);
    expect(await signIn(email, password)).toBe(200);
    expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(["welcome"]);
  });

  it("succeeds for only one of several concurrent calls", async () => {
    const { self, email } = await newPerson(app);
    const words = ["Another11", "Another22", "Another33"];
    const replies = await Promise.all(words.map((word) => change(self, password, word)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = words[replies.findIndex(({ status }) => status === 200)] ?? "";
    expect(await signIn(email, winner)).toBe(200);
  });

  it("is available only to customers, and only for their own password", async () => {
    for (const client of [guest, admin]) {
      expect((await change(client, password, next)).body).toEqual(refused("self"));
    }
    const [victim, thief] = [await newPerson(app), await newPerson(app)];
    const body = { customerId: victim.id, customer_id: victim.id, currentPassword: password, newPassword: next };
    expect((await thief.self.put(`${customers}/me/password`, body)).status).toBe(200);
    expect([await signIn(victim.email, password), await signIn(thief.email, next)]).toEqual([200, 200]);
  });
});

describe("a forgotten password", () => {
  beforeEach(() => set(app, "customer/password/min_time_between_password_reset_requests", "0"));

  it("is reset once with the token of an email, which revokes all tokens", async () => {
    const { id, email, self } = await newPerson(app);
    const token = await tokenFor(email);
    expect(token).toMatch(/^[a-z0-9]{32}$/);
    expect((await lastMail(email)).body).toContain(`enter ${token}\n`);
    const valid = await guest.get(`${customers}/${id}/password/resetLinkToken/${token}`);
    expect([valid.status, valid.body]).toEqual([200, true]);
    const done = await reset(email, token);
    expect([done.status, done.body]).toEqual([200, true]);
    expect((await self.get(`${customers}/me`)).status).toBe(401);
    expect([await signIn(email, password), await signIn(email, next)]).toEqual([401, 200]);
    const again = await reset(email, token, "Third5678");
    expect([again.status, again.body]).toEqual([400, mismatch]);
    expect((await lastMail(email)).kind).toBe("password_changed");
  });

  it("can be reset without the email address, which the token identifies", async () => {
    const { email } = await newPerson(app);
    expect((await reset("", await tokenFor(email))).body).toBe(true);
    expect(await signIn(email, next)).toBe(200);
    expect((await reset("", "0".repeat(32))).body).toEqual(mismatch);
  });

  it("stores only a hash of the token", async () => {
    const { id, email } = await newPerson(app);
    const token = await tokenFor(email);
    const [row] = await app.db.query<{ row: string }>(`select c::text as row from customer c where id = $1::int`, [id]);
    expect(row?.row).not.toContain(token);
  });

  it("keeps the token out of the log and of queued calls", async () => {
    await using other = await startApp({ PORTICO_CONSUMER: "on" });
    const { id, email } = await newPerson(other);
    await other.asGuest().put(`${customers}/password`, { email, template: "email_reset" });
    const [, mail] = await mailsTo(other, email);
    const resetToken = mail ? linkParameter(mail, "token") : "";
    expect((await other.asGuest().get(`${customers}/${id}/password/resetLinkToken/${resetToken}`)).body).toBe(true);
    const body = { email, resetToken, newPassword: "weak", confirmationKey: resetToken };
    const accepted = await other.asGuest().post("/async/V1/customers/resetPassword", body);
    const { operations_list } = await waitForBulk(await other.asAdmin(), accepted);
    expect(operations_list[0]?.status).toBe(3);
    expect(JSON.stringify(operations_list)).not.toContain(resetToken);
    expect(JSON.stringify(other.logs)).not.toContain(resetToken);
    expect(other.logs.find((line) => String(line["path"]).endsWith("resetLinkToken/***"))).toBeDefined();
  });

  it("is reset by only one of several calls with the same token", async () => {
    const { email } = await newPerson(app);
    const token = await tokenFor(email);
    const replies = await Promise.all(["Another11", "Another22", "Another33"].map((word) => reset(email, token, word)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("cannot be reset with another customer's token, an older one, or one from before a change of the address", async () => {
    const [one, other] = [await newPerson(app), await newPerson(app)];
    const first = await tokenFor(one.email);
    const second = await tokenFor(one.email);
    for (const [email, token] of [
      [one.email, first],
      [other.email, second],
      [one.email, ""],
      [one.email, "' or true --"],
    ] as const) {
      expect((await reset(email, token)).status).toBe(400);
    }
    expect((await guest.get(`${customers}/${other.id}/password/resetLinkToken/${second}`)).body).toEqual(mismatch);
    const email = `new-${one.email}`;
    await admin.put(`${customers}/${one.id}`, { customer: { email } });
    expect((await reset(email, second)).body).toEqual(mismatch);
    expect([await signIn(email, password), await signIn(other.email, password)]).toEqual([200, 200]);
  });

  it("cannot be reset with an expired token", async () => {
    const { id, email } = await newPerson(app);
    const token = await tokenFor(email);
    const age = (hours: number) =>
      app.db.execute(
        `update customer set reset_token_created_at = now() - make_interval(hours => $2::int) where id = $1::int`,
        [id, hours],
      );
    await age(2);
    const expired = { message: "The password token is expired. Reset and try again." };
    expect((await reset(email, token)).body).toEqual(expired);
    expect((await guest.get(`${customers}/${id}/password/resetLinkToken/${token}`)).body).toEqual(expired);
    await set(app, "customer/password/reset_link_expiration_period", "3");
    expect((await reset(email, token)).body).toBe(true);
  });

  it("must follow the rules, and otherwise does not use up the token", async () => {
    const { email } = await newPerson(app);
    const token = await tokenFor(email);
    expect((await reset(email, token, "short1A")).body.parameters).toEqual(["8"]);
    expect((await reset(email, token)).body).toBe(true);
  });

  it("answers 404 for an unknown customer, 400 for an unknown email type, and names missing fields", async () => {
    const unknown = await ask("nobody@example.com", { websiteId: 0 });
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        message: "No such entity with %fieldName = %fieldValue, %field2Name = %field2Value",
        parameters: { fieldName: "email", fieldValue: "nobody@example.com", field2Name: "websiteId", field2Value: 0 },
      },
    ]);
    expect((await reset("nobody@example.com", "x")).status).toBe(404);
    const { id, email } = await newPerson(app);
    const kind = await ask(email, { template: "email_spam" });
    expect([kind.status, kind.body.parameters]).toEqual([
      400,
      { value: "email_spam", fieldName: "template", template1: "email_reminder", template2: "email_reset" },
    ]);
    expect((await guest.put(`${customers}/password`, {})).body.errors).toHaveLength(2);
    const token = `${customers}/999999/password/resetLinkToken/x`;
    expect((await guest.get(token)).body).toEqual(notFound("customerId", 999_999));
    const zero = await guest.get(token.replace("999999", "0"));
    expect([zero.status, zero.body.parameters]).toEqual([400, { value: 0, fieldName: "customerId" }]);
    expect((await guest.get(token.replace("999999", String(id)))).body).toEqual(mismatch);
  });

  it("can be requested only a few times", async () => {
    const support = "We received too many requests for password resets. Please wait and try again later or contact %1.";
    const tooMany = [400, { message: support, parameters: ["support@example.com"] }];
    const { email } = await newPerson(app);
    const replies = await Promise.all(Array.from({ length: 7 }, () => ask(email)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    const rejected = replies.find(({ status }) => status !== 200);
    expect([rejected?.status, rejected?.body]).toEqual(tooMany);
    await app.db.execute(`update password_reset_request set created_at = created_at - interval '61 minutes'`);
    await set(app, "customer/password/min_time_between_password_reset_requests", "10");
    expect((await ask(email)).status).toBe(200);
    expect((await ask(email.toUpperCase())).status).toBe(400);
    await set(app, "customer/password/password_reset_protection_type", "0");
    expect((await ask(email)).status).toBe(200);
    await set(app, "customer/password/password_reset_protection_type", "1");
  });

  it("reveals nothing to strangers if accounts are hidden", async () => {
    await using hidden = await startApp({ PORTICO_HIDE_ACCOUNTS: "on" });
    const { email } = await newPerson(hidden);
    const stranger = hidden.asGuest();
    for (const address of [email, "nobody@example.com"]) {
      const body = { email: address, template: "email_reset" };
      expect((await stranger.put(`${customers}/password`, body)).body).toBe(true);
      expect((await stranger.put(`${customers}/password`, body)).status).toBe(400);
      const guess = { email: address, resetToken: "x", newPassword: next };
      expect((await stranger.post(`${customers}/resetPassword`, guess)).body).toEqual(mismatch);
      const available = await stranger.post(`${customers}/isEmailAvailable`, { customerEmail: address });
      expect(available.body).toBe(true);
    }
    expect((await mailsTo(hidden, email)).map(({ kind }) => kind)).toEqual(["welcome", "password_reset"]);
    expect(await mailsTo(hidden, "nobody@example.com")).toEqual([]);
  });
});
