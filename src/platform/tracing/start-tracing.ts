import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Logger } from "pino";
import { ThrottledReporter } from "../process/occasional.js";
import { requirePackages } from "../process/optional-packages.js";
import { setTracing } from "./tracer.js";

/** Maximum time that a stopping process waits for its last spans to be sent, in milliseconds. */
const exportTimeout = 3000;

/** What sends spans. Optional peers of the release. */
const packages = [
  "@opentelemetry/api",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
];

/** Ends tracing and sends the last spans. */
export type StopTracing = () => Promise<void>;

/**
 * Sends traces over OTLP/HTTP if the standard variables of OpenTelemetry name a collector
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Loads the SDK only then.
 */
export async function startTracing(log: Logger, env: NodeJS.ProcessEnv = process.env): Promise<StopTracing> {
  if (!isConfigured(env)) return () => Promise.resolve();
  requirePackages("OTEL_EXPORTER_OTLP_ENDPOINT", packages);
  const [api, sdk, { OTLPTraceExporter }, { detectResources, envDetector, resourceFromAttributes }] = await Promise.all(
    [
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ],
  );
  const resource = resourceFromAttributes({ "service.name": "portico" }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const processor = new sdk.BatchSpanProcessor(withFailureLog(new OTLPTraceExporter(), log));
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [processor] });
  setTracing({ api, tracer: provider.getTracer("portico") });
  return async () => {
    setTracing(undefined);
    const late = new Promise<void>((resolve) => setTimeout(resolve, exportTimeout).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

function isConfigured(env: NodeJS.ProcessEnv): boolean {
  const endpoint = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const isOff = env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none";
  return Boolean(endpoint) && !isOff;
}

/** Logs at most once a minute that the collector does not accept spans, which are then dropped. */
function withFailureLog(exporter: SpanExporter, log: Logger): SpanExporter {
  const failures = new ThrottledReporter(60_000);
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) {
          failures.count((times) => log.warn({ err: result.error, failures: times }, "failed to send traces"));
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
