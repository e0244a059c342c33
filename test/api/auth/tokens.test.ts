import { beforeAll, describe, expect, it } from "vitest";
import { UserType } from "../../../src/api/auth/actor.js";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { BearerTokens } from "../../../src/api/auth/tokens/bearer.sql.js";
import { newToken, tokenHash } from "../../../src/api/auth/tokens/tokens.js";
import { issueToken, revokeTokens } from "../../../src/api/auth/tokens/tokens.sql.js";
import { useFullCost } from "../../support/quick-argon2.js";
import { type TestApp, useApp } from "../../support/app.js";
import { customers } from "../../../src/commerce/customer/published.sql.js";
import { Client } from "../../support/client.js";

const adminPath = "/V1/integration/admin/token";
const customerPath = "/V1/integration/customer/token";
const refused = {
  message:
    "The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.",
};
const unauthorized = {
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources: "Magento_Backend::store" },
};

const authenticate = ({ db, config }: TestApp, header: string | undefined) =>
  new BearerTokens(db, config, { customers }).authenticate(header);

const { app } = useApp({ PORTICO_ADMIN_TOKEN_HOURS: "4", PORTICO_CUSTOMER_TOKEN_HOURS: "1" });
let adminId: number;
let customerId: number;

// Unknown accounts take as long as known ones whose hashes have the usual cost.
useFullCost();

beforeAll(async () => {
  const admin = { username: "Merchant", password: "password1", firstname: "M", lastname: "C", email: "m@example.com" };
  adminId = await createAdmin(app.db, admin);
  const customer = { email: "Jo@Example.com", firstname: "Jo", lastname: "Doe" };
  customerId = (await app.asGuest().post("/V1/customers", { customer, password: "Secret12" })).body.id;
});

const bearer = (token: string) => new Client(app.url, token);
const secondsLeft = async (token: string) => {
  const [row] = await app.db.query<{ left: number | null }>(
    `select extract(epoch from expires_at - created_at)::int as left from access_token where token_hash = decode($1, 'hex')`,
    [tokenHash(token)],
  );
  return row?.left;
};

describe("a token", () => {
  it("is a JSON string of 32 lower-case letters and digits", async () => {
    const reply = await app.asGuest().post(adminPath, { username: "merchant", password: "password1" });
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/^"[a-z0-9]{32}"$/);
    expect((await bearer(reply.body).get("/V1/store/storeViews")).status).toBe(200);
  });

  it("is stored only as its SHA-256", async () => {
    const { body: token } = await app.asGuest().post(adminPath, { username: "Merchant", password: "password1" });
    const [found] = await app.db.query<{ row: string }>(
      `select t::text as row from access_token t where token_hash = sha256($1::text::bytea)`,
      [token],
    );
    expect(found?.row).toBeDefined();
    expect(found?.row).not.toContain(token);
    const sent = app.statements.filter((text) => text.includes(token));
    expect(sent).toEqual([]);
  });

  it("never repeats and uses every character", () => {
    const tokens = Array.from({ length: 300 }, newToken);
    expect(new Set(tokens).size).toBe(300);
    expect(new Set(tokens.join("")).size).toBe(36);
  });

  it("is valid for four hours for an administrator and one hour for a customer by default", async () => {
    const guest = app.asGuest();
    const { body: admin } = await guest.post(adminPath, { username: "merchant", password: "password1" });
    const { body: customer } = await guest.post(customerPath, { username: "jo@example.com", password: "Secret12" });
    expect(await secondsLeft(admin)).toBe(4 * 3600);
    expect(await secondsLeft(customer)).toBe(3600);
  });

  it("never expires with a lifetime of 0, and can have a lifetime in fractions of an hour", async () => {
    const owner = { type: UserType.administrator, id: adminId };
    expect(await secondsLeft(await issueToken(app.db, owner, 0))).toBeNull();
    expect(await secondsLeft(await issueToken(app.db, owner, 0.5))).toBe(1800);
  });

  it("works until it expires; then the caller is a guest", async () => {
    const token = await issueToken(app.db, { type: UserType.administrator, id: adminId }, 4);
    const set = (expires: string) =>
      app.db.execute(`update access_token set expires_at = ${expires} where token_hash = decode($1, 'hex')`, [
        tokenHash(token),
      ]);
    await set("now() + interval '10 seconds'");
    expect((await authenticate(app, `Bearer ${token}`)).reason).toBe("accepted");
    await set("now() - interval '1 second'");
    expect(await authenticate(app, `Bearer ${token}`)).toMatchObject({ reason: "expired", actor: { type: 4 } });
    const reply = await bearer(token).get("/V1/store/storeViews");
    expect([reply.status, reply.body]).toEqual([401, unauthorized]);
  });

  it("is revoked with all others of its owner, but not with those of anybody else", async () => {
    const mine = { type: UserType.administrator, id: adminId };
    const tokens = [await issueToken(app.db, mine, 1), await issueToken(app.db, mine, 0)];
    const other = await issueToken(app.db, { type: UserType.customer, id: adminId }, 1);
    expect(await revokeTokens(app.db, mine)).toBeGreaterThanOrEqual(2);
    expect(await revokeTokens(app.db, mine)).toBe(0);
    for (const token of tokens) expect((await authenticate(app, `Bearer ${token}`)).reason).toBe("revoked");
    expect((await authenticate(app, `Bearer ${other}`)).reason).not.toBe("revoked");
    expect((await bearer(tokens[0] ?? "").get("/V1/store/storeViews")).status).toBe(401);
  });

  it("is deleted a day after it expired, when its owner gets a new one", async () => {
    const owner = { type: UserType.administrator, id: adminId };
    const [old, recent] = [await issueToken(app.db, owner, 1), await issueToken(app.db, owner, 1)];
    const age = (token: string, days: number) =>
      app.db.execute(
        `update access_token set expires_at = now() - $2::float8 * interval '1 day' where token_hash = decode($1, 'hex')`,
        [tokenHash(token), days],
      );
    await age(old, 2);
    await age(recent, 0.5);
    await issueToken(app.db, owner, 1);
    expect((await authenticate(app, `Bearer ${old}`)).reason).toBe("unknown token");
    expect((await authenticate(app, `Bearer ${recent}`)).reason).toBe("expired");
  });
});

