import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";

const tokenPath = "/V1/integration/admin/token";
const tooMany = { message: "Too many requests. Try again in %seconds seconds." };
const right = { username: "merchant", password: "password1" };

async function addAdmin(app: TestApp): Promise<void> {
  await createAdmin(app.db, { ...right, firstname: "M", lastname: "C", email: "m@example.com" });
}

describe("attempts to sign in", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ PORTICO_SIGN_IN_RATE: "5", PORTICO_TRUST_PROXY: "on" });
    await addAdmin(app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });

  it("are limited for each address, whether right or wrong, over any route", async () => {
    const guest = app.asGuest();
    const document = `mutation { createAdminToken(username: "merchant", password: "password1") }`;
    for (const left of ["4", "3", "2"]) {
      const { status, headers } = await guest.post(tokenPath, right, from("192.0.2.1"));
      expect([status, headers.get("RateLimit-Limit"), headers.get("RateLimit-Remaining")]).toEqual([200, "5", left]);
      expect(Number(headers.get("RateLimit-Reset"))).toBeGreaterThan(0);
    }
    const there = { "X-Forwarded-For": "192.0.2.1" };
    expect((await guest.graphql(document, {}, there)).body.data.createAdminToken).toMatch(/^\w{32}$/);
    await guest.request("/oauth/token/request", { method: "POST", headers: there });
    const refused = await guest.post(tokenPath, right, from("192.0.2.1"));
    expect(refused).toMatchObject({ status: 429, body: tooMany });
    expect(refused.headers.get("Retry-After")).toBe(String(refused.body.parameters.seconds));
    const overGraphql = await guest.graphql(document, {}, there);
    expect(overGraphql.body.errors[0].extensions).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    const form = await guest.request("/oauth/token/access", { method: "POST", headers: there });
    expect([form.status, form.text]).toEqual([429, expect.stringContaining("oauth_problem=Too+many+requests")]);
    expect((await guest.post(tokenPath, right, from("192.0.2.2"))).status).toBe(200);
  });

  it("are rejected above the limit without reading the account, and other calls are not limited", async () => {
    const guest = app.asGuest();
    for (let time = 0; time < 6; time += 1) await guest.post(tokenPath, right, from("192.0.2.3"));
    const sent = await app.statementsOf(() => guest.post(tokenPath, right, from("192.0.2.3")));
    expect(sent.filter((text) => text.includes("admin_user"))).toEqual([]);
    const read = await guest.get(
      "/V1/products-render-info?storeId=1&currencyCode=USD&searchCriteria",
      from("192.0.2.3"),
    );
    expect([read.status, read.headers.get("RateLimit-Limit")]).toEqual([200, null]);
  });

  it("cannot bypass the limit with an address that the client puts before the proxy's", async () => {
    const guest = app.asGuest();
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await guest.post(tokenPath, right, from(`198.51.100.${time}, 192.0.2.4`))).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

it("calls are limited by address and by caller if the settings say so", async () => {
  await using app = await startApp({ PORTICO_ADDRESS_RATE: "12", PORTICO_CALLER_RATE: "4" });
  const [one, other] = [await app.asAdmin(), await app.asAdmin()];
  const path = "/V1/store/websites";
  for (const left of ["3", "2", "1", "0"]) {
    const { status, headers } = await one.get(path);
    expect([status, headers.get("RateLimit-Limit"), headers.get("RateLimit-Remaining")]).toEqual([200, "4", left]);
  }
  expect(await one.get(path)).toMatchObject({ status: 429, body: tooMany });
  expect((await one.graphql("{ websites { id } }")).status).toBe(429);
  expect((await other.get(path)).status).toBe(200);
  for (let time = 0; time < 5; time += 1) await app.asGuest().get(path);
  const over = await other.get(path);
  expect([over.status, over.headers.get("RateLimit-Limit")]).toEqual([429, "12"]);
});

it("the rate limits count API descriptions, event streams and waiting for a bulk as calls", async () => {
  await using app = await startApp({ PORTICO_CALLER_RATE: "6" });
  const admin = await app.asAdmin();
  const left = ({ headers }: Pick<Response, "headers">) => headers.get("RateLimit-Remaining");
  expect(left(await admin.get("/schema"))).toBe("5");
  expect(left(await admin.get("/async/bulk/schema", { store: "default" }))).toBe("4");
  const accepted = await admin.post("/async/bulk/V1/products", []);
  expect([accepted.status, left(accepted)]).toEqual([202, "3"]);
  const bulk = `/V1/bulk/${(accepted.body as { bulk_uuid: string }).bulk_uuid}`;
  const events = await admin.get(`${bulk}/events`);
  expect([events.status, left(events)]).toEqual([200, "2"]);
  expect(left(await admin.get(`${bulk}/status`, { headers: { Prefer: "wait=60" } }))).toBe("1");
  await admin.get("/schema");
  for (const path of ["/schema", `${bulk}/events`, `${bulk}/status`]) {
    const refused = await admin.get(path, { headers: { Prefer: "wait=60" } });
    expect([path, refused.status, refused.body]).toEqual([path, 429, expect.objectContaining(tooMany)]);
  }
});

it.each<[string, readonly string[]]>([
  ["development", ["/graphql", "/graphql/explorer/page.css", "/graphql/explorer/page.js"]],
  ["production", ["/graphql"]],
])(
  "the rate limits count the pages at the GraphQL address in %s like other pages, and each of its calls once",
  async (environment, pages) => {
    await using app = await startApp({ NODE_ENV: environment, PORTICO_ADDRESS_RATE: "6" });
    const guest = app.asGuest();
    const left = async (path: string, accept: string) => {
      const { headers } = await guest.request(path, { headers: { Accept: accept } });
      return headers.get("RateLimit-Remaining");
    };
    expect(await left("/swagger", "text/html")).toBe("5");
    for (const [at, path] of pages.entries()) expect(await left(path, "text/html")).toBe(String(4 - at));
    const before = 5 - pages.length;
    expect(await left("/graphql?query={storeConfigs{code}}", "application/json")).toBe(String(before - 1));
    for (let call = 0; call < before - 1; call += 1) await left("/swagger", "text/html");
    for (const path of pages) {
      const refused = await guest.request(path, { headers: { Accept: "text/html" } });
      expect(refused).toMatchObject({ status: 429, body: tooMany });
    }
  },
);

describe("a page of another origin", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ PORTICO_CORS_ORIGINS: "https://shop.example.com, http://localhost:3000" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const preflight = (origin: string) =>
    app.asGuest().request("/rest/V1/session/customer", {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
      },
    });

  it("may call with credentials if its origin is listed", async () => {
    for (const origin of ["https://shop.example.com", "http://localhost:3000"]) {
      const { status, headers } = await preflight(origin);
      expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([204, origin]);
      expect(headers.get("Access-Control-Allow-Credentials")).toBe("true");
      const headersOf = { headers: { Origin: origin } };
      const read = await app.asGuest().get("/V1/directory/countries/DE", headersOf);
      expect(read.headers.get("Access-Control-Allow-Origin")).toBe(origin);
      expect(read.headers.get("Access-Control-Expose-Headers")).toContain("RateLimit-Remaining");
    }
  });

  it("gets no CORS headers if its origin is not listed", async () => {
    for (const origin of ["https://evil.example.com", "https://shop.example.com.evil.net", "null"]) {
      expect((await preflight(origin)).headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
  });

  it("gets no CORS headers by default", async () => {
    await using closed = await startApp();
    const headers = { Origin: "https://shop.example.com", "Access-Control-Request-Method": "GET" };
    const answer = await closed.asGuest().request("/rest/V1/store/websites", { method: "OPTIONS", headers });
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([405, null]);
  });
});

it("every response keeps browsers from guessing its type and from sending a referrer, and names no software", async () => {
  await using app = await startApp();
  const paths = [
    "/",
    "/swagger",
    "/health/live",
    "/rest/V1/store/websites",
    "/rest/default/schema",
    "/graphql",
    "/nowhere",
  ];
  for (const path of paths) {
    const { headers } = await app.asGuest().request(path);
    expect([path, headers.get("X-Content-Type-Options"), headers.get("Referrer-Policy")]).toEqual([
      path,
      "nosniff",
      "no-referrer",
    ]);
    expect([headers.get("Server"), headers.get("X-Powered-By")]).toEqual([null, null]);
  }
});
