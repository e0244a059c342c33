import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { encryptSecrets } from "../../../src/api/auth/secrets/encrypt-secrets.js";
import { codeAt, stepAt } from "../../../src/api/auth/second-factor/totp.js";
import { secretPlaces } from "../../support/extension-work.js";
import { startApp, useApp } from "../../support/app.js";

const tokenPath = "/V1/integration/admin/token";
const google = "/V1/tfa/provider/google";
const password = "password1";
const refused = {
  message:
    "The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.",
};
const invalidCode = { message: "Invalid code." };
const invalidToken = { message: "Invalid two-factor authorization token" };
const required = {
  message: "Please use the 2fa provider-specific endpoints to obtain a token.",
  parameters: { active_providers: ["google"] },
};
const settings = { PORTICO_TWO_FACTOR: "on", PORTICO_SIGN_IN_RATE: "100000" };
const { app } = useApp({ ...settings, PORTICO_ENCRYPTION_KEY: randomBytes(32).toString("base64") });
let count = 0;

beforeEach(() => app.db.execute("delete from sign_in_failure"));

/** Creates an administrator and returns the user name. */
async function newAdmin(on = app): Promise<string> {
  const username = `Jane${(count += 1)}`;
  const names = { firstname: "Jane", lastname: "Doe", email: `${username}@example.com` };
  await createAdmin(on.db, { username, password, ...names });
  return username;
}

const signIn = (username: string, word = password, on = app) =>
  on.asGuest().post(tokenPath, { username, password: word });
const authenticate = (username: string, otp: string, word = password) =>
  app.asGuest().post(`${google}/authenticate`, { username, password: word, otp });
const configure = (tfaToken: string) => app.asGuest().post(`${google}/configure`, { tfaToken });
const activate = (tfaToken: string, otp: string) => app.asGuest().post(`${google}/activate`, { tfaToken, otp });

/** The codes of now and of the next step, which both work now. */
const codesOf = (secret: string) =>
  [0, 1].map((offset) => codeAt(secret, stepAt(Date.now()) + offset)) as [string, string];
/** A code that does not work now. */
const wrongCode = (secret: string) => codeAt(secret, stepAt(Date.now()) + 5);

/** Forgets which codes were used, so that a test need not wait for the next step. */
const withUnusedCodes = () => app.db.execute("update admin_second_factor set last_step = 0");

async function mailedTokens(username: string): Promise<string[]> {
  const mails = await app.db.query<{ body: string }>(
    "select body from mail where kind = 'second_factor' and recipient = $1::text order by created_at, id",
    [`${username}@example.com`],
  );
  return mails.map(({ body }) => /: ([a-z0-9]{32})$/m.exec(body)?.[1] ?? "");
}

/** Signs in for the first time and returns the mailed token. */
async function mailedToken(username: string): Promise<string> {
  await signIn(username);
  return (await mailedTokens(username)).at(-1) ?? "";
}

/** An administrator who has set up the second factor, with its secret. */
async function withSecondFactor(): Promise<{ username: string; secret: string }> {
  const username = await newAdmin();
  const token = await mailedToken(username);
  const secret = (await configure(token)).body.secret_code as string;
  expect((await activate(token, codesOf(secret)[0])).status).toBe(200);
  await withUnusedCodes();
  return { username, secret };
}

