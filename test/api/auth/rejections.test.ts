import { beforeAll, describe, expect, it } from "vitest";
import { UserType } from "../../../src/api/auth/actor.js";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { tokenHash } from "../../../src/api/auth/tokens/tokens.js";
import { issueToken, revokeTokens } from "../../../src/api/auth/tokens/tokens.sql.js";
import { startApp, type TestApp, useApp } from "../../support/app.js";
import { Client, type Reply } from "../../support/client.js";
import { integration } from "../../support/oauth.js";

const { app: development } = useApp({ NODE_ENV: "development", PORTICO_INTEGRATION_BEARER: "off" });
let callers: Readonly<Record<string, Readonly<Record<string, string>>>>;

beforeAll(async () => {
  callers = await everybody(development);
});

/** Returns the headers of callers that are rejected for different reasons. */
async function everybody(app: TestApp) {
  const { db } = app;
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const admin = async (username: string) => {
    const email = `${username}@example.com`;
    const id = await createAdmin(db, { username, email, password: "password1", firstname: "A", lastname: "B" });
    return { type: UserType.administrator, id };
  };
  const [former, closed] = [await admin("former"), await admin("closed")];
  const tokens = { expired: await issueToken(db, former, 1), revoked: await issueToken(db, former, 1) };
  await db.execute(
    "update access_token set expires_at = now() - interval '1 second' where token_hash = decode($1, 'hex')",
    [tokenHash(tokens.expired)],
  );
  await revokeTokens(db, former, tokens.revoked);
  const inactive = await issueToken(db, closed, 1);
  await db.execute("update admin_user set is_active = false where id = $1", [closed.id]);
  const program = await integration(app);
  const begun = await app.asGuest().post("/V1/session", undefined, { headers: { "X-Requested-With": "x" } });
  const cookie = begun.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return {
    "no header": {},
    "not a bearer header": { Authorization: "Basic c3RhZ2luZzpz" },
    "unknown token": bearer("x".repeat(32)),
    expired: bearer(tokens.expired),
    revoked: bearer(tokens.revoked),
    "inactive account": bearer(inactive),
    "integrations must sign": bearer(program.credentials.access_token),
    "unknown session": { Cookie: `PHPSESSID=${"x".repeat(32)}`, "X-Requested-With": "x" },
    "write from another site": { Cookie: cookie, Origin: "https://evil.example" },
    "a guest's session": { Cookie: cookie, "X-Requested-With": "x" },
  };
}

type Form = (app: TestApp, headers: Readonly<Record<string, string>>) => Promise<Reply>;

const group = { group: { code: "Refused", tax_class_id: 3 } };
const forms: Readonly<Record<string, Form>> = {
  "a route": (app, headers) => app.asGuest().post("/V1/customerGroups", group, { headers }),
  "an asynchronous route": (app, headers) => app.asGuest().post("/async/V1/customerGroups", group, { headers }),
  "a bulk route": (app, headers) => app.asGuest().post("/async/bulk/V1/customerGroups", [group], { headers }),
  "a route whose permission depends on its arguments": (app, headers) =>
    app.asGuest().post("/V1/bulk/00000000-0000-4000-8000-000000000000/retry", undefined, { headers }),
  GraphQL: (app, headers) => app.asGuest().graphql("mutation { deleteCustomerGroup(id: 2) }", {}, headers),
};

/** Returns the last logged rejection after a number of lines. */
const loggedSince = (app: TestApp, from: number) =>
  app.logs.slice(from).findLast(({ msg }) => msg === "not authorized");

describe.each(Object.keys(forms))("a rejection by %s", (name) => {
  const form = forms[name] as Form;

  it("is explained in the log and, in development, in a header", async () => {
    for (const [reason, headers] of Object.entries(callers)) {
      const from = development.logs.length;
      const reply = await form(development, headers);
      const because = `the caller is treated as a guest: ${reason}`;
      expect([reason, reply.headers.get("X-Unauthorized-Reason")]).toEqual([reason, because]);
      expect(loggedSince(development, from)).toMatchObject({ because, requestId: reply.headers.get("X-Request-Id") });
      expect(reply.text).not.toContain(reason);
    }
  });

  it("names the missing permission of a known caller", async () => {
    const { token = "" } = await development.asAdmin(["Magento_Backend::store"]);
    const from = development.logs.length;
    const reply = await form(development, { Authorization: `Bearer ${token}` });
    const { because } = loggedSince(development, from) ?? {};
    expect(because).toMatch(/^the caller lacks Magento_\w+::\w+$/);
    expect(reply.headers.get("X-Unauthorized-Reason")).toBe(because);
  });
});

it("the reason of a rejection is reported only in the log in production", async () => {
  await using app = await startApp();
  for (const form of Object.values(forms)) {
    const from = app.logs.length;
    const reply = await form(app, { Authorization: `Bearer ${"x".repeat(32)}` });
    expect(reply.headers.get("X-Unauthorized-Reason")).toBeNull();
    expect(loggedSince(app, from)?.["reason"]).toBe("unknown token");
  }
  expect((await new Client(app.url).get("/V1/store/websites")).status).toBe(401);
});
