import type { Request, Response } from "express";
import type { Progress } from "../queue/consumers.sql.js";
import type { BulkWatch } from "./progress-watch.js";
import { Rate } from "../run/rate.js";

/** How often something is sent when there is no news, so that nobody in between takes the connection for dead, in milliseconds. */
const heartbeat = 15_000;
/** How soon a client that lost the connection is to come back, in milliseconds. */
const comeBack = 2000;

/** The id of the last event: a client that comes back with it has heard everything. */
const lastId = "finished";

const statuses = ["1", "2", "3", "4", "5"] as const;

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) about how a bulk gets on. */
export class EventStream {
  private readonly rate = new Rate();
  private sent = "";

  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly watch: BulkWatch,
  ) {}

  run(bulk: string): void {
    const { request, response } = this;
    // Answered so, a browser does not come back again.
    if (request.headers["last-event-id"] === lastId) return void response.status(204).end();
    response.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    });
    response.write(`retry: ${comeBack}\n\n`);
    const timer = setInterval(() => response.write(": still here\n\n"), heartbeat);
    const unfollow = this.watch.follow(bulk, (progress) => this.tell(progress));
    response.once("close", () => {
      clearInterval(timer);
      unfollow();
    });
  }

  private tell(progress: Progress | undefined): void {
    if (this.response.writableEnded) return;
    if (!progress) return void this.response.end();
    this.rate.add(performance.now(), progress.waiting, progress.counts["5"] ?? 0);
    const data = JSON.stringify(this.describe(progress));
    if (progress.isFinished) {
      this.response.end(`id: ${lastId}\nevent: finished\ndata: ${data}\n\n`);
    } else if (data !== this.sent) {
      this.sent = data;
      this.response.write(`event: progress\ndata: ${data}\n\n`);
    }
  }

  /** Without a consumer nobody can tell when it will be finished. */
  private describe({ uuid, total, waiting, counts, consumers, isFinished }: Progress) {
    const { perSecond, secondsLeft } = this.rate;
    return {
      bulk_uuid: uuid,
      operation_count: total,
      waiting,
      count_by_status: Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0])),
      consumers,
      per_second: perSecond === null ? null : Math.round(perSecond * 10) / 10,
      seconds_left: isFinished ? 0 : consumers === 0 || secondsLeft === null ? null : Math.ceil(secondsLeft),
    };
  }
}
