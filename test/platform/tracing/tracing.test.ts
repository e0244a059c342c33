import pino from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startTracing } from "../../../src/platform/tracing/start-tracing.js";
import { isTracing } from "../../../src/platform/tracing/tracer.js";
import { startApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { ownQueues, rabbitUrl } from "../../support/rabbitmq.js";
import { type CollectedSpan, startCollector } from "./collector.js";

const broker = await rabbitUrl();
const kinds = { server: 2, client: 3, producer: 4, consumer: 5 };
const silent = pino({ level: "silent" });

const traceId = "0af7651916cd43dd8448eb211c80319c";
const caller = "b7ad6b7169203331";
const traceparent = `00-${traceId}-${caller}-01`;

const product = { sku: "traced", name: "Traced", attribute_set_id: 4, type_id: "simple", price: 1 };

/** Traces the work, and returns the spans once all were sent. */
async function spansOf(work: () => Promise<unknown>): Promise<readonly CollectedSpan[]> {
  await using collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  const stop = await startTracing(silent);
  try {
    await work();
  } finally {
    await stop();
  }
  return collector.spans;
}

afterEach(() => void vi.unstubAllEnvs());

describe("a process without a collector", () => {
  test.for([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_SDK_DISABLED: "true" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_TRACES_EXPORTER: "none" },
  ])("traces nothing with the variables %j", async (env) => {
    const stop = await startTracing(silent, env);
    expect(isTracing()).toBe(false);
    await stop();
  });

  test("answers calls and logs that an unreachable collector accepts no spans", async () => {
    await using app = await startApp();
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "100");
    const stop = await startTracing(log);
    expect((await app.asGuest().get("/V1/products/none")).status).toBe(401);
    await stop();
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["failed to send traces"]);
  });
});

describe("a traced call", () => {
  test("continues the caller's trace, with its statements inside", async () => {
    await using app = await startApp();
    const admin = await app.asAdmin();
    vi.stubEnv("OTEL_SERVICE_NAME", "shop");
    vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
    const headers = { traceparent, "X-Request-Id": "call-1" };
    const spans = await spansOf(() => admin.get("/V1/products/secret-sku", { headers }));
    const call = spans.find(({ kind }) => kind === kinds.server);
    expect(call).toMatchObject({
      name: "GET /rest/V1/products/:sku",
      traceId,
      parentSpanId: caller,
      attributes: {
        "http.route": "/rest/V1/products/:sku",
        "http.response.status_code": 404,
        "portico.request_id": "call-1",
      },
      resource: { "service.name": "shop", "deployment.environment.name": "test" },
    });
    const statements = spans.filter(({ kind }) => kind === kinds.client);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement).toMatchObject({ traceId, parentSpanId: call?.spanId });
      expect(statement.attributes["db.query.text"]).toMatch(/^\s*(select|with)\b/i);
    }
    expect(JSON.stringify(spans)).not.toContain("secret-sku");
  });

  test("starts its own trace if the caller has none, over GraphQL too", async () => {
    await using app = await startApp();
    const admin = await app.asAdmin();
    const spans = await spansOf(() => admin.graphql("{ countries { id } }"));
    const call = spans.find(({ kind }) => kind === kinds.server);
    expect(call).toMatchObject({ name: "POST /graphql", attributes: { "http.response.status_code": 200 } });
    expect(call?.parentSpanId).toBeUndefined();
    expect(spans.filter(({ traceId }) => traceId === call?.traceId).length).toBe(spans.length);
  });

  test("shows a failure of the server, but not one of the caller", async () => {
    await using app = await startApp();
    const admin = await app.asAdmin();
    const status = async (path: string) => {
      const spans = await spansOf(() => admin.get(path));
      return spans.find(({ kind }) => kind === kinds.server)?.status.code;
    };
    expect(await status("/V1/products/none")).not.toBe(2);
    await app.db.execute("alter table product rename to product_gone");
    expect(await status("/V1/products/none")).toBe(2);
  });
});

test.skipIf(broker === undefined)(
  "follows a queued operation from the call through the broker to its end",
  async () => {
    await using queues = ownQueues(broker ?? "");
    await using app = await startApp({ ...queues.settings, PORTICO_CONSUMER: "on" });
    const admin = await app.asAdmin();
    const health = async () => (await fetch(new URL("/health/ready", app.url))).text();
    // Until then a consumer finds operations without the broker.
    await expect.poll(health, { timeout: 20_000 }).toMatch(/"broker":\{"status":"pass"/);
    const spans = await spansOf(async () => {
      const accepted = await admin.post("/async/V1/products", { product }, { headers: { traceparent } });
      expect(await waitForBulk(admin, accepted)).toMatchObject({ operations_list: [{ status: 1 }] });
    });
    const ofTrace = spans.filter((span) => span.traceId === traceId);
    const [call] = ofTrace.filter(({ kind }) => kind === kinds.server);
    expect(call).toMatchObject({ name: "POST /rest/async/V1/products", parentSpanId: caller });
    const [sent] = ofTrace.filter(({ kind }) => kind === kinds.producer);
    expect(sent).toMatchObject({
      name: "send async.magento.catalog.api.productrepositoryinterface.save.post",
      parentSpanId: call?.spanId,
      attributes: { "messaging.system": "rabbitmq", "messaging.batch.message_count": 1 },
    });
    // A batch that fails runs again, so there may be more than one.
    const [processed] = ofTrace.filter(({ kind }) => kind === kinds.consumer);
    expect(processed).toMatchObject({ name: "process POST /V1/products", parentSpanId: call?.spanId });
    expect(ofTrace.some(({ parentSpanId }) => parentSpanId === processed?.spanId)).toBe(true);
  },
);
