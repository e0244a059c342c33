import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callerCleanupOf } from "../../../src/api/auth/cleanup.js";
import { startReceiver, type Receiver } from "../bulk/callback-receiver.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { type Credentials, integration, type SignatureOverrides, signed, SigningClient } from "../../support/oauth.js";

const path = "/V1/integrations";
let app: TestApp;
let admin: Client;
let receiver: Receiver & { readonly received: { body: string }[] };

beforeAll(async () => {
  receiver = (await startReceiver()) as typeof receiver;
  app = await startApp({
    PORTICO_CALLBACK_HOSTS: "127.0.0.1",
    PORTICO_CALLBACK_PRIVATE: "on",
    PORTICO_CALLBACK_SECRET: `whsec_${randomBytes(24).toString("base64")}`,
    PORTICO_BASE_URL: "https://shop.example.com/",
  });
  admin = await app.asAdmin();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(() => void receiver.received.splice(0));

/** What an integration knows while it fetches its tokens. */
interface Known extends Pick<Credentials, "consumer_key" | "consumer_secret"> {
  readonly id: number;
  readonly verifier: string;
}

async function created(more: object = {}): Promise<{ readonly id: number; readonly name: string }> {
  const name = `ERP ${randomUUID().slice(0, 8)}`;
  const { body } = await admin.post(path, {
    integration: { name, resources: ["Magento_Backend::store"], callback_url: receiver.url, ...more },
  });
  return { id: body.integration_id as number, name };
}

/** Activates an integration and returns the data posted to its callback URL. */
async function activated(id: number): Promise<Known> {
  const { status, text } = await admin.post(`${path}/${id}/activate`);
  if (status !== 200) throw new Error(text);
  const form = new URLSearchParams(receiver.received.at(-1)?.body);
  return {
    id,
    consumer_key: form.get("oauth_consumer_key") ?? "",
    consumer_secret: form.get("oauth_consumer_secret") ?? "",
    verifier: form.get("oauth_verifier") ?? "",
  };
}

interface TokenReply {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  readonly form: URLSearchParams;
}

async function ask(of: "request" | "access", credentials: Partial<Credentials>, otherwise: SignatureOverrides = {}) {
  const url = `${app.url}/oauth/token/${of}`;
  return send(url, signed(credentials, { method: "POST", url }, otherwise));
}

async function send(url: string, authorization: string): Promise<TokenReply> {
  const response = await fetch(url, { method: "POST", headers: { Authorization: authorization } });
  const text = await response.text();
  return { status: response.status, type: response.headers.get("Content-Type"), text, form: new URLSearchParams(text) };
}

/** Returns the request token of an activated integration with its secret, for the next signature. */
async function requestToken(known: Known) {
  const { form } = await ask("request", known);
  return { access_token: form.get("oauth_token") ?? "", access_token_secret: form.get("oauth_token_secret") ?? "" };
}

const withVerifier = (
  verifier: string | undefined,
  more: SignatureOverrides["parameters"] = {},
): SignatureOverrides => ({
  parameters: { oauth_verifier: verifier, ...more },
});
const problem = ({ status, form }: TokenReply) => [status, form.get("oauth_problem")];

describe("activating an integration", () => {
  it("posts its consumer and a verifier to the callback URL, and returns the page to continue on", async () => {
    const { id } = await created({ identity_link_url: "https://erp.example.com/sign-in?from=shop" });
    const { consumer_key } = (await admin.get(`${path}/${id}`)).body as Credentials;
    const { status, body } = await admin.post(`${path}/${id}/activate`);
    expect(status).toBe(200);
    const link = new URL(body.identity_link_url as string);
    expect(link.origin + link.pathname).toBe("https://erp.example.com/sign-in");
    expect(Object.fromEntries(link.searchParams)).toEqual({
      from: "shop",
      oauth_consumer_key: consumer_key,
      success_call_back: "https://shop.example.com/",
    });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({ headers: { "content-type": "application/x-www-form-urlencoded" } });
    expect(Object.fromEntries(new URLSearchParams(receiver.received[0]?.body))).toEqual({
      oauth_consumer_key: consumer_key,
      oauth_consumer_secret: expect.stringMatching(/^[a-z0-9]{32}$/) as string,
      oauth_verifier: expect.stringMatching(/^[a-z0-9]{32}$/) as string,
      store_base_url: "https://shop.example.com/",
    });
  });

  it("fails if the other program answers with an error, and follows no redirect", async () => {
    const { id } = await created();
    receiver.answers.push({ status: 500 });
    const reply = await admin.post(`${path}/${id}/activate`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: "Unable to post data to consumer due to an unexpected error" },
    ]);
    receiver.answers.push({ status: 302, location: receiver.url });
    expect((await admin.post(`${path}/${id}/activate`)).status).toBe(200);
    expect(receiver.received).toHaveLength(2);
  });

  it("fails if nothing listens, without revealing the reason", async () => {
    const { id } = await created({ callback_url: "http://127.0.0.1:1/" });
    const reply = await admin.post(`${path}/${id}/activate`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: "Unable to post data to consumer due to an unexpected error" },
    ]);
  });

  it("is not needed without a callback URL, and cannot be queued", async () => {
    const { id } = await created({ callback_url: null });
    expect((await admin.post(`${path}/${id}/activate`)).status).toBe(400);
    const other = await created();
    expect((await admin.post(`/async${path}/${other.id}/activate`)).status).toBe(400);
    expect(receiver.received).toEqual([]);
  });

  it("is available in GraphQL, and keeps no transaction open during the request", async () => {
    const { id } = await created();
    const sent = await app.statementsOf(async () => {
      const { body } = await admin.graphql(
        `mutation ($id: Int!) { activateIntegration(integrationId: $id) { identity_link_url } }`,
        { id },
      );
      expect(body).toEqual({ data: { activateIntegration: { identity_link_url: null } } });
    });
    expect(sent).not.toContain("BEGIN");
    expect(receiver.received).toHaveLength(1);
  });
});