describe("an administrator without a second factor", () => {
  it("gets no token, but an email with a token for setting it up", async () => {
    const username = await newAdmin();
    const { status, body } = await signIn(username);
    expect([status, body]).toEqual([
      400,
      {
        message:
          "You are required to configure personal Two-Factor Authorization in order to login. Please check your email.",
        parameters: { providers: ["google"], active_providers: [] },
      },
    ]);
    expect(await mailedTokens(username)).toEqual([expect.stringMatching(/^[a-z0-9]{32}$/)]);
    const unready = await authenticate(username, "123456");
    expect([unready.status, unready.body]).toEqual([400, { message: "Provider is not configured." }]);
  });

  it("gets no email for a wrong password, and at most one a minute for the right one", async () => {
    const username = await newAdmin();
    expect((await signIn(username, "password2")).body).toEqual(refused);
    expect(await mailedTokens(username)).toEqual([]);
    await signIn(username);
    await signIn(username);
    expect(await mailedTokens(username)).toHaveLength(1);
    await app.db.execute("update admin_second_factor set setup_expires_at = setup_expires_at - interval '61 seconds'");
    await signIn(username);
    const [first = "", second = ""] = await mailedTokens(username);
    expect([(await configure(first)).status, (await configure(second)).status]).toEqual([401, 200]);
  });

  it("sets it up with the emailed token and a first code", async () => {
    const username = await newAdmin();
    const token = await mailedToken(username);
    const { body } = await configure(token);
    expect(body).toEqual({
      qr_code_base64: expect.stringMatching(/^iVBORw0KGgo/),
      secret_code: expect.stringMatching(/^[A-Z2-7]{32}$/),
    });
    const secret = body.secret_code as string;
    const wrong = await activate(token, wrongCode(secret));
    expect([wrong.status, wrong.body]).toEqual([401, invalidCode]);
    const [code, next] = codesOf(secret);
    expect(await activate(token, code)).toMatchObject({ status: 200, body: [] });
    const again = { status: 400, body: { message: "Provider is already configured." } };
    expect([await activate(token, next), await configure(token)]).toMatchObject([again, again]);
    expect((await authenticate(username, next)).body).toMatch(/^[a-z0-9]{32}$/);
  });

  it("cannot set it up with an unknown or expired token, or when the account is closed", async () => {
    const username = await newAdmin();
    const token = await mailedToken(username);
    for (const reply of [await configure("x".repeat(32)), await activate("", "123456")]) {
      expect([reply.status, reply.body]).toEqual([401, invalidToken]);
    }
    await app.db.execute("update admin_user set is_active = false where username = $1::text", [username]);
    expect((await configure(token)).body).toEqual(invalidToken);
    await app.db.execute("update admin_user set is_active = true where username = $1::text", [username]);
    expect((await configure(token)).status).toBe(200);
    await app.db.execute("update admin_second_factor set setup_expires_at = now() - interval '1 second'");
    expect((await configure(token)).body).toEqual(invalidToken);
  });
});

