import { createHash } from "node:crypto";
import { hash, hashRaw } from "@node-rs/argon2";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { hashPassword } from "../../../src/api/auth/sign-in/password.js";
import { deleteOldSignInFailures } from "../../../src/api/auth/sign-in/sign-in-failures.sql.js";
import { deleteExpiredTokens } from "../../../src/api/auth/tokens/tokens.sql.js";
import { useApp } from "../../support/app.js";
import { Client } from "../../support/client.js";

const adminPath = "/V1/integration/admin/token";
const customerPath = "/V1/integration/customer/token";
const right = "password1";
const refused = {
  message:
    "The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.",
};

const { app } = useApp({ PORTICO_SIGN_IN_RATE: "100000", PORTICO_DATABASE_WAIT_SECONDS: "60" });
let adminId: number;

beforeAll(async () => {
  adminId = await createAdmin(app.db, {
    username: "Merchant",
    password: right,
    firstname: "M",
    lastname: "C",
    email: "m@example.com",
  });
  const customer = { email: "merchant@example.com", firstname: "Jo", lastname: "Doe" };
  await app.asGuest().post("/V1/customers", { customer, password: "Secret12" });
});
beforeEach(() => app.db.execute("delete from sign_in_failure"));

const asAdmin = (password: string, username = "merchant") => app.asGuest().post(adminPath, { username, password });
const asCustomer = (password: string, username = "merchant@example.com") =>
  app.asGuest().post(customerPath, { username, password });

async function fail(times: number, attempt = () => asAdmin("password2")): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await attempt()).toMatchObject({ status: 401, body: refused });
}

describe("six consecutive failures", () => {
  it("lock the account for half an hour, with an unchanged response", async () => {
    await fail(6);
    expect(await asAdmin(right)).toMatchObject({ status: 401, body: refused });
    const [row] = await app.db.query<{ seconds: number }>(
      "select extract(epoch from locked_until - failed_at)::int as seconds from sign_in_failure where name_key = 'merchant' and locked_until is not null",
    );
    expect(row?.seconds).toBe(1800);
    await app.db.execute("update sign_in_failure set locked_until = now() - interval '1 second'");
    expect((await asAdmin(right)).status).toBe(200);
  });

  it("are reset by a success", async () => {
    await fail(5);
    expect((await asAdmin(right, "MERCHANT")).status).toBe(200);
    await fail(5);
    expect((await asAdmin(right)).status).toBe(200);
  });

  it("lock the name, ignoring case, but only for one type of account", async () => {
    await fail(3);
    await fail(3, () => asAdmin("password2", "MerchanT"));
    expect((await asAdmin(right)).status).toBe(401);
    expect((await asCustomer("Secret12")).status).toBe(200);
    await fail(6, () => asCustomer("Secret13"));
    expect((await asCustomer("Secret12")).status).toBe(401);
  });

  it("lock unknown names too, so that a lock reveals nothing", async () => {
    await fail(6, () => asAdmin(right, "nobody"));
    const count = "select count(*) as n from sign_in_failure where locked_until > now()";
    expect((await app.db.query<{ n: number }>(count))[0]?.n).toBe(1);
  });

  it("are counted from zero again after a lock", async () => {
    await fail(6);
    await app.db.execute("update sign_in_failure set locked_until = now() - interval '1 second'");
    await fail(5);
    expect((await asAdmin(right)).status).toBe(200);
  });

  it("lock the account even if concurrent guesses include the right password", async () => {
    const guesses = await Promise.all(Array.from({ length: 30 }, () => asAdmin("password2")));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await asAdmin(right)).status).toBe(401);
  });

  it("follow the settings, where 0 never locks", async () => {
    const set = (value: string) =>
      app.db.execute(
        `insert into config_value (path, scope, scope_id, value)
         values ('oauth/authentication_lock/max_failures_count', 'default', 0, $1::text)
         on conflict (path, scope, scope_id) do update set value = excluded.value`,
        [value],
      );
    await set("2");
    await fail(2);
    expect((await asAdmin(right)).status).toBe(401);
    await app.db.execute("delete from sign_in_failure");
    await set("0");
    await fail(8);
    expect((await asAdmin(right)).status).toBe(200);
    await set("6");
  });

  it("are forgotten after a day, unless the account is locked", async () => {
    await fail(1);
    await fail(6, () => asAdmin(right, "nobody"));
    await app.db.execute("update sign_in_failure set failed_at = now() - interval '25 hours'");
    // One failure of an address counts for all addresses together too, which six of one address do not lock.
    expect(await deleteOldSignInFailures(app.db)).toBe(3);
    const [left] = await app.db.query<{ name_key: string }>("select name_key from sign_in_failure");
    expect(left?.name_key).toBe("nobody");
  });
});

