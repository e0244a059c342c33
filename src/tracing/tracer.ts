import { AsyncLocalStorage } from "node:async_hooks";
import type * as otel from "@opentelemetry/api";

/** A part of the work, as a trace shows it. */
export interface SpanDescription {
  readonly name: string;
  readonly kind: "server" | "client" | "producer" | "consumer";
  readonly attributes?: otel.Attributes;
  /** W3C `traceparent` of the caller. Without it, the span belongs to the one that surrounds it. */
  readonly parent?: string | null | undefined;
}

/** What creates spans, while tracing is on. */
export interface Tracing {
  readonly api: typeof otel;
  readonly tracer: otel.Tracer;
}

let tracing: Tracing | undefined;
const current = new AsyncLocalStorage<otel.Span>();

/** Turns tracing on in this process, or off. */
export function useTracing(started: Tracing | undefined): void {
  tracing = started;
}

/** Whether traces are collected: without it, none of these functions does anything. */
export const isTracing = (): boolean => tracing !== undefined;

/** Whether a span surrounds the work, so that its parts are worth one of their own. */
export const isWithinSpan = (): boolean => tracing !== undefined && current.getStore() !== undefined;

/** W3C `traceparent` of the surrounding span, for what is called or queued from here. */
export function currentTraceparent(): string | undefined {
  const context = tracing && current.getStore()?.spanContext();
  if (!context) return undefined;
  return `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`;
}

/** Runs the work within a span, which ends with it and shows its error. The span is undefined while tracing is off. */
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
        fail(span, error);
        throw error;
      },
    );
}

/** Starts a span that ends by hand; undefined while tracing is off. */
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
export function fail(span: otel.Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  markFailed(span);
  span.end();
}

/** Notes the HTTP status that a request was answered with. */
export function noteStatus(span: otel.Span | undefined, status: number): void {
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
