import { securityHeaders } from "../../../http/answer/answer.js";
import type { HttpExchange } from "../../../http/http-exchange.js";
import type { Progress } from "../../queue/consumers.sql.js";
import type { BulkWatch } from "./progress-watch.js";
import { ProgressReport } from "./progress-report.js";

/** Milliseconds between comments in the stream, so that no proxy considers the connection dead. */
const heartbeat = 15_000;
/** Milliseconds after which a client reconnects. */
const reconnectAfter = 2000;

/** Id of the last event: a client that reconnects with it has received everything. */
const lastId = "finished";

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) about the progress of a bulk. */
export class EventStream {
  private readonly report = new ProgressReport();
  private sent = "";

  constructor(
    private readonly exchange: HttpExchange,
    private readonly watch: BulkWatch,
  ) {}

  run(bulk: string): void {
    const { request, response, requestId } = this.exchange;
    const headers = { "Cache-Control": "no-store, no-transform", ...securityHeaders, "X-Request-Id": requestId };
    // A browser does not reconnect after a 204.
    if (request.headers["last-event-id"] === lastId) return void response.writeHead(204, headers).end();
    response.writeHead(200, {
      ...headers,
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    });
    if (request.method === "HEAD") return void response.end();
    response.write(`retry: ${reconnectAfter}\n\n`);
    const timer = setInterval(() => response.write(": alive\n\n"), heartbeat);
    const unfollow = this.watch.follow(bulk, (progress) => this.send(progress));
    response.once("close", () => {
      clearInterval(timer);
      unfollow();
    });
  }

  private send(progress: Progress | undefined): void {
    const { response } = this.exchange;
    if (response.writableEnded) return;
    if (!progress) return void response.end();
    const data = JSON.stringify(this.report.of(progress));
    if (progress.isFinished) {
      response.end(`id: ${lastId}\nevent: finished\ndata: ${data}\n\n`);
    } else if (data !== this.sent) {
      this.sent = data;
      response.write(`event: progress\ndata: ${data}\n\n`);
    }
  }
}
