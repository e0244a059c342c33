import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { UserType } from "../../../src/api/auth/actor.js";
import { networkOf } from "../../../src/api/auth/sign-in/network-of.js";
import { deleteOldSignInAddresses } from "../../../src/api/auth/sign-in/sign-in-addresses.sql.js";
import { unlock } from "../../../src/api/auth/sign-in/sign-in-failures.sql.js";
import { startApp, useApp } from "../../support/app.js";

const right = "password1";
const wrong = "password2";
const office = "198.51.100.7";
const stranger = "203.0.113.66";
const { app } = useApp({
  PORTICO_TRUST_PROXY: "on",
  PORTICO_SIGN_IN_RATE: "100000",
  PORTICO_SIGN_IN_FAILURES: "12",
});

beforeAll(async () => {
  const names = { firstname: "M", lastname: "C", email: "m@example.com" };
  await createAdmin(app.db, { username: "merchant", password: right, ...names });
  const customer = { email: "jo@example.com", firstname: "Jo", lastname: "Doe" };
  await app.asGuest().post("/V1/customers", { customer, password: "Secret12" });
});
beforeEach(() =>
  app.db.execute("delete from sign_in_failure").then(() => app.db.execute("delete from sign_in_address")),
);

const signIn = async (password: string, address: string, username = "merchant") =>
  (
    await app
      .asGuest()
      .post("/V1/integration/admin/token", { username, password }, { headers: { "X-Forwarded-For": address } })
  ).status;

async function fail(times: number, address: string): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await signIn(wrong, address)).toBe(401);
}

/** Six failures of each of so many addresses. */
async function failFrom(addresses: number): Promise<void> {
  for (let address = 1; address <= addresses; address += 1) await fail(6, `203.0.113.${address}`);
}

const unlockAfterwards = () => app.db.execute("update sign_in_failure set locked_until = now() - interval '1 second'");

describe("failed sign-ins from one address", () => {
  it("lock the account for this address only, so that a stranger locks nobody out", async () => {
    await fail(40, stranger);
    expect(await signIn(right, stranger)).toBe(401);
    expect(await signIn(right, office)).toBe(200);
  });

  it("keep the address locked after a success from another address", async () => {
    await fail(6, stranger);
    expect(await signIn(right, office)).toBe(200);
    expect(await signIn(right, stranger)).toBe(401);
    await unlockAfterwards();
    expect(await signIn(right, stranger)).toBe(200);
  });

  it("do not lock out a customer who signs in from elsewhere, for a token or a session", async () => {
    const credentials = { username: "jo@example.com", password: "Secret12" };
    const post = async (path: string, password: string, address: string) =>
      (
        await app
          .asGuest()
          .post(
            path,
            { ...credentials, password },
            { headers: { "X-Forwarded-For": address, "X-Requested-With": "XMLHttpRequest" } },
          )
      ).status;
    const [token, session] = ["/V1/integration/customer/token", "/V1/session/customer"] as const;
    for (let time = 0; time < 3; time += 1) {
      expect(await post(token, "Secret13", stranger)).toBe(401);
      expect(await post(session, "Secret13", stranger)).toBe(401);
    }
    expect([await post(token, "Secret12", stranger), await post(session, "Secret12", stranger)]).toEqual([401, 401]);
    expect([await post(token, "Secret12", office), await post(session, "Secret12", office)]).toEqual([200, 200]);
  });

  it("are counted for a whole /64 IPv6 network, in which a client can choose its addresses", async () => {
    for (let host = 1; host <= 6; host += 1) await fail(1, `2001:db8:0:1::${host}`);
    expect(await signIn(right, "2001:db8::1:aaaa:0:0:1")).toBe(401);
    expect(await signIn(right, "2001:db8:0:2::1")).toBe(200);
  });
});