describe("an administrator with a second factor", () => {
  it("gets a token for password and code, and none for the password alone", async () => {
    const { username, secret } = await withSecondFactor();
    const alone = await signIn(username);
    expect([alone.status, alone.body]).toEqual([400, required]);
    const { status, body } = await authenticate(username.toUpperCase(), codesOf(secret)[0]);
    expect([status, body]).toEqual([200, expect.stringMatching(/^[a-z0-9]{32}$/)]);
    const headers = { Authorization: `Bearer ${body as string}` };
    expect((await app.asGuest().get("/V1/store/websites", { headers })).status).toBe(200);
  });

  it("cannot use a code twice, even in concurrent calls, nor an older one after it", async () => {
    const { username, secret } = await withSecondFactor();
    const [code, next] = codesOf(secret);
    const replies = await Promise.all(Array.from({ length: 4 }, () => authenticate(username, next)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(3);
    await app.db.execute("delete from sign_in_failure");
    for (const used of [next, code]) expect((await authenticate(username, used)).body).toEqual(invalidCode);
  });

  it("is locked by six wrong codes, and then the right one is rejected too", async () => {
    const { username, secret } = await withSecondFactor();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = await authenticate(username, wrongCode(secret));
      expect([reply.status, reply.body]).toEqual([401, invalidCode]);
    }
    expect((await authenticate(username, codesOf(secret)[0])).body).toEqual(refused);
    expect((await signIn(username)).body).toEqual(refused);
  });

  it("keeps the count of wrong codes when the password alone is right", async () => {
    const { username, secret } = await withSecondFactor();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await authenticate(username, wrongCode(secret))).body).toEqual(invalidCode);
      await signIn(username);
    }
    expect((await authenticate(username, codesOf(secret)[0])).body).toEqual(refused);
  });

  it("learns nothing about the code with a wrong password", async () => {
    const { username, secret } = await withSecondFactor();
    for (const otp of [codesOf(secret)[0], wrongCode(secret)]) {
      expect((await authenticate(username, otp, "password2")).body).toEqual(refused);
    }
    expect((await authenticate("nobody", "123456")).body).toEqual(refused);
    expect((await authenticate(username, codesOf(secret)[0])).status).toBe(200);
  });

  it("needs the code for a session and over GraphQL too", async () => {
    const { username, secret } = await withSecondFactor();
    const headers = { "X-Requested-With": "XMLHttpRequest" };
    const session = (otp?: string) =>
      app
        .asGuest()
        .post("/V1/session/admin", { username, password, ...(otp === undefined ? {} : { otp }) }, { headers });
    expect((await session()).body).toEqual(required);
    expect((await session(wrongCode(secret))).body).toEqual(invalidCode);
    expect((await session(codesOf(secret)[0])).body).toMatchObject({ user_type: 2 });
    const plain = await app
      .asGuest()
      .graphql(`mutation { createAdminToken(username: "${username}", password: "${password}") }`);
    expect(plain.body.errors[0].message).toBe(required.message);
    const otp = codesOf(secret)[1];
    const { body } = await app
      .asGuest()
      .graphql(
        `mutation { createAdminTokenWithCode(username: "${username}", password: "${password}", otp: "${otp}") }`,
      );
    expect(body.data.createAdminTokenWithCode).toMatch(/^[a-z0-9]{32}$/);
  });

  it("gets an error with the missing fields of a call", async () => {
    expect((await app.asGuest().post(`${google}/authenticate`, { username: "x", password: "y" })).body).toMatchObject({
      parameters: { fieldName: "otp" },
    });
  });

  it("has an encrypted secret, which a later key can encrypt again", async () => {
    const { username, secret } = await withSecondFactor();
    const stored = async () =>
      (await app.db.query<{ secret: string }>("select secret from admin_second_factor")).map((row) => row.secret);
    for (const text of await stored()) expect(text).not.toContain(secret);
    const key = randomBytes(32).toString("base64");
    const keys = { PORTICO_ENCRYPTION_KEY: `${key},${app.config.PORTICO_ENCRYPTION_KEY ?? ""}` };
    expect((await encryptSecrets(app.db, keys, secretPlaces)).encrypted).toBe((await stored()).length);
    const back = { PORTICO_ENCRYPTION_KEY: `${app.config.PORTICO_ENCRYPTION_KEY ?? ""},${key}` };
    await encryptSecrets(app.db, back, secretPlaces);
    expect((await authenticate(username, codesOf(secret)[0])).status).toBe(200);
  });

  it("has its setup and its sign-ins recorded in the audit log", async () => {
    await app.db.execute("delete from audit_event");
    const { username, secret } = await withSecondFactor();
    await authenticate(username, wrongCode(secret));
    await authenticate(username, codesOf(secret)[0]);
    const events = await app.db.query<{ event: string }>("select event from audit_event order by id");
    expect(events.map(({ event }) => event)).toEqual([
      "administrator created",
      "second factor activated",
      "sign-in refused",
      "sign-in",
    ]);
  });
});

