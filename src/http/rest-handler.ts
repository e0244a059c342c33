import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { bulkSegments, type Mode, readAddress, loggedPath } from "./address.js";
import { bodyLimits, readBody } from "./body.js";
import type { Context, StoreScope } from "../call/context.js";
import { clientAddress } from "../auth/limits/client-address.js";
import { traceparentOf } from "../call/async-queue.js";
import { cannotProcess, inputError, methodInvalid, noRoute, notAcceptable } from "../call/errors.js";
import { type Answer, failure } from "../call/failure.js";
import { HttpExchange } from "./http-exchange.js";
import { authorize, invoke } from "../call/invoke.js";
import type { Kernel } from "../call/kernel.js";
import { type Format, formatOf } from "./negotiation.js";
import type { Route } from "../contract/operations.js";
import { parseQuery } from "./query.js";
import { requestIdOf } from "./request-id.js";
import { type Match, Router } from "./router.js";
import { Selection } from "../call/selection.js";
import { toXml } from "./xml.js";

interface Call {
  readonly path: string;
  readonly search: string;
  readonly requestId: string;
  readonly log: Logger;
  readonly response: ServerResponse;
}

interface Located extends Match {
  readonly scope: StoreScope;
  readonly mode: Mode;
}

/**
 * The REST doors: `[<store code>/][async/[bulk/]]V1/…` onto operations. Decides in Magento's order: store, route,
 * permission, body, operation.
 */
export class RestDoor {
  private readonly router: Router;
  private readonly bulkRouter: Router;

  constructor(
    routes: readonly Route[],
    private readonly kernel: Kernel,
  ) {
    this.router = new Router(routes);
    const writes = routes.filter((route) => route.queueable);
    this.bulkRouter = new Router(writes, ({ segments }) => bulkSegments(segments));
  }

  /** Answers a request whose URL starts behind `/rest`. Never rejects: every failure is an answer. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const requestId = requestIdOf(request);
    const log = this.kernel.log.child({ requestId });
    const [path, search] = splitUrl(request.url ?? "");
    const format = formatOf(request.headers.accept);
    const development = this.kernel.config.NODE_ENV === "development";
    const call: Call = { path, search, requestId, log, response };
    let answer: Answer;
    try {
      if (!format) throw notAcceptable();
      answer = await this.answer(request, call);
    } catch (error) {
      answer = failure(error, { log, development });
    }
    send(response, answer, { format: format ?? "json", requestId });
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log.info({ method: request.method, path: loggedPath(path), status: answer.status, ms }, "request");
  }

  private async answer(request: IncomingMessage, call: Call): Promise<Answer> {
    const { config, db, modules, asyncQueue, media, limits } = this.kernel;
    const { log, requestId, response } = call;
    const address = clientAddress(request, config);
    await limits.ofAddress(address, response);
    const located = await this.locate(request.method ?? "", call.path);
    const { actor, reason } = await this.kernel.authenticate(request);
    await limits.ofCaller(actor, response);
    const exchange = new HttpExchange(request, response, config);
    const caller = { actor, reason, requestId, address, exchange, traceparent: traceparentOf(request.headers) };
    const ctx: Context = { ...caller, scope: located.scope, db, config, log, modules, asyncQueue, media, limits };
    await authorize(located.route, ctx);
    if (located.mode === "sync") return this.run(request, located, { ctx, search: call.search });
    const { mode, route, parameters } = located;
    const body = await readBody(request, bodyLimits(config, actor));
    const accepted = await asyncQueue.accept({ mode, route, path: parameters, body, headers: request.headers, ctx });
    return { status: 202, json: JSON.stringify(accepted) };
  }

  private async locate(method: string, path: string): Promise<Located> {
    if (!/^(GET|HEAD|POST|PUT|DELETE|PATCH)$/.test(method)) throw methodInvalid();
    const { code, mode, segments } = readAddress(path);
    const scope = await this.kernel.scopeOf(code);
    if (!scope) throw noRoute();
    if (mode === "sync") return { ...this.match(method === "HEAD" ? "GET" : method, segments), scope, mode };
    if (method === "GET" || method === "HEAD") throw cannotProcess();
    if (mode === "async") return { ...this.queueable(method, segments), scope, mode };
    const found = this.bulkRouter.find(method, segments);
    if (found) return { ...found, scope, mode };
    const { route } = this.queueable(method, segments);
    throw inputError("A bulk route has no path parameters. Use %path and give the parameters in each element.", {
      path: `/async/bulk/${bulkSegments(route.segments).join("/")}`,
    });
  }

  private queueable(method: string, segments: readonly string[]): Match {
    const found = this.match(method, segments);
    if (!found.route.queueable) throw cannotProcess();
    return found;
  }

  private match(method: string, segments: readonly string[]): Match {
    const found = this.router.find(method, segments);
    if (!found) throw noRoute();
    return found;
  }

  private async run(request: IncomingMessage, match: Match, { ctx, search }: { ctx: Context; search: string }) {
    const { route, parameters } = match;
    const query = parseQuery(search);
    const body = route.method === "GET" ? {} : await readBody(request, bodyLimits(ctx.config, ctx.actor));
    const args = route.read({ body: asObject(body), query, path: parameters });
    const fields = query["fields"];
    const selection = typeof fields === "string" && fields !== "" ? Selection.parse(fields) : undefined;
    const result = await invoke({ operation: route.operation, args, ctx: { ...ctx, selection }, route });
    return { status: 200, json: route.write(result, selection) ?? "null" };
  }
}

const asObject = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;

function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

function send(response: ServerResponse, answer: Answer, { format, requestId }: { format: Format; requestId: string }) {
  const text = format === "xml" ? toXml(answer.json) : answer.json;
  response.writeHead(answer.status, {
    "Content-Type": `application/${format}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Request-Id": requestId,
  });
  // A short text goes out with the headers in one piece.
  if (text.length <= pieceLength) response.end(text);
  else sendInPieces(response, text);
}

/** Characters of an answer that are handed over at a time. */
const pieceLength = 65_536;

/**
 * A reader takes the first pieces while the next ones are encoded: a long answer is there in half the time. Node gathers
 * what is written in one turn, so that each piece has a turn of its own.
 */
function sendInPieces(response: ServerResponse, text: string, from = 0): void {
  if (response.destroyed) return;
  const to = endOfPiece(text, from);
  response.write(Buffer.from(text.slice(from, to)));
  if (to < text.length) process.nextTick(sendInPieces, response, text, to);
  else response.end();
}

/** A pair of surrogates is one character, and stays together. */
function endOfPiece(text: string, from: number): number {
  const to = Math.min(from + pieceLength, text.length);
  return to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
