import { AsyncLocalStorage } from "node:async_hooks";
import type * as otel from "@opentelemetry/api";

/** The description of a span: a part of the work in a trace. */
export interface SpanDescription {
  readonly name: string;
  readonly kind: "server" | "client" | "producer" | "consumer";
  readonly attributes?: otel.Attributes;
  /** W3C `traceparent` of the caller. Without it, the surrounding span is the parent. */
  readonly parent?: string | null | undefined;
}

/** The API and the tracer that create spans while tracing is on. */
export interface Tracing {
  readonly api: typeof otel;
  readonly tracer: otel.Tracer;
}

let tracing: Tracing | undefined;
const current = new AsyncLocalStorage<otel.Span>();

/** Turns tracing on in this process; undefined turns it off. */
export function setTracing(started: Tracing | undefined): void {
  tracing = started;
}

/** Whether traces are collected. If not, the functions in this file create no spans. */
export const isTracing = (): boolean => tracing !== undefined;

/** Whether a span surrounds the work, so that its parts can have their own spans. */
export const isWithinSpan = (): boolean => tracing !== undefined && current.getStore() !== undefined;

/** Returns the W3C `traceparent` of the surrounding span, to pass on to calls and queued operations. */
export function currentTraceparent(): string | undefined {
  const context = tracing && current.getStore()?.spanContext();
  if (!context) return undefined;
  return `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`;
}

/** Runs the work within a span, which ends with it and records its error. The span is undefined while tracing is off. */
export function inSpan<Result>(
  description: SpanDescription,
  work: (span?: otel.Span) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(description);
  if (!span) return work();
  return current
    .run(span, () => work(span))
    .then(
      (result) => {
        span.end();
        return result;
      },
      (error: unknown) => {
        endWithError(span, error);
        throw error;
      },
    );
}

/** Starts a span that the caller must end; undefined while tracing is off. */
export function startSpan({ name, kind, attributes = {}, parent }: SpanDescription): otel.Span | undefined {
  if (!tracing) return undefined;
  const { api, tracer } = tracing;
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    producer: api.SpanKind.PRODUCER,
    consumer: api.SpanKind.CONSUMER,
  };
  return tracer.startSpan(name, { kind: kinds[kind], attributes }, parentContext(api, parent));
}

/** Ends a span with the error of its work. */
export function endWithError(span: otel.Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  markFailed(span);
  span.end();
}

/** Records the HTTP status of the answer to a request. A status of 500 or more marks the span as failed. */
export function recordStatus(span: otel.Span | undefined, status: number): void {
  span?.setAttribute("http.response.status_code", status);
  if (span && status >= 500) markFailed(span);
}

function markFailed(span: otel.Span): void {
  if (tracing) span.setStatus({ code: tracing.api.SpanStatusCode.ERROR });
}

function parentContext(api: typeof otel, parent: string | null | undefined): otel.Context {
  const surrounding = current.getStore();
  if (parent != null) {
    const [, traceId = "", spanId = "", flags = ""] = parent.split("-");
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return api.trace.setSpan(api.ROOT_CONTEXT, api.trace.wrapSpanContext(remote));
  }
  return surrounding ? api.trace.setSpan(api.ROOT_CONTEXT, surrounding) : api.ROOT_CONTEXT;
}
