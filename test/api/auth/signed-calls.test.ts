import { randomUUID } from "node:crypto";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { BearerTokens } from "../../../src/api/auth/tokens/bearer.sql.js";
import { SignedCalls } from "../../../src/api/auth/oauth/signed-calls.js";
import { WebapiError } from "../../../src/api/call/errors.js";
import { startApp, type TestApp, useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { Client } from "../../support/client.js";
import { customers } from "../../../src/commerce/customer/published.sql.js";
import { type Credentials, integration, signed, type SigningClient } from "../../support/oauth.js";

const path = "/V1/store/storeViews";
const { app } = useApp();
let caller: SigningClient & { readonly id: number };

beforeAll(async () => {
  caller = await integration(app);
});

/** Returns the authentication of another process on the same database. */
function otherProcess({ db, config, url }: TestApp): (header: string) => Promise<{ readonly status: number }> {
  const calls = new SignedCalls(db, config);
  return (header) =>
    calls.authenticate(incoming({ url }, header)).then(
      () => ({ status: 200 }),
      (error: unknown) => ({ status: error instanceof WebapiError ? error.status : 500 }),
    );
}

/** Returns a Node.js request with the parts that a signature covers. */
function incoming({ url }: Pick<TestApp, "url">, authorization: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  request.url = `/rest${path}`;
  request.headers = { authorization, host: new URL(url).host };
  return request;
}

const signatureInvalid = { message: "The signature is invalid. Verify and try again." };

describe("a call signed by an integration", () => {
  it("has the integration's rights", async () => {
    expect((await caller.get(path)).status).toBe(200);
    const narrow = await integration(app, ["Magento_Customer::group"]);
    expect((await narrow.get("/V1/customerGroups/1")).status).toBe(200);
    const refused = await narrow.get(path);
    expect([refused.status, refused.body]).toEqual([
      401,
      {
        message: "The consumer isn't authorized to access %resources.",
        parameters: { resources: "Magento_Backend::store" },
      },
    ]);
  });

  it("does not make the integration a customer", async () => {
    const groups = await caller.put("/V1/customers/me", {
      customer: { email: "a@b.cd", firstname: "a", lastname: "b" },
    });
    expect(groups.status).not.toBe(200);
  });

  it("takes two statements before the operation's own, one more than with a bearer token", async () => {
    const read = async (client: { get: (path: string) => Promise<unknown> }) => {
      const sent = await app.statementsOf(() => client.get("/V1/customerGroups/1"));
      return sent.filter((text) => /access_token|integration|oauth_/.test(text)).length;
    };
    expect(await read(await app.asAdmin())).toBe(1);
    expect(await read(new Client(app.url, caller.credentials.access_token))).toBe(1);
    expect(await read(caller)).toBe(2);
  });

  it("shares its statements with concurrent calls, and is checked separately", async () => {
    const send = otherProcess(app);
    const other = await integration(app);
    const twice = caller.header("GET", path);
    const headers = [
      caller.header("GET", path),
      other.header("GET", path),
      twice,
      twice,
      caller.header("GET", path, { parameters: { oauth_signature: "forged" } }),
      caller.header("GET", path, { parameters: { oauth_token: "x".repeat(32) } }),
      caller.header("GET", path, { parameters: { oauth_consumer_key: `${"x".repeat(31)}\0` } }),
    ];
    let statuses: readonly number[] = [];
    const sent = await app.statementsOf(async () => {
      statuses = (await Promise.all(headers.map(send))).map(({ status }) => status);
    });
    expect(statuses).toEqual([200, 200, 200, 401, 401, 401, 401]);
    expect(sent.filter((text) => text.includes("join integration"))).toHaveLength(1);
    expect(sent.filter((text) => text.includes("insert into oauth_nonce"))).toHaveLength(1);
  });

  it("gets an error if the database fails", async () => {
    const calls = new SignedCalls({ ...app.db, query: () => Promise.reject(new Error("no database")) }, app.config);
    const request = incoming(app, caller.header("GET", path));
    await expect(calls.authenticate(request)).rejects.toThrow("no database");
  });

  it("can have a query with brackets, spaces, pluses, repeated and empty values", async () => {
    const queries = [
      "searchCriteria[filter_groups][0][filters][0][field]=code&searchCriteria[filter_groups][0][filters][0][value]=General",
      "searchCriteria%5Bfilter_groups%5D%5B0%5D%5Bfilters%5D%5B0%5D%5Bfield%5D=code&searchCriteria%5Bfilter_groups%5D%5B0%5D%5Bfilters%5D%5B0%5D%5Bvalue%5D=a%2Bb%20c+d%26%3D",
      "searchCriteria",
      "searchCriteria=",
      "searchCriteria[pageSize]=1&x=2&x=1&x=&x=%C3%A4&x=a%27b()*!~",
      "searchCriteria[pageSize]=1&&=&y",
      "searchCriteria[pageSize]=1&b=1&a=2&a%62=3&B=4&%61=1",
    ];
    for (const query of queries) {
      const reply = await caller.get(`/V1/customerGroups/search?${query}`);
      expect([query, reply.status]).toEqual([query, 200]);
    }
  });

  it("can leave parameters without a value out of the signature, as in Magento", async () => {
    const header = signed(caller.credentials, {
      method: "GET",
      url: `${app.url}/rest/V1/customerGroups/search?searchCriteria[pageSize]=1`,
    });
    const sent = await caller.send(
      "GET",
      "/V1/customerGroups/search?searchCriteria[pageSize]=1&searchCriteria",
      header,
    );
    expect(sent.status).toBe(200);
    const other = signed(caller.credentials, {
      method: "GET",
      url: `${app.url}/rest/V1/customerGroups/search?searchCriteria[pageSize]=1`,
    });
    expect((await caller.send("GET", "/V1/customerGroups/search?searchCriteria[pageSize]=1&x=1", other)).body).toEqual(
      signatureInvalid,
    );
  });

  it("can have a store code and use the front controller", async () => {
    for (const store of ["default", "all"]) expect((await caller.get(`/${store}${path}`)).status).toBe(200);
    const url = `${app.url}/index.php/rest${path}`;
    const Authorization = signed(caller.credentials, { method: "GET", url });
    expect((await fetch(url, { headers: { Authorization } })).status).toBe(200);
  });

  it("does not sign a JSON body, and signs a form body, which no route reads", async () => {
    const group = { code: `Signed ${randomUUID().slice(0, 8)}`, tax_class_id: 3 };
    expect((await caller.post("/V1/customerGroups", { group })).status).toBe(200);
    const url = `${app.url}/rest/V1/customerGroups`;
    const form = "a=1&a=x+y&c%5B%5D=%26";
    const send = (Authorization: string) =>
      fetch(url, {
        method: "POST",
        headers: { Authorization, "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" },
        body: form,
      });
    const right = await send(signed(caller.credentials, { method: "POST", url, form }));
    expect([right.status, await right.json()]).toEqual([
      400,
      {
        message: "Server cannot understand Content-Type HTTP header media type application/x-www-form-urlencoded",
      },
    ]);
    const wrong = await send(signed(caller.credentials, { method: "POST", url }));
    expect([wrong.status, await wrong.json()]).toEqual([401, signatureInvalid]);
  });

  it("works for every verb, and for GraphQL queries", async () => {
    const code = `Verb ${randomUUID().slice(0, 8)}`;
    const { body } = await caller.post("/V1/customerGroups", { group: { code, tax_class_id: 3 } });
    expect(
      (await caller.put(`/V1/customerGroups/${body.id}`, { group: { code: `${code}x`, tax_class_id: 3 } })).status,
    ).toBe(200);
    expect((await caller.delete(`/V1/customerGroups/${body.id}`)).body).toBe(true);
    const url = `${app.url}/graphql`;
    const ask = async (credentials: Credentials) => {
      const Authorization = signed(credentials, { method: "POST", url });
      return new Client(app.url).graphql("{ customerGroup(id: 1) { code } }", {}, { Authorization });
    };
    expect((await ask(caller.credentials)).body).toEqual({ data: { customerGroup: { code: "General" } } });
    const forged = await ask({ ...caller.credentials, consumer_secret: "x".repeat(32) });
    expect(forged.status).toBe(401);
    expect(forged.body.errors[0].message).toBe(signatureInvalid.message);
  });

  it("can wait for the end of a bulk, which authenticates twice", async () => {
    const group = { code: `Wait ${randomUUID().slice(0, 8)}`, tax_class_id: 3 };
    const { body } = await caller.post("/async/V1/customerGroups", { group });
    const status = `/V1/bulk/${body.bulk_uuid}/status`;
    const Authorization = caller.header("GET", status);
    const ask = () => new Client(app.url).request(`/rest${status}`, { headers: { Authorization, Prefer: "wait=1" } });
    const first = await ask();
    expect([first.status, first.headers.get("Preference-Applied")]).toEqual([200, "wait=1"]);
    expect((await ask()).status).toBe(401);
  });

  it("is run later with the current rights, and not at all after the integration is revoked", async () => {
    await using own = await startApp({ PORTICO_CONSUMER: "on" });
    const admin = await own.asAdmin();
    const one = await integration(own);
    const code = () => `Later ${randomUUID().slice(0, 8)}`;
    const queued = await one.post("/async/V1/customerGroups", { group: { code: code(), tax_class_id: 3 } });
    const done = await waitForBulk(admin, queued);
    expect(done).toMatchObject({ user_type: 1, user_id: one.id, operations_list: [{ status: 1 }] });
    await own.db.execute("update bulk_queue set due_at = now() + interval '1 hour'");
    // Accepted while the integration has the resource, run after it lost it.
    await own.db.execute(
      "create function hold() returns trigger language plpgsql as 'begin new.due_at := now() + interval ''2 seconds''; return new; end'",
    );
    await own.db.execute("create trigger hold before insert on bulk_queue for each row execute function hold()");
    const late = await one.post("/async/V1/customerGroups", { group: { code: code(), tax_class_id: 3 } });
    expect(late.status).toBe(202);
    expect((await admin.post(`/V1/integrations/${one.id}/revoke`)).body).toBe(true);
    const refused = await waitForBulk(admin, late);
    expect(refused.operations_list[0]).toMatchObject({
      status: 3,
      result_message: expect.stringContaining("isn't authorized to access Magento_Customer::group") as string,
    });
  });
});

describe("a nonce", () => {
  it("can be used once across all processes", async () => {
    const header = caller.header("GET", path);
    expect((await caller.send("GET", path, header)).status).toBe(200);
    const replayed = await caller.send("GET", path, header);
    const used = {
      message: "The nonce is already being used by the consumer with ID %1.",
      parameters: [caller.id],
    };
    expect([replayed.status, replayed.body]).toEqual([401, used]);
    const other = otherProcess(app);
    expect((await other(header)).status).toBe(401);
  });

  it("admits only one of several concurrent calls in different processes", async () => {
    const processes = [otherProcess(app), otherProcess(app), (header: string) => caller.send("GET", path, header)];
    for (let round = 0; round < 5; round += 1) {
      const header = caller.header("GET", path);
      const replies = await Promise.all([...processes, ...processes].map((send) => send(header)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    }
  });

  it("can be used by several integrations", async () => {
    const parameters = { oauth_nonce: randomUUID() };
    const other = await integration(app);
    expect((await caller.get(path, { parameters })).status).toBe(200);
    expect((await other.get(path, { parameters })).status).toBe(200);
  });

  it("is not used up by a wrong signature", async () => {
    const parameters = { oauth_nonce: randomUUID() };
    expect((await caller.get(path, { parameters: { ...parameters, oauth_signature: "forged" } })).status).toBe(401);
    expect((await caller.get(path, { parameters })).status).toBe(200);
  });
});

describe("behind a proxy", () => {
  const behind = { address: `https://shop.example.com/rest${path}` };
  const forwarded = { "X-Forwarded-Proto": "https, http", "X-Forwarded-Host": "Shop.Example.com:443, internal" };
  const call = async (settings: NodeJS.ProcessEnv, address: string, headers: Record<string, string> = {}) => {
    await using own = await startApp(settings);
    const { credentials } = await integration(own);
    const Authorization = signed(credentials, { method: "GET", url: `${own.url}/rest${path}` }, { address });
    return (await fetch(`${own.url}/rest${path}`, { headers: { Authorization, ...headers } })).status;
  };

  it("the signed address is the configured public one", async () => {
    expect(await call({ PORTICO_BASE_URL: "https://Shop.Example.com:443/" }, behind.address)).toBe(200);
    expect(await call({ PORTICO_BASE_URL: "https://example.com/shop/" }, `https://example.com/shop/rest${path}`)).toBe(
      200,
    );
    expect(await call({ PORTICO_BASE_URL: "https://example.com" }, behind.address)).toBe(401);
  });

  it("forwarded headers are trusted only if a setting says so", async () => {
    expect(await call({ PORTICO_TRUST_PROXY: "on" }, behind.address, forwarded)).toBe(200);
    expect(await call({}, behind.address, forwarded)).toBe(401);
    const port = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "shop.example.com", "X-Forwarded-Port": "8443" };
    expect(await call({ PORTICO_TRUST_PROXY: "on" }, `https://shop.example.com:8443/rest${path}`, port)).toBe(200);
  });
});

describe("the access token of an integration as a bearer token", () => {
  const authenticate = (token: string, bearer: boolean) =>
    new BearerTokens(app.db, { PORTICO_INTEGRATION_BEARER: bearer }, { customers }).authenticate(`Bearer ${token}`);

  it("works with the integration's rights, unless a setting disables it", async () => {
    const { credentials, id } = await integration(app, ["Magento_Backend::store"]);
    const accepted = await authenticate(credentials.access_token, true);
    expect(accepted).toEqual({
      reason: "accepted",
      actor: { type: 1, id, resources: new Set(["Magento_Backend::store"]) },
    });
    expect((await new Client(app.url, credentials.access_token).get(path)).status).toBe(200);
    expect((await authenticate(credentials.access_token, false)).reason).toBe("integrations must sign");
    await using strict = await startApp({ PORTICO_INTEGRATION_BEARER: "off" });
    const one = await integration(strict);
    expect((await new Client(strict.url, one.credentials.access_token).get(path)).status).toBe(401);
    expect((await one.get(path)).status).toBe(200);
  });

  it("ends with the integration", async () => {
    const admin = await app.asAdmin();
    const [revoked, deleted] = [await integration(app), await integration(app)];
    await admin.post(`/V1/integrations/${revoked.id}/revoke`);
    await admin.delete(`/V1/integrations/${deleted.id}`);
    expect((await authenticate(revoked.credentials.access_token, true)).reason).toBe("revoked");
    expect((await authenticate(deleted.credentials.access_token, true)).reason).toBe("unknown token");
    const [ofRevoked, ofDeleted] = [await revoked.get(path), await deleted.get(path)];
    expect([ofRevoked.status, ofRevoked.body]).toEqual([401, { message: "Access token has been revoked" }]);
    expect([ofDeleted.status, ofDeleted.body]).toEqual([
      401,
      { message: "A consumer having the specified key does not exist." },
    ]);
  });

  it("cannot be replaced by its secret or the consumer's key", async () => {
    const { consumer_key, consumer_secret, access_token_secret } = caller.credentials;
    for (const other of [consumer_key, consumer_secret, access_token_secret]) {
      expect((await authenticate(other, true)).reason).toBe("unknown token");
    }
  });
});
