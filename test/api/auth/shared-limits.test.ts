import { describe, expect, it } from "vitest";
import { startApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client, Reply } from "../../support/client.js";

const isOnPostgres = process.env["PORTICO_TEST_ENGINE"] === "postgresql";
const path = "/V1/store/websites";
const remaining = ({ headers }: Reply) => headers.get("RateLimit-Remaining");
const limitsOf = async (client: Client) => {
  const { status, body } = await client.get("/V1/limits");
  expect(status).toBe(200);
  return body as { name: string; limit: number; remaining: number; seconds_left: number }[];
};

describe.runIf(isOnPostgres)("limits that all processes count together", () => {
  it("admit a caller as often as one process would, and both processes report what is left", async () => {
    await using one = await startApp({ PORTICO_CALLER_RATE: "6" });
    const shared = { PORTICO_CALLER_RATE: "4", PORTICO_LIMITS_URL: one.config.DATABASE_URL ?? "" };
    await using two = await startApp(shared);
    await using three = await startApp(shared);
    // The first administrator of each database has the same id.
    const [first, second] = [await two.asAdmin(), await three.asAdmin()];
    expect(remaining(await first.get(path))).toBe("3");
    expect(remaining(await second.get(path))).toBe("2");
    expect((await limitsOf(first)).find(({ name }) => name === "caller")).toMatchObject({ limit: 4, remaining: 1 });
    expect((await second.get(path)).status).toBe(200);
    for (const client of [first, second]) expect((await client.get(path)).status).toBe(429);
    const tables = "select table_schema as schema from information_schema.tables where table_name = 'counter'";
    expect(await one.db.query(tables)).toEqual([{ schema: "portico_limits" }]);
  });

  it("admit no more than allowed when calls arrive at the same time", async () => {
    await using one = await startApp();
    const shared = { PORTICO_CALLER_RATE: "10", PORTICO_LIMITS_URL: one.config.DATABASE_URL ?? "" };
    await using two = await startApp(shared);
    await using three = await startApp(shared);
    const clients = [await two.asAdmin(), await three.asAdmin()];
    const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: 12 }, () => client.get(path))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });
});

it("each process counts calls by itself while the database of the limits is unreachable, and logs a warning", async () => {
  await using app = await startApp({ PORTICO_CALLER_RATE: "2", PORTICO_LIMITS_URL: "postgres://127.0.0.1:1/limits" });
  const admin = await app.asAdmin();
  expect([await admin.get(path), await admin.get(path)].map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.get(path)).status).toBe(429);
  // Of all outages of a process, one is logged a second: another test's may be first.
  const isLogged = async () => {
    await admin.get(path);
    return app.logs.some(({ msg }) => String(msg).startsWith("limits database unreachable"));
  };
  await eventually(isLogged).toBe(true);
});

describe("limits of work", () => {
  const customer = { customer: { email: "a@example.com", firstname: "A", lastname: "B" } };
  const elements = (count: number) => Array.from({ length: count }, () => customer);

  it("count the elements of bulks, and reject a bulk as a whole without counting it", async () => {
    await using app = await startApp({ PORTICO_BULK_RATE: "10" });
    const [admin, other] = [await app.asAdmin(), await app.asAdmin()];
    const bulk = "/async/bulk/V1/customers";
    expect((await admin.post(bulk, elements(6))).status).toBe(202);
    const refused = await admin.post(bulk, elements(5));
    expect(refused).toMatchObject({ status: 429, body: { parameters: { seconds: expect.any(Number) as number } } });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await app.db.query("select sum(operation_count)::int as count from bulk")).toEqual([{ count: 6 }]);
    expect((await admin.post(bulk, elements(4))).status).toBe(202);
    expect((await admin.post(bulk, elements(1))).status).toBe(429);
    expect((await other.post(bulk, elements(10))).status).toBe(202);
    // A bulk that no minute has room for is the caller's mistake.
    expect((await other.post(bulk, elements(11))).status).toBe(400);
  });

  it("count the cost of GraphQL documents", async () => {
    await using app = await startApp({ PORTICO_GRAPHQL_RATE: "20" });
    const admin = await app.asAdmin();
    expect((await admin.graphql("{ websites { id code name } }")).status).toBe(200);
    const refused = await admin.graphql("{ websites { id code name } }");
    expect(refused).toMatchObject({ status: 429, body: { errors: [{ extensions: { code: "TOO_MANY_REQUESTS" } }] } });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await admin.graphql("{ websites { id } }")).status).toBe(429);
  });
});

it("every caller is shown the limits and what is left, over REST and GraphQL", async () => {
  const rates = {
    PORTICO_ADDRESS_RATE: "50",
    PORTICO_CALLER_RATE: "9",
    PORTICO_BULK_RATE: "20",
    PORTICO_SIGN_IN_RATE: "7",
  };
  await using app = await startApp(rates);
  const admin = await app.asAdmin();
  await admin.post("/async/bulk/V1/customers", []);
  expect(await limitsOf(admin)).toMatchObject([
    { name: "address", limit: 50, remaining: 48 },
    { name: "sign-in", limit: 7, remaining: 7, seconds_left: 60 },
    { name: "caller", limit: 9, remaining: 7 },
    { name: "bulk-elements", limit: 20, remaining: 20 },
  ]);
  expect((await limitsOf(app.asGuest())).map(({ name }) => name)).toEqual(["address", "sign-in", "bulk-elements"]);
  const { body, headers } = await admin.graphql("{ limits { name remaining } }");
  expect(body.data.limits[2]).toEqual({ name: "caller", remaining: 6 });
  expect(headers.get("RateLimit-Policy")).toBe('"address";q=50;w=60, "caller";q=9;w=60');
  expect(headers.get("RateLimit")).toMatch(/^"address";r=46;t=\d+, "caller";r=6;t=\d+$/);
  const unsigned = { headers: { Authorization: "OAuth nonsense" } };
  expect((await app.asGuest().get("/V1/limits", unsigned)).status).toBe(400);
});
