import type { IncomingMessage, ServerResponse } from "node:http";
import { cannotProcess, inputError, methodInvalid, noRoute, notAcceptable, type WebapiError } from "../call/errors.js";
import type { Kernel } from "../call/kernel.js";
import { receive } from "../call/receive.js";
import { bulkSegments, loggedPath, prefixOf, readAddress, splitMode } from "./address.js";
import { type Answer, failureAnswer, send } from "./answer.js";
import type { Endpoint } from "./endpoint.js";
import { HttpExchange } from "./http-exchange.js";
import { formatOf } from "./negotiation.js";
import { Router } from "./router.js";

/** Answers everything below `/rest`: finds the endpoint of a path, receives the call and has the endpoint answer it. */
export class RestHandler {
  private readonly router: Router<Endpoint>;

  constructor(
    endpoints: readonly Endpoint[],
    private readonly kernel: Kernel,
  ) {
    this.router = new Router(endpoints);
  }

  /** Answers a request whose URL starts behind `/rest`. Never rejects: every failure is an answer. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const exchange = new HttpExchange(request, response, this.kernel);
    const [path, search] = splitUrl(request.url ?? "");
    const { code, segments } = readAddress(path);
    const match = this.router.find(isHead(request) ? "GET" : (request.method ?? ""), segments);
    const format = match?.target.ignoresAccept ? "json" : formatOf(request.headers.accept);
    let answer: Answer | undefined;
    try {
      const ctx = await receive(this.kernel, exchange, { code, notFound: noRoute });
      if (!match) throw this.unmatched(request.method ?? "", segments);
      if (!format) throw notAcceptable();
      answer = await match.target.answer({ ctx, exchange, parameters: match.parameters, search });
    } catch (error) {
      answer = failureAnswer(error, exchange);
    }
    if (answer && response.headersSent) response.destroy();
    else if (answer) send(exchange, answer, format ?? "json");
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const line = { method: request.method, path: loggedPath(path), status: response.statusCode, ms };
    exchange.log.info(line, "request");
  }

  /** Makes the error of a path without an endpoint, in Magento's words; for bulk paths it names the right form. */
  private unmatched(method: string, segments: readonly string[]): WebapiError {
    if (!/^(GET|HEAD|POST|PUT|DELETE|PATCH)$/.test(method)) return methodInvalid();
    const { mode, rest } = splitMode(segments);
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

const isHead = ({ method }: IncomingMessage) => method === "HEAD";

function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}