describe("the token exchange", () => {
  it("returns an access token that can sign calls", async () => {
    const { id } = await created();
    const known = await activated(id);
    const requested = await ask("request", known);
    expect([requested.status, requested.type]).toEqual([200, "application/x-www-form-urlencoded; charset=utf-8"]);
    expect(requested.text).toMatch(/^oauth_token=[a-z0-9]{32}&oauth_token_secret=[a-z0-9]{32}$/);
    const request = {
      access_token: requested.form.get("oauth_token") ?? "",
      access_token_secret: requested.form.get("oauth_token_secret") ?? "",
    };
    const early = await new SigningClient(app.url, { ...known, ...request }).get("/V1/store/storeViews");
    expect([early.status, early.body]).toEqual([401, { message: "Token is not an access token" }]);
    const answer = await ask("access", { ...known, ...request }, withVerifier(known.verifier));
    expect(answer.text).toMatch(/^oauth_token=[a-z0-9]{32}&oauth_token_secret=[a-z0-9]{32}$/);
    const caller = new SigningClient(app.url, {
      ...known,
      access_token: answer.form.get("oauth_token") ?? "",
      access_token_secret: answer.form.get("oauth_token_secret") ?? "",
    });
    expect((await caller.get("/V1/store/storeViews")).status).toBe(200);
    expect((await caller.get("/V1/customerGroups/1")).status).toBe(401);
    expect((await admin.get(`${path}/${id}`)).body.status).toBe(1);
    const lines = JSON.stringify(app.logs);
    for (const secret of [known.consumer_secret, known.verifier, caller.credentials.access_token])
      expect(lines).not.toContain(secret);
  });

  it("keeps the tokens of an active integration until it fetches new ones", async () => {
    const first = await exchange(await created());
    const second = await activated(first.id);
    expect((await first.caller.get("/V1/store/storeViews")).status).toBe(200);
    const { caller } = await exchange({ id: first.id }, second);
    expect((await caller.get("/V1/store/storeViews")).status).toBe(200);
    const old = await first.caller.get("/V1/store/storeViews");
    expect([old.status, old.body]).toEqual([401, { message: "Specified token does not exist" }]);
  });

  it("issues each token once, even to concurrent requests", async () => {
    const known = await activated((await created()).id);
    const requests = await Promise.all(Array.from({ length: 5 }, () => ask("request", known)));
    expect(requests.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(problem(requests.find(({ status }) => status === 401) ?? (await ask("request", known)))).toEqual([
      401,
      "Cannot create request token because consumer token is not a verifier token",
    ]);
    const form = requests.find(({ status }) => status === 200)?.form;
    const mine = {
      access_token: form?.get("oauth_token") ?? "",
      access_token_secret: form?.get("oauth_token_secret") ?? "",
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask("access", { ...known, ...mine }, withVerifier(known.verifier))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it("must be complete within five minutes, in both steps", async () => {
    const known = await activated((await created()).id);
    const age = () =>
      app.db.execute(
        `update oauth_exchange set started_at = started_at - interval '301 seconds' where integration_id = $1::int`,
        [known.id],
      );
    const request = await requestToken(known);
    await age();
    expect(problem(await ask("access", { ...known, ...request }, withVerifier(known.verifier)))).toEqual([
      401,
      "Consumer key has expired",
    ]);
    await activated(known.id);
    await age();
    expect(problem(await ask("request", known))).toEqual([401, "Consumer key has expired"]);
  });

  it("requires an activation, and ends when the integration is revoked or deleted", async () => {
    const { id } = await created();
    const known = await activated(id);
    const request = await requestToken(known);
    await admin.post(`${path}/${id}/revoke`);
    expect(problem(await ask("access", { ...known, ...request }, withVerifier(known.verifier)))).toEqual([
      401,
      "Specified token does not exist",
    ]);
    expect(problem(await ask("request", known))).toEqual([401, `A token with consumer ID ${id} does not exist`]);
    await admin.delete(`${path}/${id}`);
    expect(problem(await ask("request", known))).toEqual([401, "A consumer having the specified key does not exist."]);
  });

  it("rejects another consumer's token, a used token, and a wrong verifier", async () => {
    const [known, other] = [await activated((await created()).id), await activated((await created()).id)];
    const request = await requestToken(known);
    const access = (credentials: Partial<Credentials>, verifier: string) =>
      ask("access", credentials, withVerifier(verifier)).then(problem);
    expect(await access({ ...other, ...request }, known.verifier)).toEqual([
      401,
      "Request token is not associated with the specified consumer",
    ]);
    expect(await access({ ...known, ...request }, other.verifier)).toEqual([
      401,
      "Token verifier and verifier token do not match",
    ]);
    expect(await access({ ...known, ...request }, "short")).toEqual([401, "Verifier is not the correct length"]);
    expect(await access({ ...known, ...request, access_token: "x".repeat(32) }, known.verifier)).toEqual([
      401,
      "Specified token does not exist",
    ]);
    const active = await integration(app);
    expect(await access({ ...known, access_token: active.credentials.access_token }, known.verifier)).toEqual([
      401,
      "Token is already being used",
    ]);
    expect(await access({ ...known, ...request, access_token_secret: "x" }, known.verifier)).toEqual([
      401,
      "The signature is invalid. Verify and try again.",
    ]);
    expect((await ask("access", { ...known, ...request }, withVerifier(known.verifier))).status).toBe(200);
  });

  it.each([
    [{ oauth_version: "1.1" }, 400, 'The "1.1" Oauth version isn\'t supported.'],
    [{ oauth_signature_method: "PLAINTEXT" }, 400, "Signature method PLAINTEXT is not supported"],
    [{ oauth_token: "short" }, 400, "The token length is invalid. Check the length and try again."],
    [{ oauth_timestamp: "0" }, 400, "Incorrect timestamp value in the oauth_timestamp parameter"],
    [{ oauth_nonce: undefined }, 400, '"oauth_nonce" is required. Enter and try again.'],
    [{ oauth_consumer_key: "short" }, 401, "Consumer key is not the correct length"],
    [{ oauth_consumer_key: "x".repeat(32) }, 401, "A consumer having the specified key does not exist."],
    [{ oauth_signature: "forged" }, 401, "The signature is invalid. Verify and try again."],
  ])("is rejected with %j, at both addresses", async (parameters, status, text) => {
    const known = await activated((await created()).id);
    expect(problem(await ask("request", known, { parameters }))).toEqual([status, text]);
    const request = await requestToken(known);
    expect(problem(await ask("access", { ...known, ...request }, withVerifier(known.verifier, parameters)))).toEqual([
      status,
      text,
    ]);
  });

  it("names all missing parameters, joined by commas", async () => {
    const url = `${app.url}/oauth/token/access`;
    const all = ["consumer_key", "signature", "signature_method", "nonce", "timestamp", "token", "verifier"];
    for (const header of ["", "Bearer x", "OAuth"]) {
      const reply = await send(url, header);
      const expected = all.map((name) => `"oauth_${name}" is required. Enter and try again`).join(", ");
      expect(problem(reply)).toEqual([400, expected]);
    }
  });

  it("rejects a used nonce", async () => {
    const known = await activated((await created()).id);
    const parameters = { oauth_nonce: randomUUID() };
    expect((await ask("request", known, { parameters })).status).toBe(200);
    expect(problem(await ask("request", known, { parameters }))).toEqual([
      401,
      `The nonce is already being used by the consumer with ID ${known.id}.`,
    ]);
  });

  it("signs the parameters of a form body", async () => {
    const known = await activated((await created()).id);
    const url = `${app.url}/oauth/token/request`;
    const form = "a=1&a=0&b[]=x+y";
    const post = (Authorization: string) =>
      fetch(url, {
        method: "POST",
        body: form,
        headers: { Authorization, "Content-Type": "application/x-www-form-urlencoded" },
      });
    expect((await post(signed(known, { method: "POST", url }))).status).toBe(401);
    expect((await post(signed(known, { method: "POST", url, form }))).status).toBe(200);
    const huge = await fetch(url, {
      method: "POST",
      body: "x".repeat(70_000),
      headers: {
        Authorization: signed(known, { method: "POST", url }),
        "Content-Type": "application/x-www-form-urlencoded",
      },
    });
    expect(huge.status).toBe(413);
  });

  it("reports a failure of the service with the id of its log entry", async () => {
    const known = await activated((await created()).id);
    await app.db.execute("alter table oauth_exchange rename to oauth_exchange_away");
    const [status, text] = problem(await ask("request", known));
    await app.db.execute("alter table oauth_exchange_away rename to oauth_exchange");
    expect(status).toBe(500);
    expect(text).toMatch(/^internal_error&message=Internal Error\. .* Report ID: webapi-[0-9a-f]{13}$/);
    expect(text).not.toContain("oauth_exchange");
    expect((await ask("request", known)).status).toBe(200);
  });

  it("uses POST, at only two addresses", async () => {
    for (const [method, of] of [
      ["GET", "request"],
      ["PUT", "access"],
      ["POST", "nothing"],
    ] as const) {
      expect((await fetch(`${app.url}/oauth/token/${of}`, { method })).status).toBe(404);
    }
  });

  async function exchange({ id }: { readonly id: number }, begun?: Known) {
    const known = begun ?? (await activated(id));
    const request = await requestToken(known);
    const { form } = await ask("access", { ...known, ...request }, withVerifier(known.verifier));
    const caller = new SigningClient(app.url, {
      ...known,
      access_token: form.get("oauth_token") ?? "",
      access_token_secret: form.get("oauth_token_secret") ?? "",
    });
    return { id, caller };
  }
});

describe("the data of calls", () => {
  it("is deleted only once it is obsolete", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const nonces = [seconds + 500, seconds - 100 * 60, seconds - 125 * 60, seconds - 131 * 60];
    await app.db.execute(`delete from oauth_nonce`);
    for (const [place, at] of nonces.entries())
      await app.db.execute(`insert into oauth_nonce values (1, $1::text, $2::bigint)`, [String(place), at]);
    const { id } = await created();
    await activated(id);
    await app.db.execute(
      `update oauth_exchange set started_at = now() - interval '25 hours' where integration_id = $1::int`,
      [id],
    );
    const { log } = { log: { warn: () => undefined } as never };
    const callerCleanup = callerCleanupOf({ db: app.db, config: app.config, log });
    callerCleanup.start();
    const left = () => app.db.query(`select nonce from oauth_nonce order by nonce`);
    await eventually(left).toEqual([{ nonce: "0" }, { nonce: "1" }, { nonce: "2" }]);
    await eventually(() => app.db.query(`select 1 from oauth_exchange where integration_id = $1::int`, [id])).toEqual(
      [],
    );
    await callerCleanup.stop();
  });
});