describe("the providers of second factors", () => {
  const google = {
    code: "google",
    name: "Google Authenticator",
    enabled: true,
    engine: { enabled: true },
    reset_allowed: true,
    icon: expect.any(String),
    configure_action: "tfa/google/configure",
    auth_action: "tfa/google/auth",
    extra_actions: expect.any(Array),
  };
  const idOf = async (username: string) =>
    (await app.db.one<{ id: number }>("select id from admin_user where username = $1::text", [username]))?.id ?? 0;

  it("are listed for all administrators and for one, with the permission", async () => {
    const { username } = await withSecondFactor();
    const [id, newcomer] = [await idOf(username), await idOf(await newAdmin())];
    const reader = await app.asAdmin(["Magento_TwoFactorAuth::tfa"]);
    for (const path of [
      "installed-providers",
      "forced-providers",
      `user-providers/${id}`,
      `providers-to-activate/${newcomer}`,
    ])
      expect(await reader.get(`/V1/tfa/${path}`)).toMatchObject({ status: 200, body: [google] });
    expect((await reader.get(`/V1/tfa/providers-to-activate/${id}`)).body).toEqual([]);
    expect((await reader.get(`/V1/tfa/default-provider-code/${id}`)).body).toBe("google");
    const stranger = await app.asAdmin(["Magento_Catalog::products"]);
    for (const path of ["installed-providers", "forced-providers", `user-providers/${id}`])
      expect((await stranger.get(`/V1/tfa/${path}`)).status).toBe(401);
    for (const path of ["user-providers", "providers-to-activate", "default-provider-code"])
      expect((await reader.get(`/V1/tfa/${path}/999999`)).status).toBe(404);
  });

  it("include google, and no other can be chosen", async () => {
    const id = await idOf(await newAdmin());
    const reader = await app.asAdmin(["Magento_TwoFactorAuth::tfa"]);
    const byDefault = (providerCode: string, userId = id) =>
      reader.put(`/V1/tfa/default-provider-code/${userId}`, { providerCode });
    const chosen = (providersCodes: string) => reader.put(`/V1/tfa/user-providers/${id}`, { providersCodes });
    expect([(await byDefault("google")).body, (await chosen("google, google")).body]).toEqual([true, true]);
    const unknown = (code: string) => ({
      status: 404,
      body: { message: "Unknown or not enabled provider %1 for this user", parameters: [code] },
    });
    expect(await byDefault("authy")).toMatchObject(unknown("authy"));
    expect(await chosen("google,u2fkey")).toMatchObject(unknown("u2fkey"));
    expect((await byDefault("google", 999_999)).status).toBe(404);
  });

  it("are shown to the owner of an emailed token, before and after the setup", async () => {
    const token = await mailedToken(await newAdmin());
    const ask = (name: string, tfaToken: string) => app.asGuest().get(`/V1/tfa/${name}?tfaToken=${tfaToken}`);
    const names = ["tfat-user-providers", "tfat-providers-to-activate"] as const;
    for (const name of names) expect(await ask(name, token)).toMatchObject({ status: 200, body: [google] });
    const secret = (await configure(token)).body.secret_code as string;
    await activate(token, codesOf(secret)[0]);
    expect((await ask(names[0], token)).body).toMatchObject([google]);
    expect((await ask(names[1], token)).body).toEqual([]);
    for (const name of names) expect(await ask(name, "x")).toMatchObject({ status: 401, body: invalidToken });
  });
});

it("a password is enough without PORTICO_TWO_FACTOR, and the routes do not exist", async () => {
  await using plain = await startApp();
  const username = await newAdmin(plain);
  expect((await signIn(username, password, plain)).status).toBe(200);
  const calls = [
    ["authenticate", { username, password, otp: "123456" }],
    ["configure", { tfaToken: "x" }],
    ["activate", { tfaToken: "x", otp: "123456" }],
  ] as const;
  for (const [name, body] of calls) {
    const reply = await plain.asGuest().post(`${google}/${name}`, body);
    expect([reply.status, reply.body]).toEqual([404, { message: "Request does not match any route." }]);
  }
  const reads = ["installed-providers", "forced-providers", "user-providers/1", "tfat-user-providers?tfaToken=x"];
  const admin = await plain.asAdmin();
  for (const path of reads) expect((await admin.get(`/V1/tfa/${path}`)).status).toBe(404);
});
