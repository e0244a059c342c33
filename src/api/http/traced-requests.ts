import type { RequestHandler } from "express";
import { inSpan, isTracing, recordStatus } from "../../platform/tracing/tracer.js";
import { traceparentOf } from "./http-exchange.js";

/** Runs the handlers of a request in a span with this name. */
export const traceRequests =
  (name: string): RequestHandler =>
  (request, response, next) => {
    if (!isTracing()) return next();
    const parent = traceparentOf(request);
    const attributes = { "http.request.method": request.method, "http.route": name };
    void inSpan({ name: `${request.method} ${name}`, kind: "server", parent, attributes }, async (span) => {
      const closed = new Promise((resolve) => response.once("close", resolve));
      next();
      await closed;
      recordStatus(span, response.statusCode);
    });
  };
