import type { AsyncQueue } from "../call/async-queue.js";
import type { Context } from "../call/context.js";
import { authorize, invoke } from "../call/invoke.js";
import type { Kernel } from "../call/kernel.js";
import { Selection } from "../call/selection.js";
import type { Route } from "../contract/operations.js";
import { bulkSegments, prefixOf } from "./address.js";
import type { Answer } from "./answer.js";
import { bodyLimits, readBody } from "./body.js";
import type { HttpExchange } from "./http-exchange.js";
import { parseQuery } from "./query.js";
import type { Target } from "./router.js";

/** A received call of an endpoint. */
interface EndpointCall {
  readonly ctx: Context;
  readonly exchange: HttpExchange;
  /** Parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query, still encoded. */
  readonly search: string;
}

/** What answers one method and path below `/rest`. */
export interface Endpoint extends Target {
  /** Whether the header `Accept` has no say. */
  readonly ignoresAccept?: boolean;
  /** Answers a call; resolves to undefined where it wrote the response itself. */
  answer(call: EndpointCall): Promise<Answer | undefined>;
}

/** The process that answers calls and queues others. */
export interface QueueingProcess {
  readonly kernel: Kernel;
  readonly queue: AsyncQueue;
}

/** Makes the endpoints of a route: synchronous, and for most writes asynchronous and bulk. */
export function endpointsOf(route: Route, process: QueueingProcess): Endpoint[] {
  const sync = syncEndpoint(route, process.kernel);
  if (!route.queueable) return [sync];
  return [sync, asyncEndpoint(route, "async", process), asyncEndpoint(route, "bulk", process)];
}

/** Makes the endpoint that answers a route's calls at once. */
export const syncEndpoint = (route: Route, kernel: Kernel): Endpoint => ({
  method: route.method,
  segments: route.segments,
  async answer({ ctx, exchange, parameters, search }) {
    await authorize(kernel.config, { route, ctx });
    const query = parseQuery(search);
    const body = route.method === "GET" ? {} : await readBody(exchange, bodyLimits(kernel, ctx.actor));
    const args = route.read({ body: asObject(body), query, path: parameters });
    const fields = query["fields"];
    const selection = typeof fields === "string" && fields !== "" ? Selection.parse(fields) : undefined;
    const result = await invoke(kernel, { route, args, ctx: selection ? { ...ctx, selection } : ctx });
    // Magento answers an empty list where a service returns nothing.
    return { status: 200, json: route.write(result, selection) ?? "[]" };
  },
});

const asyncEndpoint = (route: Route, mode: "async" | "bulk", { kernel, queue }: QueueingProcess): Endpoint => ({
  method: route.method,
  segments: [...prefixOf[mode], ...(mode === "bulk" ? bulkSegments(route.segments) : route.segments)],
  async answer({ ctx, exchange, parameters }) {
    await authorize(kernel.config, { route, ctx });
    const body = await readBody(exchange, bodyLimits(kernel, ctx.actor));
    const accepted = await queue.accept({
      mode,
      route,
      path: parameters,
      body,
      headers: exchange.request.headers,
      ctx,
    });
    return { status: 202, json: JSON.stringify(accepted) };
  },
});

const asObject = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
