import { expect, it } from "vitest";
import { startApp } from "../support/app.js";
import { Client } from "../support/client.js";
import { fuzz } from "./fuzz.js";
import { startSeparateServer, unlimited } from "./server.js";

const seconds = Number(process.env["PORTICO_FUZZ_SECONDS"] ?? 0);
const atMost = Number(process.env["PORTICO_FUZZ_REQUESTS"] ?? 0) || 1_000_000;
const seed = Number(process.env["PORTICO_FUZZ_SEED"] ?? 0) || Math.floor(Math.random() * 0x7fffffff);
const isLong = seconds > 0;

/** Number of customers so far. Requests can change their passwords or close their accounts. */
let customers = 0;
const password = "Correct-horse-1";

/** Signs the callers in and creates data for the requests, if earlier requests leave room for it. */
async function prepare(url: string, signInAdmin: () => Promise<string | undefined>): Promise<(string | undefined)[]> {
  const admin = new Client(url, await signInAdmin());
  for (const sku of ["fuzz-1", "fuzz-2"]) {
    const product = { name: sku, attribute_set_id: 4, type_id: "simple", price: 10 };
    expect([200, 400]).toContain((await admin.put(`/V1/products/${sku}`, { product })).status);
  }
  const customer = { email: `fuzz-${(customers += 1)}@example.com`, firstname: "F", lastname: "Z" };
  expect((await admin.post("/V1/customers", { customer, password })).status).toBe(200);
  const signIn = await new Client(url).post("/V1/integration/customer/token", { username: customer.email, password });
  expect(signIn.status).toBe(200);
  return [admin.token, admin.token, admin.token, signIn.body, undefined];
}

it.skipIf(isLong)("every route answers any request as documented", { timeout: 60_000 }, async () => {
  console.info(`fuzz: seed ${seed}`);
  await using app = await startApp(unlimited);
  const signIn = () => prepare(app.url, async () => (await app.asAdmin()).token);
  const fuzzed = await fuzz({ url: app.url, signIn, seed, seconds: 5, requests: atMost });
  expect(fuzzed.requests).toBeGreaterThan(50);
  expect(fuzzed.successes).toBeGreaterThan(0);
});

it.runIf(isLong)("the server keeps answering, with constant memory", { timeout: (seconds + 120) * 1000 }, async () => {
  await using server = await startSeparateServer();
  const { url } = server;
  const admin = { username: "admin", password: server.password };
  const token = async () => (await new Client(url).post("/V1/integration/admin/token", admin)).body as string;
  let settled: number | undefined;
  let latest = 0;
  const started = performance.now();
  const afterEach = (count: number) => {
    if (count % 1000 !== 0) return;
    latest = server.memory() ?? 0;
    if (count === 5000) settled = latest;
    const elapsed = Math.round((performance.now() - started) / 1000);
    console.info(`fuzz: ${count} requests in ${elapsed} s, ${Math.round(latest)} MB`);
  };
  const signIn = () => prepare(url, token);
  const fuzzed = await fuzz({ url, signIn, seed, seconds, requests: atMost, afterEach });
  const from =
    settled === undefined ? "not compared: it settles within 5000 requests" : `${Math.round(settled)} MB then`;
  console.info(
    `fuzz: seed ${seed}, ${fuzzed.requests} requests, ${fuzzed.successes} with success, memory ${Math.round(latest)} MB, ${from}`,
  );
  expect(fuzzed.successes).toBeGreaterThan(0);
  expect(server.ended()).toBeUndefined();
  if (settled !== undefined) expect(latest).toBeLessThan(settled * 1.3);
});