describe("failed sign-ins from many addresses", () => {
  it("lock the account for all of them, so that few passwords can be guessed", async () => {
    await failFrom(2);
    expect(await signIn(right, "192.0.2.1")).toBe(401);
    await unlockAfterwards();
    expect(await signIn(right, "192.0.2.1")).toBe(200);
  });

  it("do not lock out an address that the account was signed in from before", async () => {
    expect(await signIn(right, office)).toBe(200);
    await failFrom(3);
    expect(await signIn(right, "192.0.2.1")).toBe(401);
    expect(await signIn(right, office)).toBe(200);
    // A sign-in from a known address does not end the lock for unknown addresses.
    expect(await signIn(right, "192.0.2.1")).toBe(401);
    await fail(6, office);
    expect(await signIn(right, office)).toBe(401);
  });

  it("lock out an address that the account was last signed in from a month ago", async () => {
    expect(await signIn(right, office)).toBe(200);
    await app.db.execute("update sign_in_address set seen_at = now() - interval '31 days'");
    await failFrom(2);
    expect(await signIn(right, office)).toBe(401);
    expect(await deleteOldSignInAddresses(app.db)).toBe(1);
  });

  it("lock unknown names too", async () => {
    for (let time = 0; time < 12; time += 1) await signIn(right, `203.0.113.${time}`, "nobody");
    const [row] = await app.db.query(
      "select failures from sign_in_failure where address = '' and locked_until > now()",
    );
    expect(row).toEqual({ failures: 12 });
  });

  it("are counted from zero again after a success", async () => {
    await failFrom(1);
    await fail(5, "203.0.113.2");
    expect(await signIn(right, office)).toBe(200);
    await fail(1, "203.0.113.3");
    expect(await signIn(right, "192.0.2.1")).toBe(200);
  });

  it("are cleared when an administrator is unlocked", async () => {
    await failFrom(2);
    expect(await unlock(app.db, { type: UserType.administrator, key: "merchant" })).toBe(true);
    expect([await signIn(right, "203.0.113.1"), await signIn(right, "192.0.2.1")]).toEqual([200, 200]);
  });

  it("never lock the account if PORTICO_SIGN_IN_FAILURES is 0", async () => {
    await using other = await startApp({ PORTICO_TRUST_PROXY: "on", PORTICO_SIGN_IN_FAILURES: "0" });
    const names = { firstname: "M", lastname: "C", email: "m@example.com" };
    await createAdmin(other.db, { username: "merchant", password: right, ...names });
    const attempt = async (password: string, address: string) =>
      (
        await other
          .asGuest()
          .post(
            "/V1/integration/admin/token",
            { username: "merchant", password },
            { headers: { "X-Forwarded-For": address } },
          )
      ).status;
    for (let at = 1; at <= 20; at += 1) expect(await attempt(wrong, `203.0.113.${at}`)).toBe(401);
    expect(await attempt(right, "192.0.2.1")).toBe(200);
  });
});

it("the addresses of a customer are deleted with the account", async () => {
  const customer = { email: "leaving@example.com", firstname: "Jo", lastname: "Doe" };
  const { body } = await app.asGuest().post("/V1/customers", { customer, password: "Secret12" });
  await app.asGuest().post("/V1/integration/customer/token", { username: customer.email, password: "Secret12" });
  const stored = () =>
    app.db.query("select address from sign_in_address where user_type = 3 and user_id = $1::int", [body.id]);
  expect(await stored()).toEqual([{ address: "127.0.0.1" }]);
  expect((await (await app.asAdmin()).delete(`/V1/customers/${body.id}`)).body).toBe(true);
  expect(await stored()).toEqual([]);
});

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:a:b:c:d:e:f", "2001:db8:a:b::/64"],
  ["2001:0DB8:000A:0000:c:d:e:f", "2001:db8:a:0::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["fe80::1:2:3:4%eth0", "fe80:0:0:0::/64"],
  ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4::/64"],
  [undefined, "-"],
])("the address %s is treated as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
