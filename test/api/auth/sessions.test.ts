import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.js";
import { UserType } from "../../../src/api/auth/actor.js";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { CookieSessions } from "../../../src/api/auth/sessions/cookie-sessions.js";
import { isSameOrigin } from "../../../src/api/auth/sessions/same-origin.js";
import { sessionCookie, sessionTokenOf } from "../../../src/api/auth/sessions/session-cookie.js";
import { deleteExpiredSessions } from "../../../src/api/auth/sessions/sessions.rows.js";
import { tokenHash } from "../../../src/api/auth/tokens/tokens.js";
import { issueToken, revokeTokens } from "../../../src/api/auth/tokens/tokens.sql.js";
import { createServices } from "../../../src/services.js";
import { useApp } from "../../support/app.js";
import { Client, type Reply } from "../../support/client.js";
import { customers } from "../../../src/commerce/customer/published.sql.js";
import { newPerson, password, type Person } from "../../commerce/customer/support.js";

const script = { "X-Requested-With": "XMLHttpRequest" };
const foreign = { Origin: "https://evil.example" };
const username = `boss-${randomUUID().slice(0, 8)}`;
const { app } = useApp();
let guest: Client;
let adminId: number;

beforeAll(async () => {
  guest = app.asGuest();
  const person = { username, password: "password1", email: `${username}@example.com`, firstname: "B", lastname: "S" };
  adminId = await createAdmin(app.db, person);
});

