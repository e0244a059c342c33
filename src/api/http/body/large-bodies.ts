import type { ServerResponse } from "node:http";
import { FairQueue } from "../../../platform/process/fair-queue.js";
import { serviceUnavailable } from "../../call/errors.js";

/** Large bodies that a process handles at the same time: each takes twenty times its size in memory. */
const maxRunning = 8;
const maxPerCaller = 4;

/** Maximum milliseconds that a body waits for its turn. */
const maxWaitMilliseconds = 30_000;
/** Seconds until a rejected client may retry. */
const retryAfter = 1;

const busy = () => serviceUnavailable(retryAfter);

/** Limits the requests with a large body that are processed at the same time. One caller has at most half of the places. */
export class LargeBodies {
  private readonly queue = new FairQueue({
    places: maxRunning,
    perKey: maxPerCaller,
    limit: { milliseconds: maxWaitMilliseconds, error: busy },
  });

  /** Waits for a place and keeps it until the response is closed. Throws 503 if none becomes free in time. */
  async enter(caller: string, response: ServerResponse): Promise<void> {
    const closed = new AbortController();
    response.once("close", () => closed.abort(busy()));
    await this.queue.enter(caller, closed.signal);
    const leave = () => this.queue.leave(caller);
    if (response.closed || closed.signal.aborted) leave();
    else response.once("close", leave);
  }
}