describe("the Authorization header", () => {
  it("names the scheme in upper or lower case", async () => {
    const token = await issueToken(app.db, { type: UserType.administrator, id: adminId }, 1);
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      expect((await authenticate(app, `${scheme} ${token}`)).reason).toBe("accepted");
    }
  });

  it("makes the caller a guest with any other content", async () => {
    const token = await issueToken(app.db, { type: UserType.administrator, id: adminId }, 1);
    const reasons = [
      [undefined, "no header"],
      ["", "no header"],
      [token, "not a bearer header"],
      ["Bearer", "not a bearer header"],
      ["Bearer ", "not a bearer header"],
      [`Bearer ${token} x`, "not a bearer header"],
      [`Bearer  ${token}`, "not a bearer header"],
      [`Basic ${token}`, "not a bearer header"],
      [`Bearer ${newToken()}`, "unknown token"],
      ["Bearer ' or true --", "not a bearer header"],
      ["Bearer 'or(true)--", "unknown token"],
    ] as const;
    for (const [header, reason] of reasons) {
      expect(await authenticate(app, header)).toMatchObject({ reason, actor: { type: UserType.guest, id: null } });
    }
  });

  it("does not close public routes if it is not accepted", async () => {
    const customer = { email: "open@example.com", firstname: "O", lastname: "P" };
    expect((await bearer(newToken()).post("/V1/customers", { customer })).status).toBe(200);
  });

  it("is looked up with one statement, and a missing one with none", async () => {
    const token = await issueToken(app.db, { type: UserType.administrator, id: adminId }, 1);
    expect(await app.statementsOf(() => authenticate(app, `Bearer ${token}`))).toHaveLength(1);
    expect(await app.statementsOf(() => authenticate(app, undefined))).toHaveLength(0);
  });

  it("shares the statement with concurrent calls, and is checked separately", async () => {
    const owner = { type: UserType.administrator, id: adminId };
    const [good, expired] = [await issueToken(app.db, owner, 1), await issueToken(app.db, owner, 1)];
    await app.db.execute(
      "update access_token set expires_at = now() - interval '1 second' where token_hash = decode($1, 'hex')",
      [tokenHash(expired)],
    );
    const tokens = new BearerTokens(app.db, app.config, { customers });
    let found: readonly string[] = [];
    const sent = await app.statementsOf(async () => {
      const asked = [good, expired, newToken(), good].map((token) => tokens.authenticate(`Bearer ${token}`));
      found = (await Promise.all(asked)).map(({ reason }) => reason);
    });
    expect(found).toEqual(["accepted", "expired", "unknown token", "accepted"]);
    expect(sent.filter((text) => text.includes("from access_token"))).toHaveLength(1);
  });

  it("is rejected after its revocation, even while an earlier look-up is still running", async () => {
    const owner = { type: UserType.administrator, id: adminId };
    const token = await issueToken(app.db, owner, 1);
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const query = async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const rows = await app.db.query<Row>(text, values);
      await held;
      return rows;
    };
    const tokens = new BearerTokens({ authentication: { ...app.db, query } }, app.config, { customers });
    const before = tokens.authenticate(`Bearer ${token}`);
    await new Promise((resolve) => setImmediate(resolve));
    await revokeTokens(app.db, owner);
    const after = tokens.authenticate(`Bearer ${token}`);
    release();
    expect((await after).reason).toBe("revoked");
    await before;
  });

  it("gets an error if the database fails", async () => {
    const query = () => Promise.reject(new Error("no database"));
    const tokens = new BearerTokens({ authentication: { ...app.db, query } }, app.config, { customers });
    await expect(tokens.authenticate(`Bearer ${newToken()}`)).rejects.toThrow("no database");
  });

  it("gives an administrator the role's resources, immediately after they change", async () => {
    const client = await app.asAdmin(["Magento_Backend::store"]);
    const header = `Bearer ${client.token ?? ""}`;
    expect([...(await authenticate(app, header)).actor.resources]).toEqual(["Magento_Backend::store"]);
    await app.db.execute(
      `update admin_role set resources = '{}' from admin_user u where u.role_id = admin_role.id and u.id = $1::int`,
      [(await authenticate(app, header)).actor.id],
    );
    expect((await client.get("/V1/store/storeViews")).body).toEqual(unauthorized);
  });

  it("gives a customer no resources", async () => {
    const client = await app.asCustomer("jo@example.com");
    const { actor } = await authenticate(app, `Bearer ${client.token ?? ""}`);
    expect(actor).toEqual({ type: UserType.customer, id: customerId, websiteId: 1, resources: new Set() });
    expect((await client.get("/V1/store/storeViews")).body).toEqual(unauthorized);
  });

  it("makes the caller a guest if the account is inactive", async () => {
    const admin = await app.asAdmin();
    const customer = await app.asCustomer("jo@example.com");
    const idOf = async (client: Client) => (await authenticate(app, `Bearer ${client.token ?? ""}`)).actor.id;
    await app.db.execute(`update admin_user set is_active = false where id = $1::int`, [await idOf(admin)]);
    await app.db.execute(`update customer set is_active = false where id = $1::int`, [await idOf(customer)]);
    for (const { token = "" } of [admin, customer]) {
      expect((await authenticate(app, `Bearer ${token}`)).reason).toBe("inactive account");
    }
    expect((await admin.get("/V1/store/storeViews")).body).toEqual(unauthorized);
    await app.db.execute(`update customer set is_active = true`);
  });
});

