import type { IncomingMessage, ServerResponse } from "node:http";
import {
  cannotProcess,
  inputError,
  methodNotAllowed,
  noRoute,
  notAcceptable,
  type WebapiError,
} from "../call/errors.js";
import { type Kernel, requireWritable } from "../call/kernel.js";
import { receive } from "../call/receive.js";
import { type Address, bulkSegments, isVersion, loggedPath, prefixOf, readAddress, splitMode } from "./address.js";
import { failureAnswer, send, sendLong } from "./answer/answer.js";
import { logRequest } from "./request-log.js";
import { knownMethod } from "./request-observer.js";
import type { Endpoint } from "./endpoint.js";
import { inSpan, isTracing, recordStatus } from "../../platform/tracing/tracer.js";
import { HttpExchange, traceparentOf } from "./http-exchange.js";
import { formatOf } from "./answer/negotiation.js";
import { type Match, Router } from "./router.js";

/** Handles all requests below `/rest`: finds the endpoint, receives the call and lets the endpoint answer it. */
export class RestHandler {
  private readonly router: Router<Endpoint>;

  constructor(
    endpoints: readonly Endpoint[],
    private readonly kernel: Kernel,
  ) {
    this.router = new Router(endpoints);
  }

  /** Answers a request whose URL starts after `/rest`. Never rejects: every failure becomes an answer. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const exchange = new HttpExchange(request, response, this.kernel);
    const [path, search] = splitUrl(request.url ?? "");
    const { code, segments } = readAddress(path);
    const match = this.router.find(isHead(request) ? "GET" : (request.method ?? ""), segments);
    const found = { code, segments, search, match };
    if (isTracing()) await this.answerTraced(exchange, found);
    else await this.answer(exchange, found);
    const elapsed = performance.now() - started;
    const ms = Math.round(elapsed * 10) / 10;
    const facts = exchange.callerLogFields;
    const line = { method: request.method, path: loggedPath(path), status: response.statusCode, ms, ...facts };
    logRequest(exchange, line, this.kernel.config);
    this.observe(exchange, { endpoint: match?.target, seconds: elapsed / 1000 });
  }

  private async answer(exchange: HttpExchange, { code, segments, search, match }: Found): Promise<void> {
    const { request, response } = exchange;
    const format = match?.target.ignoresAccept ? "json" : formatOf(request.headers.accept);
    try {
      if (!allowedMethods.has(request.method ?? "")) throw methodNotAllowed(request.method ?? "");
      const ctx = await receive(this.kernel, exchange, { code, notFound: cannotProcess });
      if (!match) throw this.unmatched(request.method ?? "", segments);
      if (!format) throw notAcceptable();
      if (request.method !== "GET" && !isHead(request)) requireWritable(this.kernel);
      const answer = await match.target.answer({ ctx, exchange, parameters: match.parameters, search });
      if (answer?.long) await sendLong(exchange, { ...answer, long: answer.long }, format);
      else if (answer) send(exchange, answer, format);
    } catch (error) {
      const failure = failureAnswer(error, exchange);
      if (response.headersSent) response.destroy();
      else send(exchange, failure, format ?? "json");
    }
  }

  private answerTraced(exchange: HttpExchange, found: Found): Promise<void> {
    const { request, response, requestId } = exchange;
    const method = knownMethod(request.method);
    const route = routeOf(found.match?.target);
    const attributes = { "http.request.method": method, "http.route": route, "portico.request_id": requestId };
    const parent = traceparentOf(request);
    return inSpan({ name: `${method} ${route}`, kind: "server", parent, attributes }, async (span) => {
      await this.answer(exchange, found);
      recordStatus(span, response.statusCode);
    });
  }

  private observe({ request, response }: HttpExchange, { endpoint, seconds }: Observed): void {
    const { requests } = this.kernel;
    if (!requests.isObserved) return;
    const method = knownMethod(request.method);
    requests.notify({ method, route: routeOf(endpoint), status: response.statusCode, seconds });
  }

  /**
   * Returns the error for a path without an endpoint, in Magento's words. For bulk paths it names the correct path.
   */
  private unmatched(method: string, segments: readonly string[]): WebapiError {
    const { mode, rest } = splitMode(segments);
    if (!isVersion(rest[0])) return cannotProcess();
    if (mode === "sync") return noRoute();
    if (method === "GET" || method === "HEAD") return cannotProcess();
    const sync = this.router.find(method, rest);
    if (!sync) return noRoute();
    const bulk = [...prefixOf.bulk, ...bulkSegments(sync.target.segments)];
    if (mode === "async" || !this.router.find(method, bulk)) return cannotProcess();
    return inputError("A bulk route has no path parameters. Use %path and give the parameters in each element.", {
      path: `/${bulk.join("/")}`,
    });
  }
}

/** The verbs of Magento's routes, and `HEAD`, which answers as `GET` without a body. */
const allowedMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);

/** The parts of a request's URL and the endpoint they match. */
interface Found extends Address {
  /** The query, still encoded. */
  readonly search: string;
  readonly match: Match<Endpoint> | undefined;
}

/** Returns the path template of an endpoint. */
const routeOf = (endpoint: Endpoint | undefined) => (endpoint ? `/rest/${endpoint.segments.join("/")}` : "unmatched");

interface Observed {
  readonly endpoint: Endpoint | undefined;
  readonly seconds: number;
}

const isHead = ({ method }: IncomingMessage) => method === "HEAD";

function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}