const cookieOf = ({ headers }: Reply) => (headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
const tokenOf = (cookie: string) => cookie.replace("PHPSESSID=", "");
const by = (cookie: string, more: Record<string, string> = script) => ({ headers: { Cookie: cookie, ...more } });
const signIn = (email: string, headers: Record<string, string> = {}) =>
  guest.post("/V1/session/customer", { username: email, password }, { headers: { ...script, ...headers } });
const signInAsAdmin = () => guest.post("/V1/session/admin", { username, password: "password1" }, { headers: script });
const me = async (cookie: string, client = guest) => (await client.get("/V1/customers/me", by(cookie))).status;
const idleFor = (cookie: string, seconds: number) =>
  app.db.execute(
    `update caller_session set seen_at = now() - make_interval(secs => $2::int) where token_hash = decode($1, 'hex')`,
    [tokenHash(tokenOf(cookie)), seconds],
  );
const newcomer = async (): Promise<{ person: Person; cookie: string }> => {
  const person = await newPerson(app);
  return { person, cookie: cookieOf(await signIn(person.email)) };
};

describe("a session", () => {
  it("grants a guest no more than a request without a cookie", async () => {
    const begun = await guest.post("/V1/session", undefined, { headers: script });
    expect([begun.status, begun.body]).toEqual([200, { user_type: 4, user_id: null, idle_seconds: 3600 }]);
    const cookie = cookieOf(begun);
    expect((await guest.get("/V1/session", by(cookie))).body).toEqual(begun.body);
    expect(await me(cookie)).toBe(401);
    expect((await guest.post("/V1/session", undefined, { headers: foreign })).status).toBe(401);
  });

  it("grants a customer the customer's rights, to read and to write", async () => {
    const { person, cookie } = await newcomer();
    const answer = await guest.get("/V1/session", by(cookie));
    expect(answer.body).toEqual({ user_type: 3, user_id: person.id, idle_seconds: 3600 });
    expect((await guest.get("/V1/customers/me", by(cookie))).body.email).toBe(person.email);
    const { id, email, firstname } = (await guest.get("/V1/customers/me", by(cookie))).body;
    const customer = { id, email, firstname, lastname: "Roe", website_id: 1 };
    const changed = await guest.put("/V1/customers/me", { customer }, by(cookie));
    expect([changed.status, changed.body.lastname]).toEqual([200, "Roe"]);
    expect((await guest.get("/V1/store/storeViews", by(cookie))).status).toBe(401);
  });

  it("grants an administrator the permissions of the role", async () => {
    const reply = await signInAsAdmin();
    expect(reply.body).toEqual({ user_type: 2, user_id: adminId, idle_seconds: 900 });
    expect((await guest.get("/V1/store/storeViews", by(cookieOf(reply)))).status).toBe(200);
    expect(await me(cookieOf(reply))).toBe(400);
  });

  it("has a cookie that scripts cannot read, and is stored only as its SHA-256", async () => {
    const person = await newPerson(app);
    const reply = await signIn(person.email);
    expect(reply.headers.get("Set-Cookie")).toMatch(/^PHPSESSID=[a-z0-9]{32}; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = tokenOf(cookieOf(reply));
    const [row] = await app.db.query<{ text: string }>(
      "select s::text as text from caller_session s where token_hash = sha256($1::text::bytea)",
      [token],
    );
    expect(row?.text).toBeDefined();
    expect(row?.text).not.toContain(token);
    expect(reply.text).not.toContain(token);
    const secure = sessionCookie("a", { PORTICO_BASE_URL: "https://shop.example" });
    expect(secure).toBe("PHPSESSID=a; Path=/; HttpOnly; SameSite=Lax; Secure");
  });

  it("is shared by all processes", async () => {
    const { cookie } = await newcomer();
    const services = createServices(app.config, app.db, pino({ level: "silent" }));
    const server = createServer(await createApp(services)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const other = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await me(cookie, other)).toBe(200);
    expect((await other.delete("/V1/session", undefined, by(cookie))).body).toBe(true);
    expect(await me(cookie)).toBe(401);
    server.closeAllConnections();
    server.close();
    await services.bulk.stop();
    await services.media.stop();
  });

  it("is denied equally for a wrong password and an unknown account, and such attempts lock the account", async () => {
    const { email } = await newPerson(app);
    const attempt = (name: string, word: string) =>
      guest.post("/V1/session/customer", { username: name, password: word }, { headers: script });
    const replies = [await attempt("nobody@example.com", "Wrong123")];
    for (let count = 0; count < 6; count++) replies.push(await attempt(email, "Wrong123"));
    replies.push(await attempt(email, password));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(401);
    expect(replies.map(({ headers }) => headers.get("Set-Cookie"))).toEqual(replies.map(() => null));
    expect((await guest.post("/V1/session/admin", { username, password: "" }, { headers: script })).status).toBe(400);
  });
});

describe("a new sign-in", () => {
  it("returns a new token, never a planted one, and ends the previous session", async () => {
    const planted = cookieOf(await guest.post("/V1/session", undefined, { headers: script }));
    const person = await newPerson(app);
    const cookie = cookieOf(await signIn(person.email, { Cookie: planted }));
    expect(cookie).not.toBe(planted);
    expect([await me(planted), await me(cookie)]).toEqual([401, 200]);
    expect((await guest.get("/V1/session", by(planted))).status).toBe(404);
    const invented = `PHPSESSID=${"a".repeat(32)}`;
    expect(cookieOf(await signIn(person.email, { Cookie: invented }))).not.toBe(invented);
    expect(await me(invented)).toBe(401);
  });
});

describe("the session of a customer", () => {
  it("ends when its caller signs out", async () => {
    const { cookie } = await newcomer();
    const reply = await guest.delete("/V1/session", undefined, by(cookie));
    expect([reply.status, reply.body]).toEqual([200, true]);
    expect(reply.headers.get("Set-Cookie")).toContain("Max-Age=0");
    expect(await me(cookie)).toBe(401);
    expect((await guest.delete("/V1/session", undefined, by(cookie))).body).toBe(false);
  });

  it("ends after an idle timeout, which each call restarts and which is shorter for administrators", async () => {
    const { cookie } = await newcomer();
    const admin = cookieOf(await signInAsAdmin());
    await idleFor(cookie, 3590);
    await idleFor(admin, 901);
    expect((await guest.get("/V1/store/storeViews", by(admin))).status).toBe(401);
    expect(await me(cookie)).toBe(200);
    const [row] = await app.db.query<{ recent: boolean }>(
      `select seen_at > now() - interval '60 seconds' as recent from caller_session where token_hash = decode($1, 'hex')`,
      [tokenHash(tokenOf(cookie))],
    );
    expect(row?.recent).toBe(true);
    await idleFor(cookie, 3601);
    expect(await me(cookie)).toBe(401);
    expect(await deleteExpiredSessions(app.db, { customer: 3600, administrator: 900, hours: 24 })).toBe(2);
  });

  it("ends a day after it started, even if it is used, or never if a setting says so", async () => {
    const { cookie } = await newcomer();
    const admin = cookieOf(await signInAsAdmin());
    const age = (hours: number) =>
      app.db.execute(`update caller_session set created_at = now() - make_interval(hours => $1::int)`, [hours]);
    await age(23);
    expect(await me(cookie)).toBe(200);
    await age(24);
    expect(await me(cookie)).toBe(401);
    expect((await guest.get("/V1/session", by(cookie))).status).toBe(404);
    expect((await guest.get("/V1/store/storeViews", by(admin))).status).toBe(401);
    const endless = new CookieSessions(app.db, { ...app.config, PORTICO_SESSION_HOURS: 0 }, { customers });
    const request = { method: "GET", headers: {} } as IncomingMessage;
    expect((await endless.authenticate(request, tokenOf(cookie))).reason).toBe("accepted");
    const limits = { customer: 3600, administrator: 900 };
    expect(await deleteExpiredSessions(app.db, { ...limits, hours: 0 })).toBe(0);
    expect(await deleteExpiredSessions(app.db, { ...limits, hours: 24 })).toBeGreaterThanOrEqual(2);
  });

  it("ends when the tokens are revoked, the password changes, or the account is deleted or closed", async () => {
    const revoked = await newcomer();
    expect((await revoked.person.self.post("/V1/integration/customer/revoke-customer-token")).body).toBe(true);
    const changed = await newcomer();
    const passwords = { currentPassword: password, newPassword: "Another34" };
    expect((await guest.put("/V1/customers/me/password", passwords, by(changed.cookie))).body).toBe(true);
    const gone = await newcomer();
    const admin = await app.asAdmin();
    expect((await admin.delete(`/V1/customers/${gone.person.id}`)).body).toBe(true);
    const closed = await newcomer();
    await app.db.execute("update customer set is_active = false where id = $1", [closed.person.id]);
    for (const { cookie } of [revoked, changed, gone, closed]) expect(await me(cookie)).toBe(401);
  });
});

describe("the session of an administrator", () => {
  const revoke = "/V1/integration/admin/revoke-admin-token";
  const works = async (cookie: string) => (await guest.get("/V1/store/storeViews", by(cookie))).status === 200;
  const signIn = async () => cookieOf(await signInAsAdmin());

  it("ends with all tokens of the administrator, including that of the call", async () => {
    const [one, other] = [await signIn(), await signIn()];
    expect((await guest.post(revoke, undefined, by(one))).body).toBe(true);
    expect([await works(one), await works(other)]).toEqual([false, false]);
    expect((await guest.post(revoke, undefined, by(one))).status).toBe(401);
  });

  it("ends when another administrator revokes the tokens, which requires the permission and no weaker rights", async () => {
    const cookie = await signIn();
    const [weak, weaker] = [
      await app.asAdmin(["Magento_Backend::store"]),
      await app.asAdmin(["Magento_Backend::system"]),
    ];
    expect((await weak.post(revoke, { adminId })).status).toBe(401);
    expect((await weaker.post(revoke, { adminId })).status).toBe(400);
    expect(await works(cookie)).toBe(true);
    expect((await (await app.asAdmin()).post(revoke, { adminId })).body).toBe(true);
    expect(await works(cookie)).toBe(false);
  });

  it("does not end with a single token, or with the tokens of another administrator or of a customer with the same id", async () => {
    const cookie = await signIn();
    const token = await issueToken(app.db, { type: UserType.administrator, id: adminId }, 1);
    expect((await guest.post(revoke, { token }, by(cookie))).body).toBe(true);
    await revokeTokens(app.db, { type: UserType.customer, id: adminId });
    await revokeTokens(app.db, { type: UserType.administrator, id: adminId + 1000 });
    expect(await works(cookie)).toBe(true);
  });

  it("is not accepted while the account is inactive or the role lacks the permission", async () => {
    const cookie = await signIn();
    const setActive = (value: boolean) =>
      app.db.execute("update admin_user set is_active = $2::boolean where id = $1::int", [adminId, value]);
    await setActive(false);
    expect(await works(cookie)).toBe(false);
    await setActive(true);
    expect(await works(cookie)).toBe(true);
    await app.db.execute(
      "update admin_role set resources = '{}' where id = (select role_id from admin_user where id = $1)",
      [adminId],
    );
    expect(await works(cookie)).toBe(false);
    await app.db.execute(
      "update admin_role set resources = array['Magento_Backend::all'] where id = (select role_id from admin_user where id = $1)",
      [adminId],
    );
  });
});

describe("a request from another site", () => {
  it("cannot write with the cookie, and can neither sign in nor out", async () => {
    const { person, cookie } = await newcomer();
    const customer = { id: person.id, email: person.email, firstname: "Evil", lastname: "Doe", website_id: 1 };
    const sites: Record<string, string>[] = [
      foreign,
      { Origin: "null" },
      { ...script, ...foreign },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site", Origin: app.url },
      { Origin: `${app.url}, ${app.url}` },
      {},
    ];
    for (const site of sites) {
      expect((await guest.put("/V1/customers/me", { customer }, by(cookie, site))).status).toBe(401);
      const body = { username: person.email, password };
      const signedIn = await guest.post("/V1/session/customer", body, { headers: site });
      expect([signedIn.status, signedIn.headers.get("Set-Cookie")]).toEqual([401, null]);
      expect((await guest.delete("/V1/session", undefined, by(cookie, site))).status).toBe(401);
      expect((await guest.graphql("{ customer { email } }", {}, { Cookie: cookie, ...site })).body.data).toEqual({
        customer: null,
      });
    }
    const { body } = await guest.graphql("{ customer { email firstname } }", {}, { Cookie: cookie, ...script });
    expect(body.data.customer).toEqual({ email: person.email, firstname: "Jane" });
  });

  it("is recognized by the headers of the browser", async () => {
    const { person, cookie } = await newcomer();
    const { id, email } = person;
    const customer = { id, email, firstname: "Own", lastname: "Doe", website_id: 1 };
    for (const own of [{ Origin: app.url }, { "Sec-Fetch-Site": "same-origin" }]) {
      expect((await guest.put("/V1/customers/me", { customer }, by(cookie, own))).status).toBe(200);
    }
    const behind = { headers: { host: "10.0.0.1", origin: "https://shop.example" }, socket: {} } as IncomingMessage;
    const settings = {
      PORTICO_BASE_URL: "https://shop.example/api",
      PORTICO_TRUST_PROXY: false,
      PORTICO_CORS_ORIGINS: "",
    };
    expect(isSameOrigin(behind, settings)).toBe(true);
    expect(isSameOrigin(behind, { ...settings, PORTICO_BASE_URL: undefined })).toBe(false);
  });
});

describe("contradictory headers", () => {
  /** Sends headers unchanged, including duplicates. */
  const raw = async (headers: readonly string[]) => {
    const { host, hostname, port } = new URL(app.url);
    const sent = httpRequest({ hostname, port, path: "/rest/V1/customers/me", headers: ["Host", host, ...headers] });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  it("make the caller a guest if there are two sessions", async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    expect(await raw(["Cookie", one.cookie])).toBe(200);
    expect(await raw(["Cookie", one.cookie, "Cookie", other.cookie])).toBe(401);
    expect(await raw(["Cookie", `${one.cookie}; ${one.cookie}`])).toBe(401);
    expect(sessionTokenOf(`${one.cookie}; PHPSESSID=`)).toBeUndefined();
  });

  it("give precedence to the Authorization header, valid or not, and to the first of two", async () => {
    const { person, cookie } = await newcomer();
    const token = person.self.token ?? "";
    expect(await raw(["Cookie", cookie, "Authorization", "Bearer wrong"])).toBe(401);
    expect(await raw(["Cookie", cookie, "Authorization", "Basic c3RhZ2luZzpz"])).toBe(200);
    expect(await raw(["Authorization", "Bearer wrong", "Authorization", `Bearer ${token}`])).toBe(401);
    expect(await raw(["Authorization", `Bearer wrong, Bearer ${token}`])).toBe(401);
    expect(await raw(["Authorization", `Bearer ${token}`])).toBe(200);
  });
});

describe("a call", () => {
  it("sends no statement about sessions without a cookie", async () => {
    const { person } = await newcomer();
    const statements = await app.statementsOf(() => person.self.get("/V1/customers/me"));
    expect(statements.filter((text) => text.includes("caller_session"))).toEqual([]);
  });

  it("signs in over GraphQL, is authenticated by the cookie, and signs out", async () => {
    const { email } = await newPerson(app);
    const document = `mutation ($username: String!, $password: String!) {
      signInCustomer(username: $username, password: $password) { user_type } }`;
    const reply = await guest.graphql(document, { username: email, password }, script);
    expect(reply.body.data).toEqual({ signInCustomer: { user_type: "CUSTOMER" } });
    const cookie = cookieOf(reply);
    expect((await guest.graphql("{ session { user_type } }", {}, { Cookie: cookie, ...script })).body.data).toEqual({
      session: { user_type: "CUSTOMER" },
    });
    expect((await guest.graphql("mutation { signOut }", {}, { Cookie: cookie, ...script })).body.data.signOut).toBe(
      true,
    );
    expect(await me(cookie)).toBe(401);
  });
});