describe("signing in", () => {
  const both = (...names: string[]) => ({
    message: "One or more input exceptions have occurred.",
    errors: names.map((fieldName) => ({
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName },
    })),
  });

  it.each([adminPath, customerPath])("names every credential that is missing, null or empty: %s", async (path) => {
    const guest = app.asGuest();
    for (const body of [undefined, {}, { username: null, password: null }, { username: "", password: "" }]) {
      const reply = await guest.post(path, body);
      expect([reply.status, reply.body]).toEqual([400, both("username", "password")]);
    }
    const one = await guest.post(path, { username: "merchant", password: "" });
    expect([one.status, one.body]).toEqual([
      400,
      { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: "password" } },
    ]);
  });

  it("rejects wrong credentials, unknown accounts and the wrong type of account equally", async () => {
    const guest = app.asGuest();
    const attempts = [
      [adminPath, "merchant", "password2"],
      [adminPath, "nobody", "password1"],
      [adminPath, "jo@example.com", "Secret12"],
      [adminPath, "merchant", " password1"],
      [customerPath, "jo@example.com", "secret12"],
      [customerPath, "nobody@example.com", "Secret12"],
      [customerPath, "merchant", "password1"],
      [customerPath, "' or true --", "x"],
    ] as const;
    for (const [path, username, password] of attempts) {
      const reply = await guest.post(path, { username, password });
      expect([reply.status, reply.body]).toEqual([401, refused]);
    }
  });

  it.each([
    [adminPath, "merchant", "nobody"],
    [customerPath, "jo@example.com", "nobody@example.com"],
  ])("takes as long for an unknown account as for a known one: %s", async (path, known, unknown) => {
    const attempt = async (username: string) => {
      const start = performance.now();
      await app.asGuest().post(path, { username, password: "password2" });
      return performance.now() - start;
    };
    // Alternately, and the quickest of each, because other load only slows attempts down. More rounds if it does.
    let [ofKnown, ofUnknown] = [Infinity, Infinity];
    for (let round = 0; round < 10 || (round < 50 && ofUnknown <= ofKnown / 2); round += 1) {
      ofKnown = Math.min(ofKnown, await attempt(known));
      ofUnknown = Math.min(ofUnknown, await attempt(unknown));
      await app.db.execute("delete from sign_in_failure");
    }
    expect(ofUnknown).toBeGreaterThan(ofKnown / 2);
  });

  it("rejects an inactive account with the right password", async () => {
    const guest = app.asGuest();
    await createAdmin(app.db, {
      username: "gone",
      password: "password1",
      firstname: "G",
      lastname: "N",
      email: "g@example.com",
    });
    await app.db.execute(`update admin_user set is_active = false where username_key = 'gone'`);
    expect((await guest.post(adminPath, { username: "gone", password: "password1" })).body).toEqual(refused);
    await app.db.execute(`update customer set is_active = false where email_key = 'jo@example.com'`);
    expect((await guest.post(customerPath, { username: "jo@example.com", password: "Secret12" })).body).toEqual(
      refused,
    );
    await app.db.execute(`update customer set is_active = true`);
  });

  it("rejects a customer without a password, and an unconfirmed one if confirmation is required", async () => {
    const guest = app.asGuest();
    const customer = { email: "late@example.com", firstname: "L", lastname: "T" };
    await guest.post("/V1/customers", { customer });
    expect((await guest.post(customerPath, { username: customer.email, password: "Secret12" })).body).toEqual(refused);
    await app.db.execute(
      `update customer set confirmation = 'key', password_hash = (select password_hash from customer where email_key = 'jo@example.com')
       where email_key = 'late@example.com'`,
    );
    const signIn = () => guest.post(customerPath, { username: customer.email, password: "Secret12" });
    expect((await signIn()).status).toBe(200);
    const confirm = (value: string) =>
      app.db.execute(`update config_value set value = $1::text where path = 'customer/create_account/confirm'`, [
        value,
      ]);
    expect(await confirm("1")).toBe(1);
    expect((await signIn()).body).toEqual(refused);
    await confirm("0");
  });

  it("finds customers of the website of the scope, or of the default website under `all`", async () => {
    await app.db.execute(`insert into website (id, code, name, default_group_id) values (5, 'eu', 'EU', 5)`);
    await app.db.execute(
      `insert into store_group (id, website_id, code, name, default_store_id) values (5, 5, 'eu', 'EU', 5)`,
    );
    await app.db.execute(`insert into store (id, code, name, website_id, store_group_id) values (5, 'eu', 'EU', 5, 5)`);
    const guest = app.asGuest();
    const credentials = { username: "jo@example.com", password: "Secret12" };
    for (const store of ["default", "all"])
      expect((await guest.post(customerPath, credentials, { store })).status).toBe(200);
    expect((await guest.post(customerPath, credentials, { store: "eu" })).body).toEqual(refused);
    await app.db.execute(`update config_value set value = '0' where path = 'customer/account_share/scope'`);
    expect((await guest.post(customerPath, credentials, { store: "eu" })).status).toBe(200);
    await app.db.execute(`update config_value set value = '1' where path = 'customer/account_share/scope'`);
  });

  it("is available in GraphQL with the same responses", async () => {
    const document = `mutation ($user: String!, $password: String!) { createAdminToken(username: $user, password: $password) }`;
    const right = await app.asGuest().graphql(document, { user: "merchant", password: "password1" });
    expect(right.body.data.createAdminToken).toMatch(/^[a-z0-9]{32}$/);
    const wrong = await app.asGuest().graphql(document, { user: "merchant", password: "password2" });
    expect(wrong.body.errors[0]).toMatchObject({ message: refused.message, extensions: { code: "NOT_AUTHORIZED" } });
  });

  it("leaves neither password nor token in the log", async () => {
    const guest = app.asGuest();
    const { body: token } = await guest.post(adminPath, { username: "merchant", password: "password1" });
    await guest.post(adminPath, { username: "merchant", password: "not-the-right-1" });
    await bearer(token).get("/V1/store/storeViews");
    const lines = JSON.stringify(app.logs);
    for (const secret of ["password1", "not-the-right-1", token]) expect(lines).not.toContain(secret);
  });
});