// Fewer than the connections that an operating system keeps waiting (511), which busy processes need time to take.
describe("four hundred concurrent sign-in attempts", () => {
  const [rights, wrongs, strangers] = [240, 140, 20];

  /** Makes hashes fast, because the number of attempts matters here. */
  async function withCheapHashes(work: () => Promise<void>): Promise<void> {
    const cheap = (text: string) => hash(text, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const admins = "update admin_user set password_hash = $1::text where username_key = 'merchant'";
    const customers = "update customer set password_hash = $1::text where email_key = 'merchant@example.com'";
    await app.db.execute(admins, [await cheap(right)]);
    await app.db.execute(customers, [await cheap("Secret12")]);
    await work();
    await app.db.execute(admins, [await hashPassword(right)]);
    await app.db.execute(customers, [await hashPassword("Secret12")]);
  }

  it("are all answered and counted, while other calls continue", { timeout: 120_000 }, async () => {
    const reader = await app.asAdmin(["Magento_Backend::store"]);
    await app.db.execute("delete from audit_event");
    await withCheapHashes(async () => {
      let isOver = false;
      const times = <Value>(count: number, make: () => Promise<Value>) =>
        Promise.all(Array.from({ length: count }, make));
      const flood = Promise.all([
        times(rights, () => asAdmin(right)),
        times(wrongs, () => asCustomer("Secret13")),
        times(strangers, () => asAdmin(right, "nobody")),
      ]).finally(() => (isOver = true));
      const during: number[] = [];
      while (!isOver) {
        const { status } = await reader.get("/V1/store/websites");
        if (!isOver) during.push(status);
      }
      const [signedIn, ...refusedOnes] = await flood;
      expect(signedIn.map(({ status }) => status)).toEqual(signedIn.map(() => 200));
      expect(new Set(signedIn.map(({ body }) => body as string)).size).toBe(rights);
      for (const replies of refusedOnes) {
        expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        expect(replies[0]).toMatchObject({ status: 401, body: refused });
      }
      expect(during.length).toBeGreaterThan(0);
      expect(new Set(during)).toEqual(new Set([200]));
      expect((await asCustomer("Secret12")).status).toBe(401);
    });
    const counted = await app.db.query(
      `select name_key, address, failures, coalesce(locked_until > now(), false) as locked from sign_in_failure
       order by name_key, address`,
    );
    expect(counted).toEqual([
      { name_key: "merchant@example.com", address: "", failures: 6, locked: false },
      { name_key: "merchant@example.com", address: "127.0.0.1", failures: wrongs + 1, locked: true },
      { name_key: "nobody", address: "", failures: 6, locked: false },
      { name_key: "nobody", address: "127.0.0.1", failures: strangers, locked: true },
    ]);
    const noted = await app.db.query(
      "select event, count(*)::int as times from audit_event group by event order by event",
    );
    expect(noted).toEqual([
      { event: "sign-in", times: rights },
      { event: "sign-in locked", times: 2 },
      { event: "sign-in refused", times: wrongs + 1 + strangers - 2 },
    ]);
  });
});

it("a name that exceeds its column is rejected like any other", async () => {
  for (const name of ["x".repeat(5000), "' or 1=1 --", "名前\u{1f600}"]) await fail(1, () => asAdmin(right, name));
});

it("signing in cannot be queued, so that no token is stored with a bulk", async () => {
  const credentials = { username: "merchant", password: right };
  for (const path of [`/async${adminPath}`, `/async${customerPath}`]) {
    expect(await app.asGuest().post(path, credentials)).toMatchObject({
      status: 400,
      body: { message: "Specified request cannot be processed." },
    });
  }
  expect((await app.asGuest().post(`/async/bulk${adminPath}`, [credentials])).status).toBe(400);
  const document = `mutation { submitBulk(operation: "createAdminToken", elements: [{ username: "merchant", password: "x" }]) { bulk_uuid } }`;
  expect((await app.asGuest().graphql(document)).body.errors[0].message).toMatch(/^The mutation .* does not exist/);
});

describe("a password hash of Magento", () => {
  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const argon = async (text: string, salt: string, [bytes, passes, memory] = [32, 2, 65_536] as readonly number[]) =>
    (
      await hashRaw(text, {
        salt: Buffer.from(salt),
        outputLen: bytes ?? 0,
        timeCost: passes ?? 0,
        memoryCost: memory ?? 0,
        parallelism: 1,
      })
    ).toString("hex");
  const salt = "abcdefghijklmnop";
  const hashes: readonly (readonly [string, () => string | Promise<string>])[] = [
    ["MD5 without a version", () => `${md5(`ab${right}`)}:ab`],
    ["MD5", () => `${md5(`ab${right}`)}:ab:0`],
    ["SHA-256", () => `${sha256(salt + right)}:${salt}:1`],
    ["Argon2id", async () => `${await argon(right, salt)}:${salt}:2`],
    ["Argon2id with a longer salt", async () => `${await argon(right, salt)}:${salt}qrstuvwxyz:2`],
    [
      "Argon2id with a cost of its own",
      async () => `${await argon(right, salt, [24, 3, 8192])}:${salt}:3_24_3_8388608`,
    ],
    ["MD5 made stronger by SHA-256", () => `${sha256(`ab${md5(`ab${right}`)}`)}:ab:0:1`],
    ["SHA-256 made stronger by Argon2id", async () => `${await argon(sha256(salt + right), salt)}:${salt}:1:2`],
  ];

  it.each(hashes)("is verified and replaced at the next sign-in: %s", async (_name, make) => {
    const stored = await make();
    const storeHash = (hash: string) =>
      app.db.execute("update admin_user set password_hash = $1::text where id = $2::int", [hash, adminId]);
    const readHash = async () =>
      (
        await app.db.query<{ password_hash: string }>("select password_hash from admin_user where id = $1::int", [
          adminId,
        ])
      )[0]?.password_hash;
    await storeHash(stored);
    expect((await asAdmin("password2")).status).toBe(401);
    expect(await readHash()).toBe(stored);
    expect((await asAdmin(right)).status).toBe(200);
    expect(await readHash()).toMatch(/^\$argon2id\$/);
    expect((await asAdmin(right)).status).toBe(200);
  });

  it("matches no password if its version is unknown", async () => {
    await app.db.execute("update customer set password_hash = $1::text", [`${md5(`abSecret12`)}:ab:9`]);
    expect((await asCustomer("Secret12")).status).toBe(401);
    await app.db.execute("update customer set password_hash = $1::text", [`${sha256(`${salt}Secret12`)}:${salt}:1`]);
    expect((await asCustomer("Secret12")).status).toBe(200);
  });
});

describe("revoking tokens", () => {
  const revokeOwn = "/V1/integration/customer/revoke-customer-token";
  const revokeAdmin = "/V1/integration/admin/revoke-admin-token";
  const status = async (client: Client, path = "/V1/store/websites") => (await client.get(path)).status;
  const signedIn = async () => new Client(app.url, (await asAdmin(right)).body as string);

  it("ends one or all tokens of the calling administrator", async () => {
    const [one, other, third] = [await signedIn(), await signedIn(), await signedIn()];
    expect((await one.post(revokeAdmin, { token: other.token })).body).toBe(true);
    expect([await status(one), await status(other), await status(third)]).toEqual([200, 401, 200]);
    expect((await one.post(revokeAdmin, { token: other.token })).body).toBe(false);
    expect((await one.post(revokeAdmin)).body).toBe(true);
    expect([await status(one), await status(third)]).toEqual([401, 401]);
  });

  it("requires the permission and no weaker rights if the tokens belong to another administrator", async () => {
    const victim = await signedIn();
    const weak = await app.asAdmin(["Magento_Catalog::products"]);
    expect((await weak.post(revokeAdmin, { adminId })).status).toBe(401);
    const weaker = await app.asAdmin(["Magento_Backend::system"]);
    expect((await weaker.post(revokeAdmin, { adminId })).status).toBe(400);
    expect(await status(victim)).toBe(200);
    expect((await (await app.asAdmin()).post(revokeAdmin, { adminId })).body).toBe(true);
    expect(await status(victim)).toBe(401);
    expect((await app.asGuest().post(revokeAdmin, { adminId })).status).toBe(401);
  });

  it("ends only the calling customer's tokens, whatever id is sent", async () => {
    const own = new Client(app.url, (await asCustomer("Secret12")).body as string);
    const other = await signedIn();
    expect((await own.post(revokeOwn, { customerId: adminId, token: other.token })).body).toBe(false);
    expect(await status(other)).toBe(200);
    expect((await own.post(revokeOwn, { customerId: 0 })).body).toBe(true);
    expect((await own.post(revokeOwn)).status).toBe(401);
    expect((await other.post(revokeOwn)).status).toBe(400);
  });

  it("is available in GraphQL", async () => {
    const client = await signedIn();
    expect((await client.graphql("mutation { revokeAdminTokens }")).body.data.revokeAdminTokens).toBe(true);
    expect(await status(client)).toBe(401);
  });
});

it("expired and revoked tokens are kept for a day, so that the log can name them, and then removed", async () => {
  await app.db.execute("delete from access_token");
  for (let time = 0; time < 4; time += 1) await asAdmin(right);
  const hashes = await app.db.query<{ token_hash: Buffer }>("select token_hash from access_token");
  const changes = [
    "expires_at = now() - interval '25 hours'",
    "revoked_at = now() - interval '25 hours'",
    "revoked_at = now()",
  ];
  for (const [at, change] of changes.entries()) {
    await app.db.execute(`update access_token set ${change} where token_hash = $1`, [hashes[at]?.token_hash]);
  }
  expect(await deleteExpiredTokens(app.db)).toBe(2);
  expect(await app.db.query("select 1 from access_token")).toHaveLength(2);
});

it("the audit log records changes of accounts with the id of the call, and without secrets", async () => {
  await app.db.execute("delete from audit_event");
  await fail(6);
  const token = (await asAdmin(right, "merchant@example.com")).body as unknown;
  await app.db.execute("delete from sign_in_failure");
  const client = new Client(app.url, (await asAdmin(right)).body as string);
  await client.post("/V1/integration/admin/revoke-admin-token");
  const rows = await app.db.query<{ event: string; user_id: number | null; by_user_id: number | null }>(
    "select event, user_id, by_user_id, user_type, name, request_id from audit_event order by id",
  );
  expect(token).toMatchObject(refused);
  const refusedSignIns = [
    "sign-in refused",
    "sign-in refused",
    "sign-in refused",
    "sign-in refused",
    "sign-in refused",
  ];
  const events = [...refusedSignIns, "sign-in locked", "sign-in refused", "sign-in", "tokens revoked"];
  expect(rows.map(({ event }) => event)).toEqual(events);
  expect(rows.map(({ user_id }) => user_id)).toEqual(events.map((_, at) => (at === 6 ? null : adminId)));
  expect(rows.at(-1)).toMatchObject({ by_user_id: adminId, user_type: 2, request_id: expect.stringMatching(/./) });
  expect(JSON.stringify(rows)).not.toContain("password");
});
