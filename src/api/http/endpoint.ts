import type { IncomingHttpHeaders } from "node:http";
import type { AsyncQueue } from "../call/stored/async-queue.js";
import type { Context } from "../call/context.js";
import { authorize, authorizeBulk, type Call, invoke, lacksOwner } from "../call/invoke.js";
import type { Kernel } from "../call/kernel.js";
import { afterRollback } from "../call/recorded-error.js";
import { Selection } from "../call/answer/selection.js";
import type { Arguments } from "../call/method-call.js";
import { requireOwned } from "../call/arguments/bound-arguments.js";
import { unauthorized } from "../call/unauthorized.js";
import type { Route } from "../contract/routes/operations.js";
import { bulkSegments, prefixOf } from "./address.js";
import type { Answer } from "./answer/answer.js";
import { bodyLimits, readBody } from "./body/body.js";
import type { HttpExchange } from "./http-exchange.js";
import { answerPreview, wantsPreview } from "./preview.js";
import { parseQuery } from "./query.js";
import type { Target } from "./router.js";

/** A call that an endpoint has received. */
export interface EndpointCall {
  readonly exchange: HttpExchange;
  readonly ctx: Context;
  /** The path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query string, still encoded. */
  readonly search: string;
}

/** The handler of one method and path below `/rest`. */
export interface Endpoint extends Target {
  /** Whether the header `Accept` is ignored. */
  readonly ignoresAccept?: boolean;
  /** Answers a call. Resolves to undefined if it wrote the response itself. */
  answer(call: EndpointCall): Promise<Answer | undefined>;
}

/** An endpoint without a route, whose body is read as bytes, with what the API reference says about it. */
export interface DescribedEndpoint extends Endpoint {
  readonly description: string;
}

/** What the API reference says about such an endpoint. */
export type EndpointDescription = Pick<DescribedEndpoint, "method" | "segments" | "description">;

/** The dependencies of endpoints that answer or queue calls. */
export interface EndpointDependencies {
  readonly kernel: Kernel;
  readonly queue: AsyncQueue;
}

/** Creates the endpoints of a route: synchronous, and for most writes asynchronous and bulk. */
export function endpointsOf(route: Route, process: EndpointDependencies): Endpoint[] {
  const sync = syncEndpoint(route, process);
  if (!route.queueable) return [sync];
  return [sync, asyncEndpoint(route, "async", process), asyncEndpoint(route, "bulk", process)];
}

/** Makes the endpoint that answers a route's calls at once. */
export const syncEndpoint = (route: Route, { kernel, queue }: EndpointDependencies): Endpoint => ({
  method: route.method,
  segments: route.segments,
  async answer({ ctx, exchange, parameters, search }) {
    const sent = { ctx, exchange, parameters, search };
    if (lacksOwner(route, ctx.actor)) return readWithoutOwner(route, sent, kernel);
    await authorize(kernel.config, { route, ctx });
    const { headers } = exchange.request;
    const isIdempotent = route.queueable && headers["idempotency-key"] !== undefined;
    const { call, body } = await readRequest(route, sent, { kernel, keepsBody: isIdempotent });
    if (route.method !== "GET" && wantsPreview(headers)) return answerPreview(kernel, { route, ctx, calls: [call] });
    if (isIdempotent) return answerOnce(call, { parameters, search, body, headers }, { kernel, queue });
    return answerOf(route, await invoke(kernel, call), call.ctx.selection);
  },
});

/**
 * Reads the body of a request, and the call from that. Returns the body only if it is kept: otherwise, the memory of a large
 * one can be reused while the call runs.
 */
async function readRequest(
  route: Route,
  { exchange, ...incoming }: EndpointCall,
  { kernel, keepsBody }: { readonly kernel: Kernel; readonly keepsBody: boolean },
): Promise<{ readonly call: Call; readonly body?: unknown }> {
  const body = route.method === "GET" ? {} : await readBody(exchange, bodyLimits(kernel, incoming.ctx.actor));
  try {
    const call = readCall(route, incoming, body);
    return keepsBody ? { call, body } : { call };
  } catch (error) {
    // As in Magento, a customer without a cart is told so even if the arguments are wrong.
    if (route.permission.includes("self")) await requireOwned(route, incoming.ctx);
    throw error;
  }
}

