import type { ServerResponse } from "node:http";
import { serviceUnavailable } from "../../call/errors.js";

/** Large bodies that a process handles at the same time: each takes twenty times its size in memory. */
const maxRunning = 8;
const maxPerCaller = 4;

/** Maximum milliseconds that a body waits for its turn. */
const maxWaitMilliseconds = 30_000;
/** Seconds until a rejected client may retry. */
const retryAfter = 1;

type Start = () => void;

/**
 * Limits the requests with a large body that are processed at the same time. One caller has at most half of the places,
 * and callers take turns.
 */
export class LargeBodies {
  private readonly running = new Map<string, number>();
  private readonly waiting = new Map<string, Set<Start>>();
  private free = maxRunning;

  /** Waits for a place and keeps it until the response is closed. Throws 503 if none becomes free in time. */
  async enter(caller: string, response: ServerResponse): Promise<void> {
    if (this.waiting.has(caller) || !this.mayStart(caller)) await this.wait(caller, response);
    else this.start(caller);
    if (response.closed) this.leave(caller);
    else response.once("close", () => this.leave(caller));
  }

  private wait(caller: string, response: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        const others = this.waiting.get(caller);
        others?.delete(start);
        if (others?.size === 0) this.waiting.delete(caller);
        stop();
        reject(serviceUnavailable(retryAfter));
      };
      const timer = setTimeout(cancel, maxWaitMilliseconds);
      const stop = () => {
        clearTimeout(timer);
        response.off("close", cancel);
      };
      const start = () => {
        stop();
        resolve();
      };
      response.once("close", cancel);
      this.waiting.set(caller, (this.waiting.get(caller) ?? new Set<Start>()).add(start));
    });
  }

  private mayStart(caller: string): boolean {
    return this.free > 0 && (this.running.get(caller) ?? 0) < maxPerCaller;
  }

  private start(caller: string): void {
    this.free -= 1;
    this.running.set(caller, (this.running.get(caller) ?? 0) + 1);
  }

  private leave(caller: string): void {
    this.free += 1;
    const left = (this.running.get(caller) ?? 1) - 1;
    if (left === 0) this.running.delete(caller);
    else this.running.set(caller, left);
    for (const next of [...this.waiting.keys()]) this.startNext(next);
  }

  private startNext(caller: string): void {
    const starts = this.waiting.get(caller);
    const [first] = starts ?? [];
    if (!starts || !first || !this.mayStart(caller)) return;
    this.start(caller);
    starts.delete(first);
    // Move this caller to the end of the queue for the next free place.
    this.waiting.delete(caller);
    if (starts.size > 0) this.waiting.set(caller, starts);
    first();
  }
}
