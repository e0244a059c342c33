import pino from "pino";
import { expect, test } from "vitest";
import { startMetricsServer } from "../../../src/api/metrics/metrics-endpoint.js";
import { createServices } from "../../../src/services.js";
import { type TestApp, startApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import { samplesOf, valueOf } from "./exposition.js";

const token = "a-token-for-prometheus";

const measured = (settings: NodeJS.ProcessEnv = {}) => startApp({ PORTICO_METRICS_TOKEN: token, ...settings });

const scrape = async ({ url }: TestApp) =>
  samplesOf(await (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text());

test("serves no metrics by default", async () => {
  await using app = await startApp();
  expect(await app.asGuest().request("/metrics")).toMatchObject({ status: 404 });
  expect(app.db.statements.isObserved).toBe(false);
});

test("serves metrics to nobody without the token", async () => {
  await using app = await measured();
  for (const authorization of [undefined, "Bearer wrong", token]) {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const reply = await app.asGuest().request("/metrics", { headers });
    expect(reply).toMatchObject({ status: 401, text: "" });
  }
  const headers = { Authorization: `Bearer ${token}` };
  expect((await app.asGuest().request("/metrics", { method: "POST", headers })).status).toBe(405);
  const reply = await app.asGuest().request("/metrics", { headers });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
});

test("counts requests by method, template of the path and status", async () => {
  await using app = await measured();
  const admin = await app.asAdmin();
  await admin.get("/V1/products/unknown-1", { store: "all" });
  await admin.get("/V1/products/unknown-2?fields=sku");
  await app.asGuest().get("/V1/products/unknown-3");
  await admin.graphql("{ __typename }");
  await app.asGuest().request("/health/live");
  const samples = await scrape(app);
  const count = (labels: Readonly<Record<string, string>>) => valueOf(samples, "portico_http_requests_total", labels);
  const product = { method: "GET", route: "/rest/V1/products/:sku" };
  expect(count({ ...product, status: "404" })).toBe(2);
  expect(count({ ...product, status: "401" })).toBe(1);
  expect(valueOf(samples, "portico_http_request_duration_seconds_count", product)).toBe(3);
  expect(valueOf(samples, "portico_http_request_duration_seconds_sum", product)).toBeGreaterThan(0);
  await eventually(async () =>
    valueOf(await scrape(app), "portico_http_requests_total", { method: "POST", route: "/graphql", status: "200" }),
  ).toBe(1);
  expect(count({ method: "GET", route: "/health", status: "200" })).toBe(1);
});

test("keeps the number of series bounded, whatever paths and methods clients invent", async () => {
  await using app = await measured();
  const guest = app.asGuest();
  const attempt = async (index: number) => {
    await guest.request(`/rest/V1/nothing-${index}`);
    await guest.request(`/rest/store-${index}/V1/products/sku-${index}`);
    await guest.request(`/area-${index}`);
    await guest.request(`/rest/V1/products/sku-${index}`, { method: `M${index}` });
  };
  await Promise.all([0, 1, 2].map(attempt));
  const ours = async () => (await scrape(app)).filter(({ name }) => name.startsWith("portico_"));
  const before = (await ours()).length;
  await Promise.all(Array.from({ length: 60 }, (_, index) => attempt(index + 3)));
  const samples = await ours();
  // The first scrape is a request too, which the second one counts: a counter, and a histogram of 14 buckets, count and sum.
  expect(samples.length - before).toBeLessThanOrEqual(17);
  const routes = samples
    .filter(({ name }) => name === "portico_http_requests_total")
    .map(({ labels }) => labels["route"]);
  expect(new Set(routes)).toEqual(new Set(["unmatched", "/rest/V1/products/:sku", "/metrics"]));
});

test("measures statements, connections and memory", async () => {
  await using app = await measured();
  await (await app.asAdmin()).get("/V1/products/unknown");
  const samples = await scrape(app);
  expect(valueOf(samples, "portico_database_up")).toBe(1);
  expect(valueOf(samples, "portico_database_statement_duration_seconds_count")).toBeGreaterThan(1);
  expect(valueOf(samples, "portico_database_connections", { state: "idle" })).toBeGreaterThan(0);
  expect(valueOf(samples, "portico_database_connections_limit")).toBe(app.db.usage().connections.limit);
  expect(valueOf(samples, "portico_database_connections_waiting")).toBe(0);
  expect(valueOf(samples, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
  expect(samples.map(({ name }) => name)).toContain("nodejs_eventloop_lag_p99_seconds");
});

test("shows which types of callers use the connections, and who waits for one", async () => {
  await using app = await measured();
  const shares = async (caller: string) => {
    const samples = await scrape(app);
    const of = (name: string) => valueOf(samples, `portico_database_share_${name}`, { caller });
    return { used: of("used"), most: of("used_max"), waiting: of("waiting") };
  };
  const limit = valueOf(await scrape(app), "portico_database_share_limit") ?? 0;
  expect(limit).toBeGreaterThan(0);
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  // Each caller takes a whole share and waits for one connection more.
  const holding = ["2 1", "2 2"].flatMap((name) =>
    Array.from({ length: limit + 1 }, () =>
      app.db.forCaller(name).transaction(async (tx) => {
        await tx.query("select 1");
        await released;
      }),
    ),
  );
  await eventually(async () => (await shares("administrator")).waiting).toBeGreaterThanOrEqual(1);
  const { used = 0, most = 0, waiting = 0 } = await shares("administrator");
  expect(most).toBe(limit);
  expect(used + waiting).toBe(2 * (limit + 1));
  expect(await shares("guest")).toEqual({ used: 0, most: 0, waiting: 0 });
  release();
  await Promise.all(holding);
  expect(await shares("administrator")).toEqual({ used: 0, most: 0, waiting: 0 });
});

test("shows the waiting operations by caller, and the operations that a consumer has run", async () => {
  await using app = await measured();
  const admin = await app.asAdmin();
  const whole = { sku: "queued", name: "Queued", attribute_set_id: 4, type_id: "simple", price: 1 };
  const elements = [{ product: whole }, { product: { ...whole, attribute_set_id: 999 } }];
  const accepted = await admin.post("/async/bulk/V1/products", elements);
  expect(accepted.status).toBe(202);
  const due = { caller: "administrator", state: "due" };
  const waiting = await scrape(app);
  expect(valueOf(waiting, "portico_queue_operations", due)).toBe(2);
  expect(valueOf(waiting, "portico_queue_operations", { caller: "guest", state: "due" })).toBe(0);
  const administrators = { caller: "administrator" };
  expect(valueOf(waiting, "portico_queue_callers", administrators)).toBe(1);
  expect(valueOf(waiting, "portico_queue_caller_operations_max", administrators)).toBe(2);
  expect(valueOf(waiting, "portico_queue_callers", { caller: "customer" })).toBe(0);
  expect(valueOf(waiting, "portico_queue_consumers")).toBe(0);
  expect(valueOf(waiting, "portico_operations_total", { outcome: "complete" })).toBe(0);
  await using running = await measured({ PORTICO_CONSUMER: "on" });
  const other = await running.asAdmin();
  await waitForBulk(other, await other.post("/async/bulk/V1/products", elements));
  await eventually(async () => {
    const samples = await scrape(running);
    return ["complete", "failed"].map((outcome) => valueOf(samples, "portico_operations_total", { outcome }));
  }).toEqual([1, 1]);
  // The state of the queue is read again every two seconds.
  await eventually(async () => {
    const samples = await scrape(running);
    return [valueOf(samples, "portico_queue_consumers"), valueOf(samples, "portico_queue_operations", due)];
  }).toEqual([1, 0]);
});

test("answers with the other metrics while the database is unavailable", async () => {
  await using app = await measured();
  await scrape(app);
  await app.db.close();
  await eventually(async () => valueOf(await scrape(app), "portico_database_up")).toBe(0);
  const samples = await scrape(app);
  expect(valueOf(samples, "portico_queue_operations", { caller: "guest", state: "due" })).toBeUndefined();
  expect(valueOf(samples, "process_resident_memory_bytes")).toBeGreaterThan(0);
});

test("serves metrics on a separate port, with or without the token, and reports a port that is taken", async () => {
  await using app = await startApp();
  const log = pino({ level: "silent" });
  const settings = { ...app.config, PORTICO_METRICS_PORT: 0 };
  const open = createServices(settings, app.db, log);
  const closed = createServices({ ...settings, PORTICO_METRICS_TOKEN: token }, app.db, log);
  const servers = await Promise.all([startMetricsServer(open), startMetricsServer(closed)]);
  const [address = "", guarded = ""] = servers.map((server) => server?.address);
  try {
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(new URL("/", address))).status).toBe(404);
    expect((await fetch(guarded)).status).toBe(401);
    expect((await fetch(guarded, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    const taken = createServices({ ...settings, PORTICO_METRICS_PORT: Number(new URL(address).port) }, app.db, log);
    await expect(startMetricsServer(taken)).rejects.toThrow(/Metrics cannot be served at .*EADDRINUSE/);
  } finally {
    for (const server of servers) server?.close();
  }
  expect(await startMetricsServer(createServices(app.config, app.db, log))).toBeUndefined();
});