/**
 * Throws the error for a caller who has all permissions but is no customer. Magento admits such callers to the routes of
 * customers and then misses the customer, so that they learn what is wrong with the request. Never makes the call.
 */
async function readWithoutOwner(
  route: Route,
  { ctx, exchange, parameters, search }: EndpointCall,
  kernel: Kernel,
): Promise<never> {
  const body = route.method === "GET" ? {} : await readBody(exchange, bodyLimits(kernel, ctx.actor));
  route.read({ body: asObject(body), query: parseQuery(search), path: parameters, lacksOwner: true });
  throw unauthorized(route.permission, ctx);
}

/** Parameters, query, body and headers of a call. */
interface SentCall extends Pick<EndpointCall, "parameters" | "search"> {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** Answers a write with an `Idempotency-Key`: the first call runs, and later ones get its answer. */
async function answerOnce(
  { route, args, ctx }: Call,
  { headers, ...sent }: SentCall,
  { kernel, queue }: EndpointDependencies,
): Promise<Answer> {
  const run = async (within: Context) => {
    const result = await invoke(kernel, { route, args, ctx: { ...within, isEnclosed: true } });
    return jsonOf(route, result, ctx.selection);
  };
  const answering = queue.answerOnce({ line: route.line, ctx, headers, sent }, run);
  const { json, isReplayed } = await answering.catch(async (error: unknown) => {
    throw await afterRollback(error, ctx.db);
  });
  return { status: 200, json, ...(isReplayed ? { headers: { "Idempotency-Replayed": "true" } } : {}) };
}

/** Reads the arguments and the requested fields of a call. Throws 400. */
export function readCall(
  route: Route,
  { ctx, parameters, search }: Omit<EndpointCall, "exchange">,
  body: unknown,
): Call {
  const query = parseQuery(search);
  const args = route.read({ body: asObject(body), query, path: parameters });
  const fields = query["fields"] ?? "";
  // A list of fields selects nothing, as in Magento.
  const selection = fields === "" ? undefined : Selection.parse(typeof fields === "string" ? fields : "");
  return selection ? { route, args: toCount(args, selection), ctx: { ...ctx, selection } } : { route, args, ctx };
}

/** Returns the arguments of a call; those of a search say whether its caller asked for the number of all matches. */
function toCount({ searchCriteria, ...args }: Arguments, selection: Selection): Arguments {
  if (!searchCriteria) return { ...args };
  return { ...args, searchCriteria: { ...searchCriteria, isUncounted: !selection.has("total_count") } };
}

// Magento answers with an empty list if a service returns nothing or no object, and with null if a part of it is selected.
const jsonOf = (route: Route, result: unknown, selection: Selection | undefined) =>
  (result === null && route.returnsObject && !selection ? undefined : route.write(result, selection)) ?? "[]";

/** Returns the answer with a result, of which only the selected parts are written. */
export function answerOf(route: Route, result: unknown, selection: Selection | undefined): Answer {
  const long = route.split(result, selection);
  return long ? { status: 200, long } : { status: 200, json: jsonOf(route, result, selection) };
}

const asyncEndpoint = (route: Route, mode: "async" | "bulk", { kernel, queue }: EndpointDependencies): Endpoint => ({
  method: route.method,
  segments: [...prefixOf[mode], ...(mode === "bulk" ? bulkSegments(route.segments) : route.segments)],
  async answer({ ctx, exchange, parameters }) {
    await authorize(kernel.config, { route, ctx });
    if (mode === "bulk") authorizeBulk(kernel.config, ctx);
    const body = await readBody(exchange, bodyLimits(kernel, ctx.actor));
    const { headers } = exchange.request;
    const call = { mode, route, path: parameters, body, headers, ctx };
    if (wantsPreview(headers)) {
      const elements = await queue.read(call);
      return answerPreview(kernel, { route, ctx, calls: elements.map((args) => ({ route, args, ctx })) });
    }
    const accepted = await queue.accept(call);
    return { status: 202, json: JSON.stringify(accepted) };
  },
});

/** Returns a body as the object of its arguments; any other body has none. */
const asObject = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
